"""`Totals`: the running totals of the answers to one question.

A question is whether a side wins the position of a ledger. The same answers in the same order
always give the same totals, whether read at once or one by one, so the numbers over time need not
be stored.

The work left is an estimate: a leaf is assumed to cost the average of the answered positions with
as many stones, and the cheapest way to the end counts. It does not foresee that jobs will run out
of their budgets, as earlier ones did, so it is more often too low than too high. While no job has
been answered, it is None.
"""

from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from math import inf
from typing import NamedTuple

from noughts.core.position import Mark, Position
from noughts.proofs.ledger.proof_tree import Node, ProofTree
from noughts.proofs.ledger.worker import Job, JobResult

SAMPLES = 40  #: the most points in the history; then every other one is dropped


class Sample(NamedTuple):
    """The numbers after a number of answers to a question.

    Attributes:
        jobs: the jobs answered until then.
        nodes: the nodes they took.
        seconds: the seconds they took.
        proof: the proof number; infinite once the attacker is proved not to win.
        disproof: the disproof number, likewise.
    """

    jobs: int
    nodes: int
    seconds: float
    proof: float
    disproof: float


class QuestionState(NamedTuple):
    """The progress of one question: does a side win?

    Attributes:
        mark: the side.
        won: the answer; None if there is none yet.
        jobs: the jobs answered.
        ran_out: those of the jobs whose budget ran out.
        nodes: the nodes they took.
        seconds: the seconds they took.
        history: the numbers over time; the last ones are current.
        left_if_won: an estimate of the nodes left if the side wins; None if it is proved not to
            win, or while all jobs ran out.
        left_if_not: the same if the side does not win.
    """

    mark: Mark
    won: bool | None
    jobs: int
    ran_out: int
    nodes: int
    seconds: float
    history: tuple[Sample, ...]
    left_if_won: int | None
    left_if_not: int | None


class Totals:
    """The answers to whether a side wins a position."""

    def __init__(self, position: Position, mark: Mark) -> None:
        self.tree: ProofTree = ProofTree(position, mark)  #: the tree of the answers
        self.spent: dict[Node, int] = {}  #: the nodes spent on each position
        self._ran_out = 0
        self._now = Sample(0, 0, 0.0, self.tree.root.proof, self.tree.root.disproof)
        self._history: list[Sample] = []
        self._every = 1  # one point in this many is kept
        self._costs: dict[int, tuple[int, int]] = {}  # by stones: positions and nodes
        self._asked: QuestionState | None = None  # until the next answer

    def take(self, job: Job, answer: JobResult) -> None:
        """Record an answer.

        Raises:
            LedgerError: It contradicts others.
        """
        self._asked = None
        self.tree.take(job.position, job.budget, won=answer.won)
        node, root, ply = self.tree.nodes[job.position], self.tree.root, job.position.ply
        positions, nodes = self._costs.get(ply, (0, 0))
        self._costs[ply] = positions + (node not in self.spent), nodes + answer.nodes
        self.spent[node] = self.spent.get(node, 0) + answer.nodes
        self._ran_out += answer.won is None
        jobs, nodes, seconds, *_ = self._now
        self._now = Sample(
            jobs + 1, nodes + answer.nodes, seconds + answer.seconds, root.proof, root.disproof
        )
        if self._now.jobs % self._every == 0:
            self._history.append(self._now)
            if len(self._history) > SAMPLES:
                self._every *= 2
                self._history = [each for each in self._history if each.jobs % self._every == 0]

    def asked(self) -> QuestionState:
        """Return the progress of the question."""
        if self._asked is None:
            self._asked = self._look()
        return self._asked

    def _look(self) -> QuestionState:
        now = self._now
        last = () if not now.jobs or now in self._history[-1:] else (now,)
        return QuestionState(
            self.tree.mark,
            self.tree.root.won,
            now.jobs,
            self._ran_out,
            now.nodes,
            now.seconds,
            (*self._history, *last),
            self._left(won=True),
            self._left(won=False),
        )

    def shares(self) -> Mapping[Node, float]:
        """Return the nodes spent on each position and everything after it.

        Positions that share a successor divide its nodes, so that the shares of the positions after
        each move add up to the whole.
        """
        shares: defaultdict[Node, float] = defaultdict(float, self.spent)
        layers: defaultdict[int, set[Node]] = defaultdict(set)
        for node in self.spent:
            layers[node.position.ply].add(node)
        for ply in range(max(layers, default=0), self.tree.root.position.ply, -1):
            for node in layers[ply]:
                for parent in node.parents:
                    shares[parent] += shares[node] / len(node.parents)
                    layers[ply - 1].add(parent)
        return shares

    def _left(self, *, won: bool) -> int | None:
        """Estimate how many nodes are left if the attacker wins, or does not win."""
        root, costs = self.tree.root, self._costs
        if not costs or root.won not in {None, won}:
            return None
        if root.won is None and self._ran_out == self._now.jobs:
            return None

        @cache
        def cost(ply: int) -> float:
            positions, nodes = costs[min(costs, key=lambda known: (abs(known - ply), known))]
            return nodes / positions

        @cache
        def left(node: Node) -> float:
            if node.won is not None:
                return 0.0 if node.won is won else inf
            if not node.children:
                return cost(node.position.ply)
            return (min if node.attacks is won else sum)(map(left, node.children))

        return round(left(root))
