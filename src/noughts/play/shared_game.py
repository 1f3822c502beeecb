"""`SharedGame`: a table at which two people play, as a value; every change returns a new one.

What may be played is `Record`'s affair. Here stands whose turn it is to say what: who moves, what
may be offered and answered, when a game is over and how the next one begins. A game that is over
may be followed by another round with sides changed; rounds make up a `Series`.

A change names the `Turn` that it answers, so that sending it twice does it once: what has been
done already is done again by changing nothing, and what answers another moment is refused.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from noughts.core.position import Mark, Outcome
from noughts.core.record import Record
from noughts.core.series import Series
from noughts.engines.swap2 import CHOICES, Opening
from noughts.play import seats
from noughts.play.options import End, Offer, OfferKind, Termination, Turn
from noughts.play.play_errors import (
    FinishedError,
    MadeOtherwiseError,
    MomentError,
    NotNowError,
    SeatsTakenError,
    SecretError,
    TurnError,
)
from noughts.play.seats import Seat

if TYPE_CHECKING:
    from noughts.engines import Level
    from noughts.play.options import GameOptions

MOST_TAKEBACKS = 1000  #: of one round
MOST_ROUNDS = 10_000  #: of one table


@dataclass(frozen=True, slots=True)
class SharedGame:
    """A table: its terms, its seats, the round that is being played.

    Attributes:
        id: what its link says.
        terms: what was settled when it was made.
        record: the moves of this round; those taken back are gone.
        seats: that of whoever made it, and the other.
        round: the number of this round, from 1.
        results: the winners of the series' finished rounds, this one included once it is over.
        takebacks: how often something was taken back in this round.
        offer: what one seat waits for, None if for nothing.
        end: how this round ended, None if it is going on.
        deadline: when the move has to be made, in seconds since 1970.
        version: how often this has changed.
        touched: when it last changed, in seconds since 1970.
        listed: whether it waits in the open list until somebody joins.
        classroom: the id of the class whose game it is; None: of none.
        opening: how far the swap2 opening of this round is; None: it has none.
    """

    id: str
    terms: GameOptions
    record: Record
    seats: tuple[Seat, Seat]
    round: int = 1
    results: tuple[int | None, ...] = ()
    takebacks: int = 0
    offer: Offer | None = None
    end: End | None = None
    deadline: float | None = None
    version: int = 1
    touched: float = 0.0
    listed: bool = False
    classroom: str | None = None
    opening: Opening | None = None

    # -- asking ------------------------------------------------------------------------------------

    @property
    def moment(self) -> Turn:
        """Where the game is."""
        return Turn(self.round, self.takebacks, self.record.at)

    @property
    def series(self) -> Series | None:
        """The series as it stands; its players are the seats. None: it has no end."""
        best_of = self.terms.best_of
        return None if best_of is None else Series(best_of, results=self.results)

    @property
    def decided(self) -> bool:
        """Whether the series is over; one without an end is after each round."""
        series = self.series
        return self.end is not None and (series is None or series.over)

    @property
    def opener(self) -> int:
        """The seat that begins this round."""
        return (self.terms.first + self.round - 1) % 2

    def mark(self, seat: int) -> Mark:
        """Return which mark a seat has in this round; in an opening it may still change."""
        swapped = self.opening is not None and self.opening.swapped
        return Mark.X if (self.opener == seat) is not swapped else Mark.O

    def seat_of(self, mark: Mark) -> int:
        """Return which seat has a mark in this round."""
        return 0 if self.mark(0) is mark else 1

    @property
    def to_move(self) -> int | None:
        """The seat whose turn it is, to move or to choose a side; None once the round is over."""
        return None if self.end else self._player(self.record.at, self.record.position.turn)

    @property
    def choosing(self) -> bool:
        """Whether a side is to be chosen, by the seat whose turn it is."""
        opened = self.opening is not None and self.opening.chooses(self.record.at)
        return opened and self.end is None

    @property
    def thinking(self) -> Level | None:
        """The level of the computer whose turn it is; None: it is nobody's, or a person's."""
        return None if self.to_move is None else self.seats[self.to_move].level

    @property
    def open(self) -> bool:
        """Whether the second seat is free; one that was left is not."""
        first, second = self.seats
        return first.taken and not second.taken and not second.seen

    def holder(self, secret: str) -> int:
        """Return the seat that a secret is of.

        Raises:
            SecretError: of none.
        """
        for seat in (0, 1):
            if seats.fits(secret, self.seats[seat].secret):
                return seat
        raise SecretError("this secret is of neither seat of this game")

    def _holds(self, secret: str) -> bool:
        return any(seats.fits(secret, seat.secret) for seat in self.seats)

    def made_as(self, asked: SharedGame) -> SharedGame:
        """Return this game, which is asked for once more: whoever made it has missed the answer.

        Raises:
            SecretError: the seat of whoever made it has gone to another device, or was left.
            MadeOtherwiseError: something else was asked for then.
        """
        mine, other = self.seats
        if mine.secret != asked.seats[0].secret:
            raise SecretError("this secret is of neither seat of this game")
        same = self.terms == asked.terms and self.record.start == asked.record.start
        same = same and (mine.name, other.level) == (asked.seats[0].name, asked.seats[1].level)
        if not same or (self.open and self.listed != asked.listed):
            raise MadeOtherwiseError("this secret is of a game that was made otherwise")
        return self

    # -- sitting down, standing up -----------------------------------------------------------------

    def join(self, secret: str, name: str, now: float) -> SharedGame:
        """Take the free seat, for whoever holds the secret; who has a seat keeps it.

        Raises:
            SeatsTakenError: there is none.
        """
        if self._holds(secret):
            return self
        if not self.open:
            raise SeatsTakenError("both seats are taken; this game can be watched")
        seated = Seat(name, seats.hashed(secret), seen=now)
        return replace(self._seat(1, seated), listed=False)._clock(now)

    def seat_computer(self, level: Level, now: float) -> SharedGame:
        """Let the computer take the free seat; it leaves hints to the person.

        Raises:
            SeatsTakenError: there is none.
        """
        if not self.open:
            raise SeatsTakenError("both seats are taken")
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

    def hand_over(self, seat: int, ticket: str, now: float) -> SharedGame:
        """Let whoever comes with the ticket have the seat."""
        until = now + seats.TICKET_SECONDS
        return self._seat(seat, replace(self.seats[seat], ticket=seats.hashed(ticket), until=until))

    def take_over(self, ticket: str, secret: str, now: float) -> SharedGame:
        """Give the seat of a ticket to a new secret; the old one is worth nothing from then on.

        Whoever has a seat already, by having asked before, keeps it.

        Raises:
            SecretError: the ticket is none, was used, or has expired.
        """
        if self._holds(secret):
            return self
        for seat, old in enumerate(self.seats):
            if now < old.until and seats.fits(ticket, old.ticket):
                new = replace(old, secret=seats.hashed(secret), ticket="", until=0.0, seen=now)
                return self._seat(seat, new)
        raise SecretError("this link was used already, or is more than an hour old")

    def leave(self, seat: int, now: float) -> SharedGame:
        """Forget all that is known of a seat; what is being played is lost by leaving."""
        game = self._seat(seat, Seat(seen=now))
        if self.end is None and self.seats[1 - seat].taken:
            return game._over(End(1 - seat, Termination.LEFT))
        return replace(game, offer=None, deadline=None)

    @property
    def deserted(self) -> bool:
        """Whether nobody holds a seat any longer."""
        return not any(seat.secret for seat in self.seats)

    # -- playing -----------------------------------------------------------------------------------

    def move(self, seat: int, at: Turn, move: str, now: float) -> SharedGame:
        """Make a move that answers this moment.

        Raises:
            FinishedError: the round is over.
            MomentError: the game has gone on since, or is not there yet.
            TurnError: it is the other seat's turn.
            NotNowError: a side is to be chosen first.
            IllegalMoveError: the move is against the rules.
        """
        self._check(at)
        if at.ply < self.record.at:
            position = self.record.positions()[at.ply]
            mine = self._player(at.ply, position.turn) == seat
            if mine and position.cell(move) == self.record.moves[at.ply]:
                return self  # it was made already: whoever asks has missed the answer
        self._check_turn(seat, at)
        if self.choosing:
            raise NotNowError("a side is to be chosen before the next stone")
        game = replace(self, record=self.record.play(move), offer=None)
        outcome = game.record.position.outcome
        if outcome is None:
            return game._clock(now)
        return game._over(game._end(outcome))

    def choose(self, seat: int, at: Turn, take: Mark | None, now: float) -> SharedGame:
        """Take a side in an opening; None: leave the choice to the other, after two more stones.

        Raises:
            NotNowError: no side is to be chosen, or the two stones are placed already.
            FinishedError: the round is over.
            MomentError: the game has gone on since, or is not there yet.
            TurnError: it is the other seat's turn.
        """
        self._check(at)
        opening, (three, five) = self.opening, CHOICES
        if opening is None:
            raise NotNowError("this game has no opening in which sides are chosen")
        two = take is None
        made = (at.ply, opening.stones) == (three, five) if two else opening == (at.ply, take)
        if made and seat == (self.opener + (at.ply == three)) % 2:
            return self  # as with a move
        self._check_turn(seat, at)
        if not self.choosing:
            raise NotNowError(f"a side is chosen once, after {opening.stones} stones")
        if two and opening.stones == five:
            raise NotNowError("two more stones are placed already: take X or O")
        chosen = Opening(five) if two else Opening(at.ply, take)
        return replace(self, opening=chosen, offer=None)._clock(now)

    def resign(self, seat: int, at: Turn) -> SharedGame:
        """Give this round to the other seat.

        Raises:
            MomentError: it is not this round any longer.
            FinishedError: it is over.
            NotNowError: there is nobody to give it to.
        """
        if at.round != self.round:
            raise MomentError(f"this is round {self.round}, not {at.round}")
        if self.end == End(1 - seat, Termination.RESIGNED):
            return self
        self._check_playing()
        return self._over(End(1 - seat, Termination.RESIGNED))

    def offer_of(self, seat: int, wish: OfferKind, at: Turn, now: float) -> SharedGame:
        """Offer something; what the other seat offers too is agreed upon.

        Within a series the next round needs no agreement. The computer agrees to everything but a
        draw.

        Raises:
            MomentError: the game has gone on since.
            FinishedError: the round is over (or, for a rematch, `NotNowError`: is not).
            NotNowError: there is nothing to take back, or the computer plays on.
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
            raise NotNowError("the computer plays on")
        return offered.answer(1 - seat, wish, at, now, accept=True)

    def answer(
        self, seat: int, wish: OfferKind, at: Turn, now: float, *, accept: bool
    ) -> SharedGame:
        """Agree to what the other seat offers, or refuse it; or withdraw one's own offer.

        Raises:
            MomentError: the game has gone on since.
            NotNowError: there is no such offer.
        """
        if accept and self._done(wish, at):
            return self
        offered = self.offer is not None and self.offer.wish is wish
        if not accept:
            return replace(self, offer=None) if offered else self
        if self.offer != Offer(wish, 1 - seat):
            raise NotNowError(f"no {wish} is offered to you")
        self._check_wish(1 - seat, wish, at)
        if wish is OfferKind.DRAW:
            return self._over(End(None, Termination.AGREED))
        if wish is OfferKind.REMATCH:
            return self._next(now)
        record = self.record.undo(self._plies_back(1 - seat))
        record = Record(record.start, record.played)
        return replace(self, record=record, takebacks=self.takebacks + 1, offer=None)._clock(now)

    def settle(self, now: float) -> SharedGame:
        """End the round if the time for the move is up."""
        late = self.deadline is not None and now >= self.deadline
        if late and self.to_move is not None:
            return self._over(End(1 - self.to_move, Termination.TIME))
        return self

    # ----------------------------------------------------------------------------------------------

    def _player(self, ply: int, turn: Mark) -> int:
        """Return the seat that places the stone after so many, a `turn`'s, or chooses a side."""
        opens = None if self.opening is None else self.opening.player(ply)
        return self.seat_of(turn) if opens is None else (self.opener + opens) % 2

    def _seat(self, number: int, seat: Seat) -> SharedGame:
        both = (seat, self.seats[1]) if number == 0 else (self.seats[0], seat)
        return replace(self, seats=both)

    def _clock(self, now: float) -> SharedGame:
        """Give the person who is to move the time for a move, once both are there.

        The computer has none: when it is asked is the server's affair.
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
        """Begin the next round, sides changed; after a series, the next series."""
        if self.round >= MOST_ROUNDS:
            raise NotNowError(f"a table has up to {MOST_ROUNDS:,} rounds; make another")
        results = () if self.series and self.series.over else self.results
        fresh = Record(self.record.start)
        game = replace(self, record=fresh, round=self.round + 1, results=results, takebacks=0)
        return replace(game, opening=self.terms.opening, offer=None, end=None)._clock(now)

    def _plies_back(self, seat: int) -> int:
        """Return how many moves are taken back so that it is this seat's turn again."""
        return 2 if self.to_move == seat else 1

    def _done(self, wish: OfferKind, at: Turn) -> bool:
        """Whether what is asked for at that moment has been agreed upon since."""
        match wish:
            case OfferKind.DRAW:
                return at.round == self.round and self.end == End(None, Termination.AGREED)
            case OfferKind.TAKEBACK:
                return at.round == self.round and at.takebacks == self.takebacks - 1
            case OfferKind.REMATCH:
                return at.round == self.round - 1

    def _check(self, at: Turn) -> None:
        if at[:2] != self.moment[:2]:
            raise MomentError("the game has gone on, or something was taken back, since then")

    def _check_turn(self, seat: int, at: Turn) -> None:
        if self.end:
            raise FinishedError("this game is over")
        if at.ply != self.record.at:
            raise MomentError(f"ply {at.ply} is not the one to answer; {self.record.at} is")
        if self.to_move != seat:
            raise TurnError("it is the other one's turn")

    def _check_wish(self, seat: int, wish: OfferKind, at: Turn) -> None:
        """Raise unless the seat may have this wish at this moment."""
        self._check(at)
        if wish is OfferKind.REMATCH:
            if self.end is None:
                raise NotNowError("this game is not over yet")
            self._check_company()
            return
        self._check_playing()
        if at.ply != self.record.at:
            raise MomentError(f"the game stands at ply {self.record.at}, not {at.ply}")
        opened = 0 if self.opening is None else self.opening.stones
        if wish is OfferKind.TAKEBACK and self.record.at - self._plies_back(seat) < opened:
            stay = "; the stones of the opening stay" if opened else ""
            raise NotNowError(f"you have no move to take back{stay}")
        if wish is OfferKind.TAKEBACK and self.takebacks >= MOST_TAKEBACKS:
            raise NotNowError(f"a round has up to {MOST_TAKEBACKS:,} takebacks")

    def _check_playing(self) -> None:
        if self.end:
            raise FinishedError("this game is over")
        self._check_company()

    def _check_company(self) -> None:
        if not all(seat.taken for seat in self.seats):
            raise NotNowError("nobody holds the other seat")
