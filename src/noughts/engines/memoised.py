"""Memoised minimax: the same answer, every position looked at once.

Different orders of the same moves lead to the same position; who remembers its value need not
search it again. On 3×3 that leaves 5,478 of 549,946 calls. Positions that are the same up to a
turn or a reflection have the same value too: remembering the canonical form leaves 765.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from noughts.engines.base import (
    Analysis,
    Choice,
    Engine,
    MoveValue,
    best_first,
    final_score,
    finished,
    refuse_finished,
)
from noughts.limit import Limit, Meter

if TYPE_CHECKING:
    from noughts.position import Position
    from noughts.score import Score


class Memoised(Engine):
    """Minimax with a memory, plain or up to symmetry.

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

    def value(self, position: Position, memory: dict[int, Score], meter: Meter) -> Score:
        """Return the score of a position for the side to move."""
        key = self.key(position)
        if key not in memory:
            meter.visit()
            if position.outcome is not None:
                memory[key] = final_score(position)
            else:
                memory[key] = max(
                    self.value(child, memory, meter).backed_up() for _, child in position.children()
                )
        return memory[key]

    def key(self, position: Position) -> int:
        """Return under what a position is remembered."""
        return (position.canonical()[0] if self.symmetric else position).key

    # -- as an engine --------------------------------------------------------------------------

    def play(self, position: Position, limit: Limit | None = None) -> Choice:
        """Return the first of the best moves."""
        refuse_finished(position)
        answer = self.analyse(position, limit)
        return Choice(
            position, answer.moves[0].cell, answer.score, None, answer.nodes, answer.seconds
        )

    def analyse(self, position: Position, limit: Limit | None = None) -> Analysis:
        """Value every move."""
        if position.outcome is not None:
            return finished(position, self.name)
        meter = Meter(limit)
        memory: dict[int, Score] = {}
        score = self.value(position, memory, meter)
        moves = []
        for cell, child in position.children():
            worth = self.value(child, memory, meter).backed_up()
            moves.append(MoveValue(cell, worth, (cell, *self._line(child, memory, meter))))
        return Analysis(position, self.name, score, best_first(moves), meter.nodes, meter.seconds)

    def _line(self, position: Position, memory: dict[int, Score], meter: Meter) -> tuple[int, ...]:
        line = []
        while position.outcome is None:
            cell, position = max(
                position.children(),
                key=lambda move: self.value(move[1], memory, meter).backed_up(),
            )
            line.append(cell)
        return tuple(line)
