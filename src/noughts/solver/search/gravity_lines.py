"""Alpha-beta for every game in which stones fall: tori, boxes, misère, exact rows, custom lines.

`ColumnSearch` takes two thirds of the time or less where lines are shifts. This search knows a
game by its lines, bitboards of the cells as the house counts them, and by what lies on what: the
cell above cell c is c - columns. The *value* of a position is the same: 0 is a draw, n > 0 says
that the side to move wins and the last stone is the n-th from the end of its owner's (were the
board to be filled), n < 0 that the other side does.

A *threat* is an empty cell on which a stone completes a line. A stone makes no threats but on
lines through its own cell, and takes none of its owner's away but in games with exact rows, where
a line may become too long: there what is a threat is seen when it is asked for.

What makes it fast, none of which changes a value; those with a name (`ALL_RULES`) can be switched
off, and each is asked for only where it was proved:

              no move that loses at once: in misère a threat of one's own is not played; else the
              other side's threats are, and cells below them are not
              the window: how soon the game can end after such a move
    follow    following up (`search.columns` has the proof, which speaks of columns and lines only).
              Whoever follows gets the upper cells, and the side to move the lower ones; what was
              put aside goes to either. So in misère who follows does not lose if there is no line
              in what he may get, and wins if there is one in what the other side must get.
    falls     a threat that falls to its owner (there, too); not in misère or with exact rows,
              where a threat can become none
    above     what lies above a cell where he who follows up wins is out of reach; likewise
    order     the best move that is remembered first, then those that make most threats (in misère
              fewest), of equals those on most lines
    symmetry  symmetric positions are one, early in the game

In misère and with exact rows a stone can hurt its owner. What is said above of the other rules
holds there as well: they speak of the other side's threats, which a stone of one's own does not
change.

Contract: `run` => v with v <= alpha: the value is at most v; v >= beta: at least v; else it is v.
None if a limit came first. The game is not over and, but in misère, not won with the next stone.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Final

from noughts.core import _cython as cython
from noughts.kernel.bitboard import bit, lowest, popcount, u64
from noughts.kernel.budget import Budget
from noughts.kernel.canonical import SymmetryTables
from noughts.kernel.line_arrays import lines_by_cell
from noughts.kernel.search_types import Entry, Key
from noughts.kernel.transposition_table import TranspositionTable

if TYPE_CHECKING:
    from collections.abc import Callable, Container

    from noughts.core.rules import Rules

ZERO: Final = 128  #: a bound b is ZERO + b in the table
SYMMETRIC_PLIES: Final = 16  #: up to this many stones, symmetric positions are one
ALL_RULES = frozenset(("follow", "falls", "above", "order", "symmetry"))


@cython.final
class StackSearch:
    """Values positions of one game of up to 64 cells in which stones fall."""

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
        laid_out = lines_by_cell(rules)
        self.through: cython.ulonglong[::1] = laid_out.lines
        self.guards: cython.ulonglong[::1] = laid_out.guards
        self.start: cython.int[::1] = laid_out.start
        self.lines: cython.ulonglong[::1] = array("Q", rules.lines or [0])
        self.n_lines: int = len(rules.lines)
        #: Where an even number of cells is left in a column, the lower cell of each pair.
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
        """Value a position within a window, after at most so many nodes (0: any number).

        `own` holds the stones of the side to move, `taken` those of both.
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
                self._completing(mine, other),
                self._completing(other, mine),
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
        threats: u64 = self._completing(mine, other) & self._playable(mine | other)
        return self._holding(mine, threats) != 0

    def _playable(self, taken: u64) -> u64:
        return self.full & ~taken & (self.floor | taken >> self.columns)

    def _over(self, cells: u64) -> u64:
        """Return the cells that lie on some."""
        return cells >> self.columns & ~self.floor

    def _completing(self, own: u64, other: u64) -> u64:
        """Return the empty cells that complete a line, too long a one among them."""
        i: cython.int
        missing: u64
        found: u64 = 0
        for i in range(self.n_lines):
            missing = self.lines[i] & ~own
            if missing & (missing - 1) == 0 and missing & other == 0:
                found |= missing
        return found

    def _made(self, own: u64, other: u64, cell: cython.int) -> u64:
        """Return those that a stone on a cell, the last of the own ones, has made."""
        i: cython.int
        missing: u64
        found: u64 = 0
        for i in range(self.start[cell], self.start[cell + 1]):
            missing = self.through[i] & ~own
            if missing & (missing - 1) == 0 and missing & other == 0:
                found |= missing
        return found

    def _holding(self, own: u64, threats: u64) -> u64:
        """Return those of the cells that complete a line which is not too long."""
        i: cython.int
        cell: cython.int
        line: u64
        found: u64 = 0
        if not self.exact:
            return threats
        while threats:
            cell = lowest(threats)
            threats &= threats - 1
            for i in range(self.start[cell], self.start[cell + 1]):
                line = self.through[i]
                if line & ~(own | bit(cell)) == 0 and own & self.guards[i] == 0:
                    found |= bit(cell)
        return found

    def _has_line(self, board: u64) -> cython.bint:
        i: cython.int
        for i in range(self.n_lines):  # noqa: SIM110  (a generator is nothing for C)
            if self.lines[i] & ~board == 0:
                return True
        return False

    def _among(self, own: u64, other: u64, mine: u64, theirs: u64) -> u64:
        """Return the moves that do not lose at once; `mine` and `theirs` are threats."""
        playable: u64 = self._playable(own | other)
        forced: u64
        if self.misere:
            return playable & ~self._holding(own, mine & playable)
        theirs = self._holding(other, theirs)
        forced = playable & theirs
        if forced:
            playable = forced if forced & (forced - 1) == 0 else 0
        return playable & ~((theirs & ~self.floor) << self.columns)

    @cython.ccall
    def follow_up(self, own: u64, other: u64, theirs: u64) -> cython.int:
        """Return the most that the side to move can reach if every stone of his is answered.

        `theirs` are the other side's threats. More than any value if this says nothing.
        """
        column: u64
        wins: u64
        reach: u64
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
        """Return all cells above some."""
        found: u64 = 0
        cells = self._over(cells)
        while cells:
            found |= cells
            cells = self._over(cells)
        return found

    def _list(self, own: u64, other: u64, among: u64, best: u64, row: cython.int) -> cython.int:
        """List moves from `row` on, with the threats that each makes; return how many."""
        i: cython.int
        at: cython.int
        weight: cython.int
        move: u64
        made: u64
        n: cython.int = 0
        for i in range(self.cells):
            move = among & self.ordered[i]
            if move:
                among ^= move
                made = self._made(own | move, other, lowest(move))
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
        self,
        own: u64,
        other: u64,
        mine: u64,
        theirs: u64,
        alpha: cython.int,
        beta: cython.int,
    ) -> cython.int:
        """Value a position within a window; `mine` and `theirs` are threats, or taken by now."""
        i: cython.int
        n: cython.int
        row: cython.int
        ply: cython.int = popcount(own | other)
        value: cython.int
        low: cython.int
        high: cython.int
        late: cython.int = self.misere  # there the loser's stone is the last
        move: u64
        best: u64 = 0
        key: Key
        entry: Entry
        before: u64
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
