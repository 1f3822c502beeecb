"""Bringing the tables of an older database up to date, by Alembic.

A module of its own, since Alembic is slow to load, and seldom needed.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from alembic.util import CommandError

from noughts.errors import StorageError

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

MIGRATIONS = Path(__file__).parent / "migrations"


def known(version: str) -> bool:
    """Return whether a database of such a version can be brought up to date."""
    script = ScriptDirectory(str(MIGRATIONS))
    return any(each.revision == version for each in script.walk_revisions())


def upgrade(connection: Connection) -> None:
    """Bring the tables up to date.

    Raises:
        StorageError: the database is of a newer version of Noughts.
    """
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        why = str(error).splitlines()[0]
        raise StorageError(f"the database cannot be opened: {why}") from error
