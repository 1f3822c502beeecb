"""Alpha-beta with a transposition table: it stores the positions that it has searched.

Different orders of the same moves lead to the same position. A value found inside a window is
exact. A value at the edge of its window is only a bound, so the table stores a lower and an upper
bound for each position. They are equal if the value is exact.

A win counts for more the faster it is, counted from the root. The table counts from the position
itself instead, so that an entry is right at any depth.
"""

from math import inf
from typing import Self

from noughts.core.limit import Meter
from noughts.core.position import Position
from noughts.engines.alphabeta import AlphaBeta
from noughts.engines.minimax import Variation

Table = dict[int, tuple[float, float]]  #: position key -> (lower bound, upper bound)


class AlphaBetaTable(AlphaBeta):
    """Alpha-beta with a table for each search.

    Attributes:
        symmetric: store rotations and mirror images once.

    >>> from noughts import Position, Rules
    >>> empty = Position(Rules.parse("3,3,3"))
    >>> [AlphaBetaTable(symmetric=s).play(empty).nodes for s in (False, True)]
    [2172, 532]
    """

    name: str = "alphabeta-table"

    def __init__(
        self, *, symmetric: bool = False, ordered: bool = True, depth_aware: bool = True
    ) -> None:
        super().__init__(ordered=ordered, depth_aware=depth_aware)
        self.symmetric = symmetric
        self.table: Table = {}

    def alphabeta(
        self, position: Position, depth: int, alpha: float, beta: float
    ) -> tuple[float, Variation]:
        """Look the position up before searching it, and store the result.

        The line ends where the table has the rest.
        """
        key = self.key(position)
        lower, upper = self.table.get(key, (-inf, inf))
        lower, upper = self.shifted(lower, -depth), self.shifted(upper, -depth)
        if lower >= beta or lower == upper:
            return lower, ()
        if upper <= alpha:
            return upper, ()

        value, line = super().alphabeta(position, depth, alpha, beta)

        stored = self.shifted(value, depth)
        self.table[key] = (stored if value > alpha else -inf, stored if value < beta else inf)
        return value, line

    def key(self, position: Position) -> int:
        """Return the key under which a position is stored."""
        return (position.canonical()[0] if self.symmetric else position).key

    def shifted(self, value: float, depth: int) -> float:
        """Return a value counted from the position itself (+depth) or from the root (-depth)."""
        if not self.depth_aware or value in {-inf, 0, inf}:
            return value
        return value + depth if value > 0 else value - depth

    def counted(self, meter: Meter) -> Self:
        """Return a copy for one search, with an empty table."""
        search = super().counted(meter)
        search.table = {}
        return search
