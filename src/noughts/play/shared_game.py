"""`SharedGame`: a table for two players, as a value; every change returns a new one.

`Record` knows which moves are legal. This class knows who may do what: who moves, what may be
offered and answered, when a game is over and how the next one begins. After a game, another round
may follow with sides changed; rounds make up a `Series`.

A change names the `Turn` that it answers, so repeating a request has no further effect. A change
that was already made changes nothing, and a change for another turn is rejected.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from noughts.core.catalogue import counted, grouped
from noughts.core.position import Mark, Outcome
from noughts.core.record import Record
from noughts.core.series import Series
from noughts.engines import Level
from noughts.engines.swap2 import CHOICES, Opening
from noughts.play import seats
from noughts.play.options import End, GameOptions, Offer, OfferKind, Termination, Turn
from noughts.play.play_errors import (
    FinishedError,
    MadeOtherwiseError,
    MomentError,
    NotNowError,
    SeatsTakenError,
    SecretError,
    TurnError,
)
from noughts.play.seats import Seat, ShownCheck

MOST_TAKEBACKS = 1000  #: takebacks in one round
MOST_ROUNDS = 10_000  #: rounds at one table


@dataclass(frozen=True, slots=True)
class SharedGame:
    """A table: its terms, its seats and the current round."""

    id: str  #: the id in its link
    terms: GameOptions  #: what was fixed when it was created
    record: Record  #: the moves of this round, without those taken back
    seats: tuple[Seat, Seat]  #: the creator's seat, and the other one
    round: int = 1  #: the number of this round, from 1
    #: the winners of the series' finished rounds, this one included once it is over
    results: tuple[int | None, ...] = ()
    takebacks: int = 0  #: how often moves were taken back in this round
    offer: Offer | None = None  #: the open offer, or None
    end: End | None = None  #: how this round ended; None while it is going on
    deadline: float | None = None  #: the deadline of the move, in seconds since 1970
    version: int = 1  #: the number of changes
    touched: float = 0.0  #: when it last changed, in seconds since 1970
    listed: bool = False  #: whether it is in the open list until somebody joins
    classroom: str | None = None  #: the id of its class, or None
    opening: Opening | None = None  #: the state of this round's swap2 opening, or None

    # -- asking ------------------------------------------------------------------------------------

    @property
    def moment(self) -> Turn:
        """The current turn."""
        return Turn(self.round, self.takebacks, self.record.at)

    @property
    def series(self) -> Series | None:
        """The series so far, between the seats; None if it has no limit."""
        best_of = self.terms.best_of
        return None if best_of is None else Series(best_of, results=self.results)

    @property
    def decided(self) -> bool:
        """Whether the series is over; without a limit, it is over after each round."""
        series = self.series
        return self.end is not None and (series is None or series.over)

    @property
    def opener(self) -> int:
        """The seat that begins this round."""
        return (self.terms.first + self.round - 1) % 2

    def mark(self, seat: int) -> Mark:
        """Return a seat's mark in this round; it may still change during an opening."""
        swapped = self.opening is not None and self.opening.swapped
        return Mark.X if (self.opener == seat) is not swapped else Mark.O

    def seat_of(self, mark: Mark) -> int:
        """Return which seat has a mark in this round."""
        return 0 if self.mark(0) is mark else 1

    @property
    def to_move(self) -> int | None:
        """The seat to move or to choose a side; None once the round is over."""
        return None if self.end else self._player(self.record.at, self.record.position.turn)

    @property
    def choosing(self) -> bool:
        """Whether the seat to move must choose a side."""
        opened = self.opening is not None and self.opening.chooses(self.record.at)
        return opened and self.end is None

    @property
    def thinking(self) -> Level | None:
        """The level of the computer to move; None if it is not the computer's turn."""
        return None if self.to_move is None else self.seats[self.to_move].level

    @property
    def open(self) -> bool:
        """Whether the second seat is free; a seat that was left is not."""
        first, second = self.seats
        return first.taken and not second.taken and not second.seen

    def holder(self, secret: str) -> int:
        """Return the seat that a secret belongs to.

        Raises:
            SecretError: The secret belongs to neither seat.
        """
        for seat in (0, 1):
            if seats.fits(secret, self.seats[seat].secret):
                return seat
        raise SecretError.said("shared game", "not a seat")

    def _holds(self, secret: str) -> bool:
        return any(seats.fits(secret, seat.secret) for seat in self.seats)

    def made_as(self, asked: SharedGame) -> SharedGame:
        """Return this game again, for a creator who missed the first answer.

        Raises:
            SecretError: The creator's seat has moved to another device, or was left.
            MadeOtherwiseError: The first request was different.
        """
        mine, other = self.seats
        if mine.secret != asked.seats[0].secret:
            raise SecretError.said("shared game", "not a seat")
        same = self.terms == asked.terms and self.record.start == asked.record.start
        same = same and (mine.name, other.level) == (asked.seats[0].name, asked.seats[1].level)
        if not same or (self.open and self.listed != asked.listed):
            raise MadeOtherwiseError.said("shared game", "made otherwise")
        return self

    # -- sitting down, standing up -----------------------------------------------------------------

    def join(self, secret: str, name: str, now: float) -> SharedGame:
        """Give the free seat to the holder of a secret, who keeps a seat already taken.

        Raises:
            SeatsTakenError: No seat is free.
        """
        if self._holds(secret):
            return self
        if not self.open:
            raise SeatsTakenError.said("shared game", "seats")
        seated = Seat(name, seats.hashed(secret), seen=now)
        return replace(self._seat(1, seated), listed=False)._clock(now)

    def seat_computer(self, level: Level, now: float) -> SharedGame:
        """Let the computer take the free seat; it agrees to hints.

        Raises:
            SeatsTakenError: No seat is free.
        """
        if not self.open:
            raise SeatsTakenError.said("shared game", "seats")
        return replace(self._seat(1, Seat(level=level, hints=True, seen=now)), listed=False)

    def call(self, seat: int, name: str | None, *, hints: bool | None) -> SharedGame:
        """Change a seat's name, or whether it agrees to hints; None changes nothing."""
        old = self.seats[seat]
        return self._seat(
            seat,
            replace(
                old,
                name=old.name if name is None else name,
                hints=old.hints if hints is None else hints,
            ),
        )

    def show(self, seat: int, shown: ShownCheck | None) -> SharedGame:
        """Show the teacher the result of a check; None takes it back.

        Raises:
            NotNowError: The game is not in a class.
        """
        if self.classroom is None:
            raise NotNowError.said("shared game", "not a class")
        return self._seat(seat, replace(self.seats[seat], shown=shown))

    def hand_over(self, seat: int, ticket: str, now: float) -> SharedGame:
        """Allow the holder of a ticket to take over the seat."""
        until = now + seats.TICKET_SECONDS
        return self._seat(seat, replace(self.seats[seat], ticket=seats.hashed(ticket), until=until))

    def take_over(self, ticket: str, secret: str, now: float) -> SharedGame:
        """Give the seat of a ticket to a new secret; the old secret becomes invalid.

        A secret that already has a seat, from an earlier request, keeps it.

        Raises:
            SecretError: The ticket is invalid, was used, or has expired.
        """
        if self._holds(secret):
            return self
        for seat, old in enumerate(self.seats):
            if now < old.until and seats.fits(ticket, old.ticket):
                new = replace(old, secret=seats.hashed(secret), ticket="", until=0.0, seen=now)
                return self._seat(seat, new)
        raise SecretError.said("shared game", "link")

    def leave(self, seat: int, now: float) -> SharedGame:
        """Forget everything about a seat; leaving loses the current round."""
        game = self._seat(seat, Seat(seen=now))
        if self.end is None and self.seats[1 - seat].taken:
            return game._over(End(1 - seat, Termination.LEFT))
        return replace(game, offer=None, deadline=None)

    @property
    def deserted(self) -> bool:
        """Whether nobody has a seat any more."""
        return not any(seat.secret for seat in self.seats)

    # -- playing -----------------------------------------------------------------------------------

    def move(self, seat: int, at: Turn, move: str, now: float) -> SharedGame:
        """Make a move that answers this turn.

        Raises:
            FinishedError: The round is over.
            MomentError: The game has moved on, or is not there yet.
            TurnError: It is the other seat's turn.
            NotNowError: A side must be chosen first.
            IllegalMoveError: The move is against the rules.
        """
        self._check(at)
        if at.ply < self.record.at:
            position = self.record.positions()[at.ply]
            mine = self._player(at.ply, position.turn) == seat
            if mine and position.cell(move) == self.record.moves[at.ply]:
                return self  # it was already made: the client missed the answer
        self._check_turn(seat, at)
        if self.choosing:
            raise NotNowError.said("shared game", "choose")
        game = replace(self, record=self.record.play(move), offer=None)
        outcome = game.record.position.outcome
        if outcome is None:
            return game._clock(now)
        return game._over(game._end(outcome))

    def choose(self, seat: int, at: Turn, take: Mark | None, now: float) -> SharedGame:
        """Take a side in an opening; None lets the other choose, after two more stones.

        Raises:
            NotNowError: No choice is due, or the two stones are already placed.
            FinishedError: The round is over.
            MomentError: The game has moved on, or is not there yet.
            TurnError: It is the other seat's turn.
        """
        self._check(at)
        opening, (three, five) = self.opening, CHOICES
        if opening is None:
            raise NotNowError.said("shared game", "no choice")
        two = take is None
        made = (at.ply, opening.stones) == (three, five) if two else opening == (at.ply, take)
        if made and seat == (self.opener + (at.ply == three)) % 2:
            return self  # as with a move
        self._check_turn(seat, at)
        if not self.choosing:
            raise NotNowError.said("shared game", "chosen", stones=counted("stone", opening.stones))
        if two and opening.stones == five:
            raise NotNowError.said("shared game", "placed")
        chosen = Opening(five) if two else Opening(at.ply, take)
        return replace(self, opening=chosen, offer=None)._clock(now)

    def resign(self, seat: int, at: Turn) -> SharedGame:
        """Resign this round.

        Raises:
            MomentError: This round is no longer current.
            FinishedError: The round is over.
            NotNowError: The other seat is empty.
        """
        if at.round != self.round:
            raise MomentError.said("shared game", "moved on")
        if self.end == End(1 - seat, Termination.RESIGNED):
            return self
        self._check_playing()
        return self._over(End(1 - seat, Termination.RESIGNED))

    def offer_of(self, seat: int, wish: OfferKind, at: Turn, now: float) -> SharedGame:
        """Offer something; if the other seat offers it too, it is agreed.

        Within a series, the next round needs no agreement. The computer agrees to everything except
        a draw.

        Raises:
            MomentError: The game has moved on.
            FinishedError: The round is over (a rematch raises `NotNowError` if it is not).
            NotNowError: There is nothing to take back, or the computer declines.
        """
        if self._done(wish, at):
            return self
        if wish is OfferKind.REMATCH and at.round == self.round and self.end and not self.decided:
            self._check_company()
            return self._next(now)
        if self.offer == Offer(wish, 1 - seat):
            return self.answer(seat, wish, at, now, accept=True)
        self._check_wish(seat, wish, at)
        offered = replace(self, offer=Offer(wish, seat))
        if self.seats[1 - seat].level is None:
            return offered
        if wish is OfferKind.DRAW:
            raise NotNowError.said("shared game", "no draw")
        return offered.answer(1 - seat, wish, at, now, accept=True)

    def answer(
        self, seat: int, wish: OfferKind, at: Turn, now: float, *, accept: bool
    ) -> SharedGame:
        """Accept or decline the other seat's offer, or withdraw one's own.

        Raises:
            MomentError: The game has moved on.
            NotNowError: The offer does not exist.
        """
        if accept and self._done(wish, at):
            return self
        offered = self.offer is not None and self.offer.wish is wish
        if not accept:
            return replace(self, offer=None) if offered else self
        if self.offer != Offer(wish, 1 - seat):
            raise NotNowError.said("shared game", "no offer")
        self._check_wish(1 - seat, wish, at)
        if wish is OfferKind.DRAW:
            return self._over(End(None, Termination.AGREED))
        if wish is OfferKind.REMATCH:
            return self._next(now)
        record = self.record.undo(self._plies_back(1 - seat))
        record = Record(record.start, record.played)
        return replace(self, record=record, takebacks=self.takebacks + 1, offer=None)._clock(now)

    def settle(self, now: float) -> SharedGame:
        """End the round if time is up."""
        late = self.deadline is not None and now >= self.deadline
        if late and self.to_move is not None:
            return self._over(End(1 - self.to_move, Termination.TIME))
        return self

    # ----------------------------------------------------------------------------------------------

    def _player(self, ply: int, turn: Mark) -> int:
        """Return the seat that places the next stone, the one of `turn`, or chooses a side."""
        opens = None if self.opening is None else self.opening.player(ply)
        return self.seat_of(turn) if opens is None else (self.opener + opens) % 2

    def _seat(self, number: int, seat: Seat) -> SharedGame:
        both = (seat, self.seats[1]) if number == 0 else (self.seats[0], seat)
        return replace(self, seats=both)

    def _clock(self, now: float) -> SharedGame:
        """Start the clock of the person to move, once both players are there.

        The computer has no time limit, because the server decides when to ask it.
        """
        seconds = self.terms.seconds
        runs = seconds and self.end is None and all(seat.taken for seat in self.seats)
        runs = runs and self.thinking is None
        return replace(self, deadline=now + seconds if runs and seconds else None)

    def _end(self, outcome: Outcome) -> End:
        how = Termination.LINE if outcome.line else Termination.FULL
        return End(self.seat_of(outcome.winner) if outcome.winner else None, how)

    def _over(self, end: End) -> SharedGame:
        results = (*self.results, end.winner)
        return replace(self, end=end, results=results, offer=None, deadline=None)

    def _next(self, now: float) -> SharedGame:
        """Begin the next round with sides changed; after a series, the next series."""
        if self.round >= MOST_ROUNDS:
            raise NotNowError.said("shared game", "rounds", most=grouped(MOST_ROUNDS))
        results = () if self.series and self.series.over else self.results
        fresh = Record(self.record.start)
        game = replace(self, record=fresh, round=self.round + 1, results=results, takebacks=0)
        return replace(game, opening=self.terms.opening, offer=None, end=None)._clock(now)

    def _plies_back(self, seat: int) -> int:
        """Return how many moves to take back so that it is this seat's turn again."""
        return 2 if self.to_move == seat else 1

    def _done(self, wish: OfferKind, at: Turn) -> bool:
        """Whether the players have since agreed to what was offered at that turn."""
        match wish:
            case OfferKind.DRAW:
                return at.round == self.round and self.end == End(None, Termination.AGREED)
            case OfferKind.TAKEBACK:
                return at.round == self.round and at.takebacks == self.takebacks - 1
            case OfferKind.REMATCH:
                return at.round == self.round - 1

    def _check(self, at: Turn) -> None:
        if at[:2] != self.moment[:2]:
            raise MomentError.said("shared game", "moved on")

    def _check_turn(self, seat: int, at: Turn) -> None:
        if self.end:
            raise FinishedError.said("shared game", "over")
        if at.ply != self.record.at:
            raise MomentError.said("shared game", "ply", asked=at.ply, ply=self.record.at)
        if self.to_move != seat:
            raise TurnError.said("shared game", "turn")

    def _check_wish(self, seat: int, wish: OfferKind, at: Turn) -> None:
        """Raise unless the seat may offer this at this turn."""
        self._check(at)
        if wish is OfferKind.REMATCH:
            if self.end is None:
                raise NotNowError.said("shared game", "not over")
            self._check_company()
            return
        self._check_playing()
        if at.ply != self.record.at:
            raise MomentError.said("shared game", "ply", asked=at.ply, ply=self.record.at)
        opened = 0 if self.opening is None else self.opening.stones
        if wish is OfferKind.TAKEBACK and self.record.at - self._plies_back(seat) < opened:
            raise NotNowError.said("shared game", "no takeback")
        if wish is OfferKind.TAKEBACK and self.takebacks >= MOST_TAKEBACKS:
            raise NotNowError.said("shared game", "takebacks", most=grouped(MOST_TAKEBACKS))

    def _check_playing(self) -> None:
        if self.end:
            raise FinishedError.said("shared game", "over")
        self._check_company()

    def _check_company(self) -> None:
        if not all(seat.taken for seat in self.seats):
            raise NotNowError.said("shared game", "nobody")
