"""The use of a database (`Part`), the version of its tables, and its errors."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import version
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from noughts.core.errors import StorageError

#: How the URL of a PostgreSQL database looks.
POSTGRESQL = "postgresql://USER:PASSWORD@HOST/NAME"
LATEST = "1"  #: the version of these tables; before the first release, they had 0001 to 0009
metadata: sa.MetaData = sa.MetaData()


class Part(NamedTuple):
    """The use of a database: the games of a server, or a ledger."""

    name: str  #: its name
    tables: tuple[sa.Table, ...]  #: its tables, those that others refer to first

    @property
    def version(self) -> str:
        """The name of the table with the version of these tables."""
        return f"{self.name}_version"


@contextmanager
def storing(what: str) -> Iterator[None]:
    """Turn a database's exceptions into our own error.

    Raises:
        StorageError: With the message `what` of the group "database".
    """
    try:
        yield
    except (SQLAlchemyError, OSError, ImportError) as error:
        why = str(getattr(error, "orig", None) or error).splitlines()[0]
        raise StorageError.said("database", what, problem=why) from error


def unsupported(found: str) -> StorageError:
    """Return the error for a database of another version."""
    if found <= LATEST:
        return StorageError.said("database", "old", found=found)
    return StorageError.said(
        "database",
        "new",
        found=found,
        version=version("noughts"),
        known=LATEST,
        command="pip install --upgrade noughts",
    )


def create(connection: sa.Connection, part: Part) -> None:
    """Create the tables of a part; none of them may exist yet."""
    for table in part.tables:
        table.create(connection)
    stamp(connection, part)


def stamp(connection: sa.Connection, part: Part) -> None:
    """Record the current version of a part's tables."""
    table = sa.Table(
        part.version,
        sa.MetaData(),
        sa.Column("version_num", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("version_num", name=f"{part.version}_pkc"),
    )
    table.create(connection)
    connection.execute(table.insert().values(version_num=LATEST))
