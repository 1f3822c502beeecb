"""`Monitor`: the progress of a proof, read from its ledger without disturbing workers.

Repeated looks read only the answers that are new. `status` looks once.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from noughts.core.position import Position
from noughts.proofs.ledger.subtree import ProofNode, place
from noughts.proofs.ledger.totals import QuestionState, Totals

if TYPE_CHECKING:
    from noughts.proofs.ledger.ledger_reader import LedgerReader
    from noughts.proofs.ledger.worker import Job, JobResult

PORTION = 1000  #: answers read at a time


class Machine(NamedTuple):
    """A machine that has answered jobs.

    Attributes:
        name: the machine's name.
        version: the version of Noughts there.
        jobs: the jobs answered.
        nodes: the nodes they took.
        seconds: the seconds they took.
    """

    name: str
    version: str
    jobs: int
    nodes: int
    seconds: float


class Status(NamedTuple):
    """The progress of a proof.

    Attributes:
        position: the position to prove.
        questions: the questions asked, in order.
        working: the jobs in progress, or in progress when the work stopped.
        machines: the machines that have answered, most productive first.
        unread: the answers not read yet, for lack of time.
    """

    position: Position
    questions: tuple[QuestionState, ...]
    working: tuple[Job, ...]
    machines: tuple[Machine, ...]
    unread: int


class Monitor:
    """Watches a ledger.

    Args:
        ledger: the proof's ledger.
    """

    def __init__(self, ledger: LedgerReader) -> None:
        self._ledger = ledger
        self._begin()

    def _begin(self) -> None:
        """Start without knowledge."""
        position = self._ledger.position
        self._accounts = {
            mark: Totals(position, mark) for mark in (position.turn, position.turn.other)
        }
        self._machines: dict[tuple[str, str], Machine] = {}
        self._last = 0  # the number of the last answer read
        self._taken = 0  # how many were read
        self._working: tuple[Job, ...] = ()

    def look(self, seconds: float = inf) -> Status:
        """Return the progress of the proof; stop reading answers after this many seconds.

        Raises:
            LedgerError: The answers contradict each other.
            StorageError: The database failed.
        """
        until = monotonic() + seconds
        before, _ = self._ledger.counted(self._last)
        if before != self._taken:  # some vanished or arrived late in between: start again
            self._begin()
        self._working = tuple(self._ledger.working())
        late = False
        while not late and (portion := self._ledger.numbered(self._last, PORTION)):
            for number, job, answer in portion:
                self._take(job, answer)
                self._last = number
                self._taken += 1
                late = monotonic() >= until
                if late:
                    break
        _, every = self._ledger.counted(self._last)
        asked = {job.mark for job in self._working}
        found = [(mark, account.asked()) for mark, account in self._accounts.items()]
        return Status(
            self._ledger.position,
            tuple(each for mark, each in found if each.jobs or mark in asked),
            self._working,
            tuple(sorted(self._machines.values(), key=lambda each: -each.nodes)),
            every - self._taken,
        )

    def place(self, moves: Iterable[int | str]) -> ProofNode:
        """Return what the last look knew about the position after these moves.

        Raises:
            IllegalMoveError: The moves cannot be played.
        """
        return place(self._ledger.position, moves, self._accounts.values(), self._working)

    def _take(self, job: Job, answer: JobResult) -> None:
        self._accounts[job.mark].take(job, answer)
        who = answer.machine, answer.version
        known = self._machines.get(who, Machine(*who, 0, 0, 0.0))
        self._machines[who] = known._replace(
            jobs=known.jobs + 1,
            nodes=known.nodes + answer.nodes,
            seconds=known.seconds + answer.seconds,
        )


def status(ledger: LedgerReader) -> Status:
    """Return the progress of the proof in a ledger.

    Raises:
        LedgerError: The answers contradict each other.
        StorageError: The database failed.
    """
    return Monitor(ledger).look()
