"""`Ledger`: what is proved and the answered jobs, in a database, SQLite or PostgreSQL.

What has been kept is on the disk, whatever happens then; a job is kept whole or not at all.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Self

import sqlalchemy as sa

from noughts.database import connect, storing
from noughts.errors import LedgerError
from noughts.ledger import tables
from noughts.ledger.worker import Answer, Job
from noughts.position import Mark, Position
from noughts.solver.portfolio import refuse

if TYPE_CHECKING:
    from collections.abc import Iterable

_THE_ONE = 1  #: a database holds one ledger


def url(place: str) -> str:
    """Return the URL of a file or, as it is, of a database.

    >>> url("844.ledger"), url("postgresql://localhost/844")
    ('sqlite:///844.ledger', 'postgresql://localhost/844')
    """
    return place if "://" in place else f"sqlite:///{place}"


class Ledger:
    """The ledger in one database.

    Args:
        url: a URL of SQLAlchemy's, such as ``sqlite:///844.ledger``.
        position: what it is about, or is to be about if it is empty.
        make: whether to make one where there is none.

    Attributes:
        position: what it is about.

    Raises:
        LedgerError: it is about another game or position, or there is none and none is to be made.
        RulesError: a game that the solver does not take.
        StorageError: it cannot be opened, or is of a newer version of Noughts.
    """

    def __init__(self, url: str, position: Position, *, make: bool = True) -> None:
        refuse(position.rules)
        self.position: Position = position
        self._where = url.removeprefix("sqlite:///")
        if not make and url.startswith("sqlite:///") and not Path(self._where).exists():
            raise LedgerError(f"{self._where}: there is no such file")
        self._engine = connect(url)
        self._reading = self._engine.execution_options(noughts_reading=True)
        try:
            self._check(make=make)
        except BaseException:
            self._engine.dispose()
            raise

    def _check(self, *, make: bool) -> None:
        """See whether it is about this position; an empty one may be made to."""
        rules, text = str(self.position.rules), str(self.position)
        with storing("cannot be opened"), self._engine.begin() as connection:
            row = connection.execute(tables.proofs.select()).one_or_none()
            if row is None and make:
                connection.execute(
                    tables.proofs.insert().values(id=_THE_ONE, rules=rules, position=text)
                )
        if row is None:
            if not make:
                raise LedgerError(f"{self._where} holds no ledger")
        elif row.rules != rules:
            raise LedgerError(f"{self._where} is a ledger of {row.rules}, not of {rules}")
        elif row.position != text:
            raise LedgerError(f"{self._where} is a ledger of {row.position}, not of {text}")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Close all connections."""
        self._engine.dispose()

    def answers(self) -> list[tuple[Job, Answer]]:
        """Return the answered jobs, in the order in which they were kept."""
        rules = self.position.rules
        with storing("does not answer"), self._reading.connect() as connection:
            rows = connection.execute(tables.jobs.select().order_by(tables.jobs.c.id))
            return [
                (
                    Job(Position.parse(row.position, rules), Mark(row.mark), row.budget),
                    Answer(row.won, row.nodes, row.seconds, row.machine, row.version),
                )
                for row in rows
            ]

    def working(self) -> list[Job]:
        """Return the jobs that are being worked on, or were when the work was broken off."""
        with storing("does not answer"), self._reading.connect() as connection:
            rows = connection.execute(tables.working.select())
            return [
                Job(Position.parse(row.position, self.position.rules), Mark(row.mark), row.budget)
                for row in rows
            ]

    def parts(self) -> set[tuple[Position, Mark]]:
        """Return the jobs whose part of the certificate is kept."""
        column, rules = tables.parts.c, self.position.rules
        with storing("does not answer"), self._reading.connect() as connection:
            rows = connection.execute(sa.select(column.position, column.mark))
            return {(Position.parse(row.position, rules), Mark(row.mark)) for row in rows}

    def part(self, position: Position, mark: Mark) -> bytes:
        """Return the part of the certificate that a job has left."""
        asked = sa.select(tables.parts.c.part).where(_of(tables.parts, position, mark))
        with storing("does not answer"), self._reading.connect() as connection:
            return bytes(connection.execute(asked).scalar_one())

    def opinions(self) -> dict[tuple[Position, Mark], bool | None]:
        """Return what came of the jobs that were asked for once more; None if it was too much."""
        column, rules = tables.opinions.c, self.position.rules
        with storing("does not answer"), self._reading.connect() as connection:
            rows = connection.execute(sa.select(column.position, column.mark, column.won))
            return {(Position.parse(row.position, rules), Mark(row.mark)): row.won for row in rows}

    def keep_parts(self, made: Iterable[tuple[Job, bytes]]) -> None:
        """Keep parts of the certificate, in the place of earlier ones of the same jobs.

        Raises:
            StorageError: the database failed.
        """
        with storing("does not take the parts"), self._engine.begin() as connection:
            _keep_parts(connection, made)

    def keep_opinion(self, job: Job, answer: Answer) -> None:
        """Keep what came of asking for an answer once more.

        Raises:
            StorageError: the database failed.
        """
        row = {name: getattr(answer, name) for name in ("won", "nodes", "machine")}
        with storing("does not take the answers"), self._engine.begin() as connection:
            _put(connection, tables.opinions, job, row)

    def keep(self, answered: Iterable[tuple[Job, Answer]], working: Iterable[Job]) -> None:
        """Keep answers, and which jobs are being worked on; all of it or, if that fails, nothing.

        Raises:
            StorageError: the database failed.
        """
        answered = tuple(answered)
        kept = [_row(job) | answer._asdict() for job, answer in answered]
        for row in kept:
            del row["part"]
        made = [(job, answer.part) for job, answer in answered if answer.part is not None]
        at_work = [_row(job) for job in working]
        with storing("does not take the answers"), self._engine.begin() as connection:
            if kept:
                connection.execute(tables.jobs.insert(), kept)
            _keep_parts(connection, made)
            connection.execute(tables.working.delete())
            if at_work:
                connection.execute(tables.working.insert(), at_work)


def _keep_parts(connection: sa.Connection, made: Iterable[tuple[Job, bytes]]) -> None:
    for job, part in made:
        _put(connection, tables.parts, job, {"part": part})


def _put(connection: sa.Connection, table: sa.Table, job: Job, row: dict[str, object]) -> None:
    """Write the one row that a table has of a job, in the place of an earlier one."""
    connection.execute(table.delete().where(_of(table, job.position, job.mark)))
    of_it = {"position": str(job.position), "mark": str(job.mark)}
    connection.execute(table.insert(), of_it | row)


def _of(table: sa.Table, position: Position, mark: Mark) -> sa.ColumnElement[bool]:
    return (table.c.position == str(position)) & (table.c.mark == str(mark))


def _row(job: Job) -> dict[str, object]:
    return {"position": str(job.position), "mark": str(job.mark), "budget": job.budget}
