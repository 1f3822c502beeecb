"""What the solver can prove of a position, as choices and analyses.

The solver answers for a position or not at all; `Perfect` falls back on deepening where it does
not. Its memory of a game is kept from move to move, and only one thread asks it at a time.
"""

from __future__ import annotations

from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING

from noughts.engines.base import (
    Analysis,
    Choice,
    Limit,
    Meter,
    MoveValue,
    best_first,
    final_score,
)
from noughts.engines.deepening import Deepening, overall
from noughts.score import Score

if TYPE_CHECKING:
    from noughts.position import Position
    from noughts.rules import Rules
    from noughts.solver import Solver

MOST_CELLS = 64
FIRST_LOOK = 1_000  #: nodes of deepening: short wins with their length, and a liking among equals
MEMORY = 1 << 28  #: bytes for each game; what is not used is not taken

_lock = Lock()


@lru_cache(maxsize=4)
def _solver(rules: Rules) -> Solver:
    from noughts.solver import Solver  # noqa: PLC0415  (the compiled part loads when it is used)

    return Solver(rules, memory=MEMORY)


def play(position: Position, limit: Limit) -> Choice | None:
    """Return a move that keeps the proved value; None if there is no proof within the limit.

    >>> from noughts import Rules, Position
    >>> choice = play(Position(Rules.parse("5,4,4")), Limit(seconds=5))
    >>> choice.score, choice.proven
    (Score.draw(), True)
    """
    meter = Meter()
    first = Deepening(position, Limit(limit.seconds, FIRST_LOOK)).play()
    if first.proven:
        return None  # deepening settles it, and knows more of it
    with _lock:
        solver = _solver(position.rules)
        found = solver.solve(position, limit)
        if found.score is None:
            return None
        nodes = first.nodes + found.nodes
        cell: int | None = first.cell
        if found.score > Score.loss():
            kept = (
                c for c in _liked(position, first.cell) if _keeps(position, c, found.score, limit)
            )
            cell = next(kept, None)
    if cell is None:
        return None
    return Choice(cell, found.score, None, nodes, meter.seconds)


def analyse(position: Position, limit: Limit, engine: str) -> Analysis | None:
    """Value every move by proof; None if one of them cannot be proved within the limit."""
    meter = Meter()
    known = Deepening(position, Limit(limit.seconds, FIRST_LOOK)).analyse(engine)
    moves = []
    nodes = known.nodes
    for move in known.moves:
        if isinstance(move.score, Score):
            moves.append(move)
            continue
        left = _left(limit, meter)
        child = position.play(move.cell)
        if left is None:
            return None
        if child.outcome is not None:
            score: Score | None = final_score(child)
        else:
            with _lock:
                found = _solver(position.rules).solve(child, left)
            score, nodes = found.score, nodes + found.nodes
        if score is None:
            return None
        moves.append(MoveValue(move.cell, score.backed_up(), move.line[:1]))
    ordered = best_first(moves)
    return Analysis(position, engine, overall(ordered), ordered, nodes, meter.seconds)


def _keeps(position: Position, cell: int, score: Score, limit: Limit) -> bool:
    """Whether a move keeps a win, or in a draw does not lose."""
    child = position.play(cell)
    solver = _solver(position.rules)
    if score > Score.draw():
        return solver.wins(child, position.turn, limit) is True
    return solver.wins(child, position.turn.other, limit) is False


def _liked(position: Position, first: int) -> list[int]:
    by_lines = [cell for cell in position.rules.cells_by_lines if cell in position.legal]
    return [first, *(cell for cell in by_lines if cell != first)]


def _left(limit: Limit, meter: Meter) -> Limit | None:
    """Return what is left of a limit, None if nothing is."""
    if limit.seconds is None:
        return limit
    seconds = limit.seconds - meter.seconds
    return Limit(seconds, limit.nodes) if seconds > 0 else None
