"""Every position of a small game, valued from the last ply to the first, a ply at a time.

The array form of `noughts.engines.perfect.table`: a position is a number in base 3, and its row in
each array holds the answers.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from noughts.core.bits import bits
from noughts.core.rules import Rules
from noughts.oracle.codes import NOTHING, WIN, backed_up

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from noughts.oracle.codes import Codes

MOST_CELLS = 12  #: 531,441 rows


def takes(rules: Rules) -> bool:
    """Whether a game has a table: small, no gravity, and its lines depend on one side alone."""
    return rules.cells <= MOST_CELLS and not rules.gravity and not any(rules.ends)


class FullTable(NamedTuple):
    """The answers for each position, in row ``spread[x] + 2 * spread[o]``."""

    reached: list[NDArray[np.int64]]  #: all reachable positions by ply, as ``x | o << cells``
    spread: NDArray[np.int64]  #: the base-3 number of each bitboard
    scores: Codes  #: the codes of the positions (`noughts.oracle.codes`)
    moves: Codes  #: the codes of their moves, a column a cell


@lru_cache(maxsize=4)
def full_table(rules: Rules) -> FullTable:
    """Return the table of a game.

    >>> from noughts import Rules
    >>> table = full_table(Rules("3,3,3"))
    >>> sum(map(len, table.reached)), int(table.scores[0])
    (5478, 0)
    """
    cells = rules.cells
    size = 1 << cells
    powers = 3 ** np.arange(cells)
    spread = (np.arange(size)[:, None] >> np.arange(cells) & 1) @ powers
    lined = np.array([bool(rules.completed(board, 0)) for board in range(size)])
    free = np.zeros((size, cells), bool)
    for taken in range(size):
        free[taken, list(bits(rules.playable(taken)))] = True
    reached = _layers(cells, lined, free)
    scores = np.full(3**cells, NOTHING, np.int16)
    moves = np.full((3**cells, cells), NOTHING, np.int16)
    for ply, keys in reversed(list(enumerate(reached))):
        x, o = keys & size - 1, keys >> cells
        rows = spread[x] + 2 * spread[o]
        over = lined[(o, x)[ply % 2]]
        for cell in range(cells):
            playable = ~over & free[x | o, cell]
            after = rows[playable] + (1 + ply % 2) * powers[cell]
            moves[rows[playable], cell] = backed_up(scores[after])
        best = moves[rows].max(axis=1)
        scores[rows] = np.where(best == NOTHING, 0, best)
        scores[rows[over]] = WIN if rules.misere else -WIN
    return FullTable(reached, spread, scores, moves)


def _layers(
    cells: int, lined: NDArray[np.bool_], free: NDArray[np.bool_]
) -> list[NDArray[np.int64]]:
    """Return the keys of all positions after 0, 1, 2, ... plies."""
    full = (1 << cells) - 1
    found = [np.zeros(1, np.int64)]
    for ply in range(cells):
        keys = found[-1]
        mine, others = (0, cells) if ply % 2 == 0 else (cells, 0)
        keys = keys[~lined[keys >> others & full]]
        taken = keys & full | keys >> cells
        after = [keys[free[taken, cell]] | 1 << cell + mine for cell in range(cells)]
        found.append(np.unique(np.concatenate(after)))
    return found
