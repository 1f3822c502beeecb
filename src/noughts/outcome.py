"""`Mark` and `Outcome`: who plays, and how a finished game ended."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple


class Mark(Enum):
    """X or O. X moves first, always."""

    X = "X"
    O = "O"  # noqa: E741  (that is its name)

    @property
    def other(self) -> Mark:
        """The opponent's mark."""
        return Mark.O if self is Mark.X else Mark.X

    def __str__(self) -> str:
        return self.value


class Outcome(NamedTuple):
    """How a finished game ended.

    Attributes:
        winner: the winning mark, None for a draw.
        line: the cells of the line that ended the game, None if the board filled up. In misère it
            belongs to the loser.
    """

    winner: Mark | None
    line: tuple[int, ...] | None

    def __str__(self) -> str:
        return f"{self.winner} wins" if self.winner else "draw"


DRAWN = Outcome(None, None)
