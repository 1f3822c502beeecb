"""Threat-space search as a prover: wins by threats on boards too large to solve.

It alternates between two questions, with twice the nodes each time: does the side to move win by
threats, and do all its moves lose to them? It asks each of them twice, the second time with quiet
moves as well (`noughts.threats.quiet_moves`). A yes is a proof. Answers of no prove nothing: there
are other ways to win.

If a book of wins has the position, nothing is searched (`noughts.threats.winning_book`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce

from noughts.core.errors import RulesError
from noughts.core.limit import Limit
from noughts.core.position import Position
from noughts.core.score import Score
from noughts.solver.portfolio import MOST_CELLS, too_large
from noughts.solver.prover import ProofTask
from noughts.solver.scheduler import THREAT_NODES, Scheduler
from noughts.solver.solution import BOOK, Progress, Solution, Stopwatch
from noughts.threats.pvs import PrincipalVariationSearch
from noughts.threats.quiet_moves import Moves, QuietSearch
from noughts.threats.winning_book import shipped

LINE_NODES = 100_000  #: for each move of the line shown
MEMORY = 1 << 26  #: bytes, by default


class ThreatProver:
    r"""Proves that a side wins by threats, if it does, on boards of any size.

    >>> from noughts import Limit, Record
    >>> record = Record.parse("Rules: 15,15,5\n\nh8 a1 i8 a15 j8 o1")
    >>> found = ThreatProver().prove(ProofTask(record.position), Limit())
    >>> found.score, len(found.line)
    (Score.win(3), 3)
    """

    def __init__(self) -> None:
        #: the winner's quiet moves in the last proof, and the replies that need them; None if
        #: threats alone win
        self.moves: Moves | None = None

    def prove(
        self,
        problem: ProofTask,
        limit: Limit,
        on_progress: Callable[[Progress], None] | None = None,
    ) -> Solution:
        """Prove a win or a loss by threats, or say that none was found.

        Raises:
            RulesError: Misère or gravity; an empty board that no book has, where threats prove
                nothing; or more than the winner is requested.
        """
        position = problem.position
        self.moves = None
        refuse(problem)
        if position.outcome is not None:
            won = position.outcome.winner is not None
            return Solution(position, Score.loss(0) if won else Score.draw(), "finished", 0, 0.0)
        if problem.book and (known := self._by_book(position)):
            return known
        if not position.ply:
            raise too_large(position.rules)
        asked = _Asked(position, limit, on_progress, problem.memory or MEMORY)
        try:
            solution = asked.answer()
            self.moves = asked.moves
        except KeyboardInterrupt:
            return asked.unknown("interrupted")
        return solution

    def _by_book(self, position: Position) -> Solution | None:
        """Return what a book of wins says of a position."""
        book = shipped(position.rules)
        if book is None or not (known := book.find(position)).settles:
            return None
        left = self.moves = book.moves(position)
        line = list[int]()
        while left:  # the first reply of each
            cell, left = next(iter(left.items()))
            line.append(cell)
        score = Score.loss() if known.lost else Score.win()
        return Solution(position, score, BOOK, 0, 0.0, line=tuple(line))


def refuse(problem: ProofTask) -> None:
    """Reject what threats cannot prove.

    Raises:
        RulesError: Threats cannot prove this; the message says why.
    """
    rules = problem.position.rules
    if rules.misere or rules.gravity:
        raise RulesError.said("solver", "threats", rules=rules)
    if problem.reader is not None:
        raise RulesError.said("solver", "not read", rules=rules)
    if problem.maker_breaker or problem.distance or problem.first_moves or problem.threads > 1:
        raise RulesError.said(
            "solver", "by threats", rules=rules, cells=rules.cells, most=MOST_CELLS
        )


class _Asked:
    """One attempt at a proof."""

    def __init__(
        self,
        position: Position,
        limit: Limit,
        on_progress: Callable[[Progress], None] | None,
        memory: int,
    ) -> None:
        self.position = position
        self.memory = memory
        self.watch = Stopwatch(limit, on_progress)
        self.question = ""
        self.moves: Moves | None = None
        self.search: PrincipalVariationSearch = PrincipalVariationSearch(
            position, self._poll, memory
        )
        self.side = int(self.search.side)
        self.search.allow(limit.nodes or 0)

    def answer(self) -> Solution:
        kinds = (_Threats, _QuietMoves)
        runs = [kind(self, loses=loses) for kind in kinds for loses in (False, True)]
        found = Scheduler(runs, self._grant).decide()
        if found is not None:
            return self._proved(found[1])
        if self.search.stopped:
            return self.unknown(self.watch.limit.reached())
        return self.unknown(
            f"no win by threats was found for {self.position.rules} from here, and with "
            "more than 64 cells the solver looks for no other proofs"
        )

    def _grant(self, nodes: int) -> int:
        return 0 if self.search.stopped else nodes

    def _proved(self, run: _Threats) -> Solution:
        nodes, seconds = int(self.search.budget.nodes), self.watch.seconds
        self.search.allow(0)
        line, loses = run.line(), run.loses
        # A win in 3 is found before any longer one; longer wins may not be the shortest.
        end = reduce(Position.play, line, self.position)
        plies = len(line) if len(line) <= 3 and end.outcome is not None else None
        return Solution(
            self.position,
            Score.loss(plies) if loses else Score.win(plies),
            "threats",
            nodes,
            seconds,
            memory=self.memory,
            line=tuple(line),
        )

    def unknown(self, why: str) -> Solution:
        nodes = int(self.search.budget.nodes)
        return Solution(
            self.position,
            None,
            "threats",
            nodes,
            self.watch.seconds,
            unfinished=why,
            memory=self.memory,
        )

    def _poll(self) -> bool:
        return self.watch.over(self._progress)

    def _progress(self, spent: float) -> Progress:
        nodes = int(self.search.budget.nodes)
        return Progress(self.question, "threats", nodes, spent, None, None, self.memory)


class _Threats:
    """Whether the side to move wins, or loses, by threats: a run that only a yes can settle."""

    first_nodes = THREAT_NODES
    share = 1
    decides = frozenset((True,))

    def __init__(self, asked: _Asked, *, loses: bool) -> None:
        self.loses = loses
        self.nodes = 0
        self._asked = asked

    @property
    def work(self) -> int:
        return self.nodes

    def run(self, nodes: int) -> bool | None:
        asked, turn = self._asked, self._asked.position.turn
        asked.question = f"{turn.other if self.loses else turn} wins?"
        before = int(asked.search.budget.nodes)
        found = self._ask(nodes)
        self.nodes += max(nodes, int(asked.search.budget.nodes) - before)
        return found

    def _ask(self, nodes: int) -> bool | None:
        side, threes = self._asked.side, self._asked.search.threes
        found = threes.loss(side, nodes) if self.loses else threes.win(side, nodes)
        return True if found else None if threes.cut else False

    def line(self) -> list[int]:
        """Return a line of play."""
        return self._asked.search.threes.line(self._asked.side, LINE_NODES, loses=self.loses)


class _QuietMoves(_Threats):
    """The same, with quiet moves as well."""

    def __init__(self, asked: _Asked, *, loses: bool) -> None:
        super().__init__(asked, loses=loses)
        turn = asked.position.turn
        attacker = turn.other if loses else turn
        self._quiet = QuietSearch(asked.search, asked.position, attacker)

    def _ask(self, nodes: int) -> bool | None:
        return self._quiet.run(nodes)

    def line(self) -> list[int]:
        self._asked.moves = self._quiet.moves
        return self._quiet.line(LINE_NODES)
