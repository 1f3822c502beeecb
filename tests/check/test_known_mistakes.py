"""Each known mistake is named by its answers, and right play is called none of them."""

from __future__ import annotations

from functools import cache

import pytest

from noughts.check.known_mistakes import MISTAKES, ORDERS, alike, players
from noughts.check.three_by_three import best, free, over, positions

#: Mistakes that play alike: nobody can tell them apart by their moves.
SAME = (
    {
        "a minimax that counts a draw as a loss",
        "a minimax that counts its wins but not its losses",
    },
    {
        "a minimax that counts a draw as a win",
        "a minimax that counts its losses but not its wins",
        "a minimax that takes the first move that does not lose",
    },
)


@cache
def asked() -> list[str]:
    """Return all positions with a choice."""
    return [board for board in positions() if not over(board) and board.count(".") > 1]


def test_there_are_at_least_twenty() -> None:
    assert len(MISTAKES) == len(set(MISTAKES)) == 27
    assert {name for name, _ in players()} == set(MISTAKES)


@pytest.mark.parametrize("number", range(len(MISTAKES)), ids=lambda number: MISTAKES[number])
def test_each_is_named_and_no_other(number: int) -> None:
    choose = next(choose for name, choose in players() if name == MISTAKES[number])
    order = ORDERS[number % len(ORDERS)]
    named = set(alike({board: choose(board, order) for board in asked()}))
    alternatives = [those for those in SAME if MISTAKES[number] in those]
    assert named == (alternatives[0] if alternatives else {MISTAKES[number]})


def test_right_play_is_no_mistake() -> None:
    for order in ORDERS:
        right = {
            board: next(c for c in order(free(board)) if c in best(board)) for board in asked()
        }
        assert alike(right) == ()
