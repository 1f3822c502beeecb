"""The portfolio: the searches that work on a question.

A game's value is two yes-or-no questions: does X win, and does O win? From the empty board under
the usual rules, one question is enough: the first player could steal a second player's winning
strategy, so O does not win.

Several searches (`attempts`) work on each question; the `scheduler` gives them turns:

    alpha-beta               quick on most boards, and good at draws
    Maker-Breaker            against a defender who only blocks: if the defender holds, the real
                             game is not a win either; if not, nothing is known
    proof-number search      finds narrow wins

A node costs more in some searches than in others, so shares are counted in work: the number of
lines that a search has looked at, which is repeatable. The first estimate of the odds decides which
search gets the greatest share. Each search resumes where it stopped, because its table keeps its
results. With two threads, the last search has its own thread. With one thread, the nodes are
repeatable.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from noughts.core.errors import LimitReachedError, RulesError
from noughts.core.limit import Limit
from noughts.core.position import Mark, Outcome, Position
from noughts.core.position_base import put
from noughts.core.rules import Rules
from noughts.core.score import Score
from noughts.kernel.canonical import SymmetryTables
from noughts.kernel.transposition_table import TranspositionTable
from noughts.solver.attempts import Attempt, Question, attempts, one_attempt
from noughts.solver.prover import ProofReader
from noughts.solver.resources import default_memory, in_words
from noughts.solver.scheduler import Scheduler
from noughts.solver.search import and_or
from noughts.solver.solution import Progress, Solution, Stopwatch

if TYPE_CHECKING:
    from noughts.solver.shared import SharedMemory

COMPILED = not and_or.__file__.endswith(".py")  #: whether the hot loops are machine code
MOST_CELLS = 64
LEAST_MEMORY = 1 << 20


class Solver:
    """Answers questions about one game, and keeps its results from one to the next.

    With `part_of`, a question is a part of that larger question. Then only one search works on it:
    the one that would get the greatest share of the larger question. This loses little time on
    questions that take a few thousand nodes each.

    Raises:
        RulesError: More than 64 cells, gravity, Maker-Breaker with misère, exact rows or caro, or
            less than 1 MiB of memory allowed.
    """

    def __init__(
        self,
        rules: Rules,
        *,
        memory: int | None = None,
        maker_breaker: bool = False,
        threads: int = 1,
        part_of: Position | None = None,
        shared: SharedMemory | None = None,
    ) -> None:
        refuse(rules, maker_breaker=maker_breaker)
        size = default_memory() if memory is None else memory
        if size < LEAST_MEMORY:
            raise RulesError.said(
                "solver", "little memory", memory=in_words(size), least=in_words(LEAST_MEMORY)
            )
        self.rules = rules
        self.maker_breaker = maker_breaker
        self.threads = threads
        self.part_of = part_of
        self.decided: Attempt | None = None  #: the search that answered the last question, if any
        self._reader: ProofReader | None = None
        self._shared = shared
        self._size = size
        self.symmetries: SymmetryTables = SymmetryTables(rules.cells, rules.symmetries)
        self._tables: dict[str, TranspositionTable] = {}
        self._position: Position | None = None
        self._asked: dict[Mark, list[Attempt]] = {}
        self._nodes = 0  # of finished searches
        self._work = 0
        self._begun = 0  # what the running searches had done before
        self._clear()

    def _clear(self) -> None:
        self._stop = False
        self._watch = Stopwatch(Limit())
        self._running: list[Attempt] = []
        self._scheduler: Scheduler[Attempt] = Scheduler([], self._grant)
        self._question = ""

    # -- asking ------------------------------------------------------------------------------

    def solve(
        self,
        position: Position,
        limit: Limit | None = None,
        on_progress: Callable[[Progress], None] | None = None,
        *,
        first_moves: bool = False,
        reader: ProofReader | None = None,
    ) -> Solution:
        """Prove the value of a position; Ctrl-C and limits return what is known so far.

        The `reader` reads each proof. Then only searches with readable proofs run.
        """
        self._clear()
        self._reader = reader
        self._nodes = 0
        self._watch = Stopwatch(limit or Limit(), on_progress)
        methods: list[str] = []
        answers: dict[Mark, bool] = {}
        winning: tuple[int, ...] | None = None
        unfinished = ""
        over = self._outcome(position)
        if over is not None:
            methods.append("finished")
            answers = {mark: mark is over.winner for mark in Mark}
        try:
            for mark in (position.turn, position.turn.other):
                if True not in answers.values() and mark not in answers:
                    if reader is not None:
                        self.release()  # of the question whose proof has been read
                    answer, method = self._answer(position, mark)
                    methods.append(method)
                    if answer is not None:
                        answers[mark] = answer
                        self._read(won=answer)
            if first_moves:
                winning = self._winning(position)
        except LimitReachedError:
            unfinished = self._watch.limit.reached()
        except KeyboardInterrupt:
            unfinished = "interrupted"
            answers |= {mark: False for mark in Mark if self._cannot_win(position, mark)}
        finally:
            self._reader = None  # its claims are many: free them with it, not with the solver
        score = score_of(position, answers)
        if not unfinished and (score is None or (first_moves and winning is None)):
            unfinished = self._watch.limit.reached()
        return Solution(
            position,
            score,
            " + ".join(dict.fromkeys(methods)) if score else "",
            self._nodes,
            self._watch.seconds,
            frozenset(mark for mark, won in answers.items() if not won),
            unfinished,
            sum(table.stored for table in self._tables.values()),
            sum(table.lost for table in self._tables.values()),
            self._used(),
            winning,
        )

    @property
    def nodes(self) -> int:
        """Positions looked at for the last question."""
        return self._nodes

    @property
    def work(self) -> int:
        """Lines looked at for all questions; unlike nodes, they cost all searches the same."""
        return self._work + sum(attempt.work for attempt in self._running) - self._begun

    def wins(self, position: Position, mark: Mark, limit: Limit | None = None) -> bool | None:
        """Whether a side wins a position; None if the limit came first."""
        self._clear()
        self._reader = None
        self._nodes = 0
        self._watch = Stopwatch(limit or Limit())
        over = self._outcome(position)
        return over.winner is mark if over is not None else self._answer(position, mark)[0]

    def release(self) -> None:
        """Free the memory of all searches; the next question begins with empty tables."""
        self.decided = None
        self._scheduler = Scheduler([], self._grant)  # the last one holds the last attempts
        self._asked.clear()
        self._tables.clear()

    def _outcome(self, position: Position) -> Outcome | None:
        """Return how the game ended, if it has; a blocker's line does not end it."""
        over = position.outcome
        return None if over and self.maker_breaker and over.winner is Mark.O else over

    def _winning(self, position: Position) -> tuple[int, ...] | None:
        """Return the moves that win; None unless every move was settled."""
        found = []
        going_on = position  # after a blocker's line, too
        if position.outcome is not None and self._outcome(position) is None:
            going_on = Position.__new__(Position)
            put(going_on, self.rules, position.x, position.o, position.turn, None)
        for cell, child in going_on.children():
            over = self._outcome(child)
            if over is not None:
                won: bool | None = over.winner is position.turn
            else:
                won, _ = self._answer(child, position.turn)
            if won is None:
                return None
            if won:
                found.append(cell)
        return tuple(found)

    # -- running ---------------------------------------------------------------------------

    def _answer(self, position: Position, mark: Mark) -> tuple[bool | None, str]:
        """Answer whether a side wins, and by which method."""
        self.decided = None
        reason = self._cannot_win(position, mark)
        if reason:
            return False, reason
        searches = self._running = self._attempts(position, mark)
        self._question = f"{mark} wins?"
        self._begun = sum(attempt.work for attempt in searches)
        self._scheduler = Scheduler(searches, self._grant, self.threads)
        try:
            found = self._scheduler.decide()
            if found is None:
                return None, ""
            answer, self.decided = found
            return answer, self.decided.method
        finally:
            self._nodes = self._count()
            self._work, self._running, self._begun = self.work, [], 0

    def _cannot_win(self, position: Position, mark: Mark) -> str:
        """Return why a side does not win, if that takes no search."""
        if not position.rules.lines and self._reader is None:
            return "no lines"
        if self.maker_breaker and mark is Mark.O:
            return "Maker-Breaker"
        # Caro is no obstacle here: one more stone of one's own cannot hurt at the ends of a row.
        stealable = not (self.rules.misere or any(self.rules.guards))
        return "strategy stealing" if stealable and mark is Mark.O and not position.x else ""

    def _read(self, *, won: bool) -> None:
        """Let the reader read the proof of an answer.

        Raises:
            LimitReachedError: The limit came first.
        """
        if self._reader is None or self.decided is None:
            return
        before = self.decided.nodes
        left = (
            0 if self._watch.limit.nodes is None else max(self._watch.limit.nodes - self._nodes, 1)
        )
        try:
            self._reader.read(self.decided, won=won, nodes=left)
        finally:
            self._nodes += self.decided.nodes - before

    def _grant(self, nodes: int) -> int:
        """Return how many of a turn's nodes the limit allows, 0 to stop."""
        if self._watch.limit.nodes is not None:
            nodes = min(nodes, self._watch.limit.nodes - self._count())
            self._stop = self._stop or nodes <= 0
        return 0 if self.poll() else nodes

    def _count(self) -> int:
        return self._nodes + sum(attempt.nodes - attempt.before for attempt in self._running)

    def poll(self) -> bool:
        """Whether to stop; the searches call this now and then."""
        self._stop = self._watch.over(self._progress) or self._stop
        return self._stop or self._scheduler.stopped

    def _progress(self, spent: float) -> Progress:
        proof = disproof = None
        running = [attempt for attempt in self._running if attempt.nodes > attempt.before]
        for attempt in running:
            proof, disproof = attempt.numbers or (proof, disproof)
        methods = " + ".join(attempt.method for attempt in running)
        return Progress(
            self._question, methods, self._count(), spent, proof, disproof, self._used()
        )

    def _used(self) -> int:
        return sum(table.bytes for table in self._tables.values())

    # -- what the attempts share -------------------------------------------------------------

    def table(self, method: str, mark: Mark, part: int) -> TranspositionTable:
        """Return a method's table for one side; its size is the memory halved `part` times."""
        name = f"{method} {mark}"
        if name not in self._tables:
            shared = self._shared and self._shared.table(name)
            self._tables[name] = shared or TranspositionTable(self._size >> part)
        return self._tables[name]

    def _attempts(self, position: Position, mark: Mark) -> list[Attempt]:
        """Return the attempts at a question; those at the last question resume."""
        if position != self._position:
            self._position = position
            self._asked.clear()
        if mark not in self._asked:
            question = Question(position, mark)
            self._asked[mark] = (
                [one_attempt(question, self)]
                if self.part_of is not None
                else attempts(
                    question,
                    self,
                    maker_breaker=self.maker_breaker,
                    readable=self._reader is not None,
                )
            )
        for attempt in self._asked[mark]:
            attempt.before = attempt.nodes
        return self._asked[mark]


def refuse(rules: Rules, *, maker_breaker: bool = False) -> None:
    """Reject games that no search supports.

    Raises:
        RulesError: The solver does not support the game; the message says why.
    """
    if rules.gravity:
        raise RulesError.said("solver", "gravity", rules=rules)
    if maker_breaker and not rules.positional:
        raise RulesError.said("solver", "Maker-Breaker", rules=rules)
    if rules.cells > MOST_CELLS:
        raise too_large(rules)


def too_large(rules: Rules) -> RulesError:
    """Return the error for a game with too many cells."""
    return RulesError.said("solver", "too large", rules=rules, cells=rules.cells, most=MOST_CELLS)


def score_of(position: Position, answers: Mapping[Mark, bool]) -> Score | None:
    """Return the value that follows from whether each side wins; None if that is not enough."""
    for mark, won in answers.items():
        if won:
            return Score.win() if mark is position.turn else Score.loss()
    return Score.draw() if len(answers) == 2 else None
