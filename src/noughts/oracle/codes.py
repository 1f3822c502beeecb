"""Scores as numbers of 16 bits, for arrays.

A win in p plies is 1,000 - p, and its negative a loss. A draw is 0; 1 and -1 are a win and a loss
of unknown length, which no move with a known one should be confused with.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from noughts.core.score import Score

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Codes: TypeAlias = "NDArray[np.int16]"

WIN = 1_000
OPEN = -2_000  #: a limit came before a proof
NOTHING = -3_000  #: not a position, or not a move


def code(score: Score | None) -> int:
    """Return the code of a proved score; None is open.

    >>> from noughts import Score
    >>> code(Score.win(3)), code(Score.loss(2)), code(Score.draw()), code(Score.loss()), code(None)
    (997, -998, 0, -1, -2000)
    """
    if score is None:
        return OPEN
    sign = score.value.sign
    return sign if score.plies is None else sign * (WIN - score.plies)


def backed_up(codes: Codes) -> Codes:
    """Return the codes of moves from those of the positions after them.

    >>> backed_up(np.array([-998, 997, 1, 0], np.int16)).tolist()
    [997, -996, -1, 0]
    """
    far = np.abs(codes) > 1
    return np.where(codes == OPEN, OPEN, -codes + far * np.sign(codes)).astype(np.int16)


def values(codes: Codes) -> NDArray[np.int8]:
    """Return 1 for a win, 0 for a draw, -1 for a loss; 0 for what is open."""
    return np.where(codes > OPEN, np.sign(codes), 0).astype(np.int8)


def plies(codes: Codes) -> Codes:
    """Return in how many plies the game ends; -1 for draws and what is not known."""
    size = np.abs(codes)
    return np.where((size > 1) & (codes > OPEN), WIN - size, -1).astype(np.int16)
