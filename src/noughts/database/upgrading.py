"""Bringing the tables of an older database up to date.

It is a separate module, because Alembic is slow to load and rarely needed.
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
from noughts.database.parts import LATEST, SEVEN, newer, stamp

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

    from noughts.database.parts import Part

MIGRATIONS = Path(__file__).parent / "migrations"


def config(connection: Connection, part: Part) -> Config:
    """Return the configuration for Alembic."""
    found = Config(attributes={"connection": connection, "part": part})
    found.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return found


def upgrade(connection: Connection, part: Part, found: str) -> None:
    """Bring the tables of a part, which are at migration `found`, up to date.

    Raises:
        StorageError: The tables have a newer version, or are too old.
    """
    if found == SEVEN:
        _take_apart(connection, part)
        return
    if found < SEVEN:
        raise StorageError(
            f"the database cannot be opened: its tables have version {found}, from before the "
            f"first release; Noughts supports versions {SEVEN} and {LATEST}; use another database"
        )
    script = ScriptDirectory(str(MIGRATIONS))
    if all(each.revision != found for each in script.walk_revisions()):
        raise newer(found)
    command.upgrade(config(connection, part), "head")


def _take_apart(connection: Connection, asked: Part) -> None:
    """Keep only the non-empty tables of a database that had those of games and of a ledger.

    Before that, games were not marked before their removal.
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
