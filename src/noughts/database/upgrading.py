"""Bringing the tables of an older database up to date.

A module of its own, since Alembic is slow to load, and seldom needed.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory

from noughts.core.errors import StorageError
from noughts.database import game_tables, ledger_tables
from noughts.database.creating import stamp
from noughts.database.parts import LATEST, SEVEN, newer

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

    from noughts.database.parts import Part

MIGRATIONS = Path(__file__).parent / "migrations"


def config(connection: Connection, part: Part) -> Config:
    """Return what Alembic needs to know."""
    found = Config(attributes={"connection": connection, "part": part})
    found.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return found


def upgrade(connection: Connection, part: Part, found: str) -> None:
    """Bring the tables of a part, which have been through migration `found`, up to date.

    Raises:
        StorageError: they are of a newer version of Noughts, or too old.
    """
    if found == SEVEN:
        _take_apart(connection, part)
        return
    if found < SEVEN:
        raise StorageError(
            f"the database cannot be opened: its tables have version {found}, from before the "
            f"first release; this Noughts knows versions {SEVEN} and {LATEST}; use another database"
        )
    script = ScriptDirectory(str(MIGRATIONS))
    if all(each.revision != found for each in script.walk_revisions()):
        raise newer(found)
    command.upgrade(config(connection, part), "head")


def _take_apart(connection: Connection, asked: Part) -> None:
    """Leave a database that had the tables of games and of a ledger those of which there are any.

    Until then games were not marked before they were removed.
    """
    for part in (game_tables.PART, ledger_tables.PART):
        old = [table for table in part.tables if sa.inspect(connection).has_table(table.name)]
        one = (sa.select(sa.literal(1)).select_from(table).limit(1) for table in old)
        used = any(connection.execute(query).first() for query in one)
        if not used and part is not asked:
            for table in reversed(old):
                table.drop(connection)
            continue
        if part is game_tables.PART:
            for table in (game_tables.games, game_tables.classrooms):
                kind = table.c.marked.type.compile(connection.dialect)
                connection.execute(sa.text(f"alter table {table.name} add column marked {kind}"))
            game_tables.clocks.create(connection)
        stamp(connection, part)
    connection.execute(sa.text("drop table alembic_version"))
