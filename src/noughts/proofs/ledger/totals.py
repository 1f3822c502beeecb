"""`Totals`: what the answers to one question come to, taken in one after the other.

A question is whether a side wins the position of a ledger. The same answers in the same order
always come to the same account, whether they were taken in at once or as they came; so the numbers
over time need not be kept by anybody.

What is left is guessed: a leaf is taken to cost what the positions with as many stones that have
been asked about did on average, and the cheapest way to the end counts. That jobs will run out, as
those before did, is not foreseen, so it is more likely too little than too much. While all have run
out, nothing says what a leaf costs, and nothing is guessed.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from math import inf
from typing import TYPE_CHECKING, NamedTuple

from noughts.proofs.ledger.proof_tree import Node, ProofTree

if TYPE_CHECKING:
    from collections.abc import Mapping

    from noughts.core.position import Mark, Position
    from noughts.proofs.ledger.worker import Job, JobResult

SAMPLES = 40  #: so many looks at the numbers are kept at most; then every other one is


class Sample(NamedTuple):
    """The numbers after so many answers to a question.

    Attributes:
        jobs: answered until then.
        nodes: that they took.
        seconds: that they took.
        proof: the proof number; infinite once the attacker is known not to win.
        disproof: the disproof number, likewise.
    """

    jobs: int
    nodes: int
    seconds: float
    proof: float
    disproof: float


class QuestionState(NamedTuple):
    """How far one question is: does a side win?

    Attributes:
        mark: the side.
        won: the answer, None if there is none yet.
        jobs: answered.
        ran_out: of these, those whose budget ran out.
        nodes: that they took.
        seconds: that they took.
        history: the numbers over time, the last of them today's.
        left_if_won: a guess of the nodes that are left if the side wins; None if it is known that
            it does not, or while nothing can be guessed because all jobs ran out.
        left_if_not: likewise if it does not.
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
    """The answers to whether a side wins a position.

    Attributes:
        tree: what they come to.
        spent: the nodes that were spent on each position.
    """

    def __init__(self, position: Position, mark: Mark) -> None:
        self.tree: ProofTree = ProofTree(position, mark)
        self.spent: dict[Node, int] = {}
        self._ran_out = 0
        self._now = Sample(0, 0, 0.0, self.tree.root.proof, self.tree.root.disproof)
        self._history: list[Sample] = []
        self._every = 1  # a moment in so many is kept
        self._costs: dict[int, tuple[int, int]] = {}  # by stones: positions and nodes
        self._asked: QuestionState | None = None  # until the next answer

    def take(self, job: Job, answer: JobResult) -> None:
        """Take in an answer.

        Raises:
            LedgerError: it contradicts others.
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
        """Return how far the question is."""
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
        """Return the nodes that were spent on each position and on all that lies behind it.

        What lies behind several positions is divided among them, so that the shares of the
        positions after each move make up the whole.
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
        """Guess how many nodes are left if the attacker wins, or if he does not."""
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
