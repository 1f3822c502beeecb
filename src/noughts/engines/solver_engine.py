"""What the solver can prove about a position, as choices and analyses.

If the solver cannot answer for a position, `Perfect` falls back on deepening. The solver keeps its
results for a game from move to move, and serves one thread at a time.

It first looks for a short win with its length, because that is cheap and the winner wants to be
fast. Then it finds the value of the position, and then that of its moves, as far as the time
allows. A move that is not settled by then keeps its estimate, even in an analysis whose value is
proved.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from threading import Lock
from typing import NamedTuple

from noughts.core.errors import LimitReachedError
from noughts.core.limit import Limit, Meter
from noughts.core.position import Mark, Position
from noughts.core.rules import Rules
from noughts.core.score import Estimate, Score
from noughts.engines.base import Analysis, Choice, MoveValue, best_first, final_score, finished
from noughts.engines.deepening import Deepening
from noughts.engines.traps import best_trap_first
from noughts.solver import Solver
from noughts.solver.distance import Distance
from noughts.solver.scheduler import PLAY_NODES, Scheduler
from noughts.solver.variation import first_that

FIRST_LOOK = 1_000  #: nodes of deepening: a preference among equals
QUICK = 12_000  #: the most nodes of a turn that looks for a win with its length
MARGIN = 0.05  #: of the time, for finishing
TRAP_CELLS = 12  #: with at most this many empty cells, it looks for the best trap
MEMORY = 1 << 26  #: bytes for each of at most two games; unused memory is not allocated


class _Proof(NamedTuple):
    """A proved score, a move that keeps it, and the line after it as far as known."""

    score: Score
    cell: int
    line: tuple[int, ...]


@lru_cache(maxsize=2)
def prover(rules: Rules) -> SolverMoves:
    """Return the prover of a game, with its results so far."""
    return SolverMoves(rules)


class SolverMoves:
    """Proves moves of one game with the solver, for one thread at a time.

    >>> from noughts import Rules, Position
    >>> rules = Rules.parse("5,4,4")
    >>> choice = prover(rules).play(Position(rules), Limit(seconds=5))
    >>> choice.score, choice.proven
    (Score.draw(), True)
    """

    def __init__(self, rules: Rules) -> None:
        self.solver = Solver(rules, memory=MEMORY)
        self.distance = Distance(rules, self.solver.symmetries, MEMORY // 4)
        self._lock = Lock()

    def play(self, position: Position, limit: Limit) -> Choice | None:
        """Return a move that keeps the proved value; None if the limit comes before a proof."""
        if len(position.legal) <= TRAP_CELLS:
            found = self.analyse(position, limit, "")
            if found is None:
                return None
            first = found.moves[0].cell
            return Choice(position, first, found.score, None, found.nodes, found.seconds)
        task = _Task(self, position, limit)
        with self._lock:
            proof = task.prove()
        if proof is None:
            return None
        return Choice(position, proof.cell, proof.score, None, task.nodes, task.meter.seconds)

    def analyse(self, position: Position, limit: Limit, engine: str) -> Analysis | None:
        """Prove the value, and moves as far as the limit allows; None without a proved value."""
        task = _Task(self, position, limit)
        with self._lock:
            proof = task.prove()
            if proof is None:
                return None
            task.share = 1 - MARGIN
            first = MoveValue(proof.cell, proof.score, (proof.cell, *proof.line))
            others = [move for move in task.guesses if move.cell != proof.cell]
            moves = best_first(
                [first, *(task.value(move, proof.score) for move in others)], proof.score
            )
            found = Analysis(position, engine, proof.score, moves, 0, 0)
            if len(moves) <= TRAP_CELLS:
                found = best_trap_first(found, task.replies)
        return found._replace(nodes=task.nodes, seconds=task.meter.seconds)


class _Task:
    """The work on one position, within one limit."""

    def __init__(self, moves: SolverMoves, position: Position, limit: Limit) -> None:
        self.meter = Meter()
        self.share = 0.5  # of the time: without a value by then, it falls back on an estimate
        self.position = position
        self._limit = limit
        guessed = Deepening(position, limit.part(limit.seconds, FIRST_LOOK)).analyse("")
        self.guesses = guessed.moves
        self.nodes = guessed.nodes
        self._solver, self._distance = moves.solver, moves.distance

    def prove(self) -> _Proof | None:
        """Prove the value and find a move that keeps it; None if the limit comes first."""
        try:
            score = self._score(self.position, tuple(Mark))
            line = self._kept(self.position, score)
        except LimitReachedError:
            return None
        return _Proof(score, line[0], line[1:])

    def replies(self, position: Position) -> Analysis:
        """Value every move of the position after a move."""
        if position.outcome is not None:
            return finished(position, "")
        unknown = [MoveValue(cell, None, (cell,)) for cell in position.legal]
        try:
            score = self._score(position, tuple(Mark))
        except LimitReachedError:
            return Analysis(position, "", None, tuple(unknown), 0, 0)
        moves = [self.value(move, score, position) for move in unknown]
        return Analysis(position, "", score, best_first(moves, score), 0, 0)

    def value(self, move: MoveValue, score: Score, position: Position | None = None) -> MoveValue:
        """Prove a move of a position with this score, or keep its estimate."""
        position = position or self.position
        child = position.play(move.cell)
        if child.outcome is not None:
            return MoveValue(move.cell, final_score(child).backed_up(), (move.cell,))
        # If the position is not won, no move wins.
        asked = tuple(Mark) if score > Score.draw() else (position.turn.other,)
        try:
            found = self._score(child, asked)
            line = self._line(child, found)
        except LimitReachedError:
            return self._doubted(move, score)
        worth = found.backed_up()
        if worth.value is score.value and score.plies is None:
            worth = Score(worth.value)  # until the shortest is known, none is the best
        return MoveValue(move.cell, worth, (move.cell, *line))

    def _doubted(self, move: MoveValue, score: Score) -> MoveValue:
        """Return an estimate that is not higher than the position's proved value."""
        if isinstance(move.score, Estimate) and score <= Score.draw():
            return move._replace(score=min(move.score, Estimate(-1, "upper")))
        return move

    def _score(self, position: Position, marks: Collection[Mark]) -> Score:
        """Prove the value of a position in which only these sides may win.

        Raises:
            LimitReachedError: The limit came first.
        """
        runs = [_Question(self, position, mark) for mark in marks]
        found = Scheduler(runs, grant=int).decide()
        if found is None:
            return Score.draw()
        plies, mark = found[1].plies, found[1].mark
        return Score.win(plies) if mark is position.turn else Score.loss(plies)

    def _kept(self, position: Position, score: Score) -> tuple[int, ...]:
        """Return a line that begins with a move that keeps a proved value."""
        line = self._line(position, score)
        if line:
            return line
        if score < Score.draw():
            return (self.guesses[0].cell,)
        turn = position.turn

        def keeps(cell: int, nodes: int) -> bool | None:
            child = position.play(cell)
            if child.outcome is not None:
                return final_score(child).backed_up().value is score.value
            if score > Score.draw():
                return self.wins(child, turn, nodes)
            lost = self.wins(child, turn.other, nodes)
            return None if lost is None else not lost

        found = first_that((move.cell for move in self.guesses), keeps)
        if found is None:
            raise LimitReachedError(self._limit.reached())
        return (found,)

    def _line(self, position: Position, score: Score) -> tuple[int, ...]:
        """Return the line of a win of known length; empty otherwise."""
        if score.plies is None:
            return ()
        winner = position.turn if score > Score.draw() else position.turn.other
        self._distance.allow(self._left(None))
        before = self._distance.nodes
        try:
            return tuple(self._distance.line(position, winner, score.plies))
        finally:
            self.nodes += self._distance.nodes - before

    def quick(self, position: Position, mark: Mark, nodes: int) -> int | None:
        """Return the plies of a win found quickly; 0 if there is none, None if unknown."""
        self._distance.allow(self._left(nodes))
        before = self._distance.nodes
        try:
            return self._distance.plies(position, mark)
        except LimitReachedError:
            return None
        finally:
            self.nodes += self._distance.nodes - before

    def wins(self, position: Position, mark: Mark, nodes: int) -> bool | None:
        """Return whether a side wins; None if that takes more nodes."""
        answer = self._solver.wins(position, mark, self._left(nodes))
        self.nodes += self._solver.nodes
        return answer

    def _left(self, nodes: int | None) -> Limit:
        if self._limit.seconds is None:
            return self._limit.part(nodes=nodes)
        seconds = self.share * self._limit.seconds - self.meter.seconds
        if seconds <= 0:
            raise LimitReachedError(self._limit.reached())
        return self._limit.part(seconds, nodes)


class _Question:
    """Whether a side wins, as a run of the scheduler that only a yes can settle.

    Every other turn looks for a quick win with its length, and the others for any win.
    """

    first_nodes = PLAY_NODES
    share = 1
    decides = frozenset((True,))

    def __init__(self, task: _Task, position: Position, mark: Mark) -> None:
        self.mark = mark
        self.plies: int | None = None
        self.nodes = 0
        self._task = task
        self._position = position
        self._quick = False

    @property
    def work(self) -> int:
        return self.nodes

    def run(self, nodes: int) -> bool | None:
        self._quick = not self._quick
        if not self._quick:
            self.nodes += nodes
            return self._task.wins(self._position, self.mark, nodes)
        nodes = min(QUICK, nodes)
        self.nodes += nodes
        plies = self._task.quick(self._position, self.mark, nodes)
        self.plies = plies or None
        return None if plies is None else plies > 0
