"""The tables of the games or of a ledger: each database has one of the two.

The seven earlier migrations were never released. `database.upgrading` splits a database that went
through them.
"""

import sqlalchemy as sa
from alembic import context, op

revision = "0008"
down_revision = None


def _games() -> None:
    op.create_table(
        "games",
        sa.Column("id", sa.String(22), primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("touched", sa.Float(53), nullable=False, index=True),
        sa.Column("deadline", sa.Float(53), index=True),
        sa.Column("rules", sa.Text, nullable=False),
        sa.Column("first", sa.SmallInteger, nullable=False),
        sa.Column("best_of", sa.Integer),
        sa.Column("seconds", sa.Integer),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("results", sa.Text, nullable=False),
        sa.Column("offer", sa.String(10)),
        sa.Column("offered_by", sa.SmallInteger),
        sa.Column("thinking", sa.Boolean, nullable=False, index=True, server_default=sa.false()),
        sa.Column("listed", sa.Boolean, nullable=False, index=True, server_default=sa.false()),
        sa.Column("classroom", sa.String(22), index=True),
        sa.Column("swap2", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("marked", sa.Float(53)),
    )
    op.create_table(
        "seats",
        sa.Column(
            "game", sa.String(22), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("seat", sa.SmallInteger, primary_key=True, autoincrement=False),
        sa.Column("name", sa.String(30), nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("ticket", sa.String(64), nullable=False),
        sa.Column("until", sa.Float(53), nullable=False),
        sa.Column("hints", sa.Boolean, nullable=False),
        sa.Column("seen", sa.Float(53), nullable=False),
        sa.Column("level", sa.String(10)),
    )
    op.create_table(
        "rounds",
        sa.Column(
            "game", sa.String(22), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("round", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("moves", sa.Text, nullable=False),
        sa.Column("takebacks", sa.Integer, nullable=False),
        sa.Column("how", sa.String(10)),
        sa.Column("winner", sa.SmallInteger),
        sa.Column("stones", sa.SmallInteger),
        sa.Column("taken", sa.String(1)),
    )
    op.create_table(
        "classrooms",
        sa.Column("id", sa.String(22), primary_key=True),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("rules", sa.Text, nullable=False),
        sa.Column("best_of", sa.Integer),
        sa.Column("seconds", sa.Integer),
        sa.Column("touched", sa.Float(53), nullable=False),
        sa.Column("swap2", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("marked", sa.Float(53)),
    )
    op.create_table(
        "clocks",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seen", sa.Float(53), nullable=False),
    )


def _ledgers() -> None:
    op.create_table(
        "proofs",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("rules", sa.Text, nullable=False),
        sa.Column("position", sa.Text, nullable=False),
    )
    op.create_table(
        "jobs",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("position", sa.Text, nullable=False),
        sa.Column("mark", sa.String(1), nullable=False),
        sa.Column("budget", sa.BigInteger, nullable=False),
        sa.Column("won", sa.Boolean),
        sa.Column("nodes", sa.BigInteger, nullable=False),
        sa.Column("seconds", sa.Float(53), nullable=False),
        sa.Column("machine", sa.Text, nullable=False),
        sa.Column("version", sa.Text, nullable=False),
    )
    op.create_table(
        "working",
        sa.Column("position", sa.Text, primary_key=True),
        sa.Column("mark", sa.String(1), primary_key=True),
        sa.Column("budget", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "parts",
        sa.Column("position", sa.Text, primary_key=True),
        sa.Column("mark", sa.String(1), primary_key=True),
        sa.Column("part", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "opinions",
        sa.Column("position", sa.Text, primary_key=True),
        sa.Column("mark", sa.String(1), primary_key=True),
        sa.Column("won", sa.Boolean),
        sa.Column("nodes", sa.BigInteger, nullable=False),
        sa.Column("machine", sa.Text, nullable=False),
    )


def upgrade() -> None:
    """Create the tables."""
    make = {"games": _games, "ledgers": _ledgers}
    make[context.config.attributes["part"].name]()


def downgrade() -> None:
    """Remove them."""
    for table in reversed(context.config.attributes["part"].tables):
        op.drop_table(table.name)
