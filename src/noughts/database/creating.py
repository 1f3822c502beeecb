"""Creates the tables of a new database, as the migration would.

It does not need Alembic, which takes longer to load than a short proof takes to find. A test checks
that both give the same tables.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import sqlalchemy as sa

from noughts.database.parts import LATEST

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

    from noughts.database.parts import Part


def create(connection: Connection, part: Part) -> None:
    """Create the tables of a part; none of them may exist yet."""
    for table in part.tables:
        table.create(connection)
    stamp(connection, part)


def stamp(connection: Connection, part: Part) -> None:
    """Record the current version of a part's tables where Alembic looks for it."""
    table = sa.Table(
        part.version,
        sa.MetaData(),
        sa.Column("version_num", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("version_num", name=f"{part.version}_pkc"),
    )
    table.create(connection)
    connection.execute(table.insert().values(version_num=LATEST))
