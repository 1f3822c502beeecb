"""Making the tables of a new database, as the migrations would make them one after the other.

Without Alembic, which takes longer to load than a short proof does to be found. That both come to
the same is tested.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import sqlalchemy as sa

from noughts.database import LATEST, games, ledgers

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

#: Where Alembic keeps the last migration that a database has been through.
_VERSION = sa.Table(
    "alembic_version",
    sa.MetaData(),
    sa.Column("version_num", sa.String(32), nullable=False),
    sa.PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)


def create(connection: Connection) -> None:
    """Make all tables, those of the games and those of a ledger; none of them may be there yet."""
    for table in (*games.TABLES, *ledgers.TABLES, _VERSION):
        table.create(connection)
    connection.execute(_VERSION.insert().values(version_num=LATEST))
