"""The plain search, for games in which not only lines decide.

In misère a player who completes a line loses. Under `exact` a stone may make a row too long, and
under `caro` the opponent's stones at its ends may block it. Most rules of `AndOrSearch` are false
there: an extra stone can hurt, so sums do not prove a draw, and dead cells matter.
Two facts remain. The same position has the same value, and so do its symmetric images. And if the
lines that a side may still complete hold a pairing, that side never has to complete one
(`noughts.solver.pruning.pairing`). In misère it does not lose then, otherwise it does not win.

The moves on the most promising lines come first, in misère last: a line is a danger there.

It can also look for a win within a number of plies (`noughts.solver.distance`).

Contract: `run` => True if and only if the attacker wins (within the plies, if any are given); None
if a limit came first.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import Final

from noughts.core import _cython as cython
from noughts.core.line_index import LineIndex
from noughts.core.rules import Rules
from noughts.kernel.bitboard import NO_BOUND, bit, popcount, u64
from noughts.kernel.budget import Budget
from noughts.kernel.canonical import SymmetryTables
from noughts.kernel.search_types import UNKNOWN, WON, Key
from noughts.kernel.state import SearchState
from noughts.kernel.transposition_table import TranspositionTable
from noughts.solver.pruning.pairing import PairingSearch
from noughts.solver.search.bounds import known, learn

STEPS = 60  #: of a search for a pairing
MOST: Final = 8  #: stones that a line counts for: with more, numbers would get too large


@cython.final
class PlainSearch:
    """An and-or search with a memory, symmetry and pairings only."""

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
        step = -1 if rules.misere else 1
        self.ordered: cython.int[::1] = array("i", rules.cells_by_lines[::step])
        #: For each number of stones, the moves of a position and what they are worth.
        self.moves: cython.int[::1] = array("i", bytes(4 * 64 * 64))
        self.worths: cython.int[::1] = array("i", bytes(4 * 64 * 64))
        self.table: TranspositionTable = table
        self.symmetries: SymmetryTables = symmetries
        self.budget: cython.readonly[Budget] = Budget(poll)
        state = SearchState(rules.cells, rules.lines)
        state.start(0, 0, rules.lines, ())
        self.pairing: PairingSearch = PairingSearch(state, STEPS)

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
        if self._paired(mover, other, side):
            return False
        before: u64 = self.budget.nodes
        goal: cython.bint = side == 0  # the answer that the mover wants
        won = not goal
        row: cython.int = self.order(mover, other)
        for i in range(self.cells - popcount(mover | other)):
            cell = self.moves[row + i]
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

    @cython.cfunc
    def order(self, mover: u64, other: u64) -> cython.int:
        """Write the moves of a position, the most promising first; return where they begin."""
        cell: cython.int
        worth: cython.int
        row: cython.int = 64 * popcount(mover | other)
        place: cython.int
        end: cython.int = row
        for i in range(self.cells):
            cell = self.ordered[i]
            if (mover | other) & bit(cell):
                continue
            worth = self._worth(cell, mover, other)
            place = end
            while place > row and self.worths[place - 1] < worth:
                self.worths[place] = self.worths[place - 1]
                self.moves[place] = self.moves[place - 1]
                place -= 1
            self.worths[place] = worth
            self.moves[place] = cell
            end += 1
        return row

    def _worth(self, cell: cython.int, mover: u64, other: u64) -> cython.int:
        """Return what the open lines through a cell promise, twice for the mover's own.

        In misère they are dangers.
        """
        worth: cython.int = 0
        for i in range(self.placing.start[cell], self.placing.start[cell + 1]):
            line = self.placing.lines[i]
            if line & other == 0:
                worth += 2 << 2 * min(popcount(line & mover), MOST)
            if line & mover == 0:
                worth += 1 << 2 * min(popcount(line & other), MOST)
        return -worth if self.misere else worth

    def _paired(self, mover: u64, other: u64, side: cython.int) -> cython.bint:
        """Whether the side that would complete the attacker's winning line never has to."""
        own: u64 = mover
        blocks: u64 = other
        if (side == 0) == self.misere:
            own = other
            blocks = mover
        return self.pairing.find(0, self.full & ~own, blocks).found

    def _completes(self, mover: u64, other: u64, cell: cython.int) -> cython.bint:
        """Whether the mover's last stone has completed a line."""
        return self.placing.in_a_word(cell, mover, other) >= 0
