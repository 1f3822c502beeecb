"""`Store`: games in a database, SQLite or PostgreSQL.

Every change is one transaction: it reads the game, lets the rules of the table make another of it,
and writes that. Whoever else wants to change the same game waits until then, so no two changes are
made of the same moment. When `change` has returned, the change is on the disk.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from time import time
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from alembic.command import upgrade
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy.exc import SQLAlchemyError

from noughts.engines import Level
from noughts.errors import NoughtsError
from noughts.games import notices, tables
from noughts.games.errors import StorageError, UnknownGameError
from noughts.games.game import End, How, Offer, SharedGame, Terms, Wish
from noughts.games.seats import Seat
from noughts.position import Position
from noughts.record import Record
from noughts.rules import Rules

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from sqlalchemy.engine import Connection, Row

Change = Callable[[SharedGame], SharedGame]  #: makes of a game how it is to be
_MIGRATIONS = Path(__file__).parent / "migrations"
_BUSY = 10_000  # milliseconds that SQLite waits for another process
_CONNECTING = 10  # seconds that PostgreSQL has to answer a new connection
_SILENT = 10_000  # milliseconds after which a network that acknowledges nothing is taken to be cut
_MIGRATING = 0x6E6F75676874  # the key of PostgreSQL's lock while tables are changed
_WINNERS = {None: "-", 0: "0", 1: "1"}
_OF_LETTER = {letter: winner for winner, letter in _WINNERS.items()}


class Store:
    """The games in one database.

    Args:
        url: a URL of SQLAlchemy's, such as ``sqlite:///games.sqlite``.

    Raises:
        StorageError: it cannot be opened, or is of a newer version of Noughts.
    """

    def __init__(self, url: str) -> None:
        with _storing("cannot be opened"):
            self._engine = _engine(url)
        self._reading = self._engine.execution_options(noughts_reading=True)
        with _storing("cannot be opened"), self._engine.begin() as connection:
            _migrate(connection)

    @property
    def shared(self) -> str:
        """The database's address as libpq takes it, if several servers may share it; else empty.

        To SQLite one process writes at a time, so whoever waits may as well do so outside.
        """
        if self._engine.dialect.name != "postgresql":
            return ""
        url = self._engine.url.set(drivername="postgresql")
        return url.render_as_string(hide_password=False)

    def close(self) -> None:
        """Close all connections."""
        self._engine.dispose()

    def add(self, game: SharedGame) -> None:
        """Keep a new game."""
        with _storing("does not take a new game"), self._engine.begin() as connection:
            connection.execute(tables.games.insert().values(id=game.id, **_game_row(game)))
            _write_parts(connection, None, game)

    def read(self, game: str) -> SharedGame:
        """Return a game.

        Raises:
            UnknownGameError: there is none of that id.
        """
        with _storing("does not answer"), self._reading.connect() as connection:
            return _read(connection, game)

    def records(self, game: str) -> tuple[SharedGame, list[Record]]:
        """Return a game, and a record of each round, the one that is being played last."""
        with _storing("does not answer"), self._reading.connect() as connection:
            shared = _read(connection, game)
            order = tables.rounds.c.round
            query = tables.rounds.select().where(tables.rounds.c.game == game).order_by(order)
            start = shared.record.start
            return shared, [_record(start.rules, row.moves) for row in connection.execute(query)]

    def change(self, game: str, how: Change, now: float | None = None) -> SharedGame:
        """Change a game and return it; what changes nothing is not written.

        A game that nobody holds a seat of any longer is removed.

        Raises:
            UnknownGameError: there is none of that id.
            NoughtsError: the change is refused.
            StorageError: the database failed; nothing has changed.
        """
        now = time() if now is None else now
        with _storing("does not take the change"), self._engine.begin() as connection:
            return self._change(connection, game, how, now)

    def change_all(self, wishes: Iterable[tuple[str, Change]]) -> list[SharedGame | NoughtsError]:
        """Make several changes in one transaction; one that is refused leaves the others alone.

        Raises:
            StorageError: the database failed; nothing has changed.
        """
        found: list[SharedGame | NoughtsError] = []
        with _storing("does not take the change"), self._engine.begin() as connection:
            for game, how in wishes:
                try:
                    found.append(self._change(connection, game, how, time()))
                except NoughtsError as error:  # before anything of this game was written
                    found.append(error)
        return found

    def _change(self, connection: Connection, game: str, how: Change, now: float) -> SharedGame:
        old = _read(connection, game, lock=True)
        new = how(old.settle(now))
        if new == old:
            return old
        new = replace(new, version=old.version + 1, touched=now)
        if new.deserted:
            connection.execute(tables.games.delete().where(tables.games.c.id == game))
            return new
        connection.execute(
            tables.games.update().where(tables.games.c.id == game).values(_game_row(new))
        )
        _write_parts(connection, old, new)
        if self.shared:
            connection.execute(notices.saying(notices.Changed(game, new.version)))
        return new

    def versions(self, games: Collection[str]) -> dict[str, int]:
        """Return the version of each of these games that is there."""
        query = sa.select(tables.games.c.id, tables.games.c.version)
        query = query.where(tables.games.c.id.in_(games))
        with _storing("does not answer"), self._reading.connect() as connection:
            return {row.id: row.version for row in connection.execute(query)}

    def say(self, *said: notices.Notice) -> None:
        """Tell all servers that share this database."""
        with _storing("passes nothing on"), self._engine.begin() as connection:
            for notice in said:
                connection.execute(notices.saying(notice))

    def overdue(self, now: float) -> list[str]:
        """Return the games in which the time for a move is up."""
        query = sa.select(tables.games.c.id).where(tables.games.c.deadline <= now)
        with _storing("does not answer"), self._reading.connect() as connection:
            return list(connection.scalars(query))

    def unanswered(self, before: float, most: int) -> list[str]:
        """Return games in which the computer has been to move since before then."""
        games = tables.games.c
        query = sa.select(games.id).where(games.thinking & (games.touched <= before))
        with _storing("does not answer"), self._reading.connect() as connection:
            return list(connection.scalars(query.order_by(games.touched).limit(most)))

    def expire(self, before: float) -> int:
        """Remove the games that nothing has happened in since; return how many."""
        query = tables.games.delete().where(tables.games.c.touched < before)
        with _storing("does not answer"), self._engine.begin() as connection:
            return connection.execute(query).rowcount

    def seen(self, game: str, seat: int, now: float) -> None:
        """Take note of when a seat was last heard of."""
        mine = (tables.seats.c.game == game) & (tables.seats.c.seat == seat)
        query = tables.seats.update().where(mine & (tables.seats.c.secret != "")).values(seen=now)
        with _storing("does not take the change"), self._engine.begin() as connection:
            connection.execute(query)


@contextmanager
def _storing(what: str) -> Iterator[None]:
    """Turn what a database raises into our own error."""
    try:
        yield
    except (SQLAlchemyError, CommandError, OSError, ImportError) as error:
        why = str(getattr(error, "orig", None) or error).splitlines()[0]
        raise StorageError(f"the database {what}: {why}") from error


def _engine(url: str) -> sa.Engine:
    address = sa.make_url(url)
    if address.drivername == "postgresql":
        address = address.set(drivername="postgresql+psycopg")
    shared = address.get_backend_name() == "postgresql"
    waits = {"connect_timeout": _CONNECTING, "tcp_user_timeout": _SILENT} if shared else {}
    engine = sa.create_engine(address, pool_pre_ping=shared, connect_args=waits)
    if engine.dialect.name == "sqlite":
        sa.event.listen(engine, "connect", _prepare)
        sa.event.listen(engine, "begin", _begin)
    return engine


def _prepare(connection: Any, record: object) -> None:
    """Set up a connection to SQLite: readers and one writer at a time, each commit on the disk."""
    del record
    connection.isolation_level = None  # when a transaction begins is said below, not by the driver
    for pragma in ("journal_mode=wal", "synchronous=full", "foreign_keys=on"):
        connection.execute(f"pragma {pragma}")
    connection.execute(f"pragma busy_timeout={_BUSY}")


def _begin(connection: Connection) -> None:
    # A writer says so at once: one that has read first could not become one beside another.
    reads = connection.get_execution_options().get("noughts_reading")
    connection.exec_driver_sql("begin" if reads else "begin immediate")


def _migrate(connection: Connection) -> None:
    """Bring the tables up to date; several servers may start at the same time."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_MIGRATING)))
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    upgrade(config, "head")


# -- rows ------------------------------------------------------------------------------------------


def _game_row(game: SharedGame) -> dict[str, object]:
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
    }


def _write_parts(connection: Connection, old: SharedGame | None, new: SharedGame) -> None:
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


def _read(connection: Connection, game: str, *, lock: bool = False) -> SharedGame:
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
        record=_record(_rules(row.rules), played.moves),
        seats=(first, second),
        round=row.round,
        results=tuple(_OF_LETTER[letter] for letter in row.results),
        takebacks=played.takebacks,
        offer=Offer(Wish(row.offer), row.offered_by) if row.offer else None,
        end=End(played.winner, How(played.how)) if played.how else None,
        deadline=row.deadline,
        version=row.version,
        touched=row.touched,
    )


def _seat(row: Row[Any]) -> Seat:
    level = Level.parse(row.level) if row.level else None
    return Seat(row.name, row.secret, level, row.ticket, row.until, row.hints, row.seen)


def _record(rules: Rules, moves: str) -> Record:
    start = Position(rules)
    return Record(start, tuple(start.cell(name) for name in moves.split()))


@lru_cache(maxsize=64)
def _rules(text: str) -> Rules:
    """Read rules once: the lines of a large board take milliseconds."""
    return Rules.parse(text)
