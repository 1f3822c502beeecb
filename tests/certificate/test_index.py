"""The certificates of the repository: what their index says of them is so."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import pytest

from noughts.certificate import verify
from tests.certificate.second import exit_code, second

HOME = Path(__file__).parents[2] / "certificates"
ROW = re.compile(
    r"\| `(.+)` \| (.+) \| ([\d,]+) \| ([\d,]+) \| ([123]) \| ([\d,]+) .+ \| `([0-9a-f]{64})` \|"
)
INDEX = ROW.findall((HOME / "README.md").read_text(encoding="utf-8"))
ROWS = {file: row for file, *row in INDEX if not file.startswith("large/")}
FEW = 3_000  #: positions or claims that are looked at in every run


def test_every_file_is_listed() -> None:
    assert {path.name for path in HOME.glob("*.cert")} == set(ROWS)
    assert sum(path.stat().st_size for path in HOME.glob("*.cert")) < 10_000_000


@pytest.mark.parametrize("file", ROWS)
def test_size_and_digest(file: str) -> None:
    data = (HOME / file).read_bytes()
    assert ROWS[file][2] == f"{len(data):,}"
    assert ROWS[file][5] == hashlib.sha256(data).hexdigest()
    if second() is not None:
        assert exit_code(HOME / file) == 0


def number(text: str) -> int:
    return int(text.replace(",", ""))


def check(file: str) -> None:
    """Check a certificate's claims, and play it against every reply if it has passed that."""
    shown, claims, _, level, positions, _ = ROWS[file]
    found = verify(HOME / file, expand=level == "2")
    assert found.holds
    assert shown == found.value + ", O only blocking" * found.maker_breaker
    assert found.claims == number(claims)
    assert found.answers == (number(positions) if level == "2" else 0)


def quick(file: str) -> bool:
    _, claims, _, level, positions, _ = ROWS[file]
    return number(claims) < FEW and (level != "2" or number(positions) < FEW)


@pytest.mark.parametrize("file", [file for file in ROWS if quick(file)])
def test_what_is_said_is_so(file: str) -> None:
    check(file)


@pytest.mark.deep
@pytest.mark.parametrize("file", [file for file in ROWS if not quick(file)])
def test_of_large_ones_as_well(file: str) -> None:
    check(file)
