"""Games that are opened by swap2, and how far each of their rounds is."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add the columns: until then no game had such an opening."""
    for table in ("games", "classrooms"):
        swap2 = sa.Column("swap2", sa.Boolean, nullable=False, server_default=sa.false())
        op.add_column(table, swap2)
    op.add_column("rounds", sa.Column("stones", sa.SmallInteger))
    op.add_column("rounds", sa.Column("taken", sa.String(1)))


def downgrade() -> None:
    """Remove them."""
    for column in ("taken", "stones"):
        op.drop_column("rounds", column)
    for table in ("classrooms", "games"):
        op.drop_column(table, "swap2")
