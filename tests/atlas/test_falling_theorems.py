"""The strategy of the theorem `answers`, played against every sequence of moves."""

from collections.abc import Callable

import pytest

from noughts import Limit, solve
from noughts.core.bits import bits
from noughts.core.outcome import Mark
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.core.zugzwang import answerer


def beside(column: int, columns: int) -> int:
    """Return the other column of a pair; the last column may have none."""
    return min(column ^ 1, columns - 1)


def neighbours(heights: list[int], column: int, rows: int) -> int:
    """Answer beside a move; above it, if its column has no partner."""
    del rows
    return beside(column, len(heights))


def fives(heights: list[int], column: int, rows: int) -> int:
    """Answer above; the bottom cell of an odd pair, and each top cell, in the other column."""
    bottom = heights[column] == 1 and column % 4 < 2
    return beside(column, len(heights)) if bottom or heights[column] == rows else column


def loses(start: Position, answer: Callable[[list[int], int, int], int]) -> bool:
    """Whether the side that is not to move can lose if it answers like this.

    `answer` returns a column, from the heights after a move, its column, and the rows.
    """
    columns, rows = start.rules.shape
    seen: set[Position] = set()
    todo = [start]
    while todo:
        position = todo.pop()
        for move in position.legal:
            after = position.play(move)
            if after.outcome is not None and after.outcome.winner is not None:
                return True
            if after.outcome is None:
                heights = [0] * columns
                for cell in bits(after.x | after.o):
                    heights[cell % columns] += 1
                column = answer(heights, move % columns, rows)
                after = after.play(next(cell for cell in after.legal if cell % columns == column))
            if after.outcome is None and after not in seen:
                seen.add(after)
                todo.append(after)
    return False


def first(game: str) -> Position:
    """Return the position in which the other side has to answer: X begins if the cells are odd."""
    start = Position(f"{game} gravity")
    return start.play(start.legal[-1]) if start.rules.cells % 2 else start


FEW = ["3,1,3", "6,2,3", "5,3,4", "5,4,5", "5,5,5", "6,3,5", "4,6,5", "7,4,5"]
MORE = ["8,2,3", "7,3,4", "6,5,6", "7,5,5", "6,6,5", "8,4,5", "5,8,5", "6,7,5", "9,3,5"]


@pytest.mark.parametrize(
    "game", [*FEW, *(pytest.param(each, marks=pytest.mark.deep) for each in MORE)]
)
def test_who_answers_like_this_does_not_lose(game: str) -> None:
    start = first(game)
    assert answerer(start.rules) is start.turn.other
    assert not loses(start, fives if (start.rules.k or 0) > 4 else neighbours)


@pytest.mark.parametrize("game", ["5,4,4", "6,4,4", "5,5,4", "3,3,3", "4,3,3"])
def test_the_theorem_ends_where_such_answers_lose(game: str) -> None:
    start = first(game)
    assert answerer(start.rules) is None
    assert loses(start, fives)
    assert loses(start, neighbours)


def test_no_other_game_has_it() -> None:
    for words in ("", " torus gravity", " misere gravity"):
        assert answerer(Rules.parse(f"6,6,5{words}")) is None
    assert answerer(Rules.parse("6,6,2,5 gravity")) is None
    assert answerer(Rules.parse("6,6,5 exact gravity")) is Mark.O


def test_the_solver_knows_it_without_a_search() -> None:
    assert solve("8,8,5 gravity", Limit(nodes=1)).cannot_win == {Mark.X}
    assert solve("7,7,5 gravity", Limit(nodes=1)).cannot_win == {Mark.O}
    assert solve("7,7,4 gravity", Limit(nodes=1)).cannot_win == set()
