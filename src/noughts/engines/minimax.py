"""Minimax: look at every line of play to its end.

X picks the move with the highest value, O the one with the lowest, each knowing that the other
will do the same. A finished game is worth +1 when X has won, -1 when O has, 0 when it is drawn.
With the depth in the score, a win is worth more the sooner it comes: on 3×3 10 - depth for X and
depth - 10 for O. Without it every win is worth the same, and an engine may toy with you.

Source: any textbook; Shannon, "Programming a Computer for Playing Chess", 1950.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from noughts.engines.base import (
    Analysis,
    Choice,
    Engine,
    MoveValue,
    best_first,
    finished,
    refuse_finished,
)
from noughts.limit import Limit, Meter
from noughts.position import Mark
from noughts.score import Score

if TYPE_CHECKING:
    from noughts.position import Outcome, Position

Variation = tuple[int, ...]


class Minimax(Engine):
    """Plain minimax, without any trick; `nodes` in its answers counts its calls.

    >>> from noughts import Position
    >>> Minimax().play(Position.parse("XX./OO./X.O")).cell
    2
    """

    name: str = "minimax"
    limits: frozenset[str] = frozenset(("seconds", "nodes"))

    def __init__(self, *, depth_aware: bool = True) -> None:
        self.depth_aware = depth_aware

    def minimax(self, position: Position, depth: int, meter: Meter) -> tuple[int, Variation]:
        """Return the value for X of a position `depth` plies down, and the line both play."""
        meter.visit()
        if position.outcome is not None:
            return self.end_value(position, position.outcome, depth), ()

        replies = []
        for cell, child in position.children():
            value, line = self.minimax(child, depth + 1, meter)
            replies.append((value, (cell, *line)))
        pick = max if position.turn is Mark.X else min
        return pick(replies, key=lambda reply: reply[0])

    def end_value(self, position: Position, outcome: Outcome, depth: int) -> int:
        """Return what a finished game is worth to X."""
        if outcome.winner is None:
            return 0
        size = position.rules.cells + 1 - depth if self.depth_aware else 1
        return size if outcome.winner is Mark.X else -size

    # -- as an engine --------------------------------------------------------------------------

    def play(self, position: Position, limit: Limit | None = None) -> Choice:
        """Return the first of the best moves."""
        refuse_finished(position)
        meter = Meter(limit)
        value, line = self.minimax(position, 0, meter)
        score = to_score(value, position, depth_aware=self.depth_aware)
        return Choice(position, line[0], score, nodes=meter.nodes, seconds=meter.seconds)

    def analyse(self, position: Position, limit: Limit | None = None) -> Analysis:
        """Value every move by searching it to the end."""
        if position.outcome is not None:
            return finished(position, self.name)
        meter = Meter(limit)
        meter.visit()
        moves = []
        for cell, child in position.children():
            value, line = self.minimax(child, 1, meter)
            score = to_score(value, position, depth_aware=self.depth_aware)
            moves.append(MoveValue(cell, score, (cell, *line)))
        ordered = best_first(moves)
        return Analysis(position, self.name, ordered[0].score, ordered, meter.nodes, meter.seconds)


def to_score(value: int, position: Position, *, depth_aware: bool) -> Score:
    """Turn a value for X, as searched from `position`, into a score for the side to move."""
    if value == 0:
        return Score.draw()
    plies = position.rules.cells + 1 - abs(value) if depth_aware else None
    wins = (value > 0) is (position.turn is Mark.X)
    return Score.win(plies) if wins else Score.loss(plies)
