"""`Monitor`: how far a proof is, from nothing but what its ledger says; nobody's work is disturbed.

Whoever looks again and again takes in only the answers that have come since. `status` looks once.
"""

from __future__ import annotations

from math import inf
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from noughts.proofs.ledger.subtree import ProofNode, place
from noughts.proofs.ledger.totals import Totals

if TYPE_CHECKING:
    from collections.abc import Iterable

    from noughts.core.position import Position
    from noughts.proofs.ledger.ledger_reader import LedgerReader
    from noughts.proofs.ledger.totals import QuestionState
    from noughts.proofs.ledger.worker import Job, JobResult

PORTION = 1000  #: answers that are read at a time


class Machine(NamedTuple):
    """Who has answered.

    Attributes:
        name: of the machine.
        version: of Noughts there.
        jobs: answered.
        nodes: that they took.
        seconds: that they took.
    """

    name: str
    version: str
    jobs: int
    nodes: int
    seconds: float


class Status(NamedTuple):
    """How far a proof is.

    Attributes:
        position: what is proved.
        questions: those that have been asked, in their order.
        working: the jobs that are being worked on, or were when the work was broken off.
        machines: those who have answered, whoever has done most first.
        unread: answers that are not in this yet, because there was no time to take them in.
    """

    position: Position
    questions: tuple[QuestionState, ...]
    working: tuple[Job, ...]
    machines: tuple[Machine, ...]
    unread: int


class Monitor:
    """Looks at a ledger again and again.

    Args:
        ledger: where the proof is kept.
    """

    def __init__(self, ledger: LedgerReader) -> None:
        self._ledger = ledger
        self._begin()

    def _begin(self) -> None:
        """Know nothing."""
        position = self._ledger.position
        self._accounts = {
            mark: Totals(position, mark) for mark in (position.turn, position.turn.other)
        }
        self._machines: dict[tuple[str, str], Machine] = {}
        self._last = 0  # the number of the last answer that has been taken in
        self._taken = 0  # how many have been
        self._working: tuple[Job, ...] = ()

    def look(self, seconds: float = inf) -> Status:
        """Return how far the proof is; after so many seconds no more answers are taken in.

        Raises:
            LedgerError: the answers contradict each other.
            StorageError: the database failed.
        """
        until = monotonic() + seconds
        before, _ = self._ledger.counted(self._last)
        if before != self._taken:  # some went, or came late in between: another ledger by now
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
        """Return what is known of the position after these moves, as of the last look.

        Raises:
            IllegalMoveError: they cannot be played.
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
    """Return how far the proof in a ledger is.

    Raises:
        LedgerError: the answers contradict each other.
        StorageError: the database failed.
    """
    return Monitor(ledger).look()
