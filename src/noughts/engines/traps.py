"""Traps: among equal moves, the one after which a mistake is most likely.

With a table of all positions, `perfect` knows the exact chance. Otherwise it looks one reply ahead:
the share of the opponent's replies that are not among the best. That needs a proof of every reply;
if the limit comes first, the moves keep their order.
"""

from collections.abc import Callable

from noughts.core.position import Position
from noughts.core.score import Score
from noughts.engines.base import Analysis


def best_trap_first(analysis: Analysis, analyse: Callable[[Position], Analysis]) -> Analysis:
    """Return the analysis with its best moves sorted by the traps that they set.

    `analyse` values the position after a move.

    >>> from noughts import Position
    >>> from noughts.engines import Memoised
    >>> start = Memoised().analyse(Position.parse(".../.X./..."))
    >>> start.best, best_trap_first(start, Memoised().analyse).best
    ((0, 2, 6, 8), (0, 2, 6, 8))
    """
    best = analysis.best
    if not isinstance(analysis.score, Score) or analysis.score > Score.draw() or len(best) < 2:
        return analysis  # nothing is proved, or no mistake is possible
    shares: dict[int, float] = {}
    for cell in best:
        replies = analyse(analysis.position.play(cell))
        if not all(isinstance(move.score, Score) for move in replies.moves):
            return analysis
        # After a move that ends the game, no mistake is possible.
        shares[cell] = 1 - len(replies.best) / len(replies.moves) if replies.moves else 0.0
    moves = sorted(analysis.moves, key=lambda move: -shares.get(move.cell, -1))
    return analysis._replace(moves=tuple(moves))
