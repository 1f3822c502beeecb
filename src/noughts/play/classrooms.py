"""`Classroom`: one link by which many are seated two by two, and one who sees all their boards."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from noughts.core.record import Record
from noughts.play import seats
from noughts.play.options import GameOptions
from noughts.play.play_errors import MadeOtherwiseError, SecretError
from noughts.play.seats import Seat
from noughts.play.shared_game import SharedGame

MOST_PAIRS = 40  #: of one classroom


@dataclass(frozen=True, slots=True)
class Classroom:
    """What all games of a class have in common.

    Attributes:
        id: what its link says.
        secret: the hash of what the teacher's device holds.
        rules: what they play.
        best_of: as `Terms.best_of`.
        seconds: as `Terms.seconds`.
        touched: when somebody last arrived, in seconds since 1970.
        swap2: as `Terms.swap2`.
    """

    id: str
    secret: str
    rules: str
    best_of: int | None
    seconds: int | None
    touched: float
    swap2: bool = False

    def check(self, secret: str) -> None:
        """Make sure that a secret is the teacher's.

        Raises:
            SecretError: it is not.
        """
        if not seats.fits(secret, self.secret):
            raise SecretError("this secret is not of this class's teacher")

    def made_as(self, asked: Classroom) -> Classroom:
        """Return this class, which is asked for once more: its teacher has missed the answer.

        Raises:
            MadeOtherwiseError: something else was asked for then.
        """
        if replace(asked, touched=self.touched) != self:
            raise MadeOtherwiseError("this secret is of a class that was made otherwise")
        return self

    def game(self, secret: str, name: str, now: float) -> SharedGame:
        """Make the next pair's game, for whoever comes first and holds the secret."""
        terms = GameOptions(random.randrange(2), self.best_of, self.seconds, self.swap2)
        return SharedGame(
            seats.token(),
            terms,
            Record.of(self.rules),
            (Seat(name, seats.hashed(secret), seen=now), Seat()),
            touched=now,
            classroom=self.id,
            opening=terms.opening,
        )
