"""What two players agree on: the terms, the offers, and the ends of rounds."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from noughts.engines.swap2 import Opening


class OfferKind(StrEnum):
    """What one seat may offer the other."""

    DRAW = "draw"
    TAKEBACK = "takeback"
    REMATCH = "rematch"


class Termination(StrEnum):
    """How a round ended."""

    LINE = "line"
    FULL = "full"
    RESIGNED = "resigned"
    AGREED = "agreed"
    TIME = "time"
    LEFT = "left"


class Offer(NamedTuple):
    """An offer that the other seat has not answered yet."""

    wish: OfferKind
    seat: int


class End(NamedTuple):
    """The end of a round: the seat that won, None for a draw, and how."""

    winner: int | None
    how: Termination


class Turn(NamedTuple):
    """A unique point in a game; the ply alone repeats after a move is taken back."""

    round: int
    takebacks: int
    ply: int


@dataclass(frozen=True, slots=True)
class GameOptions:
    """What is fixed when a game is created."""

    first: int = 0  #: the seat with X in the first round; sides change after each round
    best_of: int | None = None  #: the number of rounds in a series; None means as many as they like
    #: the time limit for a move or a choice of sides; None means no limit
    seconds: int | None = None
    #: whether each round has a swap2 opening; `first` then opens, and counts as X until a side is
    #: taken
    swap2: bool = False

    @property
    def opening(self) -> Opening | None:
        """How a round begins; None means without an opening."""
        return Opening() if self.swap2 else None
