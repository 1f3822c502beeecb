"""`Mark` and `Outcome`: the two sides, and how a game ended."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple, Self


class Named(StrEnum):
    """A choice by its name; the error for another name lists those that there are.

    >>> Mark("Z")
    Traceback (most recent call last):
    ValueError: 'Z' is not a Mark: it is X or O
    """

    @classmethod
    def _missing_(cls, value: object) -> Self:
        *others, last = map(str, cls)
        raise ValueError(f"{value!r} is not a {cls.__name__}: it is {', '.join(others)} or {last}")


class Mark(Named):
    """X or O. X always moves first. A mark is equal to its text.

    >>> Mark.X == "X", Mark.X.sign, Mark.O.sign
    (True, 1, -1)
    """

    X = "X"
    O = "O"  # noqa: E741  (that is its name)

    @property
    def other(self) -> Mark:
        """The opponent's mark."""
        return Mark.O if self is Mark.X else Mark.X

    @property
    def sign(self) -> int:
        """1 for X, -1 for O. It turns a number for the side to move into one for X."""
        return 1 if self is Mark.X else -1


class Outcome(NamedTuple):
    """How a finished game ended.

    Attributes:
        winner: the winning mark, None for a draw.
        line: the cells of the line that ended the game, None if the board filled up. In misère it
            belongs to the loser.
    """

    winner: Mark | None
    line: tuple[int, ...] | None

    @property
    def sign(self) -> int:
        """The result for X as a number: 1 if X wins, -1 if O wins, 0 for a draw."""
        return 0 if self.winner is None else self.winner.sign

    def __str__(self) -> str:
        return f"{self.winner} wins" if self.winner else "draw"


DRAWN = Outcome(None, None)
