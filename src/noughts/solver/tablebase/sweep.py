"""A sweep: the values of one layer from those of the next.

A value is one byte, and greater is better. It is 0 for an unreachable position, 1 + p for a loss in
p plies, 128 for a draw, 255 - p for a win in p. The side to move wants the child that is worst for
the opponent: the least byte. Packed, a value has two bits: unreachable, loss, draw, win. A packed
layer is swept without unpacking.

The positions with the same stones of X are a row, valued together: O's sets of free cells, one
after another. The sweep does not look for lines in each position: it marks each line that O may
still make in the whole row. Then each move leads from the open positions to one row of the next
layer:

- O's move keeps X's stones, so it leads to the same places in every row.
- X's move leads to the row of X's new stones, transformed like their leader, and O's stones with
  them. A table has the image of each half of the free cells, so a child takes four look-ups.

So if O moves, a row needs only the next layer's row with the same number. If X moves, it may need
any of them.

Source: retrograde analysis by layers, as in Gasser, "Solving nine men's morris", 1996.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from math import comb

from noughts.core import _cython as cython
from noughts.kernel.bitboard import bit, lowest, popcount, u64
from noughts.solver.tablebase.layers import Orbits, following
from noughts.solver.tablebase.values import DRAWN, LOST, OPEN, UNREACHED, WON


@cython.final
class LayerSweep:
    """Values one layer from the next one, row by row.

    `own` are the orbits of the layer, `after` those of the next one; O has `others` stones. `lines`
    are pairs: the cells of a line, and those that would make it too long. `line_value` is the value
    of a newly made line for the side to move. `packed` layers have two bits a position, and each
    row begins with its own byte.
    """

    def __init__(
        self,
        own: Orbits,
        after: Orbits,
        others: int,
        lines: Sequence[tuple[int, int]],
        line_value: int,
        packed: bool,
    ) -> None:
        self.own: Orbits = own
        self.after: Orbits = after
        self.others: int = others
        self.lines: cython.ulonglong[::1] = array("Q", [cells for line in lines for cells in line])
        self.line_value: cython.uchar = line_value
        self.packed: bool = packed
        self.first_to_move: bool = own.stones == others
        self.cells: int = own.cells - own.stones
        self.low: int = (self.cells + 1) // 2
        self.each: cython.longlong = comb(self.cells, others)
        self.sets: cython.uint[::1] = array("I", bytes(4 * self.each))
        self._list_sets()
        # 16 bits are enough for 25 cells: no row has more than C(18, 7) = 31,824.
        if self.first_to_move:
            self.each_after: cython.longlong = comb(self.cells - 1, others) if self.cells else 0
            self.ahead: cython.ushort[::1] = array("H", bytes(2 << max(self.cells - 1, 0)))
            self._rank_fewer()
        else:
            self.each_after = comb(self.cells, others + 1)
            self.ahead = array("H", bytes(2 * self.each * (self.cells - others)))
            self._rank_more()

    def _list_sets(self) -> None:
        """List the sets of O's stones, the free cells numbered from 0, by their rank."""
        i: cython.longlong
        board: u64 = bit(self.others) - 1
        for i in range(self.each):
            self.sets[i] = board
            board = following(board)

    def _rank_fewer(self) -> None:
        """For X's moves: the rank of each set, with one free cell fewer."""
        i: cython.longlong
        for i in range(self.each_after):
            self.ahead[self.sets[i]] = i

    def _rank_more(self) -> None:
        """For O's moves: the ranks of each set, with one more of the free cells."""
        i: cython.longlong
        at: cython.longlong = 0
        for i in range(self.each):
            rest = self.sets[i] ^ (bit(self.cells) - 1)
            while rest:
                self.ahead[at] = self.own.ranks.rank(self.sets[i] | rest & (0 - rest))
                rest &= rest - 1
                at += 1

    def run(self, start: int, end: int, beyond: memoryview, into: memoryview) -> None:
        """Value the rows from `start` to before `end`; several threads may call this.

        If X is to move, `beyond` holds all rows of the next layer; if O is, those with the same
        numbers. `into` receives the values of the rows.
        """
        first: cython.longlong = start
        last: cython.longlong = end
        # Read-only, as data from another machine is.
        source: cython.const[cython.uchar][::1] = beyond
        target: cython.uchar[::1] = into
        base: cython.longlong[::1] = array("q", bytes(8 * max(self.cells, 1)))
        places: cython.uint[::1] = array("I", bytes(8 * max(self.cells, 1) << self.low))
        scratch: cython.uchar[::1] = array(
            "B", bytes((self.each + 3 & -4) + (self.each_after + 3 & -4))
        )
        with cython.nogil:
            self._run(first, last, source, target, base, places, scratch)

    def _run(
        self,
        start: cython.longlong,
        end: cython.longlong,
        beyond: cython.const[cython.uchar][::1],
        into: cython.uchar[::1],
        base: cython.longlong[::1],
        places: cython.uint[::1],
        scratch: cython.uchar[::1],
    ) -> None:
        number: cython.longlong
        row: cython.longlong = 0
        after: cython.longlong = 0
        values: cython.uchar[::1] = scratch[: self.each + 3 & -4]
        opened: cython.uchar[::1] = scratch[self.each + 3 & -4 :]
        for number in range(start, end):
            x = self.own.leaders[number]
            if self.packed:
                if self._settle(x, 0, values):
                    if self.first_to_move:
                        self._places_after(x, base, places)
                        self._move_first(0, beyond, values, base, places, True)
                    else:
                        _unpack(beyond, after, opened)
                        self._move_second(0, opened, 0, values)
                _pack(values, into, row)
                row += self.each + 3 >> 2
                after += self.each_after + 3 >> 2
            else:
                if self._settle(x, row, into):
                    if self.first_to_move:
                        self._places_after(x, base, places)
                        self._move_first(row, beyond, into, base, places, False)
                    else:
                        self._move_second(row, beyond, after, into)
                row += self.each
                after += self.each_after

    def _settle(self, x: u64, at: cython.longlong, into: cython.uchar[::1]) -> cython.bint:
        """Value what needs no look at a child; return whether more may be left.

        A line of the side that has just moved ends the game. A line of the side to move ended it a
        move ago, so the position is unreachable.
        """
        n: cython.longlong
        wins: u64 = 0
        left: cython.uchar = DRAWN if self.cells == self.others else OPEN
        lined: cython.uchar = self.line_value if self.first_to_move else UNREACHED
        for n in range(0, len(self.lines), 2):
            line = self.lines[n] & ~x
            if line & (line - 1) == 0 and x & self.lines[n + 1] == 0:
                wins |= _squeezed(line, x)
                if line == 0:
                    left = UNREACHED if self.first_to_move else self.line_value
                    lined = UNREACHED
        _mark(self.sets, 0, 0, left, into, at)
        if left == OPEN and self.first_to_move and self.line_value == LOST:
            while wins:  # X wins with a move to any of these cells that O does not have
                _mark(self.sets, wins & (0 - wins), 0, WON - 1, into, at)
                wins &= wins - 1
        for n in range(0, len(self.lines), 2):
            if self.lines[n] & x == 0:
                line = _squeezed(self.lines[n], x)
                guard = _squeezed(self.lines[n + 1] & ~x, x)
                _mark(self.sets, line | guard, line, lined, into, at)
        return left == OPEN

    def _places_after(self, x: u64, base: cython.longlong[::1], places: cython.uint[::1]) -> None:
        """For each move of X: the row it leads to, and the places of O's stones there.

        `places` has two tables a move, for the low and the high half of the free cells.
        """
        free: u64 = bit(self.own.cells) - 1 & ~x
        rest: u64 = free
        size: cython.longlong = self.each_after + 3 >> 2 if self.packed else self.each_after
        for i in range(self.cells):
            at = self.own.ranks.rank(x | rest & (0 - rest))
            rest &= rest - 1
            symmetry = self.after.symmetry[at]
            leader = self.after.leaders[self.after.orbit[at]]
            base[i] = self.after.orbit[at] * size
            other = free
            for j in range(self.cells):
                place = 0  # the cell of the move is not one of O's
                if j != i:
                    place = _squeezed(self.own.image(symmetry, other & (0 - other)), leader)
                other &= other - 1
                if j < self.low:
                    _double(places, 2 * i << self.low, j, place)
                else:
                    _double(places, 2 * i + 1 << self.low, j - self.low, place)

    def _move_first(
        self,
        at: cython.longlong,
        beyond: cython.const[cython.uchar][::1],
        into: cython.uchar[::1],
        base: cython.longlong[::1],
        places: cython.uint[::1],
        packed: cython.bint,  # a constant in each call: the compiler makes a separate loop for each
    ) -> None:
        """Value the open positions by X's moves."""
        i: cython.longlong
        cell: cython.longlong
        value: cython.uchar
        least: cython.uchar
        for i in range(self.each):
            if into[at + i] == OPEN:
                rest = self.sets[i]
                low = rest & bit(self.low) - 1
                high = (rest >> self.low) + bit(self.low)
                rest ^= bit(self.cells) - 1
                least = WON
                while rest:
                    cell = lowest(rest)
                    rest &= rest - 1
                    here = 2 * cell << self.low
                    here = self.ahead[places[here + low] | places[here + high]]
                    if packed:
                        value = beyond[base[cell] + (here >> 2)] >> 2 * (here & 3) & 3
                    else:
                        value = beyond[base[cell] + here]
                    least = min(least, value)
                    if packed and least == LOST:  # all losses count the same
                        break
                into[at + i] = _backed_up(_byte(least) if packed else least)

    def _move_second(
        self,
        at: cython.longlong,
        beyond: cython.const[cython.uchar][::1],
        after: cython.longlong,
        into: cython.uchar[::1],
    ) -> None:
        """Value the open positions by O's moves."""
        i: cython.longlong
        j: cython.longlong
        value: cython.uchar
        least: cython.uchar
        moves: cython.longlong = self.cells - self.others
        for i in range(self.each):
            if into[at + i] == OPEN:
                least = WON
                for j in range(i * moves, (i + 1) * moves):
                    value = beyond[after + self.ahead[j]]
                    least = min(least, value)
                into[at + i] = _backed_up(least)


@cython.cfunc
def _byte(two: cython.uint) -> cython.uchar:
    """Return the byte of two bits; the shortest win or loss."""
    bytes_of: cython.uint = 0xFF800100
    return bytes_of >> 8 * two & 255


@cython.cfunc
def _unpack(
    data: cython.const[cython.uchar][::1], at: cython.longlong, into: cython.uchar[::1]
) -> None:
    """Fill `into` with the values packed from `at`, the first of four in the lowest bits."""
    i: cython.longlong
    four: cython.uint
    for i in range(len(into) >> 2):
        four = data[at + i]
        into[4 * i] = _byte(four & 3)
        into[4 * i + 1] = _byte(four >> 2 & 3)
        into[4 * i + 2] = _byte(four >> 4 & 3)
        into[4 * i + 3] = _byte(four >> 6)


@cython.cfunc
def _pack(values: cython.uchar[::1], into: cython.uchar[::1], at: cython.longlong) -> None:
    """Undo `_unpack`, except for the plies."""
    i: cython.longlong
    for i in range(len(values)):
        values[i] = (values[i] > 0) + (values[i] >= DRAWN) + (values[i] > DRAWN)
    for i in range(len(values) >> 2):
        into[at + i] = (
            values[4 * i] | values[4 * i + 1] << 2 | values[4 * i + 2] << 4 | values[4 * i + 3] << 6
        )


@cython.cfunc
def _mark(
    sets: cython.uint[::1],
    among: cython.uint,
    held: cython.uint,
    value: cython.uchar,
    into: cython.uchar[::1],
    at: cython.longlong,
) -> None:
    """Set the value of each position of a row in which O has exactly these cells `among` some.

    It has no branch, so that the compiler can vectorise it.
    """
    i: cython.longlong
    for i in range(len(sets)):
        into[at + i] = value if sets[i] & among == held else into[at + i]


@cython.cfunc
def _squeezed(board: u64, x: u64) -> u64:
    """Return a set of cells numbered among those that X has left."""
    found: u64 = 0
    while board:
        found |= bit(popcount((board & (0 - board)) - 1 & ~x))
        board &= board - 1
    return found


@cython.cfunc
def _double(table: cython.uint[::1], start: u64, place: cython.int, image: u64) -> None:
    """Set the image of the bit at `place`: fill the half of the table with that bit."""
    half: u64 = bit(place)
    for i in range(half):
        table[start + half + i] = table[start + i] | image


@cython.cfunc
def _backed_up(value: cython.uchar) -> cython.uchar:
    """Return the parent's value for a child's: negated, and one ply more."""
    if value == DRAWN:
        return DRAWN
    return 257 - value if value > DRAWN else 255 - value
