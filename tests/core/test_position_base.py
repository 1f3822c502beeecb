"""The moves, compiled and as plain Python: the same in every position."""

import importlib.util
import random
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from noughts import IllegalMoveError, Mark, Position, Rules
from noughts.core import bits, line_index
from noughts.core import position_base as stones
from noughts.solver import COMPILED

GAMES = (
    "3,3,3",
    "4,3,3",
    "3,3,3 torus",
    "3,3,3 misere",
    "5,5,3 exact",
    "5,2,3 caro",
    "3,3,2 exact caro torus",
    "20,20,5 caro",
    "4,4,3 gravity",
    "3,3,3,3",
    "connect-four",
    "qubic",
    "gomoku",
    "26,26,6 exact",
    "3,3 lines a1-b2 b2-c3-c1 misere gravity",
    "2,2,5",
)


def plain(module: ModuleType) -> Any:
    """Return a module read from its source, whatever has been compiled."""
    source = Path(module.__file__ or "").parent / f"{module.__name__.rpartition('.')[2]}.py"
    spec = importlib.util.spec_from_file_location(f"plain_{source.stem}", source)
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    assert found.__file__ == str(source)
    return found


PLAIN = plain(stones)
PLAIN.bits = plain(bits).bits
PLACING = plain(line_index).LineIndex


class Twin(PLAIN.PositionBase):  # type: ignore[misc,name-defined]
    """A position that plays without anything compiled, and refuses as `Position` does."""

    def _refuse(self, cell: int) -> None:
        raise IllegalMoveError(cell)


def started(rules: Rules) -> tuple[Position, Twin]:
    plain_placing = PLACING(rules.cells, rules.lines_through, rules.ends, gravity=rules.gravity)
    twin, read = Twin(), object.__new__(Rules)  # a copy would be the same object
    vars(read).update(vars(rules) | {"placing": plain_placing})
    PLAIN.put(twin, read, 0, 0, Mark.X, None)
    return Position(rules), twin


def seen(stones: Position | Twin) -> tuple[object, ...]:
    return stones.x, stones.o, stones.turn, stones.outcome, stones.legal


def both(rules: Rules) -> Iterator[tuple[Position, Twin]]:
    """Yield each position of a game with its twin."""
    layer = {0: started(rules)}
    while layer:
        yield from layer.values()
        layer = {
            child.key: (child, other)
            for position, twin in layer.values()
            for (cell, child), (same, other) in zip(
                position.children(), twin.children(), strict=True
            )
            if cell == same
        }


def test_every_position_of_3_3_3() -> None:
    count = 0
    for position, twin in both(Rules.parse("3,3,3")):
        count += 1
        assert seen(position) == seen(twin)
        again = Position(position.rules, position.x, position.o)
        assert seen(again) == seen(position)
        for cell in range(-1, 10):
            if cell in position.legal:
                assert seen(position.play(cell)) == seen(twin.play(cell))
            else:
                for each in (position, twin):
                    with pytest.raises(IllegalMoveError):
                        each.play(cell)
    assert count == 5478


@pytest.mark.parametrize("game", GAMES)
def test_random_games(game: str) -> None:
    draw = random.Random(game)
    rules = Rules.parse(game)
    for _ in range(3 if rules.cells > 64 else 20):
        position, twin = started(rules)
        while position.outcome is None:
            assert seen(position) == seen(twin)
            for cell in draw.sample(range(rules.cells), min(rules.cells, 8)):
                if cell not in position.legal:
                    for each in (position, twin):
                        with pytest.raises(IllegalMoveError):
                            each.play(cell)
            cell = draw.choice(position.legal)
            position, twin = position.play(cell), twin.play(cell)
        assert seen(position) == seen(twin) == seen(Position(rules, position.x, position.o))


def test_the_cells_of_random_boards() -> None:
    draw = random.Random(1)
    for size in (0, 1, 8, 9, 63, 64, 65, 225, 676):
        for _ in range(50):
            board = draw.getrandbits(size) if size else 0
            cells = tuple(cell for cell in range(size) if board >> cell & 1)
            assert bits.bits(board) == PLAIN.bits(board) == cells


@pytest.mark.parametrize("name", ["rules", "x", "o", "turn", "outcome", "other"])
def test_nothing_can_be_set(name: str) -> None:
    position = Position.parse("X../.../...")
    with pytest.raises(AttributeError):
        setattr(position, name, 1)
    with pytest.raises(AttributeError):
        delattr(position, name)
    assert seen(position) == seen(Position.parse("X../.../..."))


def test_all_is_compiled_or_nothing() -> None:
    for module in (stones, line_index, bits):
        assert str(module.__file__).endswith(".py") is not COMPILED
