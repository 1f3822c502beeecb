"""Alpha-beta for every gravity game: tori, boxes, misère, exact rows, custom lines.

If all lines are shifts, `ColumnSearch` needs at most two thirds of the time. This search knows a
game by its lines (bitboards in reading order) and by which cell is above which: the cell above cell
c is c - columns. The *value* of a position is the same. 0 is a draw. n > 0 means that the side to
move wins, and that the last stone is the n-th from the end of its owner's (if the board were
filled). n < 0 means that the other side wins.

A *threat* is an empty cell on which a stone completes a line. A stone makes threats only on lines
through its own cell, and removes none of its owner's. Exact rows are the exception, because a line
may become too long; there, threats are checked when they are used.

These ideas make it fast, and none changes a value. Those with a name (`ALL_RULES`) can be switched
off, and each is used only for games for which it was proved:

              no move that loses at once: in misère a threat of one's own is not played; else the
              other side's threats are, and cells below them are not
              the window: how soon the game can end after such a move
    follow    following up (`gravity_bitboard` has the proof, which uses only columns and lines).
              The side that follows gets the upper cells, and the side to move the lower ones; the
              cells put aside go to either. So in misère, the side that follows does not lose if the
              cells it may get have no line. It wins if the cells that the other side must get have
              one.
    falls     a threat that falls to its owner (also proved there); not in misère or with exact
              rows, where a threat can disappear
    above     cells above one where the side that follows up wins are out of reach; likewise
    order     the best stored move first, then those that make most threats (in misère fewest);
              among equals those on most lines
    symmetry  symmetric positions are one, early in the game

In misère and with exact rows, a stone can hurt its owner. The other rules still hold: they only
speak of the other side's threats, which one's own stones do not change.

Contract: `run` returns v. If v <= alpha, the value is at most v; if v >= beta, it is at least v;
otherwise it is v. None means that a limit came first. The game must not be over and, except in
misère, the next stone must not win it.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Container
from itertools import accumulate, chain
from typing import Final

from noughts.core import _cython as cython
from noughts.core.line_index import LineIndex
from noughts.core.rules import Rules
from noughts.kernel.bitboard import bit, lowest, popcount, u64
from noughts.kernel.budget import Budget
from noughts.kernel.canonical import SymmetryTables
from noughts.kernel.search_types import Key
from noughts.kernel.transposition_table import TranspositionTable

ZERO: Final = 128  #: a bound b is ZERO + b in the table
SYMMETRIC_PLIES: Final = 16  #: up to this many stones, symmetric positions are one
ALL_RULES = frozenset(("follow", "falls", "above", "order", "symmetry"))


@cython.final
class StackSearch:
    """Values positions of one gravity game of up to 64 cells."""

    def __init__(
        self,
        rules: Rules,
        table: TranspositionTable,
        symmetries: SymmetryTables,
        poll: Callable[[], bool] | None = None,
        used: Container[str] = ALL_RULES,
    ) -> None:
        self.cells: int = rules.cells
        self.columns: int = rules.shape[0]
        self.full: u64 = rules.full
        self.floor: u64 = rules.playable(0)
        self.misere: bool = rules.misere
        self.exact: bool = any(rules.guards)
        self.placing: LineIndex = rules.placing
        #: The lines through each cell, one cell after the other; then all lines, as of one more.
        through = [[line for line, _, _ in lines] for lines in rules.lines_through]
        through.append(list(rules.lines))
        self.lines: cython.ulonglong[::1] = array("Q", [*chain(*through)] or [0])
        self.start: cython.int[::1] = array("i", [0, *accumulate(map(len, through))])
        #: The lower cell of each pair, if an even number of cells is left in a column.
        rows = [cell // rules.shape[0] % rules.shape[1] for cell in range(rules.cells)]
        self.lower: u64 = sum([1 << cell for cell in range(rules.cells) if rows[cell] % 2])
        most_lines_first = [1 << cell for cell in rules.cells_by_lines]
        self.ordered: cython.ulonglong[::1] = array("Q", most_lines_first)
        self.table: cython.readonly[TranspositionTable] = table
        self.symmetries: SymmetryTables = symmetries
        self.budget: cython.readonly[Budget] = Budget(poll)
        self.follow: bool = "follow" in used
        plain = not self.misere and not self.exact
        self.falls: bool = plain and "falls" in used
        self.above: bool = plain and "above" in used
        self.order: bool = "order" in used
        self.symmetry: bool = "symmetry" in used
        self.width: int = self.floor.bit_count()
        size = self.width * (self.cells + 1)
        self.moves: cython.ulonglong[::1] = array("Q", bytes(8 * size))
        self.threats: cython.ulonglong[::1] = array("Q", bytes(8 * size))
        self.weights: cython.int[::1] = array("i", bytes(4 * size))

    def run(self, own: int, taken: int, alpha: int, beta: int, nodes: int = 0) -> int | None:
        """Return a position's value within a window, after at most this many nodes (0: no limit).

        `own` holds the stones of the side to move, `taken` the stones of both sides.
        """
        mine: u64 = own
        other: u64 = taken ^ own
        low: cython.int = alpha
        high: cython.int = beta
        value: cython.int
        self.budget.allow(nodes)
        with cython.nogil:
            value = self._search(
                mine,
                other,
                self._completing(mine, other, self.cells),
                self._completing(other, mine, self.cells),
                low,
                high,
            )
        self.budget.check()
        return None if self.budget.stopped else value

    def wins_at_once(self, own: int, taken: int) -> bool:
        """Whether the side to move can win with its next stone."""
        mine: u64 = own
        other: u64 = taken ^ own
        if self.misere:
            return False
        threats: u64 = self._completing(mine, other, self.cells) & self._playable(mine | other)
        return self._holding(mine, threats) != 0

    def _playable(self, taken: u64) -> u64:
        return self.full & ~taken & (self.floor | taken >> self.columns)

    def _over(self, cells: u64) -> u64:
        """Return the cells directly above the given ones."""
        return cells >> self.columns & ~self.floor

    def _completing(self, own: u64, other: u64, cell: cython.int) -> u64:
        """Return the empty cells that complete a line through a cell, even one that is too long.

        The number of cells stands for all lines.
        """
        found: u64 = 0
        for i in range(self.start[cell], self.start[cell + 1]):
            missing = self.lines[i] & ~own
            if missing & (missing - 1) == 0 and missing & other == 0:
                found |= missing
        return found

    def _holding(self, own: u64, threats: u64) -> u64:
        """Return those of the cells that complete a line which is not too long."""
        found: u64 = 0
        if not self.exact:
            return threats
        while threats:
            cell = lowest(threats)
            threats &= threats - 1
            if self.placing.in_a_word(cell, own | bit(cell), 0) >= 0:
                found |= bit(cell)
        return found

    def _has_line(self, board: u64) -> cython.bint:
        for i in range(self.start[self.cells], self.start[self.cells + 1]):
            if self.lines[i] & ~board == 0:
                return True
        return False

    def _among(self, own: u64, other: u64, mine: u64, theirs: u64) -> u64:
        """Return the moves that do not lose at once; `mine` and `theirs` are threats."""
        playable: u64 = self._playable(own | other)
        if self.misere:
            return playable & ~self._holding(own, mine & playable)
        theirs = self._holding(other, theirs)
        forced = playable & theirs
        if forced:
            playable = forced if forced & (forced - 1) == 0 else 0
        return playable & ~((theirs & ~self.floor) << self.columns)

    @cython.ccall
    def follow_up(self, own: u64, other: u64, theirs: u64) -> cython.int:
        """Return the most that the side to move can reach if each of its stones is answered.

        `theirs` are the other side's threats. Returns more than any value if nothing follows.
        """
        playable: u64 = self._playable(own | other)
        empty: u64 = self.full & ~(own | other)
        aside: u64 = playable & ~self.lower
        lower: u64 = empty & self.lower
        upper: u64 = empty & ~lower & ~aside
        if popcount(empty) & 1 == 0:
            if not self.follow:
                return ZERO
            if self.misere:
                if self._has_line(other | upper | aside):
                    return ZERO
                return -1 if not self.exact and self._has_line(own | lower) else 0
            reach = lower | aside
            if self.above:
                reach &= ~self._above(theirs & upper)
            if self._has_line(own | reach):
                return ZERO
            return -1 if not self.exact and self._has_line(other | upper) else 0
        if not self.falls or not theirs & lower:
            return ZERO
        reach = lower | aside
        if self.above:
            reach &= ~self._above(theirs & upper)
        while aside:
            column = aside & (~aside + 1)
            aside ^= column
            column |= self._above(column)
            wins = theirs & self.lower & column
            if wins:
                upper = column & empty & ~self.lower & ~self._above(wins)
                if not self._has_line(own | reach & ~column | upper):
                    return -1
        return ZERO

    def _above(self, cells: u64) -> u64:
        found: u64 = 0
        cells = self._over(cells)
        while cells:
            found |= cells
            cells = self._over(cells)
        return found

    def _list(self, own: u64, other: u64, among: u64, best: u64, row: cython.int) -> cython.int:
        """List moves from `row`, with the threats that each makes; return how many."""
        n: cython.int = 0
        for i in range(self.cells):
            move = among & self.ordered[i]
            if move:
                among ^= move
                made = self._completing(own | move, other, lowest(move))
                weight = 0
                if self.order:
                    weight = -popcount(made) if self.misere else popcount(made)
                    if move == best:
                        weight = ZERO
                at = row + n
                while at > row and self.weights[at - 1] < weight:
                    self.weights[at] = self.weights[at - 1]
                    self.moves[at] = self.moves[at - 1]
                    self.threats[at] = self.threats[at - 1]
                    at -= 1
                self.weights[at] = weight
                self.moves[at] = move
                self.threats[at] = made
                n += 1
                if not among:
                    break
        return n

    def _key(self, own: u64, other: u64, ply: cython.int) -> Key:
        key: Key = Key(mine=own, theirs=other, side=0, symmetry=-1)
        if self.symmetry and ply <= SYMMETRIC_PLIES:
            key = self.symmetries.least(key)
        return key

    def _search(
        self, own: u64, other: u64, mine: u64, theirs: u64, alpha: cython.int, beta: cython.int
    ) -> cython.int:
        """Return a position's value within a window; `mine` and `theirs` are threats, or taken."""
        ply: cython.int = popcount(own | other)
        late: cython.int = self.misere  # in misère the loser's stone is the last
        best: u64 = 0
        among: u64 = self._among(own, other, mine, theirs)
        if not self.budget.visit():
            return 0
        before = self.budget.nodes
        if among == 0:
            return -((self.cells - ply + late) // 2)
        if ply >= self.cells - 1:
            return 0
        low = -((self.cells - 2 - ply + late) // 2)
        high = (self.cells - 1 - ply + late) // 2
        key = self._key(own, other, ply)
        entry = self.table.find(key)
        if entry.found:
            low = entry.proof - ZERO
            high = entry.disproof - ZERO
            best = self.symmetries.back(entry.board, key.symmetry)
        if low < beta and alpha >= -1 and high > alpha:
            high = min(high, self.follow_up(own, other, theirs))
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
        alpha = max(alpha, low)
        beta = min(beta, high)
        row = ply * self.width
        n = self._list(own, other, among, best, row)
        for i in range(row, row + n):
            move = self.moves[i]
            value = -self._search(other, own | move, theirs, mine | self.threats[i], -beta, -alpha)
            if self.budget.stopped:
                return 0
            if value > alpha:
                best = move
                alpha = low = value
                if value >= beta:
                    break
        else:
            high = min(high, alpha)
        best = self.symmetries.image(best, key.symmetry)
        self.table.store(key, ZERO + low, ZERO + high, best, self.budget.nodes - before)
        return alpha
