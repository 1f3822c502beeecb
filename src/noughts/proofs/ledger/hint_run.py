"""`prove_hinted`: prove a win with a tree of moves as a hint, or resume it.

Every question of the tree becomes a job for the prover by threats. The questions below one of the
opponent's first replies come together, those of the smallest part first. They are all asked with
few nodes, then those without an answer with more, so that one reply after another is settled.
At last, where a move of the hint has no proof, the attacker's other moves are tried.
"""

from __future__ import annotations

from itertools import product
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from noughts.core.limit import Limit
from noughts.proofs.ledger.worker import Job, Wanted
from noughts.solver.scheduler import rounds

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from noughts.core.position import Mark, Position
    from noughts.proofs.ledger.executor import Executor
    from noughts.proofs.ledger.hint_ledger import HintAnswers, HintLedger
    from noughts.proofs.ledger.hint_tree import HintNode, HintQuestion, HintTree
    from noughts.proofs.ledger.worker import JobResult

BUDGETS = (300_000, 3_000_000, 30_000_000)  #: the nodes of a job, one after another
EVERY = 1.0  #: the most seconds until an answer is stored
PAUSE = 20  #: reports of a large tree take long; the time between two, in times of one


class FirstReply(NamedTuple):
    """One of the opponent's first replies in a hint.

    Attributes:
        path: the moves that lead there.
        settled: whether a win is proved after it.
        questions: the number of questions after it.
        proved: those that are answered by a proof.
    """

    path: tuple[int, ...]
    settled: bool
    questions: int
    proved: int


class HintReport(NamedTuple):
    """How far a proof with a hint has come.

    Attributes:
        position: its start.
        mark: the side that is said to win: the one to move.
        won: whether it is proved to win; if not, that is open.
        replies: the opponent's first replies in the hint.
        ends: the number of lines' ends in the hint, symmetric ones counted once.
        ends_proved: those that are proved.
        inner: the number of positions in which the hint leaves replies out.
        inner_proved: those in which all of these replies are proved to lose.
        wrong: paths of the hint after which the opponent has won, or the game is drawn.
        failed: paths after which threats prove nothing, however many nodes are allowed.
        mended: paths that win instead of the hint's moves, up to a win by threats.
        nodes: the nodes of all answers, including earlier runs.
        seconds: their seconds.
        unfinished: why the run ended before all was tried; empty if it did not.
    """

    position: Position
    mark: Mark
    won: bool
    replies: tuple[FirstReply, ...]
    ends: int
    ends_proved: int
    inner: int
    inner_proved: int
    wrong: tuple[tuple[int, ...], ...]
    failed: tuple[tuple[int, ...], ...]
    mended: tuple[tuple[int, ...], ...]
    nodes: int
    seconds: float
    unfinished: str = ""


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
        unfinished = run.limit.reached() if run.late() else ""
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
        self.limit = limit
        self._ledger = ledger
        self._tree = tree
        self._budgets = budgets
        self._mark = tree.start.turn
        self._asked: dict[HintQuestion, HintNode] = {}
        self._parts: list[list[HintQuestion]] = []
        for part in _parts(tree):
            new = {tree.question(node): node for node in part}
            found = {each: node for each, node in new.items() if each and each not in self._asked}
            self._asked |= found
            self._parts.append(list(found))
        self._known: HintAnswers = ledger.answers(self._asked, budgets[-1])
        self._others: dict[HintNode, dict[HintQuestion, tuple[int, ...]]] = {}
        self._mended: dict[HintNode, tuple[int, ...]] = {}
        self._first = self._known.nodes
        self._started = monotonic()

    def work(self, crew: Executor, on_progress: Callable[[HintReport], None] | None) -> None:
        """Ask until every question is answered, or was asked with all budgets."""
        self._ask(self._jobs(), crew, on_progress)
        self._ask(self._mends(), crew, on_progress)

    def _ask(
        self,
        jobs: Iterator[tuple[HintQuestion, Job]],
        crew: Executor,
        on_progress: Callable[[HintReport], None] | None,
    ) -> None:
        unkept: list[tuple[Job, JobResult]] = []
        kept = shown = monotonic()
        try:
            for answered in rounds(
                lambda: None if self.late() else next(jobs, None),
                lambda due: crew.submit(due[1]),
                crew.size,
                EVERY,
            ):
                for (question, job), answer in answered:
                    self._known.take(question, job.budget, answer, self._budgets[-1])
                    unkept.append((job, answer))
                if monotonic() - kept > EVERY:
                    self._ledger.keep(unkept)
                    unkept = []
                    kept = monotonic()
                    if on_progress is not None and kept > shown:
                        on_progress(self.report())
                        shown = monotonic() + PAUSE * (monotonic() - kept)
                if self.late():
                    break
        finally:
            self._ledger.keep(unkept)

    def _jobs(self) -> Iterator[tuple[HintQuestion, Job]]:
        for part, budget in product(self._parts, self._budgets):
            for question in part:
                if self._open(question, budget):
                    yield question, self._job(question, budget)

    def _mends(self) -> Iterator[tuple[HintQuestion, Job]]:
        for budget, node in product(self._budgets, self._broken(self._mend())):
            for question in self._others[node]:
                if not self._known.proved.isdisjoint(self._others[node]):
                    break
                if self._open(question, budget):
                    yield question, self._job(question, budget)

    def _open(self, question: HintQuestion, budget: int) -> bool:
        """Whether a question is to be asked with a budget."""
        known = self._known
        return question not in known.proved and known.asked.get(question, 0) < budget

    def _job(self, question: HintQuestion, budget: int) -> Job:
        return Job(question.position, self._mark, budget, Wanted.THREATS, question.listed)

    def _failed(self, node: HintNode) -> bool:
        """Whether the answers for a position are final, and are no proof."""
        asked = self._tree.question(node)
        return node.over is False or (
            asked is not None
            and asked in self._asked
            and not self._open(asked, self._budgets[-1])
            and asked not in self._known.proved
        )

    def _broken(self, settled: dict[Position, bool]) -> list[HintNode]:
        """Return the attacker's positions in which the hint failed, those near the end first."""
        found = [
            node
            for node in self._tree.below(self._tree.root)
            if node.attacks and not settled[node.position]
            if any(map(self._failed, (node, *node.children.values())))
        ]
        return sorted(found, key=lambda node: -node.position.ply)

    def _mend(self) -> dict[Position, bool]:
        """Take other moves that are proved; return what is settled then."""
        settled = self._tree.settled(self._known.proved)
        for node in self._broken(settled):
            if node not in self._others:
                self._others[node] = self._tree.others(node)
            for question, path in self._others[node].items():
                if question in self._known.proved:
                    self._tree.mend(node, path)
                    self._mended[node] = path
                    break
        return self._tree.settled(self._known.proved) if self._mended else settled

    def late(self) -> bool:
        """Whether the limit has come."""
        spent = self._known.nodes - self._first
        seconds = self.limit.seconds
        return (seconds is not None and monotonic() - self._started > seconds) or (
            self.limit.nodes is not None and spent >= self.limit.nodes
        )

    def report(self) -> HintReport:
        """Return how far the proof has come."""
        tree, known = self._tree, self._known
        settled = self._mend()
        failed = [
            node
            for broken in self._broken(settled)
            for node in (broken, *broken.children.values())
            if self._failed(node) and node.over is None
        ]
        ends = [node.ends and not node.children for node in self._asked.values()]
        proved = [question in known.proved for question in self._asked]
        return HintReport(
            tree.start,
            self._mark,
            settled[tree.root.position],
            tuple(self._reply(node, settled) for node in tree.second_moves()),
            sum(ends),
            sum(end and done for end, done in zip(ends, proved, strict=True)),
            len(ends) - sum(ends),
            sum(done and not end for end, done in zip(ends, proved, strict=True)),
            tuple(node.path for node in tree.below(tree.root) if node.over is False),
            tuple(dict.fromkeys(node.path for node in failed)),
            tuple(self._mended.values()),
            known.nodes,
            known.seconds,
        )

    def _reply(self, node: HintNode, settled: dict[Position, bool]) -> FirstReply:
        """Report on a first reply; a question below several counts for each."""
        asked = {self._tree.question(each) for each in self._tree.below(node)} - {None}
        done = len(asked & self._known.proved)
        return FirstReply(node.path, settled[node.position], len(asked), done)


def _parts(tree: HintTree) -> Iterator[list[HintNode]]:
    """Yield the nodes near the root, then those below each first reply, the fewest first."""
    yield [tree.root, *tree.root.children.values()]
    yield from sorted((list(tree.below(node)) for node in tree.second_moves()), key=len)
