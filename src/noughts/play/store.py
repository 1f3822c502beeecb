"""`Store`: games in a database, SQLite or PostgreSQL.

Every change is one transaction: it reads the game, applies the rules of the table, and writes the
result. Anyone else who wants to change the same game waits, so two changes never start from the
same state. When `change` has returned, the change is on disk.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import asdict, replace

import sqlalchemy as sa
from sqlalchemy.engine import Connection
from sqlalchemy.exc import IntegrityError

from noughts.core.errors import NoughtsError
from noughts.core.record import Record
from noughts.database import game_tables as tables
from noughts.database.connecting import connect
from noughts.database.locking import Lock
from noughts.database.parts import storing
from noughts.play import play_report, play_shapes, pubsub, rows
from noughts.play.classrooms import MOST_PAIRS, Classroom
from noughts.play.clock import Clock
from noughts.play.play_errors import SeatsTakenError, UnknownGameError
from noughts.play.seats import hashed
from noughts.play.shared_game import SharedGame

Change = Callable[[SharedGame], SharedGame]  #: turns a game into its next state

GRACE = 86_400.0  #: seconds of running servers between marking an old game and removing it
_APART = 60.0  # seconds of silence after which no other server is running


class Store:
    """The games in one database.

    Args:
        url: an SQLAlchemy URL, such as ``sqlite:///games.sqlite``.
        clock: the time; the database's clock sets it if servers may share the database.

    Raises:
        StorageError: The database cannot be opened, or has a newer version.
    """

    def __init__(self, url: str, clock: Clock | None = None) -> None:
        self._engine = connect(url, tables.PART)
        self.clock: Clock = clock or Clock()
        self._lock: Lock | None = None
        self._reading = self._engine.execution_options(noughts_reading=True)

    @property
    def shared(self) -> str:
        """The database's address for libpq, if several servers may share it; else empty.

        Only one process at a time writes to SQLite, so further writers may as well wait outside.
        """
        if self._engine.dialect.name != "postgresql":
            return ""
        url = self._engine.url.set(drivername="postgresql")
        return url.render_as_string(hide_password=False)

    def close(self) -> None:
        """Close all connections."""
        self._engine.dispose()
        if self._lock is not None:
            self._lock.close()

    def lock(self) -> None:
        """Lock a file for this server, until it is closed or the process ends.

        Raises:
            InUseError: Another server uses it.
        """
        with storing("not opened"):
            self._lock = Lock(self._engine.url)

    def begin(self) -> None:
        """Start: lock a file for this server, and resume its games.

        Time in which no server ran does not count for any player, nor does a change of the
        computer's clock.

        Raises:
            InUseError: Another server uses this file.
            StorageError: The database failed.
        """
        self.lock()
        with storing("no answer"), self._engine.begin() as connection:
            if self.shared:
                asked = sa.text("select extract(epoch from clock_timestamp())")
                self.clock.set(float(connection.execute(asked).scalar_one()))
            now = self.clock.now()
            seen = connection.execute(
                sa.select(tables.clocks.c.seen).with_for_update()
            ).scalar_one_or_none()
            away = 0.0 if seen is None else now - seen
            if not self.shared or abs(away) > _APART:
                for column in _RUNNING:
                    later = column.table.update().where(column.is_not(None))
                    connection.execute(later.values({column: column + away}))
            _beat(connection, now)

    def beat(self) -> None:
        """Record that a server is running."""
        with storing("no answer"), self._engine.begin() as connection:
            _beat(connection, self.clock.now())

    def add(self, game: SharedGame) -> SharedGame:
        """Store a new game and return it; if its id exists, return that game."""
        with storing("no change"):
            try:
                with self._engine.begin() as connection:
                    rows.write(connection, [(None, game)])
            except IntegrityError:
                return self.read(game.id)
            return game

    def read(self, game: str) -> SharedGame:
        """Return a game.

        Raises:
            UnknownGameError: No game has this id.
        """
        with storing("no answer"), self._reading.connect() as connection:
            return _known(rows.read(connection, [game]), game)

    def records(self, game: str) -> tuple[SharedGame, list[Record]]:
        """Return a game, and a record of each round, the current one last."""
        with storing("no answer"), self._reading.connect() as connection:
            shared = _known(rows.read(connection, [game]), game)
            order = tables.rounds.c.round
            query = tables.rounds.select().where(tables.rounds.c.game == game).order_by(order)
            start = shared.record.start
            return shared, [
                rows.round_record(start.rules, row) for row in connection.execute(query)
            ]

    def change(
        self, wishes: Sequence[tuple[str, Change]], now: float | None = None
    ) -> list[SharedGame | NoughtsError]:
        """Make several changes in one transaction; a rejected one does not affect the others.

        Returns each game after its change, or why it was rejected. Unchanged games are not written;
        a game without any seats left is removed.

        Raises:
            StorageError: The database failed; nothing has changed.
        """
        with storing("no change"), self._engine.begin() as connection:
            return self._change(connection, wishes, self.clock.now() if now is None else now)

    def _change(
        self, connection: Connection, wishes: Sequence[tuple[str, Change]], now: float
    ) -> list[SharedGame | NoughtsError]:
        before = rows.read(connection, {game for game, _ in wishes}, lock=True)
        after = dict(before)
        found: list[SharedGame | NoughtsError] = []
        for game, how in wishes:
            try:
                found.append(_changed(after, game, how, now))
            except NoughtsError as error:
                found.append(error)
        changed = [(before[game], new) for game, new in after.items() if new is not before[game]]
        if changed:
            rows.write(connection, changed)
            if self.shared:
                said = (pubsub.Changed(new.id, new.version) for _, new in changed)
                connection.execute(pubsub.saying(*said))
        gone = before.keys() - after.keys()
        if gone:
            connection.execute(tables.games.delete().where(tables.games.c.id.in_(gone)))
        return found

    def add_classroom(self, classroom: Classroom) -> Classroom:
        """Store a new classroom and return it; if its id exists, return that one."""
        with storing("no change"):
            try:
                with self._engine.begin() as connection:
                    connection.execute(tables.classrooms.insert().values(asdict(classroom)))
            except IntegrityError:
                return self.classroom(classroom.id)[0]
            return classroom

    def classroom(self, classroom: str) -> tuple[Classroom, list[str]]:
        """Return a classroom, and its games, always in the same order.

        Raises:
            UnknownGameError: No classroom has this id.
        """
        games = tables.games.c
        query = sa.select(games.id).where(games.classroom == classroom).order_by(games.id)
        with storing("no answer"), self._reading.connect() as connection:
            return rows.classroom(connection, classroom), list(connection.scalars(query))

    def checks(self, classroom: str) -> list[play_shapes.ClassCheck]:
        """Return what the students of a class show of their programs."""
        games, seats = tables.games.c, tables.seats.c
        query = sa.select(seats.game, seats.seat, seats.shown).join(tables.games)
        query = query.where((games.classroom == classroom) & seats.shown.is_not(None))
        with storing("no answer"), self._reading.connect() as connection:
            found = connection.execute(query.order_by(seats.game, seats.seat)).all()
        results = ((row, rows.shown(row.shown)) for row in found)
        return [
            {"game": row.game, "seat": row.seat, **play_report.check_result(shown)}
            for row, shown in results
            if shown is not None
        ]

    def arrive(self, classroom: str, secret: str, name: str, now: float) -> SharedGame:
        """Seat a student opposite a waiting one, or else at a new table to wait.

        A student who already has a seat, from an earlier request, gets it again.

        Raises:
            UnknownGameError: The classroom does not exist.
            SeatsTakenError: It cannot take another pair.
        """
        with storing("no change"), self._engine.begin() as connection:
            found = rows.classroom(connection, classroom, lock=True)
            connection.execute(
                tables.classrooms.update()
                .where(tables.classrooms.c.id == classroom)
                .values(touched=now)
            )
            games, seats = tables.games.c, tables.seats.c
            mine = sa.select(games.id).join(tables.seats)
            mine = mine.where((games.classroom == classroom) & (seats.secret == hashed(secret)))
            for game in connection.scalars(mine):
                return _known(rows.read(connection, [game]), game)
            alone = (seats.seat == 1) & (seats.secret == "") & seats.level.is_(None)
            alone &= seats.seen == 0.0
            pairs = sa.select(games.id, alone.label("alone")).join(tables.seats)
            pairs = pairs.where((games.classroom == classroom) & (seats.seat == 1))
            all_pairs = connection.execute(pairs.order_by(games.touched)).all()
            for row in all_pairs:
                if row.alone:
                    wish = row.id, lambda game: game.join(secret, name, now)
                    (seated,) = self._change(connection, [wish], now)
                    if isinstance(seated, NoughtsError):
                        raise seated
                    return seated
            if len(all_pairs) >= MOST_PAIRS:
                raise SeatsTakenError.said("shared game", "full class", most=MOST_PAIRS)
            made = found.game(secret, name, now)
            rows.write(connection, [(None, made)])
            return made

    def remove_classroom(self, classroom: str) -> None:
        """Delete a classroom and all its games."""
        with storing("no change"), self._engine.begin() as connection:
            connection.execute(tables.games.delete().where(tables.games.c.classroom == classroom))
            this = tables.classrooms.c.id == classroom
            connection.execute(tables.classrooms.delete().where(this))

    def versions(self, games: Collection[str]) -> dict[str, int]:
        """Return the version of each of these games that exists."""
        query = sa.select(tables.games.c.id, tables.games.c.version)
        query = query.where(tables.games.c.id.in_(games))
        with storing("no answer"), self._reading.connect() as connection:
            return {row.id: row.version for row in connection.execute(query)}

    def say(self, *said: pubsub.Notice) -> None:
        """Notify all servers that share this database."""
        with storing("no notices"), self._engine.begin() as connection:
            connection.execute(pubsub.saying(*said))

    def overdue(self, now: float) -> list[str]:
        """Return the games whose time for a move is up."""
        query = sa.select(tables.games.c.id).where(tables.games.c.deadline <= now)
        with storing("no answer"), self._reading.connect() as connection:
            return list(connection.scalars(query))

    def waiting(self, after: float, seen: float, most: int) -> list[play_shapes.WaitingGame]:
        """Return the listed games that nobody has joined, newest first.

        Args:
            after: they were created since then.
            seen: their creators were last seen since then.
            most: the most games to return.
        """
        games, seats = tables.games.c, tables.seats.c
        query = sa.select(tables.games, seats.name, seats.seen).join(tables.seats)
        query = query.where((seats.seat == 0) & (seats.seen > seen))
        query = query.where(games.listed & (games.touched > after))
        with storing("no answer"), self._reading.connect() as connection:
            found = connection.execute(query.order_by(games.touched.desc(), games.id).limit(most))
            return [
                {
                    "id": row.id,
                    "rules": row.rules,
                    "name": row.name,
                    "mark": "X" if row.first == 1 else "O",
                    "best_of": row.best_of,
                    "seconds": row.seconds,
                    "swap2": row.swap2,
                    "since": row.touched,
                    "away_since": row.seen,
                }
                for row in found
            ]

    def unanswered(self, before: float, most: int) -> list[str]:
        """Return games in which the computer has been to move since before that time.

        This includes games dated in the future: they were changed before the clock was set back.
        """
        games, now = tables.games.c, self.clock.now()
        late = (games.touched <= before) | (games.touched > max(now, before))
        query = sa.select(games.id).where(games.thinking & late)
        with storing("no answer"), self._reading.connect() as connection:
            return list(connection.scalars(query.order_by(games.touched).limit(most)))

    def expire(self, before: float, now: float) -> int:
        """Remove the games inactive since then; return how many.

        They are marked first, and removed after servers have run for another day, by when a wrong
        clock is noticed. A classroom is removed with its last game.
        """
        games, rooms = tables.games, tables.classrooms
        used = sa.exists().where(games.c.classroom == rooms.c.id)
        counts: list[int] = []
        with storing("no answer"), self._engine.begin() as connection:
            for table, empty in ((games, sa.true()), (rooms, ~used)):
                old, marked = (table.c.touched < before) & empty, table.c.marked
                gone = table.delete().where(old & (marked <= now - GRACE))
                counts.append(connection.execute(gone).rowcount)
                # Changes and marks dated in the future count from now.
                ahead = table.update().where(table.c.touched > now)
                connection.execute(ahead.values(touched=now))
                wrong = marked.is_not(None) & (~old | (marked > now))
                connection.execute(table.update().where(wrong).values(marked=None))
                found = table.update().where(old & marked.is_(None))
                connection.execute(found.values(marked=now))
        return counts[0]

    def seen(self, games: Collection[str], seat: int, now: float) -> None:
        """Record when a seat of these games was last active."""
        mine = tables.seats.c.game.in_(games) & (tables.seats.c.seat == seat)
        query = tables.seats.update().where(mine & (tables.seats.c.secret != "")).values(seen=now)
        with storing("no change"), self._engine.begin() as connection:
            connection.execute(query)


#: Counters of a running server.
_RUNNING = (tables.games.c.deadline, tables.games.c.marked, tables.classrooms.c.marked)


def _beat(connection: Connection, now: float) -> None:
    clocks = tables.clocks
    if not connection.execute(clocks.update().values(seen=now)).rowcount:
        connection.execute(clocks.insert().values(id=1, seen=now))


def _known(games: Mapping[str, SharedGame], game: str) -> SharedGame:
    if game not in games:
        raise UnknownGameError.said("shared game", "no game")
    return games[game]


def _changed(games: dict[str, SharedGame], game: str, how: Change, now: float) -> SharedGame:
    """Change one of these games; a game without any seats left is removed."""
    old = _known(games, game)
    new = how(old.settle(now))
    if new == old:
        return old
    games[game] = new = replace(new, version=old.version + 1, touched=now)
    if new.deserted:
        del games[game]
    return new
