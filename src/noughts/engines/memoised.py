"""Memoised minimax: the same answer, but each position is searched once.

Different orders of the same moves lead to the same position, and its value need not be worked out
again. On 3×3, minimax works out 549,946 nodes, but there are only 5,478 positions. Rotations and
mirror images of a position have the same value: if the memory keeps one of them for all, 765 are
left. The calls that only look a position up come on top: 10,690, or 1,506 with symmetry.

A win is worth more the sooner it comes, and yet the memory is right. A position always has the same
number of stones, so one search meets it at one depth only.
"""

from __future__ import annotations

from noughts.core.limit import Limit, Meter
from noughts.core.position import Mark, Position
from noughts.engines.base import Analysis, Choice, Engine, MoveValue, best_first
from noughts.engines.minimax import Variation, end_value, to_score


class Memoised(Engine):
    """Minimax with a memory; `nodes` counts the positions worked out, not look-ups.

    Attributes:
        symmetric: store rotations and mirror images once.

    >>> from noughts import Position, Rules
    >>> empty = Position(Rules.parse("3,3,3"))
    >>> [Memoised(symmetric=symmetric).play(empty).nodes for symmetric in (False, True)]
    [5478, 765]
    """

    name: str = "memoised"
    limits: frozenset[str] = frozenset(("seconds", "nodes"))

    def __init__(self, *, symmetric: bool = False) -> None:
        if symmetric:
            self.name = "symmetric"
        self.symmetric = symmetric

    def value(self, position: Position, depth: int, memory: dict[int, int]) -> int:
        """Return the value for X of a position `depth` plies down."""
        key = self.key(position)
        if key not in memory:
            if position.outcome is not None:
                memory[key] = end_value(position, depth)
            else:
                pick = max if position.turn is Mark.X else min
                memory[key] = pick(
                    self.value(child, depth + 1, memory) for _, child in position.children()
                )
        return memory[key]

    def key(self, position: Position) -> int:
        """Return the key under which a position is stored."""
        return (position.canonical()[0] if self.symmetric else position).key

    # -- as an engine --------------------------------------------------------------------------

    def play(self, position: Position, limit: Limit | None = None) -> Choice:
        """Return the first of the best moves."""
        answer = self.analyse(position, limit)
        return Choice(
            position, answer.moves[0].cell, answer.score, None, answer.nodes, answer.seconds
        )

    def analyse(self, position: Position, limit: Limit | None = None) -> Analysis:
        """Value every move."""
        moves = []
        with Meter(limit) as meter:
            memory = Memory(meter)
            score = to_score(self.value(position, 0, memory), position)
            for cell, child in position.children():
                worth = to_score(self.value(child, 1, memory), position)
                moves.append(MoveValue(cell, worth, (cell, *self._line(child, 1, memory))))
        return Analysis(position, self.name, score, best_first(moves), meter.nodes, meter.seconds)

    def _line(self, position: Position, depth: int, memory: Memory) -> Variation:
        if position.outcome is not None:
            return ()
        pick = max if position.turn is Mark.X else min
        cell, child = pick(
            position.children(), key=lambda move: self.value(move[1], depth + 1, memory)
        )
        return cell, *self._line(child, depth + 1, memory)


class Memory(dict[int, int]):
    """The memory of one search: a value for each key. A meter counts the positions."""

    def __init__(self, meter: Meter) -> None:
        self._meter = meter

    def __setitem__(self, key: int, value: int) -> None:
        self._meter.visit()
        super().__setitem__(key, value)
