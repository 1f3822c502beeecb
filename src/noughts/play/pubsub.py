"""Messages between servers of one database, by PostgreSQL's LISTEN and NOTIFY.

A notice may be lost. It only says that there is something to read, so a server that receives one
reads the database. A server also reads now and then without a notice.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import TYPE_CHECKING, NamedTuple

from noughts.core.errors import StorageError

if TYPE_CHECKING:
    import sqlalchemy as sa

_CHANNEL = "noughts_games"


class Changed(NamedTuple):
    """A game has a new version."""

    game: str
    version: int


class Here(NamedTuple):
    """The spectators of a game through one server: its seats, and the number of others."""

    server: str
    game: str
    seats: tuple[bool, bool]
    watching: int


class Who(NamedTuple):
    """A server asks the others who watches a game through them."""

    server: str
    game: str


class Alive(NamedTuple):
    """A server is still running, and so are the spectators connected to it."""

    server: str


Notice = Changed | Here | Who | Alive
_KINDS = {kind.__name__: kind for kind in (Changed, Here, Who, Alive)}


def write(notice: Notice) -> str:
    """Write a notice as text.

    >>> write(Changed("g", 3))
    '["Changed", "g", 3]'
    """
    return json.dumps([type(notice).__name__, *notice])


def read(text: str) -> Notice | None:
    """Read a notice; None if only a later version of Noughts understands it.

    >>> read('["Here", "s", "g", [true, false], 2]')
    Here(server='s', game='g', seats=(True, False), watching=2)
    >>> read('["Sleeping", "s"]')
    """
    try:
        name, *parts = json.loads(text)
        notice = _KINDS[name](*parts)
        if isinstance(notice, Here):
            first, second = notice.seats
            return notice._replace(seats=(bool(first), bool(second)))
    except (ValueError, TypeError, KeyError):
        return None
    return notice


def saying(*said: Notice) -> sa.TextClause:
    """Return a statement that notifies all servers once the transaction is on disk."""
    import sqlalchemy as sa  # noqa: PLC0415  (an extra, which a server without games does without)

    query = sa.text("select pg_notify(:channel, n) from unnest(cast(:said as text[])) as n")
    return query.bindparams(channel=_CHANNEL, said=[write(notice) for notice in said])


async def listen(address: str) -> AsyncIterator[Notice | None]:
    """Yield None once it listens, then each notice.

    Args:
        address: the database's address for libpq.

    Raises:
        StorageError: The database is gone.
    """
    import psycopg  # noqa: PLC0415  (an extra, which SQLite does without)

    from noughts.database.connecting import PATIENCE  # noqa: PLC0415  (as above)

    try:
        connection = await psycopg.AsyncConnection.connect(address, autocommit=True, **PATIENCE)
        async with connection:
            await connection.execute(f"listen {_CHANNEL}")
            yield None
            async with aclosing(connection.notifies()) as heard:
                async for notify in heard:
                    notice = read(notify.payload)
                    if notice is not None:
                        yield notice
    except psycopg.Error as error:
        raise StorageError.said("database", "no notices", problem=error) from error
