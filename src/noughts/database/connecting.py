"""Opening a database: `connect` creates its tables, `reading` only reads."""

import sqlite3
import time
from pathlib import Path
from typing import Any
from urllib.parse import quote

import sqlalchemy as sa
from sqlalchemy.engine import Connection
from sqlalchemy.exc import ArgumentError

from noughts.core.errors import StorageError
from noughts.database.parts import LATEST, POSTGRESQL, Part, create, storing, unsupported

_OLD = "alembic_version"  # the version table of databases from before the first release
_VERSIONS = {_OLD, "games_version", "ledgers_version", "hints_version"}
_CREATING = 0x6E6F75676874  # the key of PostgreSQL's lock while tables are created
_BUSY = 10_000  # milliseconds for which SQLite waits for another process
_AGAIN = 0.01  # seconds between retries of what SQLite does not wait for
_IDLE = 10_000  # milliseconds for which PostgreSQL waits for a program within a transaction
#: Seconds, and milliseconds, after which a silent network counts as cut.
PATIENCE: dict[str, Any] = {
    "connect_timeout": 10,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}


def connect(url: str, part: Part) -> sa.Engine:
    """Open a database by its SQLAlchemy URL, and create the tables of a part if it has none.

    A transaction writes, and waits for other writers; with the execution option ``noughts_reading``
    it only reads.

    Raises:
        StorageError: The database cannot be opened, or has another version.
    """
    with storing("not opened"):
        engine = _engine(url)
        try:
            with engine.begin() as connection:
                if _version(connection, part.version) != LATEST:
                    _create(connection, part)
        except BaseException:
            engine.dispose()
            raise
    return engine


def _create(connection: Connection, part: Part) -> None:
    """Create the tables of a part, unless there are some."""
    if connection.dialect.name == "postgresql":  # several programs may start at the same time
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_CREATING)))
    found = _found(connection, part)
    if found is None:
        create(connection, part)
    elif found != LATEST:
        raise unsupported(found)


def reading(url: str, part: Part) -> sa.Engine:
    """Open a database by its SQLAlchemy URL, read-only.

    Raises:
        StorageError: The database cannot be opened, or has another version.
    """
    with storing("not opened"):
        address = _address(url)
        if address.get_backend_name() == "sqlite":
            path = address.database or ""
            # One connection for each read, so that each sees the current file.
            engine = sa.create_engine(
                "sqlite://", creator=lambda: _looking(path), poolclass=sa.NullPool
            )
        else:
            engine = _engine(url, "-c default_transaction_read_only=on")
        try:
            with engine.connect() as connection:
                _compare(connection, part)
        except BaseException:
            engine.dispose()
            raise
    return engine


def _looking(path: str) -> sqlite3.Connection:
    """Open a SQLite file read-only."""
    # Without a write-ahead log nobody writes; looking for one would create an empty one.
    how = "mode=ro" if Path(f"{path}-wal").exists() else "mode=ro&immutable=1"
    return sqlite3.connect(f"file:{quote(path)}?{how}", uri=True, timeout=_BUSY / 1000)


def _version(connection: Connection, table: str) -> str | None:
    """Return the version named in a table; None without such a table."""
    if not sa.inspect(connection).has_table(table):
        return None
    found: str | None = connection.execute(sa.text(f"select version_num from {table}")).scalar()  # noqa: S608  (a name of ours)
    return found


def _found(connection: Connection, part: Part) -> str | None:
    """Return the version of a part's tables; None without tables."""
    return _version(connection, part.version) or _version(connection, _OLD)


def _compare(connection: Connection, part: Part) -> None:
    """Reject a database whose tables have another version."""
    found = _found(connection, part)
    if found is None:
        raise StorageError.said("database", "nothing")
    if found != LATEST:
        raise unsupported(found)


def _address(url: str) -> sa.URL:
    """Read a URL; reject invalid ones and other kinds of databases.

    Errors never repeat the URL, because it may contain a password.
    """
    try:
        address = sa.make_url(url)
    except ArgumentError:
        address = None
    if address is None or address.get_backend_name() not in {"sqlite", "postgresql"}:
        raise StorageError.said("database", "URL", sqlite="sqlite:///FILE", postgresql=POSTGRESQL)
    return address


def _engine(url: str, options: str = "") -> sa.Engine:
    """Return an engine; `options` are those of a PostgreSQL session."""
    address = _address(url)
    if address.drivername == "postgresql":
        address = address.set(drivername="postgresql+psycopg")
    shared = address.get_backend_name() == "postgresql"
    arguments = {**PATIENCE, "options": options} if shared else {}
    engine = sa.create_engine(address, pool_pre_ping=shared, connect_args=arguments)
    if shared:
        sa.event.listen(engine, "connect", _bound)
    if engine.dialect.name == "sqlite":
        sa.event.listen(engine, "connect", _prepare)
        sa.event.listen(engine, "begin", _begin)
    return engine


def _bound(connection: Any, record: object) -> None:
    """Set up a connection to PostgreSQL: a client that is cut off soon loses its locks."""
    del record
    connection.execute(f"set idle_in_transaction_session_timeout = {_IDLE}")
    connection.commit()


def _prepare(connection: Any, record: object) -> None:
    """Set up a connection to SQLite: many readers, one writer, each commit on disk."""
    del record
    connection.isolation_level = None  # the code below begins transactions, not the driver
    connection.execute(f"pragma busy_timeout={_BUSY}")
    tables = {
        name
        for (name,) in connection.execute("select name from sqlite_master where type = 'table'")
    }
    if tables and not tables & _VERSIONS:  # reported before anything changes
        raise StorageError.said("database", "foreign")
    _keep_a_log(connection)
    for pragma in ("synchronous=full", "foreign_keys=on"):
        connection.execute(f"pragma {pragma}")


def _keep_a_log(connection: sqlite3.Connection) -> None:
    """Use a write-ahead log, so that others can read during a write.

    If several processes switch to it at the same moment, SQLite does not wait, so this function
    does.
    """
    last = time.monotonic() + _BUSY / 1000
    while True:
        try:
            connection.execute("pragma journal_mode=wal")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > last:
                raise
            time.sleep(_AGAIN)
        else:
            return


def _begin(connection: Connection) -> None:
    # A writer locks at once: a reader could not become a writer beside another one.
    reads = connection.get_execution_options().get("noughts_reading")
    connection.exec_driver_sql("begin" if reads else "begin immediate")
