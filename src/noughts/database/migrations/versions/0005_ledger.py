"""Ledgers: what is proved, the answered jobs, and those that are being worked on."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Make the tables."""
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


def downgrade() -> None:
    """Remove them."""
    for table in ("working", "jobs", "proofs"):
        op.drop_table(table)
