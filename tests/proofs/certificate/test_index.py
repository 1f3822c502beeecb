"""The certificates of the repository: what their index says of them is so."""

import hashlib
import json
import re
from pathlib import Path

import pytest

from noughts.proofs.certificate import verify
from tests.proofs.certificate.second import exit_code, exit_codes, second
from tests.sampling import sample

HOME = Path(__file__).parents[3] / "certificates"
ROW = re.compile(
    r"\| `(.+)` \| (.+) \| ([\d,]+) \| ([\d,]+) \| ([123]) \| ([\d,]+) .+ \| `([0-9a-f]{64})` \|"
)
INDEX = ROW.findall((HOME / "README.md").read_text(encoding="utf-8"))
DOCS = HOME.parent / "docs"
#: The table of values: game, value, and the certificate or why there is none.
VALUES = re.compile(
    r"^\| (\d[^|]*|all under gravity) \| ([^|]+) \| (?:\[?`([^`]+\.cert)`.*|none: .+) \|$",
    re.MULTILINE,
)
BLOCKED = ", O only blocks"
FACTS = json.loads((HOME.parent / "tests" / "facts" / "values.json").read_text())["table"]
ROWS = {file: row for file, *row in INDEX if not file.startswith("large/")}
FEW = sample(100, 1_000)  #: claims that are looked at in every run
SOME = 1_000  #: positions that are, at most
FALLEN = 100_000  #: positions under gravity, which a checker always plays
MOST = 10_000_000  #: positions that the deep tests look at; what takes an hour stays as it was said


def test_every_file_is_listed() -> None:
    assert {path.name for path in HOME.glob("*.cert")} == set(ROWS)
    assert sum(path.stat().st_size for path in HOME.glob("*.cert")) < 10_000_000


@pytest.mark.parametrize("file", ROWS)
def test_size_and_digest(file: str) -> None:
    data = (HOME / file).read_bytes()
    assert ROWS[file][2] == f"{len(data):,}"
    assert ROWS[file][5] == hashlib.sha256(data).hexdigest()


def number(text: str) -> int:
    return int(text.replace(",", ""))


def check(file: str, most: int) -> None:
    """Check a certificate's claims, and play it against every reply where positions are so few.

    Both checkers read it.
    """
    shown, claims, _, level, positions, _ = ROWS[file]
    expand = level == "2" and number(positions) <= most
    found = verify(HOME / file, expand=expand)
    assert found.holds
    assert shown == found.value + ", O only blocking" * found.maker_breaker
    assert found.claims == number(claims)
    assert found.answers == (number(positions) if expand else 0)
    assert second() is None or exit_code(HOME / file) == 0


def few(file: str) -> bool:
    most = FALLEN if "-gravity" in file else MOST**2
    return number(ROWS[file][1]) < FEW and number(ROWS[file][4]) <= most


@pytest.mark.parametrize("file", [file for file in ROWS if few(file)])
def test_what_is_said_is_so(file: str) -> None:
    check(file, SOME)


@pytest.mark.skipif(second() is None, reason="there is no C compiler")
def test_the_second_checker_accepts_them() -> None:
    """All but those under gravity that it plays for seconds, each."""
    quick = [
        file for file, row in ROWS.items() if "-gravity" not in file or number(row[4]) < FALLEN
    ]
    assert len(quick) > 60
    assert set(exit_codes([HOME / file for file in quick])) == {0}


@pytest.mark.deep
@pytest.mark.parametrize(
    "file", [file for file, row in ROWS.items() if not few(file) or number(row[4]) > SOME]
)
def test_of_large_ones_as_well(file: str) -> None:
    check(file, MOST)


def table() -> dict[str, tuple[str, str]]:
    text = (DOCS / "reference/solved.md").read_text(encoding="utf-8")
    return {game: (value, file) for game, value, file in VALUES.findall(text)}


def test_each_file_stands_in_the_table_of_values_with_what_it_shows() -> None:
    listed = {file: value for value, file in table().values() if file}
    assert listed == {file: row[0].removesuffix(", O only blocking") for file, *row in INDEX}
    for game, (_, file) in table().items():
        name = game.replace(BLOCKED, " maker-breaker").replace(" ", "-")
        assert file.removeprefix("large/") in {"", f"{name}.cert"}


@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: fact["rules"])
def test_each_known_value_stands_in_the_table(fact: dict[str, str]) -> None:
    value, _ = table()[fact["rules"]]
    assert value == {"win": "X wins", "draw": "draw"}[fact["value"]]
    if "maker_breaker" in fact:
        value, file = table()[fact["rules"] + BLOCKED]
        assert value == {"win": "X wins", "draw": "X does not win"}[fact["maker_breaker"]]
        assert file


def test_so_does_whatever_the_solver_is_said_to_prove() -> None:
    text = (DOCS / "notes/solver-measurements.md").read_text(encoding="utf-8")
    strong, blocked = text.split("When O only blocks", 1)
    row = re.compile(
        r"^\| (\d+(?:,\d+){2,3}(?: torus)?)(?: \(.+\))? \| (?:win|draw) \|", re.MULTILINE
    )
    games = row.findall(strong) + [game + BLOCKED for game in row.findall(blocked)]
    assert len(games) > 30
    assert all(table()[game][1] for game in games)
