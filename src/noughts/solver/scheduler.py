"""The scheduler: which of several searches runs next, and for how many nodes.

Its clients are everything that divides work between searches: the portfolio (the methods that work
on one question), certificates, the proofs behind `perfect` and those by threats (whether either
side wins), and the jobs of a ledger, which take their budgets from the table below.

Two rules decide the turns. The run that is furthest behind its share of the work is next. It gets
as many nodes as it has already had. So the work that a search repeats after each stop stays small,
and a turn that is too long at most doubles the cost.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

#: Shares of the work on a question: the search that the first estimate of the odds favours, and
#: each other one. If the odds are right, the two others add a quarter to the cost. If they are
#: wrong, the answer costs at most ten times as much.
GREAT_SHARE, SMALL_SHARE = 8, 1

# Nodes of the first turn. Alpha-beta: about a tenth of a second. Most small boards need no other
# search.
ALPHA_BETA_NODES = 131_072
#: A quarter: enough for most answers of Maker-Breaker (7 of the 11 rows in
#: docs/notes/solver-measurements.md).
MAKER_BREAKER_NODES = 32_768
#: A twelfth: one node judges all its children, which is the work of at least a dozen nodes.
PROOF_NUMBER_NODES = 10_922
#: Threat-space search: one or two hundredths of a second; all 208 known wins need fewer.
THREAT_NODES = 5_000
#: `perfect`, for a win of either side: a few milliseconds, since a player waits for the answer.
PLAY_NODES = 3_000

# Jobs of a ledger: the tree above them chooses which position is next.
#: No job takes more nodes: a quarter of an hour of alpha-beta on 8,8,5, which a crash may cost.
JOB_NODES = 1 << 28
#: The first time, a job may take this part of the nodes of all jobs before it. Then a hard position
#: costs little, and late in a long proof most jobs finish the first time.
JOB_PART = 64
#: With several workers, the first job only checks whether the whole is trivial; all others wait.
LOOK_NODES = 32
#: With several workers, proof-number search begins with this part of its first turn: near wins show
#: soon, and no worker is held up by a distant one.
HURRIED_PART = 8
#: In the proof of a win, the answers decide which questions are needed, so there the tree chooses
#: four times as often.
WIN_PARTS = 4


class Run(Protocol):
    """A search that works on a question, and resumes where it stopped."""

    @property
    def first_nodes(self) -> int:
        """The nodes of its first turn."""

    @property
    def share(self) -> int:
        """Its share of the work."""

    @property
    def decides(self) -> frozenset[bool]:
        """The answers that settle the question."""

    @property
    def nodes(self) -> int:
        """The nodes it has had in all."""

    @property
    def work(self) -> int:
        """All its work, in a unit that all runs share."""

    def run(self, nodes: int) -> bool | None:
        """Return the answer; None if it needs more nodes."""


Runs = TypeVar("Runs", bound=Run)


class Scheduler(Generic[Runs]):
    """Gives turns to runs until one of them settles the question.

    Args:
        runs: the runs on the same question; among equals the first is next.
        grant: called with the nodes of a turn; returns how many are allowed, 0 to stop.
        threads: with more than one, the last run has its own thread.

    Attributes:
        stopped: whether the question is settled, or its threads must end.
    """

    def __init__(self, runs: Sequence[Runs], grant: Callable[[int], int], threads: int = 1) -> None:
        self.stopped = False
        self._runs = runs
        self._grant = grant
        self._threads = threads

    def decide(self) -> tuple[bool, Runs] | None:
        """Return the answer and the run that found it; None if no run did."""
        if self._threads > 1 and len(self._runs) > 1:
            return self._beside()
        return self._in_turns(self._runs)

    def _in_turns(self, runs: Sequence[Runs]) -> tuple[bool, Runs] | None:
        working = list(runs)
        while working and not self.stopped:
            run = min(working, key=lambda each: each.work / each.share)
            nodes = self._grant(max(run.first_nodes, run.nodes))
            if not nodes:
                return None
            answer = run.run(nodes)
            if answer is not None:
                if answer in run.decides:
                    return answer, run
                working.remove(run)  # it answered another question than ours
        return None

    def _beside(self) -> tuple[bool, Runs] | None:
        """Run the last one in its own thread, the others alternately in this one."""
        found: list[tuple[bool, Runs]] = []

        def work(part: Sequence[Runs]) -> None:
            answer = self._in_turns(part)
            if answer is not None:
                found.append(answer)
                self.stopped = True

        with ThreadPoolExecutor(2) as pool:
            try:  # from the first submission on: the pool waits for submitted work
                parts = self._runs[:-1], self._runs[-1:]
                for job in [pool.submit(work, part) for part in parts]:
                    job.result()
            except BaseException:
                self.stopped = True
                raise
        self.stopped = False
        return found[0] if found else None
