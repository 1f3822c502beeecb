"""The proved checker accepts what holds, refuses what does not, and agrees with the others."""

from __future__ import annotations

import random
from itertools import islice
from pathlib import Path

import pytest

from tests.certificate.agree import changed
from tests.certificate.files import code_of, read
from tests.certificate.second import exit_code, second
from tests.certificate.test_not_right import NOT_RIGHT
from tests.certificate.verified import MISSING, PROGRAM, verdict_of_text

CERTIFICATES = sorted(Path(__file__).parents[2].glob("certificates/*.cert"))
SMALL = 8_000  #: bytes; the others take seconds
CHANGED = 150  #: files with something changed; `python -m tests.certificate.agree` tries more

proved = pytest.mark.skipif(not PROGRAM.exists(), reason=MISSING)


@proved
@pytest.mark.parametrize("name", NOT_RIGHT)
def test_the_proved_checker_refuses_it_too(name: str) -> None:
    lines, code = NOT_RIGHT[name]
    assert verdict_of_text(lines) == code


@proved
@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, marks=pytest.mark.deep if path.stat().st_size > SMALL else ())
        for path in CERTIFICATES
    ],
    ids=lambda path: path.stem,
)
def test_every_certificate_of_the_repository_holds(path: Path) -> None:
    assert verdict_of_text(read(path)) == 0


@proved
@pytest.mark.skipif(second() is None, reason="no C compiler")
def test_all_checkers_agree_on_changed_files(tmp_path: Path) -> None:
    path = tmp_path / "changed.cert"
    for lines in islice(changed(random.Random(3), path), CHANGED):
        accepted = {code_of(path, lines) == 0, exit_code(path) == 0, verdict_of_text(lines) == 0}
        assert len(accepted) == 1, lines
