"""Games that wait in the open list."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the column: until then none was listed."""
    listed = sa.Column("listed", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("games", listed)
    op.create_index("ix_games_listed", "games", ["listed"])


def downgrade() -> None:
    """Remove it."""
    op.drop_index("ix_games_listed", "games")
    op.drop_column("games", "listed")
