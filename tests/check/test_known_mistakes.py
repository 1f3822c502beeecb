"""Each known mistake is named by its answers, and right play is called none of them."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import pytest

from noughts.check.checked_game import TICTACTOE
from noughts.check.known_mistakes import MISTAKES, ORDERS, SEARCHES, alike, players
from noughts.check.played_games import reached, tally
from tests.sampling import some

if TYPE_CHECKING:
    from noughts.check.known_mistakes import Order

#: Mistakes that play alike: nobody can tell them apart by their moves.
SAME = (
    {
        "a program that takes the first or last free cell",
        "a minimax that compares the value of the board instead of those after its moves",
    },
    {"a minimax that counts a draw as a loss", "a minimax that counts its wins but not its losses"},
    {
        "a minimax that counts a draw as a win",
        "a minimax that counts its losses but not its wins",
        "a minimax that takes the first move that does not lose",
    },
)


@cache
def asked() -> list[str]:
    """Return all positions with a choice."""
    return [
        board for board in TICTACTOE.positions if not TICTACTOE.over(board) and board.count(".") > 1
    ]


def test_there_are_at_least_twenty() -> None:
    assert len(MISTAKES) == len(set(MISTAKES)) == 31
    assert {name for name, _ in players()} == set(MISTAKES)


@pytest.mark.parametrize("number", some(range(len(MISTAKES)), 4))
def test_each_is_named_and_no_other(number: int) -> None:
    choose = next(choose for name, choose in players() if name == MISTAKES[number])
    order = ORDERS[number % len(ORDERS)]
    named = set(alike({board: choose(board, order) for board in asked()}))
    alternatives = [those for those in SAME if MISTAKES[number] in those]
    assert named == (alternatives[0] if alternatives else {MISTAKES[number]})


def test_a_side_that_gives_nothing_away_is_first_called_slow() -> None:
    """In its games as X alone, it plays as mistakes do that lose as O."""
    choose = dict(players())["a minimax that ignores how soon the game ends"]
    open_ = [board for board in TICTACTOE.positions if not TICTACTOE.over(board)]
    answers = {board: choose(board, ORDERS[0]) for board in open_}
    games = reached(TICTACTOE, answers, "X") or {}
    first, *others = alike({board: answers[board] for board in games if board in answers})
    assert first == "a minimax that ignores how soon the game ends"
    assert "a minimax that takes the highest value at the root even when O moves" in others


#: A part of a mistake's name, whether its values are X's, and as X and as O lost games of all; the
#: programs that were measured were written by others of the project.
_MEASURED = (
    ("misses one line", False, ((5, 104), (64, 605))),
    (">= at the root", False, ((22, 138), (226, 707))),
    ("as many marks", True, ((3, 142), (398, 667))),
    ("plays on after a line", False, ((38, 126), (88, 713))),
    ("highest value for both", True, ((52, 155), (263, 653))),
    ("root even when O moves", False, ((0, 101), (776, 873))),
)


@pytest.mark.parametrize(("part", "for_x", "figures"), some(_MEASURED, 3))
def test_games_are_lost_as_often_as_by_programs_that_were_measured(
    part: str, for_x: bool, figures: tuple[tuple[int, int], ...]
) -> None:
    kind = next(kinds for name, kinds in SEARCHES.items() if part in name)[-1]
    choose = kind(for_x=for_x).choose
    answers = {
        board: choose(board, ORDERS[0])
        for board in TICTACTOE.positions
        if not TICTACTOE.over(board)
    }
    played = [tally(TICTACTOE, answers, side) for side in "XO"]
    assert tuple((each.losses, each.games) for each in played) == figures


@pytest.mark.parametrize("order", some(ORDERS, 2))
def test_right_play_is_no_mistake(order: Order) -> None:
    best = {board: TICTACTOE.best(board) for board in asked()}
    right = {b: next(c for c in order([*TICTACTOE.free(b)]) if c in best[b]) for b in best}
    assert alike(right) == ()
