"""`status`: how far a proof is, from nothing but the answers in its ledger.

They are taken in once more, in the order in which they were kept, so the numbers over time need not
be kept themselves. What is left is guessed: a leaf is taken to cost what the answered jobs with as
many stones did on average, and the cheapest way to the end counts. That jobs will run out, as those
before did, is not foreseen, so it is more likely too little than too much.
"""

from __future__ import annotations

from functools import cache
from math import inf
from typing import TYPE_CHECKING, NamedTuple

from noughts.ledger.tree import Node, Tree

if TYPE_CHECKING:
    from collections.abc import Iterable

    from noughts.ledger.ledger import Ledger
    from noughts.ledger.worker import Answer, Job
    from noughts.position import Mark, Position

SAMPLES = 20  #: how often the numbers are looked at


class Moment(NamedTuple):
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


class Asked(NamedTuple):
    """How far one question is: does a side win?

    Attributes:
        mark: the side.
        won: the answer, None if there is none yet.
        jobs: answered.
        ran_out: of these, those whose budget ran out.
        nodes: that they took.
        seconds: that they took.
        history: the numbers over time, the last of them today's.
        left_if_won: a guess of the nodes that are left if the side wins; None if nothing can be
            guessed.
        left_if_not: likewise if it does not.
    """

    mark: Mark
    won: bool | None
    jobs: int
    ran_out: int
    nodes: int
    seconds: float
    history: tuple[Moment, ...]
    left_if_won: int | None
    left_if_not: int | None


class Status(NamedTuple):
    """How far a proof is.

    Attributes:
        position: what is proved.
        questions: those that have been asked, in their order.
        working: the jobs that are being worked on, or were when the work was broken off.
    """

    position: Position
    questions: tuple[Asked, ...]
    working: tuple[Job, ...]


def status(ledger: Ledger) -> Status:
    """Return how far the proof in a ledger is; nobody who works on it is disturbed.

    Raises:
        LedgerError: the answers contradict each other.
        StorageError: the database failed.
    """
    position = ledger.position
    answers = ledger.answers()
    working = ledger.working()
    asked = []
    for mark in (position.turn, position.turn.other):
        own = [(job, answer) for job, answer in answers if job.mark is mark]
        if own or any(job.mark is mark for job in working):
            asked.append(_asked(Tree(position, mark), own))
    return Status(position, tuple(asked), tuple(working))


def _asked(tree: Tree, answers: list[tuple[Job, Answer]]) -> Asked:
    history = []
    nodes, seconds = 0, 0.0
    every = max(1, -(-len(answers) // SAMPLES))
    for number, (job, answer) in enumerate(answers, start=1):
        tree.take(job.position, won=answer.won)
        nodes += answer.nodes
        seconds += answer.seconds
        if number % every == 0 or number == len(answers):
            history.append(Moment(number, nodes, seconds, tree.root.proof, tree.root.disproof))
    return Asked(
        tree.mark,
        tree.root.won,
        len(answers),
        sum(answer.won is None for _, answer in answers),
        nodes,
        seconds,
        tuple(history),
        _left(tree, answers, won=True),
        _left(tree, answers, won=False),
    )


def _left(tree: Tree, answers: Iterable[tuple[Job, Answer]], *, won: bool) -> int | None:
    """Guess how many nodes are left if the attacker wins, or if he does not."""
    taken: dict[int, list[int]] = {}
    for job, answer in answers:
        taken.setdefault(job.position.ply, []).append(answer.nodes)
    if not taken or tree.root.won not in {None, won}:
        return None

    def cost(ply: int) -> float:
        nearest = taken[min(taken, key=lambda known: (abs(known - ply), known))]
        return sum(nearest) / len(nearest)

    @cache
    def left(node: Node) -> float:
        if node.won is not None:
            return 0.0 if node.won is won else inf
        if not node.children:
            return cost(node.position.ply)
        return (min if node.attacks is won else sum)(map(left, node.children))

    return round(left(tree.root))
