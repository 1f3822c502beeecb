"""Games as rows of the tables, and back."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from noughts.engines import Level
from noughts.games import tables
from noughts.games.classrooms import Classroom
from noughts.games.errors import UnknownGameError
from noughts.games.game import End, How, Offer, SharedGame, Terms, Wish
from noughts.games.seats import Seat
from noughts.position import Position
from noughts.record import Record
from noughts.rules import Rules

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection, Row

_WINNERS = {None: "-", 0: "0", 1: "1"}
_OF_LETTER = {letter: winner for winner, letter in _WINNERS.items()}


def game_row(game: SharedGame) -> dict[str, object]:
    """Return the row of a game, without its id."""
    return {
        "version": game.version,
        "touched": game.touched,
        "deadline": game.deadline,
        "rules": str(game.record.start.rules),
        "first": game.terms.first,
        "best_of": game.terms.best_of,
        "seconds": game.terms.seconds,
        "round": game.round,
        "results": "".join(_WINNERS[winner] for winner in game.results),
        "offer": str(game.offer.wish) if game.offer else None,
        "offered_by": game.offer.seat if game.offer else None,
        "thinking": game.thinking is not None,
        "listed": game.listed,
        "classroom": game.classroom,
    }


def write_parts(connection: Connection, old: SharedGame | None, new: SharedGame) -> None:
    """Write those seats and rounds that are other ones than before."""
    for number, seat in enumerate(new.seats):
        row = {
            "name": seat.name,
            "secret": seat.secret,
            "ticket": seat.ticket,
            "until": seat.until,
            "hints": seat.hints,
            "seen": seat.seen,
            "level": str(seat.level) if seat.level else None,
        }
        if old is None:
            connection.execute(tables.seats.insert().values(game=new.id, seat=number, **row))
        elif seat != old.seats[number]:
            this = (tables.seats.c.game == new.id) & (tables.seats.c.seat == number)
            connection.execute(tables.seats.update().where(this).values(row))
    row = {
        "moves": new.record.start.rules.names(new.record.played),
        "takebacks": new.takebacks,
        "how": str(new.end.how) if new.end else None,
        "winner": new.end.winner if new.end else None,
    }
    if old is None or new.round != old.round:
        connection.execute(tables.rounds.insert().values(game=new.id, round=new.round, **row))
    else:
        this = (tables.rounds.c.game == new.id) & (tables.rounds.c.round == new.round)
        connection.execute(tables.rounds.update().where(this).values(row))


def read(connection: Connection, game: str, *, lock: bool = False) -> SharedGame:
    """Read a game, and keep others from changing it until the transaction ends.

    Raises:
        UnknownGameError: there is none of that id.
    """
    query = tables.games.select().where(tables.games.c.id == game)
    row = connection.execute(query.with_for_update() if lock else query).one_or_none()
    if row is None:
        raise UnknownGameError("there is no such game, or no longer")
    this = (tables.rounds.c.game == game) & (tables.rounds.c.round == row.round)
    played = connection.execute(tables.rounds.select().where(this)).one()
    order = tables.seats.c.seat
    query = tables.seats.select().where(tables.seats.c.game == game).order_by(order)
    first, second = map(_seat, connection.execute(query))
    return SharedGame(
        id=row.id,
        terms=Terms(row.first, row.best_of, row.seconds),
        record=record(_rules(row.rules), played.moves),
        seats=(first, second),
        round=row.round,
        results=tuple(_OF_LETTER[letter] for letter in row.results),
        takebacks=played.takebacks,
        offer=Offer(Wish(row.offer), row.offered_by) if row.offer else None,
        end=End(played.winner, How(played.how)) if played.how else None,
        deadline=row.deadline,
        version=row.version,
        touched=row.touched,
        listed=row.listed,
        classroom=row.classroom,
    )


def classroom(connection: Connection, classroom: str, *, lock: bool = False) -> Classroom:
    """Read a classroom, and keep others from seating anybody until the transaction ends.

    Raises:
        UnknownGameError: there is none of that id.
    """
    query = tables.classrooms.select().where(tables.classrooms.c.id == classroom)
    row = connection.execute(query.with_for_update() if lock else query).one_or_none()
    if row is None:
        raise UnknownGameError("there is no such class, or no longer")
    return Classroom(row.id, row.secret, row.rules, row.best_of, row.seconds, row.touched)


def _seat(row: Row[Any]) -> Seat:
    level = Level.parse(row.level) if row.level else None
    return Seat(row.name, row.secret, level, row.ticket, row.until, row.hints, row.seen)


def record(rules: Rules, moves: str) -> Record:
    """Return the moves of a round."""
    start = Position(rules)
    return Record(start, tuple(start.cell(name) for name in moves.split()))


@lru_cache(maxsize=64)
def _rules(text: str) -> Rules:
    """Read rules once: the lines of a large board take milliseconds."""
    return Rules.parse(text)
