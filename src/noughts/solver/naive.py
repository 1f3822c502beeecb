"""The naive solver: the definition of a game's value, written down.

No pruning, no symmetry, no cleverness: every rule of every other module is checked against this.

>>> from noughts import Position
>>> value(Position.parse("X../.../..."), {}), value(Position.parse("X../O../..."), {})
(0, 1)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from noughts.position import Position

LONG = 100  #: more plies than any game has that this can be asked about


def value(position: Position, memory: dict[int, int]) -> int:
    """Return 1 if the side to move wins, 0 for a draw, -1 if it loses.

    `memory` serves one game only; it may be kept from call to call.
    """
    known = memory.get(position.key)
    if known is None:
        outcome = position.outcome
        if outcome is None:
            known = max(-value(child, memory) for _, child in position.children())
        elif outcome.winner is None:
            known = 0
        else:
            known = 1 if outcome.winner is position.turn else -1
        memory[position.key] = known
    return known


def distance(position: Position, memory: dict[int, int]) -> int:
    """Return how far the end is: the winner hurries, the loser delays.

    A win of the side to move in p plies is `LONG` - p, a draw 0, a loss in p plies p - `LONG`.

    >>> from noughts import Position
    >>> distance(Position.parse("X../O../..."), {}), distance(Position.parse("XXX/OO./..."), {})
    (95, -100)
    """
    known = memory.get(position.key)
    if known is None:
        outcome = position.outcome
        if outcome is None:
            known = max(-distance(child, memory) for _, child in position.children())
            known -= (known > 0) - (known < 0)  # a ply further away
        elif outcome.winner is None:
            known = 0
        else:
            known = LONG if outcome.winner is position.turn else -LONG
        memory[position.key] = known
    return known
