"""The scheduler: which search runs next, and for how many nodes.

Everything that divides work is a client of one loop, `rounds`. It asks which turn is due, starts
it, and returns the answers as they come. Two clients choose the next turn, by different rules:

    Scheduler          several searches on one question: the portfolio and its certificates, the
                       proofs behind `perfect` and those by threats. Any answer settles the
                       question, so each search gets its share of the work.
    a ledger's tree    many questions of one proof, answered by workers on many machines
                       (`noughts.proofs.ledger.run`). No single answer settles the proof, so shares
                       mean nothing there: the proof numbers of the tree choose.

Both give a search that continues about as many nodes as it has already had. So the work that a
search repeats after each stop stays small, and a turn that is too long at most doubles the cost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Generic, Protocol, TypeVar

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
#: A sixth: one node judges all its children, which is the work of at least a dozen nodes, so this
#: is two tenths of a second. How many nodes a win takes depends on where the search stops, by luck:
#: of nine first turns between 4,096 and 32,768, 12,4,4 took 2 to 4 s with six, but 15 to 48 s with
#: 4,096, 10,922 and 20,000. This one takes half the time of 10,922 for 9,4,4 to 16,4,4 together.
PROOF_NUMBER_NODES = 21_845
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
HURRIED_PART = 16
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
Turn = TypeVar("Turn")
Found = TypeVar("Found")

EVERY = 0.2  #: seconds after which the loop looks whether it is to end


def rounds(
    due: Callable[[], Turn | None],
    start: Callable[[Turn], Future[Found]],
    size: int = 1,
    seconds: float = EVERY,
) -> Iterator[list[tuple[Turn, Found]]]:
    """Keep this many turns running, and yield the answers, until nothing is left to do.

    Args:
        due: returns the turn that is due; None if there is none until others are answered.
        start: starts it.
        size: how many are at work at the same time.
        seconds: yields after this time, even if nothing was answered.

    >>> from concurrent.futures import ThreadPoolExecutor
    >>> numbers = iter([4, 9])
    >>> with ThreadPoolExecutor(1) as pool:
    ...     list(rounds(lambda: next(numbers, None), lambda each: pool.submit(pow, each, 2), 1, 9))
    [[(4, 16)], [(9, 81)]]
    """
    working: dict[Future[Found], Turn] = {}
    while True:
        while len(working) < size and (turn := due()) is not None:
            working[start(turn)] = turn
        if not working:
            return
        over = [future for future in working if future.done()]
        if not over:
            wait(working, timeout=seconds, return_when=FIRST_COMPLETED)
            over = [future for future in working if future.done()]
        yield [(working.pop(future), future.result()) for future in over]


class Scheduler(Generic[Runs]):
    """Gives turns to runs until one of them settles the question.

    The run that is furthest behind its share of the work is next. It gets as many nodes as it has
    already had.

    Args:
        runs: the runs on the same question; among equals the first is next.
        grant: called with the nodes of a turn; returns how many are allowed, 0 to stop.
        threads: with more than one, the last run has its own thread.
    """

    def __init__(self, runs: Sequence[Runs], grant: Callable[[int], int], threads: int = 1) -> None:
        self.stopped = False  #: whether the question is settled, or its threads must end
        self._runs = list(runs)
        self._working: list[Runs] = []
        self._alone = runs[-1] if threads > 1 and len(runs) > 1 else None
        self._grant = grant

    def decide(self) -> tuple[bool, Runs] | None:
        """Return the answer and the run that found it; None if no run did."""
        if self._alone is None:
            return self._settle(_at_once, 1)
        pool = ThreadPoolExecutor(2)
        try:
            return self._settle(pool.submit, 2)
        finally:
            self.stopped = True  # for the turn that is still at work
            pool.shutdown()
            self.stopped = False

    def _settle(self, submit: Submit, size: int) -> tuple[bool, Runs] | None:
        for answered in rounds(self._due, lambda turn: submit(turn[0].run, turn[1]), size):
            for (run, _), answer in answered:
                self._working.remove(run)
                if answer in run.decides:
                    return answer, run
                if answer is not None:
                    self._runs.remove(run)  # it answered another question than ours
        return None

    def _due(self) -> tuple[Runs, int] | None:
        """Return the run that is next, and for how many nodes."""
        free = [run for run in self._runs if run not in self._working]
        if not free:
            return None
        last = free[-1]
        run = last if last is self._alone else min(free, key=lambda each: each.work / each.share)
        nodes = self._grant(max(run.first_nodes, run.nodes))
        if not nodes:
            return None
        self._working.append(run)
        return run, nodes


class Submit(Protocol):
    """Starts a call; the executors of the standard library have such a method."""

    def __call__(self, call: Callable[[int], bool | None], nodes: int, /) -> Future[bool | None]:
        """Return what will have its result."""


class _Answered(Future[Found]):
    """A call that is over: without the locks of a future, which take half the time of a turn."""

    def __init__(self, result: Found) -> None:
        self._answer = result

    def done(self) -> bool:
        """Whether it is over: yes."""
        return True

    def result(self, timeout: float | None = None) -> Found:
        """Return what the call returned."""
        del timeout
        return self._answer


def _at_once(call: Callable[[int], bool | None], nodes: int) -> Future[bool | None]:
    """Make a call here and now: one thread is repeatable, and Ctrl-C ends it."""
    return _Answered(call(nodes))
