"""The plain search, for games in which not only lines decide.

In misère a player who completes a line loses. Under `exact` a stone may make a row too long, and
under `caro` the opponent's stones at its ends may block it. The rules of `AndOrSearch` are false
there: an extra stone can hurt, so pairings and sums do not prove a draw, and dead cells matter.
One fact remains: the same position has the same value, and so do its symmetric images.

It can also look for a win within a number of plies (`noughts.solver.distance`).

Contract: `run` => True if and only if the attacker wins (within the plies, if any are given); None
if a limit came first.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable

from noughts.core import _cython as cython
from noughts.core.line_index import LineIndex
from noughts.core.rules import Rules
from noughts.kernel.bitboard import NO_BOUND, bit, popcount, u64
from noughts.kernel.budget import Budget
from noughts.kernel.canonical import SymmetryTables
from noughts.kernel.search_types import UNKNOWN, WON, Key
from noughts.kernel.transposition_table import TranspositionTable
from noughts.solver.search.bounds import known, learn


@cython.final
class PlainSearch:
    """An and-or search with a memory and symmetry only."""

    def __init__(
        self,
        rules: Rules,
        table: TranspositionTable,
        symmetries: SymmetryTables,
        poll: Callable[[], bool] | None = None,
    ) -> None:
        self.cells: int = rules.cells
        self.full: u64 = rules.full
        self.misere: bool = rules.misere
        self.placing: LineIndex = rules.placing
        self.ordered: cython.int[::1] = array("i", rules.cells_by_lines)
        self.table: TranspositionTable = table
        self.symmetries: SymmetryTables = symmetries
        self.budget: cython.readonly[Budget] = Budget(poll)

    def run(
        self, mover: int, other: int, attacker_moves: bool, nodes: int = 0, plies: int = 0
    ) -> bool | None:
        """Return the answer for an unfinished game, after at most this many nodes (0: no limit)."""
        own: u64 = mover
        its: u64 = other
        side: cython.int = 0 if attacker_moves else 1
        most: cython.int = plies or NO_BOUND
        won: cython.bint
        self.budget.allow(nodes)
        with cython.nogil:
            won = self._wins(own, its, side, most)
        self.budget.check()
        return None if self.budget.stopped else won

    def _wins(self, mover: u64, other: u64, side: cython.int, plies: cython.int) -> cython.bint:
        """Whether the attacker wins within the plies; side 0: the attacker moves, 1: the other."""
        won: cython.bint
        if not self.budget.visit() or mover | other == self.full or plies == 0:
            return False
        if plies >= self.cells - popcount(mover | other):
            plies = NO_BOUND - 1  # no game is so long
        key: Key = self.symmetries.least(Key(mine=mover, theirs=other, side=side, symmetry=-1))
        answer = known(self.table, key, plies)
        if answer != UNKNOWN:
            return answer == WON
        before: u64 = self.budget.nodes
        goal: cython.bint = side == 0  # the answer that the mover wants
        won = not goal
        for i in range(self.cells):
            cell = self.ordered[i]
            if (mover | other) & bit(cell):
                continue
            if self._completes(mover | bit(cell), other, cell):
                # The line wins for the mover or, in misère, for the opponent.
                won = goal != self.misere
            else:
                won = self._wins(other, mover | bit(cell), 1 - side, plies - 1)
            if won == goal or self.budget.stopped:
                break
        if not self.budget.stopped:
            if won:
                plies = min(plies, self.cells - popcount(mover | other))
            learn(self.table, key, plies, won, self.budget.nodes - before)
        return won

    def _completes(self, mover: u64, other: u64, cell: cython.int) -> cython.bint:
        """Whether the mover's last stone has completed a line."""
        return self.placing.in_a_word(cell, mover, other) >= 0
