"""What a database is for (`Part`), the version of its tables, and what may be wrong with it."""

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
SEVEN = "0007"  #: the last of those before, when a database had the tables of both
metadata: sa.MetaData = sa.MetaData()


class Part(NamedTuple):
    """What a database is for: the games of a server, or a ledger.

    Attributes:
        name: what it is called.
        tables: its tables, those that others point to first.
    """

    name: str
    tables: tuple[sa.Table, ...]

    @property
    def version(self) -> str:
        """The name of the table that says the last migration these tables have been through."""
        return f"{self.name}_version"


class OlderError(StorageError):
    """The database is of an older version of Noughts: `connect` brings it up to date."""


@contextmanager
def storing(what: str) -> Iterator[None]:
    """Turn what a database raises into our own error.

    Raises:
        StorageError: the database "cannot be opened", or whatever `what` says.
    """
    try:
        yield
    except (SQLAlchemyError, OSError, ImportError) as error:
        why = str(getattr(error, "orig", None) or error).splitlines()[0]
        raise StorageError(f"the database {what}: {why}") from error


def newer(found: str) -> StorageError:
    """Return what is said of a database whose last migration is not known here."""
    return StorageError(
        f"the database cannot be opened: its tables have version {found}, and this Noughts "
        f"({version('noughts')}) knows versions up to {LATEST}; update Noughts "
        "(pip install --upgrade noughts), or use another database"
    )
