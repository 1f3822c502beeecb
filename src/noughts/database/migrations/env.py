"""What Alembic runs to change a database, all in the transaction that `database.connect` is in."""

from alembic import context

if context.config.attributes:
    context.configure(connection=context.config.attributes["connection"])
    context.run_migrations()
