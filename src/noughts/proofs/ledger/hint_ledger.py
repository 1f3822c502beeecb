"""`HintLedger`: the answers of a proof with a hint, in a database.

It may be the same database as that of a ledger. The hint itself is not stored: answers hold without
it, so they also serve a better hint for the same position.
"""

import zlib
from collections import defaultdict
from collections.abc import Iterable
from typing import Self

from noughts.core.notation import parse_rows
from noughts.core.position import Position
from noughts.database import ledger_tables as tables
from noughts.database.parts import storing
from noughts.proofs.ledger.hint_tree import QuestionKey
from noughts.proofs.ledger.ledger_reader import opened
from noughts.proofs.ledger.worker import Job, JobResult


class HintAnswers:
    """Answers to questions, whether or not a hint asks for them."""

    def __init__(self) -> None:
        self.proved: set[QuestionKey] = set()  #: the questions answered by a proof
        #: for a position's key, the sets of replies without which it is proved to be lost
        self.replies: defaultdict[int, list[int]] = defaultdict(list)
        self.asked: dict[QuestionKey, int] = {}  #: for each question, the largest budget of nodes
        self.nodes: int = 0  #: the nodes of all answers
        self.seconds: float = 0.0  #: their seconds

    def take(self, question: QuestionKey, budget: int, answer: JobResult, most: int) -> None:
        """Record an answer. Yes and no are final, so they count as asked with the most nodes."""
        self.nodes += answer.nodes
        self.seconds += answer.seconds
        budget = budget if answer.won is None else most
        self.asked[question] = max(budget, self.asked.get(question, 0))
        if answer.won and question not in self.proved:
            self.proved.add(question)
            self.replies[question[0]].append(question[1])


class HintLedger:
    """The answers in one database.

    Args:
        url: an SQLAlchemy URL, such as ``sqlite:///gomoku.ledger``.
        position: the start of the proof.

    Raises:
        LedgerError: It has the answers of another position.
        StorageError: It cannot be opened, or has a newer version.
    """

    def __init__(self, url: str, position: Position) -> None:
        self.position: Position = position
        self._engine = opened(url, tables.HINT_PART, position)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Close all connections."""
        self._engine.dispose()

    def keep(self, answered: Iterable[tuple[Job, JobResult]]) -> None:
        """Store answers: everything or, on failure, nothing.

        Raises:
            StorageError: The database failed.
        """
        rows = []
        for job, answer in answered:
            row = answer._asdict()
            del row["part"]
            about = {"position": str(job.position), "listed": f"{job.listed:x}"}
            rows.append(row | about | {"budget": job.budget})
        if rows:
            with storing("no change"), self._engine.begin() as connection:
                connection.execute(tables.hint_answers.insert(), rows)

    def part(self, position: Position) -> list[str] | None:
        """Return the lines of a certificate after a first reply; None if there are none.

        Raises:
            StorageError: The database failed.
        """
        table = tables.hint_parts
        with storing("no answer"), self._engine.connect() as connection:
            query = table.select().where(table.c.position == str(position))
            row = connection.execute(query).one_or_none()
        return None if row is None else zlib.decompress(row.part).decode().split("\n")

    def keep_part(self, position: Position, lines: list[str]) -> None:
        """Store these lines.

        Raises:
            StorageError: The database failed.
        """
        row = {"position": str(position), "part": zlib.compress("\n".join(lines).encode())}
        with storing("no change"), self._engine.begin() as connection:
            connection.execute(tables.hint_parts.insert().values(row))

    def answers(self, most: int) -> HintAnswers:
        """Return all answers; `most`: the largest budget of nodes.

        Raises:
            StorageError: The database failed.
        """
        known, rules = HintAnswers(), self.position.rules
        keys: dict[str, int] = {}
        with storing("no answer"), self._engine.connect() as connection:
            for row in connection.execute(tables.hint_answers.select()):
                if row.position not in keys:
                    x, o = parse_rows(row.position, rules.shape)
                    keys[row.position] = x | o << rules.cells
                question = keys[row.position], int(row.listed, 16)
                answer = JobResult(row.won, row.nodes, row.seconds, row.machine, row.version)
                known.take(question, row.budget, answer, most)
        return known
