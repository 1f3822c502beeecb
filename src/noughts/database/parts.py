"""The use of a database (`Part`), the version of its tables, and its errors."""

from __future__ import annotations

from contextlib import contextmanager
from importlib.metadata import version
from typing import TYPE_CHECKING, NamedTuple

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from noughts.core.errors import StorageError

if TYPE_CHECKING:
    from collections.abc import Iterator

LATEST = "0008"  #: the last of the migrations
SEVEN = "0007"  #: the last one when a database had the tables of both parts
metadata: sa.MetaData = sa.MetaData()


class Part(NamedTuple):
    """The use of a database: the games of a server, or a ledger.

    Attributes:
        name: its name.
        tables: its tables, those that others refer to first.
    """

    name: str
    tables: tuple[sa.Table, ...]

    @property
    def version(self) -> str:
        """The name of the table with the last migration of these tables."""
        return f"{self.name}_version"


class OlderError(StorageError):
    """The database has an older version: `connect` migrates it."""


@contextmanager
def storing(what: str) -> Iterator[None]:
    """Turn a database's exceptions into our own error.

    Raises:
        StorageError: The database "cannot be opened", or another `what`.
    """
    try:
        yield
    except (SQLAlchemyError, OSError, ImportError) as error:
        why = str(getattr(error, "orig", None) or error).splitlines()[0]
        raise StorageError(f"the database {what}: {why}") from error


def newer(found: str) -> StorageError:
    """Return the error for a database whose last migration is unknown."""
    return StorageError(
        f"the database cannot be opened: its tables have version {found}, but this Noughts "
        f"({version('noughts')}) supports versions up to {LATEST}; update Noughts "
        "(pip install --upgrade noughts), or use another database"
    )
