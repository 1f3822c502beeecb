"""`Ledger`: a proof's position and answered jobs, in SQLite or PostgreSQL.

Stored data is on disk, whatever happens next. A job is stored completely or not at all.
"""

from collections.abc import Iterable

import sqlalchemy as sa

from noughts.core.position import Mark, Position
from noughts.database import ledger_tables as tables
from noughts.database.parts import storing
from noughts.proofs.ledger.ledger_reader import LedgerReader, of, opened
from noughts.proofs.ledger.proof_tree import ProofTree
from noughts.proofs.ledger.worker import Job, JobResult, refuse


class Ledger(LedgerReader):
    """The ledger in one database, for reading and writing; `look` only reads one.

    Args:
        url: an SQLAlchemy URL, such as ``sqlite:///844.ledger``.
        position: its position, also for a new ledger.

    Raises:
        LedgerError: It has another game or position.
        RulesError: The solver does not support the game.
        StorageError: It cannot be opened, or has a newer version.
    """

    def __init__(self, url: str, position: Position) -> None:
        refuse(position.rules)
        self._engine = opened(url, tables.PART, position)
        super().__init__(self._engine, position)

    def keep_parts(self, made: Iterable[tuple[Job, bytes]]) -> None:
        """Store parts of the certificate, replacing earlier ones of the same jobs.

        Raises:
            StorageError: The database failed.
        """
        with storing("no change"), self._engine.begin() as connection:
            _keep_parts(connection, made)

    def keep_opinion(self, job: Job, answer: JobResult) -> None:
        """Store the result of repeating an answer.

        Raises:
            StorageError: The database failed.
        """
        row = {name: getattr(answer, name) for name in ("won", "nodes", "machine")}
        with storing("no change"), self._engine.begin() as connection:
            _put(connection, tables.opinions, job, row)

    def keep(self, answered: Iterable[tuple[Job, JobResult]], working: Iterable[Job]) -> None:
        """Store answers and the jobs in progress: everything or, on failure, nothing.

        Raises:
            StorageError: The database failed.
        """
        answered = tuple(answered)
        kept = [_row(job) | answer._asdict() for job, answer in answered]
        for row in kept:
            del row["part"]
        made = [(job, answer.part) for job, answer in answered if answer.part is not None]
        at_work = [_row(job) for job in working]
        with storing("no change"), self._engine.begin() as connection:
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
    """Write a table's row of a job, replacing an earlier one."""
    connection.execute(table.delete().where(of(table, job.position, job.mark)))
    of_it = {"position": str(job.position), "mark": str(job.mark)}
    connection.execute(table.insert(), of_it | row)


def _row(job: Job) -> dict[str, object]:
    return {"position": str(job.position), "mark": str(job.mark), "budget": job.budget}


def merge(ledger: Ledger, other: LedgerReader) -> int:
    """Keep those of the other's answers that tell a ledger something; return how many.

    Raises:
        LedgerError: the answers contradict each other; nothing is taken then.
        StorageError: a database failed.
    """
    trees, others = _trees(ledger), _trees(other)
    for mark in Mark:
        for position, node in others[mark].nodes.items():
            if node.won is not None:
                trees[mark].check(position, won=node.won)
    taken: list[tuple[Job, JobResult]] = []
    for job, answer in other.answers():
        known = trees[job.mark].find(job.position)
        if known is None or known.won is not None:
            continue  # nothing is learnt from it, or it lies behind what is settled here
        if answer.won is None and (known.children or job.budget <= known.asked):
            continue
        trees[job.mark].take(job.position, job.budget, won=answer.won)
        taken.append((job, answer))
    ledger.keep(taken, [])
    kept = ledger.parts()
    for position, mark in sorted(other.parts() - kept, key=str):
        here = trees[mark].nodes.get(position)
        if here is not None and here.won is not None:  # else nothing here rests on it
            ledger.keep_parts([(Job(position, mark, 0), other.part(position, mark))])
    return len(taken)


def _trees(ledger: LedgerReader) -> dict[Mark, ProofTree]:
    trees = {mark: ProofTree(ledger.position, mark) for mark in Mark}
    for job, answer in ledger.answers():
        trees[job.mark].take(job.position, job.budget, won=answer.won)
    return trees
