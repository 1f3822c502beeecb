"""Making the tables of a new database, as the migration would make them.

Without Alembic, which takes longer to load than a short proof does to be found. That both come to
the same is tested.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import sqlalchemy as sa

from noughts.database.parts import LATEST

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

    from noughts.database.parts import Part


def create(connection: Connection, part: Part) -> None:
    """Make the tables of a part; none of them may be there yet."""
    for table in part.tables:
        table.create(connection)
    stamp(connection, part)


def stamp(connection: Connection, part: Part) -> None:
    """Say, where Alembic looks for it, that the tables of a part are those of today."""
    table = sa.Table(
        part.version,
        sa.MetaData(),
        sa.Column("version_num", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("version_num", name=f"{part.version}_pkc"),
    )
    table.create(connection)
    connection.execute(table.insert().values(version_num=LATEST))
