"""Seats of the computer, and games in which it is to move."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the columns: until then both seats were people's."""
    op.add_column("seats", sa.Column("level", sa.String(10)))
    thinking = sa.Column("thinking", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("games", thinking)
    op.create_index("ix_games_thinking", "games", ["thinking"])


def downgrade() -> None:
    """Remove them."""
    op.drop_index("ix_games_thinking", "games")
    op.drop_column("games", "thinking")
    op.drop_column("seats", "level")
