"""One move of a program: is it wrong?"""

from __future__ import annotations

from typing import NamedTuple

from noughts.check.board_forms import NAMES
from noughts.check.three_by_three import LONGEST, best, free, move_score, score, value

_BECOMES = {1: "a win", 0: "a draw", -1: "a loss"}
_DOES = {1: "win", 0: "draw", -1: "lose"}


class Judgement(NamedTuple):
    """What a move is worth.

    Attributes:
        wrong: it gives a win or a draw away.
        text: why, in words.
    """

    wrong: bool
    text: str


def judge(board: str, cell: int) -> Judgement:
    """Judge a move in a position of tic-tac-toe.

    >>> judge("X...O....", 1)
    Judgement(wrong=False, text='Not wrong: all 7 moves draw.')
    >>> judge("XO..X....", 2).text
    'Already lost, whatever it plays; but c3 loses later, in 4 plies instead of 2.'
    >>> judge("X........", 1).text
    'Wrong: a draw becomes a loss in 6 plies. Only b2 draws.'
    """
    got, top = move_score(board, cell), score(board)
    moves, right = free(board), best(board)
    plies, soonest = LONGEST - abs(got), LONGEST - abs(top)
    alike = [each for each in moves if value(move_score(board, each)) == value(top)]
    does = _DOES[value(top)]
    if value(got) < value(top):
        text = f"Wrong: {_BECOMES[value(top)]} becomes {_BECOMES[value(got)]}"
        text += f" in {plies} plies." if got else "."
        if len(alike) == 1:
            text += f" Only {NAMES[alike[0]]} {does}s."
        else:
            text += f" Better: {', '.join(NAMES[each] for each in right)}."
        return Judgement(wrong=True, text=text)
    better = NAMES[right[0]]
    if top < 0:
        text = "Already lost, whatever it plays"
        later = f"; but {better} loses later, in {soonest} plies instead of {plies}."
        return Judgement(
            wrong=False,
            text=text + (later if got < top else f"; no move loses later than {plies} plies."),
        )
    if len(alike) == len(moves):
        text = f"Not wrong: all {len(moves)} moves {does}"
    elif len(alike) == 1:
        text = f"Right: no other move {does}s"
    else:
        text = f"Not wrong: {len(alike)} of {len(moves)} moves {does}, this one too"
    if got < top:
        text += f"; but {better} wins sooner, in {_plies(soonest)} instead of {plies}"
    return Judgement(wrong=False, text=f"{text}.")


def _plies(count: int) -> str:
    return "1 ply" if count == 1 else f"{count} plies"
