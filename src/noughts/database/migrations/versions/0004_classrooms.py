"""Classrooms, and the games of each."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Make the table, and add the column: until then no game was a class's."""
    op.create_table(
        "classrooms",
        sa.Column("id", sa.String(22), primary_key=True),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("rules", sa.Text, nullable=False),
        sa.Column("best_of", sa.Integer),
        sa.Column("seconds", sa.Integer),
        sa.Column("touched", sa.Float(53), nullable=False),
    )
    op.add_column("games", sa.Column("classroom", sa.String(22)))
    op.create_index("ix_games_classroom", "games", ["classroom"])


def downgrade() -> None:
    """Remove them."""
    op.drop_index("ix_games_classroom", "games")
    op.drop_column("games", "classroom")
    op.drop_table("classrooms")
