"""Positions ply by ply: the compiled sets against plain ones, and against published numbers."""

from itertools import islice

import pytest

from noughts import Limit, LimitReachedError, Position, Rules
from noughts.cli import run
from noughts.solver.enumeration import positions_per_ply
from tests.solver.uncompiled import uncompiled


def naive(rules: Rules) -> list[int]:
    layer = {Position(rules)}
    sizes = []
    while layer:
        sizes.append(len(layer))
        layer = {child for position in layer for _, child in position.children()}
    return sizes


@pytest.mark.parametrize(
    "game",
    [
        *("3,3,3 gravity", "4,3,3 gravity", "3,4,3 gravity", "4,4,3 gravity", "5,2,2 gravity"),
        *("2,6,4 gravity", "1,5,2 gravity", "3,3,4 gravity", "4,3,1 gravity"),
        *("4,3,3 gravity exact", "3,3,3 gravity torus", "4,3,3 gravity misere", "3,3,3"),
    ],
)
def test_every_ply_of_small_games(game: str) -> None:
    rules = Rules.parse(game)
    assert list(positions_per_ply(rules)) == naive(rules)


@pytest.mark.parametrize(
    ("game", "positions"),
    [
        ("4,4,4", 161_029),
        ("4,5,4", 1_706_255),
        ("5,4,4", 3_945_711),
        pytest.param("5,5,4", 69_763_700, marks=pytest.mark.deep),
    ],
)
def test_published_numbers_of_positions(game: str, positions: int) -> None:
    """Tromp, "John's Connect Four Playground"."""
    assert sum(positions_per_ply(Rules.parse(f"{game} gravity"))) == positions


def test_compiled_and_uncompiled_count_the_same() -> None:
    layer = uncompiled().reachable.GravityPositions(4, 4, 3, 1 << 20)
    for positions in positions_per_ply(Rules.parse("4,4,3 gravity")):
        assert layer.positions == positions
        assert layer.advance()
    assert layer.positions == 0


def test_a_limit_ends_it_after_what_is_counted() -> None:
    rules = Rules.parse("connect-four")
    for limit, memory in [(Limit(nodes=1000), None), (Limit(seconds=1e-9), None), (None, 1 << 15)]:
        counted: list[int] = []
        with pytest.raises(LimitReachedError, match=r"^stopped"):
            counted.extend(islice(positions_per_ply(rules, limit, memory=memory), 30))
        found = positions_per_ply(rules, limit, memory=memory)
        assert next(found) == 1


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["count", "connect-four", "--plies", "2"]) == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert lines[2:] == [
        *(["stones", "positions"], ["0", "1"], ["1", "7"], ["2", "49"]),
        ["sum", "57"],
    ]
    assert run(["count", "--plies", "2", "--calls"]) == 2
    assert "--calls and --plies cannot be combined" in capsys.readouterr().err
    assert run(["count", "connect-four", "--plies", "12", "--nodes", "100"]) == 3
    said = capsys.readouterr()
    assert said.out.splitlines()[-1].split() == ["3", "238"]
    assert said.err == "noughts: stopped at the limit of 100 nodes\n"
