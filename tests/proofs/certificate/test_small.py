"""A certificate that was made smaller shows the same, to every checker, and is never larger."""

import random
import zlib
from pathlib import Path

import pytest

from noughts import Limit, Position, Rules
from noughts.cli import run
from noughts.core.errors import LimitReachedError
from noughts.proofs.certificate import WrittenCertificate, certify, verify
from noughts.proofs.certificate.strategies.playing import expanded
from tests.proofs.certificate.files import verdict
from tests.proofs.certificate.second import exit_code, second
from tests.solver.fuzz import random_position

#: Games, and the range of empty cells of the positions that are tried.
GAMES = {
    "3,3,3": (6, 9),
    "4,3,3": (7, 12),
    "4,4,4": (9, 12),
    "3,3,3 torus": (6, 9),
    "3,3,3 misere": (6, 9),
    "5,2,3 exact": (6, 9),
}
FEW, MANY = 8, 1_000  #: positions of each game, in either kind of test


def both(
    game: str | Position, folder: Path, *, maker_breaker: bool = False
) -> list[WrittenCertificate]:
    """Certify twice; compare the two, and return them."""
    made = [
        certify(game, folder / f"{small}.cert", maker_breaker=maker_breaker, small=small)
        for small in (False, True)
    ]
    large, small = made
    assert verdict(small.path) == "; ".join(small.statements) == "; ".join(large.statements)
    assert small.bytes == small.path.stat().st_size <= large.bytes
    assert verify(small.path).claims == small.claims
    if second() is not None:
        assert exit_code(small.path) == 0
    assert {path.name for path in folder.iterdir()} == {"False.cert", "True.cert"}
    return made


@pytest.mark.parametrize("count", [FEW, pytest.param(MANY, marks=pytest.mark.deep)])
@pytest.mark.parametrize("game", GAMES)
def test_positions(game: str, count: int, tmp_path: Path) -> None:
    rules, draw = Rules.parse(game), random.Random(zlib.crc32(game.encode()))
    for _ in range(count):
        _, small = both(random_position(rules, draw, *GAMES[game]), tmp_path)
        assert expanded(small.path).why == ""


@pytest.mark.parametrize("game", ["3,3,3", "3,3,3 misere", "5,4,4", "6,5,4"])
def test_games_become_smaller(game: str, tmp_path: Path) -> None:
    large, small = both(game, tmp_path)
    assert small.bytes < large.bytes


def test_when_o_only_blocks(tmp_path: Path) -> None:
    for game in ("3,3,3", "4,4,4", "5,4,4", "5,5,4"):
        both(game, tmp_path, maker_breaker=True)


def test_what_there_is_at_the_limit_is_written(tmp_path: Path) -> None:
    path = tmp_path / "draw.cert"
    sizes = []
    for nodes in range(300, 2_000, 40):
        try:
            sizes.append(certify("3,3,3 misere", path, Limit(nodes=nodes), small=True).bytes)
        except LimitReachedError:  # not even proved by then
            assert not sizes
            continue
        assert verdict(path) == "X does not win; O does not win"
    assert sizes[0] > sizes[-1] == certify("3,3,3 misere", path, small=True).bytes


def test_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(tmp_path / "draw.cert")
    assert run(["certify", "3,3,3", path, "--small"]) == 0
    assert f" {verify(path).claims} claims" in capsys.readouterr().out
