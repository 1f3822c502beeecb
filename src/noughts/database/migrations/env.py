"""Alembic's migration script, which runs in the transaction of `database.connect`."""

from alembic import context

if context.config.attributes:
    context.configure(
        connection=context.config.attributes["connection"],
        version_table=context.config.attributes["part"].version,
    )
    context.run_migrations()
