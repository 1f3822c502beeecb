"""The board that keeps its line counts up to date agrees with one that counts again."""

import copy
import random

import pytest

from noughts import Mark, Position, Rules
from noughts.core.forks import completions
from noughts.engines.evaluation import MOST_POINTS, LineCounts, O, X
from tests.sampling import sample

GAMES = [
    *("3,3,3", "6,5,4", "5,5,3 exact", "4,4,4,4", "5,4,3 torus", "3,3 lines a1-b2 a2-b2-c2 c3"),
    *("6,5,3 caro", "6,5,3 exact caro torus"),
]


def state(board: LineCounts) -> tuple[object, ...]:
    return (
        board.boards,
        board.counts,
        board.points,
        board.open_lines,
        board.threats,
        board.promise,
    )


@pytest.mark.parametrize("game", GAMES)
def test_placing_and_lifting_keep_every_count(game: str) -> None:
    rules = Rules.parse(game)
    rng = random.Random(game)
    for _ in range(sample(6, 20)):
        position = Position(rules)
        board = LineCounts(position)
        before: list[tuple[int, int, object]] = []
        while position.outcome is None:
            assert state(board) == state(LineCounts(position))
            for mark, side in ((Mark.X, X), (Mark.O, O)):
                assert board.completing(side) == set(completions(position, mark))
            cell = rng.choice(position.legal)
            side = X if position.turn is Mark.X else O
            before.append((cell, side, copy.deepcopy(state(board))))
            board.place(cell, side)
            position = position.play(cell)
        for cell, side, expected in reversed(before):
            board.lift(cell, side)
            assert state(board) == expected


@pytest.mark.parametrize("game", ["5,4,3", "6,4,3 caro", "7,3,3 exact caro", "5,4,3 caro torus"])
def test_the_stones_that_stop_all_completions_are_found(game: str) -> None:
    """Each cell is tried."""
    rules = Rules.parse(game)
    rng = random.Random(game)
    several = 0
    for _ in range(40):
        position = Position(rules)
        while position.outcome is None:
            opponent = position.turn.other
            if completions(position, opponent):
                side = X if position.turn is Mark.X else O
                stopping = LineCounts(position).stopping(side)
                assert stopping == {
                    cell for cell, child in position.children() if not completions(child, opponent)
                }
                several += len(stopping) > 1
            position = position.play(rng.choice(position.legal))
    assert bool(several) is rules.caro


def test_an_open_line_counts_for_its_owner() -> None:
    board = LineCounts(Position.parse("XX./.O./..."))
    assert board.estimate(X) == -board.estimate(O) > 0
    misere = LineCounts(Position.parse("XX./.O./...", "3,3,3 misere"))
    assert misere.estimate(X) == -board.estimate(X)


def test_a_cell_without_a_living_line_promises_nothing() -> None:
    alive = LineCounts(Position.parse("XOX/OXO/OX."))
    assert alive.promise[8] > 0
    dead = LineCounts(Position.parse("XXO/OOX/XO."))
    assert dead.promise[8] == 0


def test_the_guess_stays_below_every_proof() -> None:
    rules = Rules.parse("gomoku")
    board = LineCounts(Position(rules))
    for cell in range(0, 225, 2):
        board.place(cell, X)
    assert board.points > MOST_POINTS or board.estimate(X) == board.points
    assert abs(board.estimate(X)) <= MOST_POINTS
