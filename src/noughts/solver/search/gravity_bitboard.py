"""Alpha-beta for games with gravity, such as Connect Four, on column bitboards.

Each column is a run of bits, the lowest cell first, with a guard bit above the top one, so that no
line runs from one column into the next::

     6 13 20 ...     guard bits, always empty
     5 12 19 ...     the top row of 7,6,4
     .  .  .
     0  7 14 ...     the bottom row

Then the taken cells plus one at the bottom of every column are the playable cells, because the
carry runs up to the lowest empty cell. A line in each direction is a shift: 1 upwards, rows to rows
+ 2 for the other three.

The *value* of a position is Connect Four's customary score. 0 is a draw. n > 0 means that the side
to move wins with its n-th stone from the end (if the board were filled), and n < 0 that the other
side does. A sooner win has a greater value. Since the winner decides whose stone is the last, value
and plies give the same information.

These ideas make it fast, and none changes a value. Those with a name (`ALL_RULES`) can be switched
off:

            no move that loses at once: the other side's threats, and cells below them, are not
            played
            the window: nobody can win before their next stone but one
    forks   a move that makes two playable threats, or one with another on top of it, wins with
            the next stone, so it is not searched
    follow  following up, see below
    falls   a threat that falls to its owner, see below
    above   cells above one where the side that follows up wins are out of reach
    reach   a side that has no line even with all of the empty cells does not win
    order   moves that make most threats come first (one that can be answered at once counts half);
            early in the game, if only the winner is needed, those that leave the mover most lines
            that lack two stones come next; among equals, the middle comes first
    ahead   the table is asked about all moves before any is searched
    mirror  mirror images are one position, early in the game

The table holds bounds under the whole key (`ValueTable`): the sum of the taken cells, the bottom
row and the mover's stones identifies one position. The last positions, which are the most numerous,
take less time to search again than to look up, so they are not stored.

*Following up* (Allis calls it claimeven). Let the number of empty cells be even. Then the side that
is not to move can answer every stone with one on top of it. In each column with an odd number of
empty cells, the lowest one is put aside. The number of cells put aside is even, and they answer one
another. An answer always exists, because it is only needed when the cell below it, or the other one
of two, has been taken. So the side to move gets at most its stones, the lower cell of every pair
and the cells put aside, and the other side gets at least the upper cells. If the former contain no
line, the side to move cannot win. If the latter also contain a line, it loses, perhaps only with
the last stone. If an upper cell completes a line of the other side, the game ends before anything
above it is played. So the cells above it do not count for the side to move.

*A threat that falls.* Let the number of empty cells be odd. Let the side that is not to move have a
threat in a column with an odd number of empty cells, on the second empty cell from below, the
fourth, and so on. It follows up in that column from its lowest cell, so the threat is the upper
cell of a pair. Of the other columns, an even number have an odd number of empty cells, so
everything else is as before. If nothing has ended the game, the side to move must at last play
below the threat: all other cells come in pairs, and the other side takes the last cell of each. If
the side to move gets no line (in that column, it gets the lower cell of each pair below the
threat), it loses.

Pairings, relevance zones, strategy stealing and threat sequences hold only without gravity, so this
search uses none of them.

Contract: `run` returns v. If v <= alpha, the value is at most v; if v >= beta, it is at least v;
otherwise it is v. None means that a limit came first. The side to move must not have a cell that
completes a line.

Sources: Allis, "A Knowledge-based Approach of Connect-Four", 1988; Tromp, "John's Connect Four
Playground" (the key); Pons, "Solving Connect 4: how to build a perfect AI", 2015 (null windows on
the customary score, moves that do not lose at once, order by threats).
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Container
from typing import Final

from noughts.core import _cython as cython
from noughts.kernel.bitboard import bit, popcount, u64
from noughts.kernel.budget import Budget
from noughts.kernel.value_table import ValueTable

MIRRORED_PLIES: Final = 16  #: up to this many stones, mirror images are one position
#: In a table entry: an upper bound b is AT_MOST + b, a lower bound AT_LEAST + b.
AT_MOST: Final = 64
AT_LEAST: Final = 192
FIRST_LOWER: Final = 128  #: the least number that stands for a lower bound
#: With fewer empty cells, searching a move costs less than looking it up first.
LATE: Final = 10
LAST: Final = 8  #: with at most this many empty cells, the position itself is not looked up either
#: With more, ordering by lines that lack two stones is worth its cost.
EARLY: Final = 18
NO_BOUND: Final = 127  #: above every value
MOST_BITS: Final = 64  #: of a column bitboard with its guards
ALL_RULES = frozenset(("forks", "follow", "falls", "above", "reach", "order", "ahead", "mirror"))


@cython.final
class ColumnSearch:
    """Values positions of one game: a board of columns, k in a row, gravity.

    `columns * (rows + 1)` must be at most 64. The boards given to `run` are column bitboards.
    """

    def __init__(
        self,
        columns: int,
        rows: int,
        k: int,
        table: ValueTable,
        poll: Callable[[], bool] | None = None,
        rules: Container[str] = ALL_RULES,
    ) -> None:
        self.columns: cython.readonly[int] = columns
        self.rows: cython.readonly[int] = rows
        self.k: int = k
        self.cells: cython.readonly[int] = columns * rows
        self.height: int = rows + 1
        self.bottom: u64 = sum([1 << column * self.height for column in range(columns)])
        self.full: u64 = self.bottom * ((1 << rows) - 1)
        self.guards: u64 = self.bottom << rows
        #: The lower cell of each pair, if an even number of cells is left in a column.
        lower_rows = [row for row in range(rows) if (rows - row) % 2 == 0]
        self.lower: u64 = self.bottom * sum([1 << row for row in lower_rows])
        middle_first = sorted(range(columns), key=lambda column: abs(2 * column - columns + 1))
        whole = (1 << rows) - 1
        self.by_column: cython.ulonglong[::1] = array(
            "Q", [whole << c * self.height for c in middle_first]
        )
        self.table: cython.readonly[ValueTable] = table
        self.budget: cython.readonly[Budget] = Budget(poll)
        self.forks: bool = "forks" in rules
        self.follow: bool = "follow" in rules
        self.falls: bool = "falls" in rules
        self.above: bool = "above" in rules
        self.reach: bool = "reach" in rules
        self.order: bool = "order" in rules
        self.ahead: bool = "ahead" in rules
        self.mirror: bool = "mirror" in rules
        plies = self.cells + 1
        self.moves: cython.ulonglong[::1] = array("Q", bytes(8 * columns * plies))
        self.threats: cython.ulonglong[::1] = array("Q", bytes(8 * columns * plies))
        self.keys: cython.ulonglong[::1] = array("Q", bytes(8 * columns * plies))
        self.weights: cython.int[::1] = array("i", bytes(4 * columns * plies))

    def run(self, own: int, taken: int, alpha: int, beta: int, nodes: int = 0) -> int | None:
        """Return a position's value within a window, after at most this many nodes (0: no limit).

        `own` holds the stones of the side to move, `taken` the stones of both sides.
        """
        mine: u64 = own
        both: u64 = taken
        low: cython.int = alpha
        high: cython.int = beta
        ply: cython.int = popcount(both)
        value: cython.int
        self.budget.allow(nodes)
        with cython.nogil:
            value = self._search(
                mine,
                both,
                self.completing(mine ^ both, self.full & ~both),
                self._key(mine, both, ply),
                ply,
                low,
                high,
            )
        self.budget.check()
        return None if self.budget.stopped else value

    def wins_at_once(self, own: int, taken: int) -> bool:
        """Whether the side to move can complete a line with its next stone."""
        mine: u64 = own
        both: u64 = taken
        return self.completing(mine, self.full & (both + self.bottom)) != 0

    def completing(self, own: u64, empty: u64) -> u64:
        """Return those of the empty cells on which a stone would complete a line."""
        if self.k == 4:
            # Constants, so that the compiler knows every shift of Connect Four.
            if self.height == 7:
                return _completing(own, empty, 4, 7)
            return _completing(own, empty, 4, self.height)
        return _completing(own, empty, self.k, self.height)

    def _has_line(self, board: u64) -> cython.bint:
        if self.k == 4:
            if self.height == 7:
                return _has_line(board, 4, 7)
            return _has_line(board, 4, self.height)
        return _has_line(board, self.k, self.height)

    def _lacking_two(self, own: u64, empty: u64) -> cython.int:
        """Count the lines with two empty cells whose other cells are own stones."""
        if self.k == 4:
            if self.height == 7:
                return _lacking_two(own, empty, 4, 7)
            return _lacking_two(own, empty, 4, self.height)
        return _lacking_two(own, empty, self.k, self.height)

    @cython.ccall
    def follow_up(self, own: u64, taken: u64, wins: u64) -> cython.int:
        """Return the most that the side to move can reach if each of its stones is answered.

        NO_BOUND if nothing follows. `wins` are empty cells on which the other side completes a
        line. The board has no line yet.
        """
        empty: u64 = self.full & ~taken
        aside: u64 = (taken + self.bottom) & self.full & ~self.lower
        lower: u64 = empty & self.lower | aside
        upper: u64 = empty & ~lower
        if self.above:
            lower &= ~self._above(wins & upper)
        if popcount(empty) & 1 == 0:
            if not self.follow or self._has_line(own | lower):
                return NO_BOUND
            return -1 if self._has_line(own ^ taken | upper) else 0
        # In a column with an odd number of cells: where the upper cells are, from below.
        wins &= self.lower & self._above(aside)
        if not self.falls or not wins:
            return NO_BOUND
        for i in range(self.columns):
            column = self.by_column[i]
            if wins & column:
                beyond = self._above(wins & column) | self.lower
                if not self._has_line(own | lower & ~column | empty & column & ~beyond):
                    return -1
        return NO_BOUND

    def _above(self, cells: u64) -> u64:
        """Return all cells above some.

        A guard bit minus the cells of its column keeps these bits up to the lowest of them, and has
        all bits above it.
        """
        return (self.guards - cells ^ cells) & self.full

    def mirrored(self, board: u64) -> u64:
        """Return a column bitboard with left and right exchanged."""
        image: u64 = 0
        for column in range(self.columns):
            stones = board >> column * self.height & (bit(self.height) - 1)
            image |= stones << (self.columns - 1 - column) * self.height
        return image

    def _key(self, own: u64, taken: u64, ply: cython.int) -> u64:
        key: u64 = taken + self.bottom + own
        if ply >= self.cells - LAST:
            return 0
        if self.mirror and ply <= MIRRORED_PLIES:
            # The sum of a column fits into the column, so the mirror image's key is the key's
            # image.
            return min(key, self.mirrored(key))
        return key

    def _order(
        self, own: u64, taken: u64, among: u64, ply: cython.int, early: cython.bint
    ) -> cython.int:
        """List the moves of a ply, the most promising first; return how many.

        Returns 0 if one of them makes two threats at once, because the next stone then wins.
        `early` says whether to look at lines that lack two stones.
        """
        row: cython.int = ply * self.columns
        n: cython.int = 0
        for i in range(self.columns):
            move = among & self.by_column[i]
            if move:
                both = taken | move
                key = self._key(own ^ taken, both, ply + 1)
                if key:
                    self.table.expect(key)  # prefetched, so there when it is needed
                threats = self.completing(own | move, self.full & ~both)
                playable = threats & (both + self.bottom)
                if (
                    self.forks
                    and playable
                    and (playable & (playable - 1) or threats & playable << 1)
                ):
                    return 0
                weight = 0
                if self.order:
                    weight = 8 * popcount(threats) - (4 if playable else 0)
                    if early:
                        weight += self._lacking_two(own | move, self.full & ~both)
                at = row + n
                while at > row and self.weights[at - 1] < weight:
                    self.weights[at] = self.weights[at - 1]
                    self.moves[at] = self.moves[at - 1]
                    self.threats[at] = self.threats[at - 1]
                    self.keys[at] = self.keys[at - 1]
                    at -= 1
                self.weights[at] = weight
                self.moves[at] = move
                self.threats[at] = threats
                self.keys[at] = key
                n += 1
        return n

    def _promised(
        self,
        own: u64,
        taken: u64,
        ply: cython.int,
        beta: cython.int,
        row: cython.int,
        n: cython.int,
    ) -> cython.int:
        """Return a lower bound from one of the listed moves, if the table shows one >= beta.

        Otherwise return a value below beta.
        """
        follow: cython.bint = beta <= 1
        even: cython.bint = (self.cells - ply) & 1 == 0
        if n == 0:
            return (self.cells - 1 - ply) // 2
        for i in range(row, row + n):
            both = taken | self.moves[i]
            if follow and (self.threats[i] or not even):
                value = -self.follow_up(own ^ taken, both, self.threats[i])
                if value >= beta:
                    return value
            if self.ahead and ply < self.cells - LATE:
                value = self.table.find(self.keys[i])
                if value and value < FIRST_LOWER and AT_MOST - value >= beta:
                    return AT_MOST - value
        return -self.cells

    def _holding(self, taken: u64, against: u64) -> u64:
        """Return the moves that do not let the other side win at once; it wins on `against`."""
        among: u64 = (taken + self.bottom) & self.full
        forced: u64 = among & against
        if forced:
            among = forced if forced & (forced - 1) == 0 else 0
        return among & ~(against >> 1)

    def _out_of_reach(
        self, own: u64, taken: u64, alpha: cython.int, beta: cython.int
    ) -> cython.bint:
        """Whether the window asks for a win of a side that has no line left."""
        empty: u64 = self.full & ~taken
        if alpha >= 0:
            return self.reach and not self._has_line(own | empty)
        return self.reach and beta <= 0 and not self._has_line(own ^ taken | empty)

    def _find(self, key: u64) -> cython.int:
        """Return the table's value for a key; nothing for 0, which means no key."""
        return self.table.find(key) if key else 0

    def _store(self, key: u64, value: cython.int, started: cython.longlong) -> None:
        if key:
            self.table.store(key, value, self.budget.nodes - started)

    def _search(
        self,
        own: u64,
        taken: u64,
        against: u64,
        key: u64,
        ply: cython.int,
        alpha: cython.int,
        beta: cython.int,
    ) -> cython.int:
        """Return a position's value within a window; the other side wins on `against`."""
        early: cython.bint
        empty: u64 = self.full & ~taken
        among: u64 = self._holding(taken, against)
        if not self.budget.visit() or empty == 0:
            return 0
        if among == 0:
            return -((self.cells - ply) // 2)
        if ply >= self.cells - 2 or self._out_of_reach(own, taken, alpha, beta):
            return 0
        # Nobody wins with the next stone, so at best with the one after it.
        low: cython.int = -((self.cells - 2 - ply) // 2)
        high: cython.int = (self.cells - 1 - ply) // 2
        value = self._find(key)
        if value >= FIRST_LOWER:
            low = max(low, value - AT_LEAST)
        elif value:
            high = min(high, value - AT_MOST)
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
        alpha = max(alpha, low)
        beta = min(beta, high)
        row = ply * self.columns
        # This order says little about the plies, and makes questions about them slower.
        early = alpha >= -1 and beta <= 1 and ply < self.cells - EARLY
        started: cython.longlong = self.budget.nodes
        n = self._order(own, taken, among, ply, early)
        value = self._promised(own, taken, ply, beta, row, n)
        if value >= beta:
            self._store(key, AT_LEAST + value, started)
            return value
        for i in range(row, row + n):
            value = -self._search(
                own ^ taken,
                taken | self.moves[i],
                self.threats[i],
                self.keys[i],
                ply + 1,
                -beta,
                -alpha,
            )
            if self.budget.stopped:
                return 0
            if value >= beta:
                self._store(key, AT_LEAST + value, started)
                return value
            alpha = max(alpha, value)
        self._store(key, AT_MOST + alpha, started)
        return alpha


@cython.cfunc
def _completing(own: u64, empty: u64, k: cython.int, height: cython.int) -> u64:
    """Return the empty cells that complete k in a row; columns have this many bits."""
    found: u64 = ~0
    for i in range(1, k):
        found &= own << i
    for direction in range(3):
        shift = height - 1 + direction
        if (k - 1) * shift >= MOST_BITS:  # no line fits, and no machine shifts so far
            continue
        row = after = ~0
        for i in range(k - 1, 0, -1):
            # Stones from the i-th one before the cell, and k - i stones after it.
            row &= own << i * shift
            after &= own >> (k - i) * shift
            row |= after
        found |= row
    return found & empty


@cython.cfunc
def _lacking_two(own: u64, empty: u64, k: cython.int, height: cython.int) -> cython.int:
    """Count the lines with two empty cells whose other cells are own stones."""
    found: cython.int = 0
    for direction in range(4):
        shift = 1 if direction == 3 else height - 1 + direction
        if (k - 1) * shift >= MOST_BITS:
            continue
        # The cells from which a line, as far as it was looked at, has no empty cell, one, or two.
        none = own
        one = empty
        two = 0
        for i in range(1, k):
            two = two & own >> i * shift | one & empty >> i * shift
            one = one & own >> i * shift | none & empty >> i * shift
            none &= own >> i * shift
        found += popcount(two)
    return found


@cython.cfunc
def _has_line(board: u64, k: cython.int, height: cython.int) -> cython.bint:
    for direction in range(4):
        shift = 1 if direction == 3 else height - 1 + direction
        if (k - 1) * shift >= MOST_BITS:
            continue
        row = board
        length = 1  # each bit of the row begins this many in a row
        while 2 * length < k:
            row &= row >> length * shift
            length *= 2
        if row & row >> (k - length) * shift:
            return True
    return False
