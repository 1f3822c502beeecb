"""`LedgerReader`: read-only access to a ledger.

`look` opens a ledger that others may be working on, and never writes to it.
"""

from pathlib import Path
from typing import Self

import sqlalchemy as sa

from noughts.core.errors import LedgerError
from noughts.core.position import Mark, Position
from noughts.core.rules import Rules
from noughts.database import ledger_tables as tables
from noughts.database.connecting import connect, reading
from noughts.database.parts import Part, storing
from noughts.proofs.ledger.worker import Job, JobResult

_SQLITE = "sqlite:///"


class LedgerReader:
    """The ledger in an open database.

    Args:
        engine: the database.
        position: the ledger's position.

    Attributes:
        position: the ledger's position.
    """

    def __init__(self, engine: sa.Engine, position: Position) -> None:
        self.position: Position = position
        self._reading = engine.execution_options(noughts_reading=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Close all connections."""
        self._reading.dispose()

    def answers(self) -> list[tuple[Job, JobResult]]:
        """Return the answered jobs, in the order in which they were stored."""
        return [(job, answer) for _, job, answer in self.numbered()]

    def numbered(self, after: int = 0, most: int | None = None) -> list[tuple[int, Job, JobResult]]:
        """Return at most this many answered jobs after a number, with their increasing numbers."""
        rules, jobs = self.position.rules, tables.jobs
        asked = jobs.select().where(jobs.c.id > after).order_by(jobs.c.id).limit(most)
        with storing("no answer"), self._reading.connect() as connection:
            return [
                (
                    row.id,
                    Job(Position.parse(row.position, rules), Mark(row.mark), row.budget),
                    JobResult(row.won, row.nodes, row.seconds, row.machine, row.version),
                )
                for row in connection.execute(asked)
            ]

    def counted(self, until: int) -> tuple[int, int]:
        """Return the number of answered jobs: those up to a number, and all."""
        column = tables.jobs.c.id
        earlier = sa.func.count().filter(column <= until)
        asked = sa.select(earlier, sa.func.count(column)).select_from(tables.jobs)
        with storing("no answer"), self._reading.connect() as connection:
            first, every = connection.execute(asked).one()
            return first, every

    def working(self) -> list[Job]:
        """Return the jobs in progress, or in progress when the work stopped."""
        with storing("no answer"), self._reading.connect() as connection:
            rows = connection.execute(tables.working.select())
            return [
                Job(Position.parse(row.position, self.position.rules), Mark(row.mark), row.budget)
                for row in rows
            ]

    def parts(self) -> set[tuple[Position, Mark]]:
        """Return the jobs whose part of the certificate is stored."""
        column, rules = tables.parts.c, self.position.rules
        with storing("no answer"), self._reading.connect() as connection:
            rows = connection.execute(sa.select(column.position, column.mark))
            return {(Position.parse(row.position, rules), Mark(row.mark)) for row in rows}

    def part(self, position: Position, mark: Mark) -> bytes:
        """Return a job's part of the certificate."""
        asked = sa.select(tables.parts.c.part).where(of(tables.parts, position, mark))
        with storing("no answer"), self._reading.connect() as connection:
            return bytes(connection.execute(asked).scalar_one())

    def opinions(self) -> dict[tuple[Position, Mark], tuple[bool | None, int]]:
        """Return the results of repetitions (None if the budget ran out), with their nodes."""
        column, rules = tables.opinions.c, self.position.rules
        asked = sa.select(column.position, column.mark, column.won, column.nodes)
        with storing("no answer"), self._reading.connect() as connection:
            return {
                (Position.parse(row.position, rules), Mark(row.mark)): (row.won, row.nodes)
                for row in connection.execute(asked)
            }


def url(place: str) -> str:
    """Return the URL of a file or, as it is, of a database.

    >>> url("844.ledger"), url("postgresql://localhost/844")
    ('sqlite:///844.ledger', 'postgresql://localhost/844')
    """
    return place if "://" in place else f"{_SQLITE}{place}"


def name(url: str) -> str:
    """Return a database's name for users: the file's path, or the URL without its password.

    >>> name("sqlite:///844.ledger"), name("postgresql://ann:secret@localhost/844")
    ('844.ledger', 'postgresql://ann:***@localhost/844')
    """
    if url.startswith(_SQLITE):
        return url.removeprefix(_SQLITE)
    return sa.make_url(url).render_as_string()


def of(table: sa.Table, position: Position, mark: Mark) -> sa.ColumnElement[bool]:
    """Return the condition for a table's rows of a job."""
    return (table.c.position == str(position)) & (table.c.mark == str(mark))


def matching(row: sa.Row[tuple[object, ...]], position: Position, where: str) -> None:
    """Check that a ledger has this position.

    Raises:
        LedgerError: It has another position, or another game.
    """
    for found, wanted in ((row.rules, str(position.rules)), (row.position, str(position))):
        if found != wanted:
            raise LedgerError.said("ledger", "another", file=where, found=found, wanted=wanted)


def opened(url: str, part: Part, position: Position) -> sa.Engine:
    """Open a database for writing; its first table is to have this position, once it has any.

    Raises:
        LedgerError: It has another position, or another game.
        StorageError: It cannot be opened, or has a newer version.
    """
    engine, table = connect(url, part), part.tables[0]
    try:
        with storing("not opened"), engine.begin() as connection:
            row = connection.execute(table.select()).one_or_none()
            if row is None:
                about = {"rules": str(position.rules), "position": str(position)}
                connection.execute(table.insert().values(id=1, **about))
        if row is not None:
            matching(row, position, name(url))
    except BaseException:
        engine.dispose()
        raise
    return engine


def look(url: str, position: Position | None = None) -> LedgerReader:
    """Open a ledger read-only, without delaying its workers.

    Args:
        url: an SQLAlchemy URL, such as ``sqlite:///844.ledger``.
        position: its required position; any position by default.

    Raises:
        LedgerError: It does not exist, or has another game or position.
        StorageError: It cannot be opened, or has another version.
    """
    if url.startswith(_SQLITE) and not Path(name(url)).exists():
        raise LedgerError.said("ledger", "no file", file=name(url))
    engine = reading(url, tables.PART)
    try:
        kept = LedgerReader(engine, _about(engine, name(url), position))
    except BaseException:
        engine.dispose()
        raise
    return kept


def _about(engine: sa.Engine, where: str, wanted: Position | None) -> Position:
    """Return a ledger's position."""
    with storing("not opened"), engine.connect() as connection:
        row = connection.execute(tables.proofs.select()).one_or_none()
    if row is None:
        raise LedgerError.said("ledger", "empty", file=where)
    if wanted is not None:
        matching(row, wanted, where)
    return Position.parse(row.position, Rules.parse(row.rules))
