"""`prove_hinted`: prove a win with a tree of moves as a hint, or resume it.

Every question of the tree becomes a job for the prover by threats. The questions below one of the
opponent's first replies come together, those of the smallest part first. They are all asked with
few nodes, then those without an answer with more, so that one reply after another is settled.
At last, where a move of the hint has no proof, other moves are tried (`Mending`).
"""

from __future__ import annotations

from itertools import product
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from noughts.core.errors import LimitReachedError
from noughts.core.limit import Limit
from noughts.proofs.ledger.hint_tree import HintQuestion
from noughts.proofs.ledger.mending import Mending
from noughts.proofs.ledger.worker import Job, Wanted
from noughts.solver.scheduler import rounds

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from noughts.core.position import Mark, Position
    from noughts.proofs.ledger.executor import Executor
    from noughts.proofs.ledger.hint_ledger import HintAnswers, HintLedger
    from noughts.proofs.ledger.hint_tree import HintNode, HintTree
    from noughts.proofs.ledger.worker import JobResult

BUDGETS = (300_000, 3_000_000, 30_000_000)  #: the nodes of a job, one after another
EVERY = 1.0  #: the most seconds until an answer is stored
REST = 20  #: after a report, how many times as long as it took there is no other


class FirstReply(NamedTuple):
    """One of the opponent's first replies in a hint."""

    path: tuple[int, ...]  #: the moves that lead there
    settled: bool  #: whether a win is proved after it
    questions: int  #: the number of questions after it
    proved: int  #: those that are answered by a proof


class HintReport(NamedTuple):
    """How far a proof with a hint has come; it counts no questions of a move that was replaced."""

    position: Position
    mark: Mark  #: the side that the hint says wins: the one to move
    won: bool  #: whether it is proved to win; if not, that is open
    replies: tuple[FirstReply, ...]  #: the opponent's first replies in the hint
    ends: int  #: the number of lines' ends in the hint, as mended; symmetric ones count once
    ends_proved: int  #: those that are proved
    inner: int  #: the number of positions in which the hint leaves replies out
    inner_proved: int  #: those in which all of these replies are proved to lose
    #: paths of the hint after which the opponent has won, or the game is drawn
    wrong: tuple[tuple[int, ...], ...]
    #: paths after which threats prove nothing, however many nodes are allowed
    failed: tuple[tuple[int, ...], ...]
    #: paths that win instead of the hint's moves, up to a win by threats
    mended: tuple[tuple[int, ...], ...]
    nodes: int  #: the nodes of all answers, including earlier runs
    seconds: float  #: their seconds
    unfinished: str = ""  #: why the run ended before all was tried; empty if it did not


def prove_hinted(
    ledger: HintLedger,
    crew: Executor,
    tree: HintTree,
    limit: Limit | None = None,
    on_progress: Callable[[HintReport], None] | None = None,
    budgets: tuple[int, ...] = BUDGETS,
) -> HintReport:
    """Prove what a hint claims as far as possible, or resume that; return how far it came.

    Ctrl-C and limits return what is known so far.

    Args:
        ledger: the answers.
        crew: the workers; see `workers`.
        tree: the hint.
        limit: seconds and nodes of this run.
        on_progress: called after answers are stored, at most about once a second.
        budgets: the nodes for a job, increasing.

    Raises:
        StorageError: The database failed; what it stored before remains.
    """
    run = _HintRun(ledger, tree, limit or Limit(), budgets)
    unfinished = ""
    try:
        run.work(crew, on_progress)
    except LimitReachedError as error:
        unfinished = str(error)
    except KeyboardInterrupt:
        unfinished = "interrupted"
    return run.report()._replace(unfinished=unfinished)


def hinted_status(ledger: HintLedger, tree: HintTree) -> HintReport:
    """Return how far the proof in a ledger has come, and ask nothing.

    Raises:
        StorageError: The database failed.
    """
    return _HintRun(ledger, tree, Limit(), BUDGETS).report()


class _HintRun:
    """One run, and what it may cost."""

    def __init__(
        self, ledger: HintLedger, tree: HintTree, limit: Limit, budgets: tuple[int, ...]
    ) -> None:
        self._limit = limit
        self._ledger = ledger
        self._tree = tree
        self._budgets = budgets
        self._mark = tree.start.turn
        self._known: HintAnswers = ledger.answers(budgets[-1])
        self._mending = Mending(tree, self._known, budgets)
        self._first = self._known.nodes
        self._started = self._reported = monotonic()

    def work(self, crew: Executor, on_progress: Callable[[HintReport], None] | None) -> None:
        """Ask until every question is answered, or all budgets are used.

        Raises:
            LimitReachedError: The limit came first.
        """

        def ask(jobs: Iterator[Job]) -> None:
            self._ask(jobs, crew, on_progress)

        self._mending.settle()
        ask(self._jobs())
        self._mending.mend(lambda due, budget: ask(self._new(due, budget)), self._poll)

    def _ask(
        self, jobs: Iterator[Job], crew: Executor, on_progress: Callable[[HintReport], None] | None
    ) -> None:
        unkept: list[tuple[Job, JobResult]] = []
        kept = monotonic()
        try:
            for answered in rounds(
                lambda: None if self._late() else next(jobs, None), crew.submit, crew.size, EVERY
            ):
                for job, answer in answered:
                    question = HintQuestion(job.position, job.listed)
                    self._known.take(question.key, job.budget, answer, self._budgets[-1])
                unkept += answered
                if monotonic() - kept > EVERY:
                    self._ledger.keep(unkept)
                    unkept = []
                    kept = monotonic()
                    if on_progress is not None and kept > self._reported:
                        on_progress(self.report())
                        self._reported = monotonic() + REST * (monotonic() - kept)
                self._poll()
        finally:
            self._ledger.keep(unkept)

    def _jobs(self) -> Iterator[Job]:
        for part, budget in product(list(_parts(self._tree)), self._budgets):
            yield from self._new(filter(None, map(self._tree.question, part)), budget)

    def _new(self, questions: Iterator[HintQuestion], budget: int) -> Iterator[Job]:
        """Yield a job for each question that was not asked with a budget yet."""
        for each in questions:
            if self._mending.open(each, budget):
                yield Job(each.position, self._mark, budget, Wanted.THREATS, each.listed)

    def _late(self) -> bool:
        """Whether the limit has come."""
        spent = self._known.nodes - self._first
        seconds = self._limit.seconds
        return (seconds is not None and monotonic() - self._started > seconds) or (
            self._limit.nodes is not None and spent >= self._limit.nodes
        )

    def _poll(self) -> bool:
        """End the run if the limit has come.

        Raises:
            LimitReachedError: It has.
        """
        if self._late():
            raise LimitReachedError(self._limit.reached())
        return False

    def report(self) -> HintReport:
        """Return how far the proof has come."""
        tree, known, mending = self._tree, self._known, self._mending
        settled = mending.settle()
        nodes = {node.position: node for node in tree.below(tree.root)}
        asked = tree.needed(tree.root)
        ends = {each for each in asked if not each.listed}
        proved = {each for each in asked if each.key in known.proved}
        return HintReport(
            tree.start,
            self._mark,
            settled[tree.root.position],
            tuple(self._reply(node, settled) for node in tree.second_moves()),
            len(ends),
            len(ends & proved),
            len(asked - ends),
            len(proved - ends),
            tuple(node.path for node in nodes.values() if node.over is False),
            tuple(dict.fromkeys(node.path for node in mending.failures())),
            tuple(path for at, path in mending.mended.items() if at in nodes),
            known.nodes,
            known.seconds,
        )

    def _reply(self, node: HintNode, settled: dict[Position, bool]) -> FirstReply:
        """Report on a first reply; a question below several counts for each."""
        asked = self._tree.needed(node)
        done = sum(each.key in self._known.proved for each in asked)
        return FirstReply(node.path, settled[node.position], len(asked), done)


def _parts(tree: HintTree) -> Iterator[list[HintNode]]:
    """Yield the nodes near the root, then those below each first reply, the fewest first."""
    yield [tree.root, *tree.root.children.values()]
    yield from sorted((list(tree.below(node)) for node in tree.second_moves()), key=len)
