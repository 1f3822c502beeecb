"""The worker: answers jobs one after another, and keeps its searches' results.

A job is a question (does a side win this position?) with a budget of nodes. A worker does not know
the tree or the ledger, so it can run in another process or on another machine.
"""

from __future__ import annotations

import platform
from enum import Enum
from importlib.metadata import version
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from noughts.core.limit import Limit
from noughts.core.position import Mark, Position
from noughts.solver import MOST_CELLS, Solver, portfolio
from noughts.solver.gravity import GravitySolver, refusal

if TYPE_CHECKING:
    from noughts.core.rules import Rules
    from noughts.formats.move_tree import Moves
    from noughts.proofs.ledger.threat_jobs import ThreatJobs
    from noughts.solver.shared import SharedMemory

LEAST_CHECKING = 1 << 20  #: the least bytes for a second opinion
CHECKING = 3  #: a second opinion gets the worker's memory halved this many times


class Wanted(Enum):
    """What a job must deliver."""

    ANSWER = "an answer"
    PART = "an answer, and its part of the certificate"
    OPINION = "an answer that owes nothing to what was found before"
    THREATS = "a proof by threats"
    TREES = "its part of a certificate by threats"


class Job(NamedTuple):
    """A question."""

    position: Position  #: the least of its symmetric images
    mark: Mark  #: the attacker: does this side win?
    budget: int  #: the most positions that the search may look at
    wanted: Wanted = Wanted.ANSWER  #: what it must deliver
    listed: int = 0  #: for a proof by threats, the replies, a bit each, that need none
    moves: Moves | None = None  #: for a part by threats, the attacker's moves


class JobResult(NamedTuple):
    """The result of a job."""

    won: bool | None  #: whether the attacker wins; None if the budget ran out first
    nodes: int  #: positions looked at
    seconds: float  #: its wall-clock seconds
    machine: str  #: the machine that did it
    version: str  #: the version of Noughts
    #: a certificate of the answer, if it was wanted and the nodes were enough
    part: bytes | None = None


def refuse(rules: Rules) -> None:
    """Reject games that no worker can solve.

    Raises:
        RulesError: The solver does not support the game; the message says why.
    """
    if not rules.gravity:
        portfolio.refuse(rules)
    elif why := refusal(rules):
        raise why


class Worker:
    """One solver at work.

    Args:
        whole: the position of the ledger, which decides the search for each job.
        memory: bytes for the tables kept from one job to the next.
        shared: the tables shared with other workers of this machine.

    Raises:
        RulesError: The solver does not support the game.
    """

    def __init__(self, whole: Position, memory: int, shared: SharedMemory | None = None) -> None:
        self._threats: ThreatJobs | None = None
        self._whole = whole
        self._memory = memory
        self._shared = shared
        if whole.rules.gravity or whole.rules.cells <= MOST_CELLS:
            self._solver = self._made(memory)
        self._machine = platform.node()
        self._version = version("noughts")

    def answer(self, job: Job, limit: Limit | None = None) -> JobResult:
        """Answer a job; if another thread stops `limit`, the answer is void."""
        started = perf_counter()
        if job.wanted is Wanted.THREATS:
            won, nodes = self._by_threats(job, limit or Limit())
            seconds = perf_counter() - started
            return JobResult(won, nodes, seconds, self._machine, self._version)
        if job.wanted is Wanted.TREES:
            trees, nodes = self._trees(job, limit or Limit())
            seconds = perf_counter() - started
            found = None if trees is None else True
            return JobResult(found, nodes, seconds, self._machine, self._version, trees)
        solver = self._solver
        if job.wanted is Wanted.OPINION:  # by all searches in turn, with empty tables
            solver = self._made(max(LEAST_CHECKING, self._memory >> CHECKING), alone=True)
        won = solver.wins(job.position, job.mark, (limit or Limit()).part(nodes=job.budget))
        nodes, made = solver.nodes, None
        if job.wanted is Wanted.PART and won is not None and isinstance(solver, Solver):
            from noughts.proofs.ledger.job_certificates import part  # noqa: PLC0415  (slow to load, and seldom wanted)

            made, further = part(solver, job.position, job.mark, job.budget, won=won)
            nodes += further
        seconds = perf_counter() - started
        return JobResult(won, nodes, seconds, self._machine, self._version, made)

    def _made(self, memory: int, *, alone: bool = False) -> Solver | GravitySolver:
        """Return a solver with empty tables; `alone`: it shares nothing, and tries all searches."""
        rules = self._whole.rules
        if rules.gravity:
            return GravitySolver(rules, memory=memory, book=False)
        if alone:
            return Solver(rules, memory=memory)
        return Solver(rules, memory=memory, part_of=self._whole, shared=self._shared)

    def _trees(self, job: Job, limit: Limit) -> tuple[bytes | None, int]:
        from noughts.proofs.ledger.threat_jobs import part  # noqa: PLC0415  (seldom wanted)

        self._threats = None  # its memory is needed
        return part(job.position, job.mark, job.moves, self._memory, job.budget, limit)

    def _by_threats(self, job: Job, limit: Limit) -> tuple[bool | None, int]:
        if self._threats is None:
            from noughts.proofs.ledger.threat_jobs import ThreatJobs  # noqa: PLC0415  (seldom wanted)

            self._threats = ThreatJobs(self._whole.rules, self._memory)
        return self._threats.wins(job.position, job.mark, job.listed, job.budget, limit)
