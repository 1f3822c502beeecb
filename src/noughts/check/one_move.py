"""One move of a program: is it wrong?"""

from typing import NamedTuple

from noughts.check.checked_game import TICTACTOE, CheckedGame
from noughts.core.catalogue import say
from noughts.core.score import Score, Value


class Judgement(NamedTuple):
    """What a move is worth."""

    #: it gives a win or a draw away, or misses a win in one move. None: that is not proved.
    wrong: bool | None
    text: str  #: why, in words


def judge(board: str, cell: int, game: CheckedGame = TICTACTOE) -> Judgement:
    """Judge a move in a position.

    >>> judge("X...O....", 1)
    Judgement(wrong=False, text='Not wrong: all 7 moves draw.')
    >>> judge("XO..X....", 2).text
    'Already lost, whatever it plays; but c3 loses later, in 4 moves instead of 2.'
    >>> judge("X........", 1).text
    'Wrong: a draw becomes a loss in 6 moves. Only b2 draws.'
    """
    got, top = game.move_score(board, cell), game.score(board)
    if got is None or top is None:
        return _glance(board, cell, game)
    if got.value is not top.value:
        return Judgement(wrong=True, text=_why_wrong(board, cell, game, got, top))
    best = game.best(board)
    better = {"cell": game.names(best[:1]), "count": top.plies, "got": got.plies}
    sooner = game.judge(board, cell).kind is not None and got.plies is not None
    if top.value is Value.LOSS:
        text = say("judged", "lost")
        if sooner:
            text = say("judged", "but later", text=text, **better)
        elif got.plies is not None:
            text = say("judged", "no later", text=text, count=got.plies)
    else:
        text = _how_many(board, game, top)
        if sooner:
            text = say("judged", "but sooner", text=text, **better)
        elif slip := game.slip(board, cell):
            text = say("judged", "but", text=text, slip=slip)
    return Judgement(wrong=False, text=say("sentence", "end", text=text))


def _glance(board: str, cell: int, game: CheckedGame) -> Judgement:
    """Judge a move whose value is not proved."""
    if slip := game.slip(board, cell):
        return Judgement(wrong=True, text=say("judged", "slip", slip=slip))
    if game.judge(board, cell).judged:
        return Judgement(wrong=False, text=say("judged", "right in one"))
    return Judgement(wrong=None, text=say("judged", "not judged"))


def _why_wrong(board: str, cell: int, game: CheckedGame, got: Score, top: Score) -> str:
    name = f"{top.value.value} to {got.value.value}"
    text = say("judged", f"{name} in" if got.plies else name, count=got.plies)
    if slip := game.slip(board, cell):
        return say("judged", "and", text=text, slip=f"{slip[0].upper()}{slip[1:]}")
    alike = _alike(board, game, top)
    if len(alike) == 1:
        return say("judged", f"only {top.value}s", text=text, cell=game.names(alike))
    right = game.names(game.best(board)).replace(" ", ", ")
    return say("judged", "better", text=text, cells=right) if right else text


def _how_many(board: str, game: CheckedGame, top: Score) -> str:
    """Say how many moves keep the value."""
    some, moves = len(_alike(board, game, top)), len(game.free(board))
    if some == moves:
        return say("judged", f"all {top.value}", moves=moves)
    if some == 1:
        return say("judged", f"alone {top.value}s")
    return say("judged", f"some {top.value}", some=some, moves=moves)


def _alike(board: str, game: CheckedGame, top: Score) -> list[int]:
    scores = {cell: game.move_score(board, cell) for cell in game.free(board)}
    return [cell for cell, found in scores.items() if found and found.value is top.value]
