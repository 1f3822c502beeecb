"""Games, their seats and their rounds."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the tables."""
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
    )


def downgrade() -> None:
    """Remove them."""
    for table in ("rounds", "seats", "games"):
        op.drop_table(table)
