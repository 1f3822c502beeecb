"""`prove`: continue a proof until it is complete or reaches a limit.

The scheduler's loop (`rounds`) keeps the workers busy. The tree chooses a leaf, a worker answers,
the tree reads the answer, and the ledger stores it. A job whose budget runs out is repeated with
twice as much, because a worker keeps its results. But if it has had too large a share of all the
nodes, its position is opened, and the positions after its moves become jobs.

The shares of `noughts.solver.scheduler.Scheduler` cannot choose here. They divide the work between
searches of which any one may settle the question. Here each leaf is another question. Their number
grows, and only all answers together settle the proof. So `due` goes by proof numbers. Which search
a worker puts to a job, and its first nodes, are the portfolio's (`one_search`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from noughts.core.errors import RulesError
from noughts.core.limit import Limit
from noughts.core.position import Mark
from noughts.proofs.certificate.certifying import refuse
from noughts.proofs.ledger import finalise
from noughts.proofs.ledger.proof_tree import Node, ProofTree
from noughts.proofs.ledger.worker import Job, JobResult, Wanted
from noughts.solver import scheduler
from noughts.solver.attempts import ProofNumbersAttempt, Question, one_search
from noughts.solver.portfolio import score_of
from noughts.solver.scheduler import rounds
from noughts.solver.solution import Solution

if TYPE_CHECKING:
    from noughts.core.rules import Rules
    from noughts.proofs.ledger.executor import Executor
    from noughts.proofs.ledger.ledger_store import Ledger

EVERY = 0.2  #: the most seconds until an answer is stored


class LedgerProgress(NamedTuple):
    """The progress of a running proof.

    Attributes:
        mark: the side in question: does it win?
        jobs: the jobs answered so far, including earlier runs.
        nodes: the nodes they have taken.
        seconds: the seconds since this run began.
        proof: the proof number.
        disproof: the disproof number.
    """

    mark: Mark
    jobs: int
    nodes: int
    seconds: float
    proof: float
    disproof: float


def least(question: Question, workers: int) -> int:
    """Return the nodes always allowed for a job: the first turn of its search in `solve`.

    With several workers, proof-number search gets a part of them.

    >>> from noughts import Mark, Position, Rules
    >>> draw, win = (Question(Position(Rules.parse(game)), Mark.X) for game in ("8,4,4", "9,4,4"))
    >>> [(least(draw, workers), least(win, workers)) for workers in (1, 2)]
    [(131072, 21845), (131072, 1365)]
    """
    search = one_search(question)
    hurried = search is ProofNumbersAttempt and workers > 1
    return search.first_nodes // scheduler.HURRIED_PART if hurried else search.first_nodes


def parts(question: Question, workers: int) -> int:
    """Return the largest share of all nodes for repeating a job: one in this many.

    Alpha-beta works best alone: if nobody wins, the positions after each move must be searched
    anyway, and share a table.

    >>> from noughts import Mark, Position, Rules
    >>> draw, win = (Question(Position(Rules.parse(game)), Mark.X) for game in ("8,4,4", "9,4,4"))
    >>> [(parts(draw, workers), parts(win, workers)) for workers in (1, 2, 4, 64)]
    [(1, 4), (2, 8), (2, 8), (32, 128)]
    """
    few = max(min(workers, 2), workers // 2)
    return scheduler.WIN_PARTS * few if one_search(question) is ProofNumbersAttempt else few


def due(tree: ProofTree, spent: int, workers: int) -> tuple[Node, int] | None:
    """Return the next job and its nodes; None if there is none yet.

    Args:
        tree: the known answers; leaves not worth repeating are opened.
        spent: the nodes of all jobs so far.
        workers: the number of workers.

    >>> from noughts import Mark, Position, Rules
    >>> tree = ProofTree(Position(Rules.parse("8,4,4")), Mark.X)
    >>> root, nodes = due(tree, 0, 1)
    >>> tree.take(root.position, nodes, won=None)
    >>> nodes, due(tree, nodes, 1) == (root, 2 * nodes)
    (131072, True)
    >>> leaf, nodes = due(tree, nodes, 2)
    >>> leaf.position.ply, nodes
    (1, 131072)
    """
    question = Question(tree.root.position, tree.mark)
    most = min(scheduler.JOB_NODES / 2, spent / parts(question, workers))
    leaf = tree.leaf(lambda node: node.asked <= most)
    if leaf is None:
        return None
    if leaf.asked:
        return leaf, 2 * leaf.asked
    if leaf is tree.root and workers > 1:
        return leaf, scheduler.LOOK_NODES
    return leaf, max(
        least(question, workers), min(scheduler.JOB_NODES, spent // scheduler.JOB_PART)
    )


def refuse_certificate(rules: Rules) -> None:
    """Reject games whose jobs leave no parts of a certificate.

    Raises:
        RulesError: It is such a game; the message says why.
    """
    if rules.gravity:
        raise RulesError.said("proof", "search", rules=rules)
    refuse(rules)


def prove(
    ledger: Ledger,
    crew: Executor,
    limit: Limit | None = None,
    on_progress: Callable[[LedgerProgress], None] | None = None,
    *,
    certificate: Path | None = None,
    recheck: bool = False,
) -> Solution:
    """Prove the value of a ledger's position, or resume the proof.

    The solution's `nodes` and `seconds` are those of all jobs, including earlier runs. Ctrl-C and
    limits return what is known so far.

    Args:
        ledger: the proof's ledger.
        crew: the workers; see `workers`.
        limit: seconds and nodes of this run; `depth` is ignored.
        on_progress: called after each save, about five times a second.
        certificate: where to write a certificate at the end; each job leaves its part.
        recheck: whether all answers that the proof rests on are repeated at the end, and not only a
            sample.

    Raises:
        LedgerError: The answers contradict each other, or a part of the certificate is wrong.
        RulesError: The solver does not support the game, or a certificate of it.
        StorageError: The database failed; what it stored before remains.
    """
    position = ledger.position
    if certificate is not None:
        refuse_certificate(position.rules)
    wanted = Wanted.ANSWER if certificate is None else Wanted.PART
    run = LedgerRun(ledger, crew, limit or Limit(), on_progress, wanted)
    answers: dict[Mark, bool] = {}
    unfinished = ""
    try:
        for mark in (position.turn, position.turn.other):
            won = run.ask(mark)
            if won is None:
                unfinished = run.limit.reached()
                break
            answers[mark] = won
            if won:
                break
        if not unfinished and position.outcome is None:
            proofs = [tree for tree in run.trees if tree.root.won or True not in answers.values()]
            if certificate is not None:
                whole = finalise.certify(run, proofs, certificate)
            else:
                whole = finalise.recheck(run, proofs, every=recheck) or not recheck
            if not whole:
                unfinished = run.limit.reached()
    except KeyboardInterrupt:
        unfinished = "interrupted"
    return Solution(
        position,
        score_of(position, answers),
        "proof-number search over jobs",
        run.nodes,
        run.seconds,
        frozenset(mark for mark, won in answers.items() if not won),
        unfinished,
    )


class LedgerRun:
    """One run: the cost of all answers, and what this run may still cost."""

    def __init__(
        self,
        ledger: Ledger,
        crew: Executor,
        limit: Limit,
        on_progress: Callable[[LedgerProgress], None] | None,
        wanted: Wanted,
    ) -> None:
        self.limit: Limit = limit
        self.ledger: Ledger = ledger
        self.trees: list[ProofTree] = []
        self._wanted = wanted
        self._crew = crew
        self._show = on_progress
        self._before = ledger.answers()
        self.jobs: int = len(self._before)
        self.nodes: int = sum(answer.nodes for _, answer in self._before)
        self._first = self.nodes
        self.seconds: float = sum(answer.seconds for _, answer in self._before)
        self._started = monotonic()
        self._unkept: list[tuple[Job, JobResult]] = []
        self._working: list[Job] = []

    def ask(self, mark: Mark) -> bool | None:
        """Answer whether a side wins the position; None if the limit came first."""
        tree = ProofTree(self.ledger.position, mark)
        for job, answer in self._before:
            if job.mark is mark:
                tree.take(job.position, job.budget, won=answer.won)
        self.trees.append(tree)
        kept = monotonic()
        try:
            for answered in rounds(
                partial(self._due, tree), lambda due: self._start(due[1]), self._crew.size, EVERY
            ):
                for (node, job), answer in answered:
                    self._take(tree, node, job, answer)
                if tree.root.won is not None or self._spent():
                    break
                if monotonic() - kept > EVERY:
                    self._keep(tree)
                    kept = monotonic()
        finally:
            self._working.clear()
            self._keep(tree)
        return tree.root.won

    def each(self, jobs: Iterable[Job]) -> Iterator[tuple[Job, JobResult]]:
        """Give jobs to the workers, and yield them as their answers arrive, until time is up.

        Raises:
            LedgerError: An answer contradicts what is known.
        """
        asked = {tree.mark: tree for tree in self.trees}
        waiting = iter(jobs)

        def start(job: Job) -> Future[JobResult]:
            future = self._start(job)
            self.ledger.keep([], self._working)
            return future

        if not self._late():
            for answered in rounds(lambda: next(waiting, None), start, self._crew.size, EVERY):
                for job, answer in answered:
                    self._working.remove(job)
                    if answer.won is not None:
                        asked[job.mark].check(job.position, won=answer.won)
                    yield job, answer
                if self._late():
                    break
        self._working.clear()
        self.ledger.keep([], [])

    def _due(self, tree: ProofTree) -> tuple[Node, Job] | None:
        """Return the next leaf and its job."""
        found = None if self._spent() else due(tree, self.nodes, self._crew.size)
        if found is None:
            return None
        leaf, nodes = found
        tree.begin(leaf)
        return leaf, Job(leaf.position, tree.mark, nodes, self._wanted)

    def _start(self, job: Job) -> Future[JobResult]:
        self._working.append(job)
        return self._crew.submit(job)

    def _take(self, tree: ProofTree, node: Node, job: Job, answer: JobResult) -> None:
        self._working.remove(job)
        tree.take(node.position, job.budget, won=answer.won)
        self._unkept.append((job, answer))
        self.jobs += 1
        self.nodes += answer.nodes
        self.seconds += answer.seconds

    def _keep(self, tree: ProofTree) -> None:
        answered, self._unkept = self._unkept, []
        self.ledger.keep(answered, self._working)
        if self._show is not None:
            seconds = monotonic() - self._started
            root = tree.root
            self._show(
                LedgerProgress(tree.mark, self.jobs, self.nodes, seconds, root.proof, root.disproof)
            )

    def _spent(self) -> bool:
        """Whether the limit has come."""
        return self._late() or (self.limit.nodes or self.nodes + 1) <= self.nodes - self._first

    def _late(self) -> bool:
        return self.limit.seconds is not None and monotonic() - self._started > self.limit.seconds
