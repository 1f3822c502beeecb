"""Alpha-beta: minimax that does not look where looking cannot matter.

`alpha` is what X is already sure of elsewhere, `beta` what O is. As soon as alpha >= beta, the
position will not be reached: one side has something at least as good before it. The answer is
minimax's. How much is pruned depends on the order of the moves: on 3×3 549,946 calls become
18,297 in reading order and 7,275 with the centre and the corners first (values -1, 0, 1).

A transposition table remembers positions that several orders of moves lead to. A value found
inside a window is exact; one that ran into the window is a bound, and is used as one.

Under a limit the search deepens step by step instead: see `noughts.engines.deepening`.

Source: Knuth and Moore, "An Analysis of Alpha-Beta Pruning", 1975.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Literal

from noughts.engines.base import (
    Analysis,
    Choice,
    Engine,
    MoveValue,
    best_first,
    finished,
    refuse_finished,
)
from noughts.engines.deepening import Deepening
from noughts.engines.minimax import Minimax, Variation, to_score
from noughts.limit import Limit, Meter
from noughts.position import Mark

if TYPE_CHECKING:
    from noughts.position import Position

TableKind = Literal["plain", "symmetric"]
Table = dict[int, tuple[float, float]]  #: position key -> (lower bound, upper bound)


class AlphaBeta(Engine):
    """Minimax with alpha-beta pruning; `nodes` in its answers counts its calls.

    Attributes:
        ordered: try cells on many lines first, rather than in reading order.
        table: remember positions, "plain" or up to symmetry ("symmetric"); None: do not.
        depth_aware: whether a sooner win is worth more.

    >>> from noughts import Position, Rules
    >>> empty = Position(Rules.parse("3,3,3"))
    >>> [AlphaBeta(ordered=o, depth_aware=False).play(empty).nodes for o in (False, True)]
    [18297, 7275]
    """

    name: str = "alphabeta"
    limits: frozenset[str] = frozenset(("seconds", "nodes"))

    def __init__(
        self, *, ordered: bool = True, table: TableKind | None = None, depth_aware: bool = True
    ) -> None:
        if not ordered:
            self.name = "alphabeta-unordered"
        self.ordered = ordered
        self.table = table
        self.depth_aware = depth_aware
        self._end_value = Minimax(depth_aware=depth_aware).end_value

    def alphabeta(
        self,
        position: Position,
        depth: int,
        alpha: float,
        beta: float,
        meter: Meter,
        table: Table,
    ) -> tuple[float, Variation]:
        """Return the value for X of a position `depth` plies down, and the line both play.

        The value is exact if alpha < value < beta; value <= alpha is an upper bound and
        value >= beta a lower one. The line is cut short where the table knew the rest.
        """
        meter.visit()
        if position.outcome is not None:
            return self._end_value(position, position.outcome, depth), ()
        lower, upper = self._recall(position, depth, table)
        if lower >= beta or lower == upper:
            return lower, ()
        if upper <= alpha:
            return upper, ()

        window = alpha, beta
        maximising = position.turn is Mark.X
        best: float = -inf if maximising else inf
        line: Variation = ()
        for cell in self.moves(position):
            value, reply = self.alphabeta(position.play(cell), depth + 1, alpha, beta, meter, table)
            if value > best if maximising else value < best:
                best, line = value, (cell, *reply)
            if maximising:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if alpha >= beta:
                break  # the other side has something better elsewhere

        self._remember(position, depth, best, window, table)
        return best, line

    def moves(self, position: Position) -> tuple[int, ...]:
        """Return the legal moves in the order in which they are tried."""
        if not self.ordered:
            return position.legal
        playable = position.rules.playable(position.x | position.o)
        return tuple(cell for cell in position.rules.cells_by_lines if playable >> cell & 1)

    # -- the table -----------------------------------------------------------------------------

    def _key(self, position: Position) -> int:
        return (position.canonical()[0] if self.table == "symmetric" else position).key

    def _recall(self, position: Position, depth: int, table: Table) -> tuple[float, float]:
        if self.table is None:
            return -inf, inf
        lower, upper = table.get(self._key(position), (-inf, inf))
        return self._shift(lower, -depth), self._shift(upper, -depth)

    def _remember(
        self,
        position: Position,
        depth: int,
        value: float,
        window: tuple[float, float],
        table: Table,
    ) -> None:
        if self.table is None:
            return
        alpha, beta = window
        stored = self._shift(value, depth)
        table[self._key(position)] = (
            stored if value > alpha else -inf,
            stored if value < beta else inf,
        )

    def _shift(self, value: float, depth: int) -> float:
        """Count a win's depth from the position itself (+depth) or from the root (-depth)."""
        if not self.depth_aware or value in {-inf, 0, inf}:
            return value
        return value + depth if value > 0 else value - depth

    # -- as an engine --------------------------------------------------------------------------

    def play(self, position: Position, limit: Limit | None = None) -> Choice:
        """Return the first of the best moves; under a limit, the best one found by then."""
        refuse_finished(position)
        if limit is not None:
            return Deepening(position, limit).play()
        meter = Meter()
        value, line = self.alphabeta(position, 0, -inf, inf, meter, {})
        score = to_score(int(value), position, depth_aware=self.depth_aware)
        return Choice(position, line[0], score, nodes=meter.nodes, seconds=meter.seconds)

    def analyse(self, position: Position, limit: Limit | None = None) -> Analysis:
        """Value every move, each with a full window, so that every value is exact."""
        if position.outcome is not None:
            return finished(position, self.name)
        if limit is not None:
            return Deepening(position, limit).analyse(self.name)
        meter = Meter()
        meter.visit()
        table: Table = {}
        moves = []
        for cell in self.moves(position):
            value, line = self.alphabeta(position.play(cell), 1, -inf, inf, meter, table)
            score = to_score(int(value), position, depth_aware=self.depth_aware)
            moves.append(MoveValue(cell, score, (cell, *line)))
        ordered = best_first(moves)
        return Analysis(position, self.name, ordered[0].score, ordered, meter.nodes, meter.seconds)
