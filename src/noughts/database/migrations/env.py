"""What Alembic runs to change a database, all in the transaction that `database.connect` is in."""

from alembic import context

if context.config.attributes:
    context.configure(
        connection=context.config.attributes["connection"],
        version_table=context.config.attributes["part"].version,
    )
    context.run_migrations()
