"""The worker: answers jobs one after the other, and keeps what its searches have learnt.

A job is a question (does a side win this position?) with a budget of nodes. A worker knows
nothing of the tree or the ledger, so it may as well run in another process or on another machine.
"""

from __future__ import annotations

import platform
from importlib.metadata import version
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from noughts.limit import Limit
from noughts.solver import Solver

if TYPE_CHECKING:
    from noughts.position import Mark, Position
    from noughts.rules import Rules


class Job(NamedTuple):
    """A question.

    Attributes:
        position: the least of its symmetric images.
        mark: the attacker: does this side win?
        budget: how many positions the search may look at.
    """

    position: Position
    mark: Mark
    budget: int


class Answer(NamedTuple):
    """What came of a job.

    Attributes:
        won: whether the attacker wins; None if the budget ran out first.
        nodes: positions looked at.
        seconds: wall-clock seconds that it took.
        machine: where.
        version: of Noughts.
    """

    won: bool | None
    nodes: int
    seconds: float
    machine: str
    version: str


class Worker:
    """One solver at work.

    Args:
        rules: the game.
        memory: bytes for what is remembered from one job to the next.

    Raises:
        RulesError: what `Solver` does not take.
    """

    def __init__(self, rules: Rules, memory: int) -> None:
        self._solver = Solver(rules, memory=memory, one_search=True)
        self._machine = platform.node()
        self._version = version("noughts")

    def answer(self, job: Job, limit: Limit | None = None) -> Answer:
        """Answer a job; whoever stops `limit` meanwhile gets an answer that is none."""
        started = perf_counter()
        part = (limit or Limit()).part(nodes=job.budget)
        won = self._solver.wins(job.position, job.mark, part)
        seconds = perf_counter() - started
        return Answer(won, self._solver.nodes, seconds, self._machine, self._version)
