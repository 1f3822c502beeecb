"""`Classroom`: one link that pairs up students, and a teacher who sees all their boards."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from noughts.core.record import Record
from noughts.play import seats
from noughts.play.options import GameOptions
from noughts.play.play_errors import MadeOtherwiseError, SecretError
from noughts.play.seats import Seat
from noughts.play.shared_game import SharedGame

MOST_PAIRS = 40  #: in one classroom


@dataclass(frozen=True, slots=True)
class Classroom:
    """What all games of a class share."""

    id: str  #: the id in its link
    secret: str  #: the hash of the teacher's secret
    rules: str  #: the game
    best_of: int | None  #: as `Terms.best_of`
    seconds: int | None  #: as `Terms.seconds`
    touched: float  #: when a student last joined, in seconds since 1970
    swap2: bool = False  #: as `Terms.swap2`

    def check(self, secret: str) -> None:
        """Check that a secret is the teacher's.

        Raises:
            SecretError: It is not the teacher's.
        """
        if not seats.fits(secret, self.secret):
            raise SecretError.said("shared game", "not teacher")

    def made_as(self, asked: Classroom) -> Classroom:
        """Return this class again, for a teacher who missed the first answer.

        Raises:
            MadeOtherwiseError: The first request was different.
        """
        if replace(asked, touched=self.touched) != self:
            raise MadeOtherwiseError.said("shared game", "made otherwise")
        return self

    def game(self, secret: str, name: str, now: float) -> SharedGame:
        """Create the next pair's game, for the first of the two, who has the secret."""
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
