"""Converts games to rows of the tables and back."""

from collections.abc import Collection, Iterable
from functools import lru_cache
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Row

from noughts.check.checked_game import FindingKind
from noughts.core.position import Mark, Position
from noughts.core.record import Record
from noughts.core.rules import Rules
from noughts.database import game_tables as tables
from noughts.engines import Level
from noughts.engines.swap2 import HEADER, Opening
from noughts.play.classrooms import Classroom
from noughts.play.options import End, GameOptions, Offer, OfferKind, Termination
from noughts.play.play_errors import UnknownGameError
from noughts.play.seats import CheckedSides, PassedStage, Seat, ShownCheck
from noughts.play.shared_game import SharedGame

_Values = dict[str, object]
_GAME, _SEAT, _ROUND = tables.games.c, tables.seats.c, tables.rounds.c
#: A game as one row for each seat, in order, with the current round.
_WHOLE = (
    sa.select(
        tables.games,
        tables.seats,
        *(_ROUND.moves, _ROUND.takebacks, _ROUND.how, _ROUND.winner, _ROUND.stones, _ROUND.taken),
    )
    .select_from(tables.games)
    .join(tables.seats, _SEAT.game == _GAME.id)
    .join(tables.rounds, (_ROUND.game == _GAME.id) & (_ROUND.round == _GAME.round))
    .order_by(_GAME.id, _SEAT.seat)
)
#: The updates: `of` is the id of a game, `number` that of a seat or a round.
_THIS = {
    tables.games: _GAME.id == sa.bindparam("of"),
    tables.seats: (_SEAT.game == sa.bindparam("of")) & (_SEAT.seat == sa.bindparam("number")),
    tables.rounds: (_ROUND.game == sa.bindparam("of")) & (_ROUND.round == sa.bindparam("number")),
}
_WINNERS = {None: "-", 0: "0", 1: "1"}
_OF_LETTER = {letter: winner for winner, letter in _WINNERS.items()}


def _game_row(game: SharedGame) -> _Values:
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
        "swap2": game.terms.swap2,
    }


def _seat_row(seat: Seat) -> _Values:
    return {
        "name": seat.name,
        "secret": seat.secret,
        "ticket": seat.ticket,
        "until": seat.until,
        "hints": seat.hints,
        "seen": seat.seen,
        "level": str(seat.level) if seat.level else None,
        "shown": "/".join(word or "" for word in seat.shown) if seat.shown else None,
    }


def shown(text: str | None) -> ShownCheck | None:
    """Read what a seat shows its teacher."""
    if text is None:
        return None
    sides, stage, finding = text.split("/")
    kind = FindingKind(finding) if finding else None
    return ShownCheck(CheckedSides(sides), PassedStage(stage), kind)


def write(connection: Connection, changed: Iterable[tuple[SharedGame | None, SharedGame]]) -> None:
    """Write games: for an existing one (first of a pair) only what changed, else all."""
    added: dict[sa.Table, list[_Values]] = {tables.games: [], tables.seats: [], tables.rounds: []}
    updated: dict[sa.Table, list[_Values]] = {tables.games: [], tables.seats: [], tables.rounds: []}
    for old, new in changed:
        row, key = _game_row(new), {"of": new.id}
        if old is None:
            added[tables.games].append({"id": new.id, **row})
        else:
            updated[tables.games].append({**key, **row})
        for number, seat in enumerate(new.seats):
            if old is None:
                added[tables.seats].append({"game": new.id, "seat": number, **_seat_row(seat)})
            elif seat != old.seats[number]:
                updated[tables.seats].append({**key, "number": number, **_seat_row(seat)})
        row = {
            "moves": new.record.start.rules.names(new.record.played),
            "takebacks": new.takebacks,
            "how": str(new.end.how) if new.end else None,
            "winner": new.end.winner if new.end else None,
            "stones": new.opening.stones if new.opening else None,
            "taken": str(new.opening.taken) if new.opening and new.opening.taken else None,
        }
        if old is None or new.round != old.round:
            added[tables.rounds].append({"game": new.id, "round": new.round, **row})
        else:
            updated[tables.rounds].append({**key, "number": new.round, **row})
    for table, all_values in added.items():
        if all_values:
            connection.execute(table.insert(), all_values)
    for table, all_values in updated.items():
        if all_values:
            connection.execute(table.update().where(_THIS[table]), all_values)


def read(
    connection: Connection, games: Collection[str], *, lock: bool = False
) -> dict[str, SharedGame]:
    """Read those of these games that exist, each in a consistent state.

    With `lock`, nobody else can change them until the transaction ends.
    """
    if lock:  # always in the same order, to avoid deadlocks
        query = sa.select(_GAME.id).where(_GAME.id.in_(games)).order_by(_GAME.id)
        connection.execute(query.with_for_update())
    found = connection.execute(_WHOLE.where(_GAME.id.in_(games))).all()
    return {
        row.id: SharedGame(
            id=row.id,
            terms=GameOptions(row.first, row.best_of, row.seconds, row.swap2),
            record=record(_rules(row.rules), row.moves),
            seats=(_seat(row), _seat(other)),
            round=row.round,
            results=tuple(_OF_LETTER[letter] for letter in row.results),
            takebacks=row.takebacks,
            offer=Offer(OfferKind(row.offer), row.offered_by) if row.offer else None,
            end=End(row.winner, Termination(row.how)) if row.how else None,
            deadline=row.deadline,
            version=row.version,
            touched=row.touched,
            listed=row.listed,
            classroom=row.classroom,
            opening=_opening(row),
        )
        for row, other in zip(found[::2], found[1::2], strict=True)
    }


def classroom(connection: Connection, classroom: str, *, lock: bool = False) -> Classroom:
    """Read a classroom, and lock it until the transaction ends.

    Raises:
        UnknownGameError: No classroom has this id.
    """
    query = tables.classrooms.select().where(tables.classrooms.c.id == classroom)
    row = connection.execute(query.with_for_update() if lock else query).one_or_none()
    if row is None:
        raise UnknownGameError.said("shared game", "no class")
    terms = row.best_of, row.seconds, row.touched, row.swap2
    return Classroom(row.id, row.secret, row.rules, *terms)


def _seat(row: Row[Any]) -> Seat:
    level = Level.parse(row.level) if row.level else None
    return Seat(
        row.name, row.secret, level, row.ticket, row.until, row.hints, row.seen, shown(row.shown)
    )


def record(rules: Rules, moves: str) -> Record:
    """Return the moves of a round."""
    start = Position(rules)
    return Record(start, tuple(start.cell(name) for name in moves.split()))


def round_record(rules: Rules, row: Row[Any]) -> Record:
    """Return a round as a record, with its opening."""
    played, opening = record(rules, row.moves), _opening(row)
    if opening is None or opening.taken is None:
        return played
    return Record(played.start, played.moves, headers=((HEADER, str(opening)),))


def _opening(row: Row[Any]) -> Opening | None:
    taken = Mark(row.taken) if row.taken else None
    return Opening(row.stones, taken) if row.stones else None


@lru_cache(maxsize=64)
def _rules(text: str) -> Rules:
    """Read rules once, because the lines of a large board take milliseconds."""
    return Rules.parse(text)
