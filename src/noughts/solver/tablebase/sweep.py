"""A sweep: the values of one layer from those of the layer beyond it.

A value is one byte, the better the greater: 0 a position that no game reaches, 1 + p a loss in p
plies, 128 a draw, 255 - p a win in p. The side to move wants the child that is worst for the
other: the least byte. Packed, a value is two bits: unreached, loss, draw, win; a packed layer is
swept as it is.

The positions with the same stones of X are a row, valued at once: O's sets of free cells one
after the other. Lines are not looked for position by position: each line that O may still make is
marked in the whole row. Then each move leads from what is still open into one row beyond:

- O's move into that of the same stones of X; so where it leads is the same in every row.
- X's move into that of its new stones, moved as their leader is; O's stones move with them.
  Where each half of the free cells goes is tabled, so a child is found in four look-ups.

So where O moves a row needs one row beyond, the one of its own number; where X moves, any of them.

Source: retrograde analysis by layers, as in Gasser, "Solving nine men's morris", 1996.
"""

from __future__ import annotations

from array import array
from math import comb
from typing import TYPE_CHECKING

from noughts.core import _cython as cython
from noughts.kernel.bitboard import bit, lowest, popcount, u64
from noughts.solver.tablebase.layers import Orbits, following
from noughts.solver.tablebase.values import DRAWN, LOST, OPEN, UNREACHED, WON

if TYPE_CHECKING:
    from collections.abc import Sequence


@cython.final
class LayerSweep:
    """Values one layer from the one beyond it, row by row.

    `own` are the orbits of the layer, `after` those of the next; O has `others` stones. `lines`
    are pairs: the cells of a line, and those that would make it too long. `line_value` is what a
    line just made is worth to the side to move. `packed` layers have two bits a position, and
    each row begins with a byte of its own.
    """

    def __init__(
        self,
        own: Orbits,
        after: Orbits,
        others: int,
        lines: Sequence[tuple[int, int]],
        line_value: int,
        packed: bool,  # noqa: FBT001  (as the others)
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
        # 16 bits suffice up to 25 cells: no row there has more than C(18, 7) = 31,824.
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
        """For X's moves: the rank of each set among one free cell fewer."""
        i: cython.longlong
        for i in range(self.each_after):
            self.ahead[self.sets[i]] = i

    def _rank_more(self) -> None:
        """For O's moves: the ranks of each set with one more of the free cells."""
        i: cython.longlong
        at: cython.longlong = 0
        rest: u64
        for i in range(self.each):
            rest = self.sets[i] ^ (bit(self.cells) - 1)
            while rest:
                self.ahead[at] = self.own.ranks.rank(self.sets[i] | rest & (0 - rest))
                rest &= rest - 1
                at += 1

    def run(self, start: int, end: int, beyond: memoryview, into: memoryview) -> None:
        """Value the rows from `start` to before `end`; threads may share it.

        `beyond` holds all rows of the next layer where X is to move; where O is, those of the
        same numbers. `into` is for the rows that are valued.
        """
        first: cython.longlong = start
        last: cython.longlong = end
        # Read only, as what comes from another machine is.
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
        x: u64
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
        """Value what needs no look at a child; return whether that may not be all.

        A line of the side that has just moved ends the game; one of the side to move ended it
        a move ago, so no game reaches the position.
        """
        n: cython.longlong
        line: u64
        guard: u64
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
            while wins:  # X wins by a move to any of these cells that O has not
                _mark(self.sets, wins & (0 - wins), 0, WON - 1, into, at)
                wins &= wins - 1
        for n in range(0, len(self.lines), 2):
            if self.lines[n] & x == 0:
                line = _squeezed(self.lines[n], x)
                guard = _squeezed(self.lines[n + 1] & ~x, x)
                _mark(self.sets, line | guard, line, lined, into, at)
        return left == OPEN

    def _places_after(self, x: u64, base: cython.longlong[::1], places: cython.uint[::1]) -> None:
        """For each move of X: the row it leads to, and the places there of O's stones.

        `places` has two tables a move: of the low half of the free cells, and of the high half.
        """
        i: cython.int
        j: cython.int
        symmetry: cython.int
        at: u64
        leader: u64
        other: u64
        place: u64
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
                place = 0  # the cell of the move is none of O's
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
        packed: cython.bint,  # a constant where it is called: the compiler makes a loop of each
    ) -> None:
        """Value what is still open by X's moves."""
        i: cython.longlong
        cell: cython.longlong
        rest: u64
        low: u64
        high: u64
        here: u64
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
                    if packed and least == LOST:  # one loss is as good as another
                        break
                into[at + i] = _backed_up(_byte(least) if packed else least)

    def _move_second(
        self,
        at: cython.longlong,
        beyond: cython.const[cython.uchar][::1],
        after: cython.longlong,
        into: cython.uchar[::1],
    ) -> None:
        """Value what is still open by O's moves."""
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
    """Return the byte of two bits; of wins and losses the shortest."""
    bytes_of: cython.uint = 0xFF800100
    return bytes_of >> 8 * two & 255


@cython.cfunc
def _unpack(
    data: cython.const[cython.uchar][::1], at: cython.longlong, into: cython.uchar[::1]
) -> None:
    """Fill `into` with the values that are packed from `at` on, the first of four lowest."""
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
    """Undo `_unpack`, but for the plies."""
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
    """Give a value to each position of a row where O holds, `among` some cells, just these.

    It has no branch, so that the compiler can take many positions at a time.
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
    """Give the bit at `place` an image: fill the half of the table that has the bit."""
    half: u64 = bit(place)
    i: u64
    for i in range(half):
        table[start + half + i] = table[start + i] | image


@cython.cfunc
def _backed_up(value: cython.uchar) -> cython.uchar:
    """Return a child's value for its parent: negated, and one ply more."""
    if value == DRAWN:
        return DRAWN
    return 257 - value if value > DRAWN else 255 - value
