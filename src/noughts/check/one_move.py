"""One move of a program: is it wrong?"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from noughts.check.checked_game import TICTACTOE, CheckedGame
from noughts.core.score import Value

if TYPE_CHECKING:
    from noughts.core.score import Score

_BECOMES = {Value.WIN: "a win", Value.DRAW: "a draw", Value.LOSS: "a loss"}
_DOES = {Value.WIN: "win", Value.DRAW: "draw", Value.LOSS: "lose"}


class Judgement(NamedTuple):
    """What a move is worth.

    Attributes:
        wrong: it gives a win or a draw away, or misses a win in one move. None: that is not proved.
        text: why, in words.
    """

    wrong: bool | None
    text: str


def judge(board: str, cell: int, game: CheckedGame = TICTACTOE) -> Judgement:
    """Judge a move in a position.

    >>> judge("X...O....", 1)
    Judgement(wrong=False, text='Not wrong: all 7 moves draw.')
    >>> judge("XO..X....", 2).text
    'Already lost, whatever it plays; but c3 loses later, in 4 plies instead of 2.'
    >>> judge("X........", 1).text
    'Wrong: a draw becomes a loss in 6 plies. Only b2 draws.'
    """
    got, top = game.move_score(board, cell), game.score(board)
    if got is None or top is None:
        return _glance(board, cell, game)
    if got.value is not top.value:
        return Judgement(wrong=True, text=_why_wrong(board, cell, game, got, top))
    best = game.best(board)
    better = game.names(best[:1])
    sooner = game.judge(board, cell).kind is not None and got.plies is not None
    if top.value is Value.LOSS:
        text = "Already lost, whatever it plays"
        if sooner:
            text += f"; but {better} loses later, in {top.plies} plies instead of {got.plies}"
        elif got.plies is not None:
            text += f"; no move loses later than {got.plies} plies"
        return Judgement(wrong=False, text=f"{text}.")
    text = _how_many(board, game, top)
    if sooner:
        text += f"; but {better} wins sooner, in {_plies(top.plies)} instead of {got.plies}"
    elif slip := game.slip(board, cell):
        text += f"; but {slip}"
    return Judgement(wrong=False, text=f"{text}.")


def _glance(board: str, cell: int, game: CheckedGame) -> Judgement:
    """Judge a move whose value is not proved."""
    if slip := game.slip(board, cell):
        return Judgement(wrong=True, text=f"Wrong: {slip}.")
    if game.judge(board, cell).judged:
        return Judgement(wrong=False, text="Right within one ply; its value is not proved.")
    return Judgement(wrong=None, text="Not judged: its value is not proved.")


def _why_wrong(board: str, cell: int, game: CheckedGame, got: Score, top: Score) -> str:
    text = f"Wrong: {_BECOMES[top.value]} becomes {_BECOMES[got.value]}"
    text += f" in {_plies(got.plies)}." if got.plies else "."
    if slip := game.slip(board, cell):
        return f"{text} {slip[0].upper()}{slip[1:]}."
    alike = _alike(board, game, top)
    if len(alike) == 1:
        return f"{text} Only {game.names(alike)} {_DOES[top.value]}s."
    right = game.names(game.best(board)).replace(" ", ", ")
    return f"{text} Better: {right}." if right else text


def _how_many(board: str, game: CheckedGame, top: Score) -> str:
    """Say how many moves keep the value."""
    alike, moves, does = _alike(board, game, top), game.free(board), _DOES[top.value]
    if len(alike) == len(moves):
        return f"Not wrong: all {len(moves)} moves {does}"
    if len(alike) == 1:
        return f"Right: no other move {does}s"
    return f"Not wrong: {len(alike)} of {len(moves)} moves {does}, this one too"


def _alike(board: str, game: CheckedGame, top: Score) -> list[int]:
    scores = {cell: game.move_score(board, cell) for cell in game.free(board)}
    return [cell for cell, found in scores.items() if found and found.value is top.value]


def _plies(count: int | None) -> str:
    return "1 ply" if count == 1 else f"{count} plies"
