"""What the gravity search can prove about a position, as choices and analyses.

The counterpart of `noughts.engines.solver_engine` for games such as Connect Four. It keeps its
results from move to move, and serves one thread at a time.

It first finds who wins, then a move that keeps that, and then, if every move needs a value, who
wins after each other move. Last come the plies of the position and of every move, as far as the
time allows. A move that is not settled by then keeps its estimate.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from threading import Lock

from noughts.core.limit import Limit, Meter
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.core.score import Estimate, Score, Value
from noughts.engines.base import Analysis, Choice, MoveValue, best_first, final_score, finished
from noughts.engines.deepening import Deepening
from noughts.engines.traps import best_trap_first
from noughts.solver.gravity import GravitySolver, refusal

FIRST_LOOK = 1_000  #: nodes of deepening, for the estimates
FOR_VALUE = 0.5  #: of the time: without a value by then, it falls back on an estimate
FOR_MOVES = 0.95  #: of the time: the rest is for finishing
TRAP_CELLS = 20  #: with at most this many empty cells, it looks for the best trap
MEMORY = 1 << 26  #: bytes for each of at most two games; unused memory is not allocated


@lru_cache(maxsize=2)
def prover(rules: Rules) -> GravityMoves:
    """Return the prover of a game, with its results so far."""
    return GravityMoves(GravitySolver(rules, memory=MEMORY))


def takes(rules: Rules) -> bool:
    """Whether there is a prover for such a game."""
    return not refusal(rules)


class GravityMoves:
    """Proves moves of one game with gravity, for one thread at a time.

    >>> from noughts import Rules, Position
    >>> rules = Rules.parse("5,4,4 gravity")
    >>> choice = prover(rules).play(Position(rules), Limit(seconds=5))
    >>> choice.score, choice.proven
    (Score.draw(), True)
    """

    def __init__(self, solver: GravitySolver) -> None:
        self.solver = solver
        self.lock = Lock()

    def play(self, position: Position, limit: Limit) -> Choice | None:
        """Return a move that keeps the proved value; None if the limit comes before a proof."""
        task = _Task(self, position, limit)
        if not _is_late(position):
            return task.choice()
        found = task.analysis("")
        return found and Choice(
            position, found.moves[0].cell, found.score, None, found.nodes, found.seconds
        )

    def analyse(self, position: Position, limit: Limit, engine: str) -> Analysis | None:
        """Prove the value, and moves as far as the limit allows; None without a proved value."""
        return _Task(self, position, limit).analysis(engine)


def _is_late(position: Position) -> bool:
    return position.rules.cells - position.ply <= TRAP_CELLS


class _Task:
    """The work on one position, within one limit."""

    def __init__(self, moves: GravityMoves, position: Position, limit: Limit) -> None:
        self.position = position
        self._meter = Meter()
        self._limit = limit
        self._solver = moves.solver
        self._lock = moves.lock

    def choice(self) -> Choice | None:
        """Return a move that keeps the proved value; None if not even the winner is proved."""
        with self._lock:
            before = self._solver.total
            found = self._value_kept()
            if found is None:
                return None
            self._allow(FOR_MOVES)
            cell, score = self._score_kept() or found
            nodes = self._solver.total - before
        return Choice(self.position, cell, score, None, nodes, self._meter.seconds)

    def analysis(self, engine: str) -> Analysis | None:
        """Return what can be proved about every move; None if not even the winner is proved."""
        with self._lock:
            before = self._solver.total
            found = self._analysis(engine)
            nodes = self._solver.total - before
        if found is None:
            return None
        return found._replace(nodes=nodes + found.nodes, seconds=self._meter.seconds)

    def _analysis(self, engine: str) -> Analysis | None:
        found = self._value_kept()
        if found is None:
            return None
        self._allow(FOR_MOVES)
        first, score = found
        known = {first: score}
        # No move is better than the position, so a lost one needs no questions.
        least = {Value.WIN: -1, Value.DRAW: 0, Value.LOSS: 1}[score.value]
        self._settle(known, score, lambda child: self._value(child, least))
        best = self._score_kept()
        if best is not None:
            first, score = best
            known[first] = score
            self._settle(known, score, self._solver.score, first)
        keeper, score = self._move(first, score)
        moves = [keeper, *(self._move(*each)[0] for each in known.items() if each[0] != first)]
        guesses, nodes = self._guesses(known, score)
        ordered = best_first([*moves, *guesses], score)
        analysis = Analysis(self.position, engine, score, ordered, nodes, 0.0)
        return best_trap_first(analysis, self._replies) if _is_late(self.position) else analysis

    def _value_kept(self) -> tuple[int, Score] | None:
        """Return a move that keeps the winner, and the value; None if a limit comes first."""
        self._allow(FOR_VALUE)
        score = self._value(self.position)
        if score is not None and score < Score.draw():
            # Every move loses: take the longest defence visible at once.
            return self._look().moves[0].cell, score
        return self._kept(score)

    def _score_kept(self) -> tuple[int, Score] | None:
        """Return a move that keeps the score and its plies; None if a limit comes first."""
        return self._kept(self._solver.score(self.position))

    def _settle(
        self,
        known: dict[int, Score],
        score: Score,
        ask: Callable[[Position], Score | None],
        first: int | None = None,
    ) -> None:
        """Prove moves while there is time: all but the first, or all unknown ones.

        Until the shortest win is known, no move has it.
        """
        for cell in self._cells():
            if cell == first or (first is None and cell in known):
                continue
            child = self.position.play(cell)
            found = final_score(child) if child.outcome is not None else ask(child)
            if found is not None:
                worth = found.backed_up()
                same = worth.value is score.value and score.plies is None
                known[cell] = Score(worth.value) if same else worth

    def _allow(self, share: float) -> None:
        """Let the solver run until this share of the time has passed."""
        seconds = self._limit.seconds
        if seconds is not None:
            seconds = max(share * seconds - self._meter.seconds, 1e-6)
        self._solver.allow(self._limit.part(seconds))

    def _cells(self) -> list[int]:
        """Return the legal moves, from the middle outwards."""
        columns = self.position.rules.shape[0]
        return sorted(self.position.legal, key=lambda cell: abs(2 * (cell % columns) - columns + 1))

    def _value(self, position: Position, least: int = -1) -> Score | None:
        """Return who wins a position, without the plies; None if the limit comes first.

        `least` is a known lower bound: 1 a win, 0 at least a draw.
        """
        low, high = self._solver.bounds(position, least, 1)
        return (Score.loss(), Score.draw(), Score.win())[low + 1] if low == high else None

    def _kept(self, score: Score | None) -> tuple[int, Score] | None:
        """Return a move that keeps a score and its plies, if any; None at a limit."""
        if score is None:
            return None
        keeps = self._solver.keeps
        cell = next((cell for cell in self._cells() if keeps(self.position, cell, score)), None)
        return None if cell is None else (cell, score)

    def _move(self, cell: int, score: Score) -> tuple[MoveValue, Score]:
        """Return a move with its line, and its score.

        If a limit cuts the line short, it is left out. The plies are proved without it.
        """
        if score.plies is None and score.value is not Value.DRAW:
            return MoveValue(cell, score, (cell,)), score
        line = (cell, *self._solver.line(self.position.play(cell)))
        if score.plies is not None and len(line) < score.plies:
            line = (cell,)
        return MoveValue(cell, score, line), score

    def _look(self) -> Analysis:
        """Estimate every move."""
        return Deepening(self.position, self._limit.part(None, FIRST_LOOK)).analyse("")

    def _guesses(self, known: dict[int, Score], score: Score) -> tuple[tuple[MoveValue, ...], int]:
        """Estimate the other moves: no higher than the position's proved value."""
        if len(known) == len(self.position.legal):
            return (), 0
        found = self._look()
        guesses = []
        for move in found.moves:
            if move.cell not in known:
                guess = move.score if isinstance(move.score, Estimate) else Estimate(0)
                if score <= Score.draw():
                    guess = min(guess, Estimate(-1, "upper"))
                guesses.append(MoveValue(move.cell, guess, move.line))
        return tuple(guesses), found.nodes

    def _replies(self, position: Position) -> Analysis:
        """Value every reply to a move."""
        if position.outcome is not None:
            return finished(position, "")
        moves = []
        for cell, child in position.children():
            found = self._solver.score(child)
            moves.append(MoveValue(cell, None if found is None else found.backed_up(), (cell,)))
        ordered = best_first(moves)
        return Analysis(position, "", ordered[0].score, ordered, 0, 0.0)
