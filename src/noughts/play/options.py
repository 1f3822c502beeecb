"""What two people agree on: the terms of a game, what may be offered, how and when a round ends."""

from __future__ import annotations

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
    """Something that a seat waits for the other to agree to."""

    wish: OfferKind
    seat: int


class End(NamedTuple):
    """The end of a round: the seat that won, None for a draw, and how."""

    winner: int | None
    how: Termination


class Turn(NamedTuple):
    """A point in a game, never to come again: plies repeat after a move was taken back."""

    round: int
    takebacks: int
    ply: int


@dataclass(frozen=True, slots=True)
class GameOptions:
    """What is settled when a game is made.

    Attributes:
        first: the seat that is X in the first round; they change sides after each.
        best_of: after how many rounds a series is over; None: it goes on as long as they like.
        seconds: what a move may take, or a choice of sides; None: as long as it likes.
        swap2: whether each round is opened by swap2: then `first` is who opens, and counts as X
            until a side is taken.
    """

    first: int = 0
    best_of: int | None = None
    seconds: int | None = None
    swap2: bool = False

    @property
    def opening(self) -> Opening | None:
        """How a round begins; None: with nothing but moves."""
        return Opening() if self.swap2 else None
