"""The conductor: which search is put to which question, and for how long.

A game's value is two yes-or-no questions: does X win, does O win? From the empty board under the
usual rules the second is answered already (a second player's winning strategy could be stolen by
the first), so there one is enough.

Each question is put to several searches in turns, with budgets that double:

    alpha-beta               quick on most boards, and good at draws
    Maker-Breaker            against a defender who only blocks: if he holds, the real game is no
                             win either; if he does not, nothing is known
    proof-number search      finds narrow wins

Each goes on where it stopped, since what it learnt is in its memory. With two threads the last
runs beside the others. One thread is repeatable: the same nodes every time.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import cache
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from noughts.engines.base import Limit
from noughts.errors import RulesError
from noughts.position import Mark
from noughts.score import Score
from noughts.solver import alphabeta
from noughts.solver.alphabeta import ALL_RULES, AlphaBeta
from noughts.solver.breaker import Breaker
from noughts.solver.dfpn import ProofNumbers
from noughts.solver.field import Field
from noughts.solver.memory import BUCKET, Memory
from noughts.solver.plain import Plain
from noughts.solver.resources import default_memory
from noughts.solver.solution import Progress, Solution
from noughts.solver.symmetry import Turns

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from noughts.position import Position
    from noughts.rules import Rules

COMPILED = not alphabeta.__file__.endswith(".py")  #: whether the hot loops are machine code
MOST_CELLS = 64
FIRST_BUDGET = 131_072  #: nodes; the next round has twice as many
PROGRESS_SECONDS = 0.1
LEAST_MEMORY = 1 << 20


class Search(NamedTuple):
    """One method at work on one question.

    Attributes:
        method: its name.
        run: answers after at most so many nodes, or says None.
        nodes: how many it has looked at in all.
        decides: the answers that hold for the real game.
        share: what a round's budget is divided by for it; nodes do not cost all the same.
        numbers: the proof and disproof numbers, where there are any.
    """

    method: str
    run: Callable[[int], bool | None]
    nodes: Callable[[], int]
    decides: frozenset[bool]
    share: int = 1
    numbers: Callable[[], tuple[int, int]] | None = None


BOTH = frozenset((True, False))


class Solver:
    """Answers questions about one game, and remembers what it has learnt from one to the next.

    `rules_used` names the pruning rules in force (`alphabeta.ALL_RULES`).

    Raises:
        RulesError: more than 64 cells, or less than 1 MiB of memory allowed.
    """

    def __init__(
        self,
        rules: Rules,
        *,
        memory: int | None = None,
        maker_breaker: bool = False,
        rules_used: Collection[str] = ALL_RULES,
        threads: int = 1,
    ) -> None:
        if rules.cells > MOST_CELLS:
            raise RulesError(
                f"{rules} has {rules.cells} cells; the solver takes at most {MOST_CELLS} "
                "(engine('perfect') plays larger boards without a proof)"
            )
        size = default_memory() if memory is None else memory
        if size < LEAST_MEMORY:
            raise RulesError(f"{size:,} bytes of memory are too few; at least 1 MiB is needed")
        self.rules = rules
        self.maker_breaker = maker_breaker
        self.threads = threads
        self.rules_used = rules_used
        self._size = size
        self.turns = Turns(rules.cells, rules.symmetries)
        self._memories: dict[str, Memory] = {}
        self._nodes = 0  # of searches that are over
        self._clear()

    def _clear(self) -> None:
        self._stop = False
        self._started = self._shown = perf_counter()
        self._limit = Limit()
        self._show: Callable[[Progress], None] | None = None
        self._running: dict[str, Search] = {}
        self._question = ""

    # -- asking ------------------------------------------------------------------------------

    def solve(
        self,
        position: Position,
        limit: Limit | None = None,
        on_progress: Callable[[Progress], None] | None = None,
        *,
        first_moves: bool = False,
    ) -> Solution:
        """Prove the value of a position; Ctrl-C and limits end it with what is known so far."""
        self._clear()
        self._nodes = 0
        self._limit = limit or Limit()
        self._show = on_progress
        methods: list[str] = []
        answers: dict[Mark, bool] = {}
        winning: tuple[int, ...] | None = None
        unfinished = ""
        if position.outcome is not None:
            methods.append("finished")
            winner = position.outcome.winner
            answers = {mark: mark is winner for mark in Mark}
        try:
            for mark in (position.turn, position.turn.other):
                if True not in answers.values() and mark not in answers:
                    answer, method = self._answer(position, mark)
                    methods.append(method)
                    if answer is not None:
                        answers[mark] = answer
            if first_moves and position.outcome is None:
                winning = self._winning(position)
        except KeyboardInterrupt:
            unfinished = "interrupted"
            answers |= {mark: False for mark in Mark if self._cannot_win(position, mark)}
        score = _score(position, answers)
        if not unfinished and (score is None or (first_moves and winning is None)):
            unfinished = f"stopped at the limit of {in_words(self._limit)}"
        return Solution(
            position,
            score,
            " + ".join(dict.fromkeys(methods)) if score else "",
            self._nodes,
            perf_counter() - self._started,
            frozenset(mark for mark, won in answers.items() if not won),
            unfinished,
            sum(memory.stored for memory in self._memories.values()),
            sum(memory.lost for memory in self._memories.values()),
            self._used(),
            winning,
        )

    @property
    def nodes(self) -> int:
        """Positions looked at for the last question."""
        return self._nodes

    def wins(self, position: Position, mark: Mark, limit: Limit | None = None) -> bool | None:
        """Whether a side wins a position; None if the limit came first."""
        self._clear()
        self._nodes = 0
        self._limit = limit or Limit()
        if position.outcome is not None:
            return position.outcome.winner is mark
        return self._answer(position, mark)[0]

    def _winning(self, position: Position) -> tuple[int, ...] | None:
        """Return the moves that win, None if not every one could be settled."""
        found = []
        for cell, child in position.children():
            if child.outcome is not None:
                won: bool | None = child.outcome.winner is position.turn
            else:
                won, _ = self._answer(child, position.turn)
            if won is None:
                return None
            if won:
                found.append(cell)
        return tuple(found)

    # -- conducting ---------------------------------------------------------------------------

    def _answer(self, position: Position, mark: Mark) -> tuple[bool | None, str]:
        """Answer whether a side wins, and by which method."""
        reason = self._cannot_win(position, mark)
        if reason:
            return False, reason
        searches = self._searches(position, mark)
        self._question = f"{mark} wins?"
        try:
            if self.threads > 1 and len(searches) > 1:
                return self._beside(searches)
            return self._in_turns(searches)
        finally:
            self._nodes = self._count()
            self._running = {}

    def _cannot_win(self, position: Position, mark: Mark) -> str:
        """Return why a side does not win, where that takes no search."""
        if not position.rules.lines:
            return "no lines"
        if self.maker_breaker and mark is Mark.O:
            return "Maker-Breaker"
        stealable = not (self.rules.misere or any(self.rules.guards))
        return "strategy stealing" if stealable and mark is Mark.O and not position.x else ""

    def _in_turns(self, searches: list[Search]) -> tuple[bool | None, str]:
        budget = FIRST_BUDGET
        while searches and not self._stop:
            for search in list(searches):
                answer = self._run(search, budget // search.share)
                if answer in search.decides:
                    return answer, search.method
                if answer is not None:
                    searches.remove(search)  # it has answered another question than ours
                if self._stop:
                    break
            budget *= 2
        return None, ""

    def _beside(self, searches: list[Search]) -> tuple[bool | None, str]:
        """Run the last search in a thread of its own, the others in turns in this one."""
        found: list[tuple[bool | None, str]] = []

        def work(part: list[Search]) -> None:
            answer = self._in_turns(part)
            if answer[0] is not None:
                found.append(answer)
                self._stop = True

        stopped = self._stop
        with ThreadPoolExecutor(2) as pool:
            jobs = [pool.submit(work, part) for part in (searches[:-1], searches[-1:])]
            try:
                for job in jobs:
                    job.result()
            except KeyboardInterrupt:
                self._stop = True
                raise
        self._stop = stopped if found else self._stop
        return found[0] if found else (None, "")

    def _run(self, search: Search, budget: int) -> bool | None:
        """Let a search go on, within what the limit leaves."""
        search.nodes()  # it is made here, by one thread, before another may ask after it
        self._running[search.method] = search
        if self._limit.nodes is not None:
            left = self._limit.nodes - self._count()
            if left <= 0:
                self._stop = True
                return None
            budget = min(budget, left)
        if self._poll():
            return None
        return search.run(budget)

    def _count(self) -> int:
        return self._nodes + sum(search.nodes() for search in list(self._running.values()))

    def _poll(self) -> bool:
        """Whether to stop; the searches ask this now and then."""
        now = perf_counter()
        spent = now - self._started
        if self._limit.seconds is not None and spent > self._limit.seconds:
            self._stop = True
        if self._show is not None and now - self._shown > PROGRESS_SECONDS:
            self._shown = now
            self._show(self._progress(spent))
        return self._stop

    def _progress(self, spent: float) -> Progress:
        proof = disproof = None
        running = list(self._running.values())
        for search in running:
            if search.numbers is not None:
                proof, disproof = search.numbers()
        methods = " + ".join(search.method for search in running)
        return Progress(
            self._question, methods, self._count(), spent, proof, disproof, self._used()
        )

    def _used(self) -> int:
        return sum(int(memory.buckets) * BUCKET for memory in self._memories.values())

    # -- making searches ---------------------------------------------------------------------

    def _memory(self, name: str, part: int) -> Memory:
        if name not in self._memories:
            self._memories[name] = Memory(self._size >> part)
        return self._memories[name]

    def _searches(self, position: Position, mark: Mark) -> list[Search]:
        """Return the searches that can answer whether a side wins."""
        rules = self.rules
        attacker, defender = (
            (position.x, position.o) if mark is Mark.X else (position.o, position.x)
        )
        first = position.turn is mark
        if rules.misere or any(rules.guards):
            return [self._plain(position, mark)]

        def field(*, blocking: bool = False) -> Field:
            made = Field(rules.cells, rules.lines)
            made.start(attacker, defender, rules.lines, () if blocking else rules.lines)
            return made

        # Each is made when its turn comes: most questions need the first one only.
        @cache
        def main() -> AlphaBeta:
            memory = self._memory(f"alpha-beta {mark}", 2)
            return AlphaBeta(field(), memory, self.turns, self.rules_used, self._poll)

        @cache
        def blocked() -> Breaker:
            memory = self._memory(f"Maker-Breaker {mark}", 1 if self.maker_breaker else 3)
            return Breaker(field(blocking=True), memory, self.turns, poll=self._poll)

        @cache
        def numbers() -> ProofNumbers:
            memory = self._memory(f"proof numbers {mark}", 3)
            shared = field()
            lent = AlphaBeta(shared, memory, self.turns.another(), self.rules_used)
            return ProofNumbers(shared, memory, lent, self._poll)

        against_a_blocker = Search(
            "Maker-Breaker",
            lambda budget: blocked().run(first, budget),
            lambda: int(blocked().budget.nodes),
            BOTH if self.maker_breaker else frozenset((False,)),
            share=4,
        )
        if self.maker_breaker:
            return [against_a_blocker]
        return [
            Search(
                "alpha-beta",
                lambda budget: main().run(first, budget),
                lambda: int(main().budget.nodes),
                BOTH,
            ),
            against_a_blocker,
            Search(
                "proof-number search",
                lambda budget: numbers().run(first, budget),
                lambda: int(numbers().budget.nodes),
                BOTH,
                share=12,
                numbers=lambda: (int(numbers().proof), int(numbers().disproof)),
            ),
        ]

    def _plain(self, position: Position, mark: Mark) -> Search:
        plain = Plain(self.rules, self._memory(f"plain {mark}", 1), self.turns, self._poll)
        mover, other = position.x, position.o
        if position.turn is Mark.O:
            mover, other = other, mover
        return Search(
            "plain search",
            lambda budget: plain.run(mover, other, position.turn is mark, budget),
            lambda: int(plain.budget.nodes),
            BOTH,
        )


def _score(position: Position, answers: dict[Mark, bool]) -> Score | None:
    for mark, won in answers.items():
        if won:
            return Score.win() if mark is position.turn else Score.loss()
    return Score.draw() if len(answers) == 2 else None


def in_words(limit: Limit) -> str:
    """Say a limit of seconds, nodes or both."""
    parts = []
    if limit.seconds is not None:
        parts.append(f"{limit.seconds:g} seconds")
    if limit.nodes is not None:
        parts.append(f"{limit.nodes:,} nodes")
    return " or ".join(parts)
