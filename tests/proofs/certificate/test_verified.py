"""The proved checker accepts what holds, refuses what does not, and agrees with the others."""

import random
from itertools import islice
from pathlib import Path

import pytest

from noughts.cli import run
from noughts.proofs.certificate import proved_checker, verify
from noughts.proofs.certificate.checker import RefusedError
from noughts.proofs.certificate.makers.claims import save
from tests.proofs.certificate.agree import changed
from tests.proofs.certificate.files import code_of, read
from tests.proofs.certificate.second import exit_code, second
from tests.proofs.certificate.test_not_right import NOT_RIGHT
from tests.proofs.certificate.verified import MISSING, PROGRAM, verdict_of_text

#: Those that the proved checker knows.
CERTIFICATES = [
    path
    for path in sorted(Path(__file__).parents[3].glob("certificates/*.cert"))
    if "-gravity" not in path.stem
]
SMALL = 8_000  #: bytes; the others take seconds
CHANGED, MANY = 150, 10_000  #: files with something changed

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
def test_the_command_asks_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = next(path for path in CERTIFICATES if path.stem == "5,4,4")
    assert run(["verify", "--verified", str(path)]) == 0
    assert capsys.readouterr().out.startswith("the proved checker accepts it\n5,4,4, ")
    bad = tmp_path / "bad.cert"
    save(bad, NOT_RIGHT["one cell for a pair"][0])
    with pytest.raises(RefusedError, match=r"checker: line 4, .*: a pair does not have"):
        proved_checker.said_of(bad)


@pytest.mark.parametrize(
    ("program", "why"),
    [
        (
            "echo 'does not hold: line 4: it moves lines' >&2; exit 1",
            ": line 4, '{}': it moves lines",
        ),
        ("echo 'no certificate: it states nothing' >&2; exit 2", ": it states nothing"),
        ("exit 9", " stopped with exit code 9"),
    ],
)
def test_what_it_refuses_is_said_with_the_line(
    program: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "other"
    other.write_text(f"#!/bin/sh\ncat > /dev/null; {program}\n")
    other.chmod(0o755)
    monkeypatch.setattr(proved_checker, "BUILT", other)
    path = next(path for path in CERTIFICATES if path.stem == "3,3,3")
    with pytest.raises(RefusedError) as caught:
        proved_checker.said_of(path)
    assert caught.value.args[0] == f"the proved checker{why}".format(read(path)[3])


@proved
def test_another_game_than_the_file_s_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "another"
    said = "4,3,3, ..../..../....: X wins   1 claims hold"
    program.write_text(f"#!/bin/sh\ncat > /dev/null; echo '{said}'\n")
    program.chmod(0o755)
    monkeypatch.setattr(proved_checker, "BUILT", program)
    path = next(path for path in CERTIFICATES if path.stem == "3,3,3")
    assert "says something else: 4,3,3" in verify(path, verified=True).why


def test_without_it_the_command_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(proved_checker, "BUILT", tmp_path / "none")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert run(["verify", "--verified", str(CERTIFICATES[0])]) == 2
    assert "run `make verified`" in capsys.readouterr().err


@proved
@pytest.mark.skipif(second() is None, reason="no C compiler")
@pytest.mark.parametrize("number", [CHANGED, pytest.param(MANY, marks=pytest.mark.deep)])
def test_all_checkers_agree_on_changed_files(number: int, tmp_path: Path) -> None:
    path = tmp_path / "changed.cert"
    for lines in islice(changed(random.Random(3), path), number):
        accepted = {code_of(path, lines) == 0, exit_code(path) == 0, verdict_of_text(lines) == 0}
        assert len(accepted) == 1, lines
