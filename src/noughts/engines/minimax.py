"""Minimax: search every line of play to its end.

X chooses the move with the highest value, O the one with the lowest, and each knows that the other
will do the same. A finished game is worth +1 if X has won, -1 if O has, and 0 if it is drawn. If
depth counts, a faster win is worth more: on 3×3, 10 - depth for X and depth - 10 for O. If it does
not, every win is worth the same, and the engine may take its time.

Source: any textbook; Shannon, "Programming a Computer for Playing Chess", 1950.
"""

from noughts.core.limit import Limit, Meter
from noughts.core.position import Mark, Position
from noughts.core.score import Score
from noughts.engines.base import Analysis, Choice, Engine, MoveValue, best_first

Variation = tuple[int, ...]  #: the moves expected from both sides


class Minimax(Engine):
    """Plain minimax, without any tricks; `nodes` in its answers counts its calls.

    Attributes:
        depth_aware: whether a faster win is worth more.

    >>> from noughts import Position
    >>> Minimax().play(Position.parse("XX./OO./X.O")).cell
    2
    """

    name: str = "minimax"
    limits: frozenset[str] = frozenset(("seconds", "nodes"))

    def __init__(self, *, depth_aware: bool = True) -> None:
        self.depth_aware = depth_aware

    def minimax(self, position: Position, depth: int) -> tuple[int, Variation]:
        """Return the value for X of a position `depth` plies down, and the line both play."""
        if position.outcome is not None:
            return end_value(position, depth, depth_aware=self.depth_aware), ()

        replies = []
        for cell, child in position.children():
            value, line = self.minimax(child, depth + 1)
            replies.append((value, (cell, *line)))
        pick = max if position.turn is Mark.X else min
        return pick(replies, key=lambda reply: reply[0])

    # -- as an engine --------------------------------------------------------------------------

    def play(self, position: Position, limit: Limit | None = None) -> Choice:
        """Return the first of the best moves."""
        with Meter(limit) as meter:
            value, line = meter.counting(self, "minimax").minimax(position, 0)
        score = to_score(value, position, depth_aware=self.depth_aware)
        return Choice(position, line[0], score, nodes=meter.nodes, seconds=meter.seconds)

    def analyse(self, position: Position, limit: Limit | None = None) -> Analysis:
        """Value every move by searching it to the end."""
        moves = []
        with Meter(limit) as meter:
            meter.visit()
            search = meter.counting(self, "minimax")
            for cell, child in position.children():
                value, line = search.minimax(child, 1)
                score = to_score(value, position, depth_aware=self.depth_aware)
                moves.append(MoveValue(cell, score, (cell, *line)))
        ordered = best_first(moves)
        return Analysis(position, self.name, ordered[0].score, ordered, meter.nodes, meter.seconds)


def end_value(position: Position, depth: int, *, depth_aware: bool = True) -> int:
    """Return the value for X of a game that ended `depth` plies down.

    >>> from noughts import Position
    >>> end_value(Position.parse("XXX/OO./..."), 5)
    5
    """
    if position.outcome is None or position.outcome.winner is None:
        return 0
    size = position.rules.cells + 1 - depth if depth_aware else 1
    return size if position.outcome.winner is Mark.X else -size


def to_score(value: int, position: Position, depth: int = 0, *, depth_aware: bool = True) -> Score:
    """Turn a value for X of a position `depth` plies down into a score for the side to move."""
    if value == 0:
        return Score.draw()
    plies = position.rules.cells + 1 - depth - abs(value) if depth_aware else None
    wins = (value > 0) is (position.turn is Mark.X)
    return Score.win(plies) if wins else Score.loss(plies)
