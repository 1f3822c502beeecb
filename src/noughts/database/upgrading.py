"""Bringing the tables of an empty or an older database up to date, by Alembic.

A module of its own, since Alembic is slow to load, and seldom needed.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from alembic.util import CommandError

from noughts.errors import StorageError

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

MIGRATIONS = Path(__file__).parent / "migrations"
_MIGRATING = 0x6E6F75676874  # the key of PostgreSQL's lock while tables are changed


def known(version: str) -> bool:
    """Return whether a database of such a version can be brought up to date."""
    script = ScriptDirectory(str(MIGRATIONS))
    return any(each.revision == version for each in script.walk_revisions())


def upgrade(connection: Connection) -> None:
    """Bring the tables up to date; several programs may start with that at the same time.

    Raises:
        StorageError: the database is of a newer version of Noughts.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_MIGRATING)))
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        why = str(error).splitlines()[0]
        raise StorageError(f"the database cannot be opened: {why}") from error
