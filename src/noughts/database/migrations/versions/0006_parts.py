"""Ledgers: the parts of their certificates, and the answers that were asked for once more."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Make the tables."""
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


def downgrade() -> None:
    """Remove them."""
    for table in ("opinions", "parts"):
        op.drop_table(table)
