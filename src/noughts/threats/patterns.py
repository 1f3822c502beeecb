"""`Patterns`: what a stone on each empty cell would make in each of the four directions.

A row is classed by how many stones it lacks after a move, and by whether it can be stopped. With k
= 5, a row that lacks one is a four, and an *open* four if two cells complete it. Other rows are
open if one more stone makes them the open row that lacks one less; so an open three is one that
becomes an open four. In numbers, worst first::

    0        nothing
    1, 2     a row that lacks four, and an open one
    3, 4     three
    5, 6     two
    7, 8     one
    9        a completed line

The best two of the four directions make the *kind* of a cell for a side (for example an open three
and a four, which together win). The kinds of all empty cells give the estimate: `weights` holds the
value of each to the side to move, and to the other side, fitted to played games.

Boards and tori with four or five in a row have patterns; otherwise nothing is `known`, and the
estimate uses only lines. A pattern ends k - 1 cells to each side. So if only exactly k count, it
misses what lies beyond, and under caro it takes the edge for an opponent's stone. Patterns are for
estimates, never for proofs.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Final

from noughts.core import _cython as cython
from noughts.threats.row_codes import both_become, edges, kinds, neighbours
from noughts.threats.threat_types import CLASSES, NOWHERE
from noughts.threats.weights import OTHER, OWN

if TYPE_CHECKING:
    from noughts.core.rules import Rules

LEAST, MOST = 4, 5  #: in a row
FOUR, OPEN_THREE = 7, 6  #: classes of what a stone makes
UNDONE: Final = 4  #: numbers to undo the change of a row
WIDE: Final = 24  #: bits of a sum of points
MASK: Final = (1 << 24) - 1


def packed(kind: int) -> int:
    """Return what a kind adds to the sums of a side."""
    best, second = divmod(kind, CLASSES)
    sharp = best > FOUR or (best == FOUR and second >= OPEN_THREE)
    return (sharp << WIDE | OTHER[kind]) << WIDE | OWN[kind]


@cython.final
class Patterns:
    """The kinds of all cells, kept up to date as stones are placed and removed.

    `kind` holds for each side and cell the best direction's number times `CLASSES`, plus the
    second's. An occupied cell has the kind that it had before. The stone placed last must be
    removed first, because what it changed is stored, and not worked out again.
    """

    def __init__(self, rules: Rules) -> None:
        self.known: cython.readonly[bool] = (
            rules.k is not None and LEAST <= rules.k <= MOST and len(rules.shape) == 2
        )
        k = rules.k if self.known and rules.k else 1
        self.cells: cython.readonly[int] = rules.cells if self.known else 0
        self.length: int = 2 * (k - 1)
        self.near: cython.int[::1] = neighbours(rules, k - 1) if self.known else array("i", [0])
        self.made: cython.const[cython.uchar][::1] = (
            both_become(k, rules.exact, rules.caro) if self.known else b"\0"
        )
        # For each cell and direction: the stones on the row around it, one bit for each cell, X's
        # above O's. Both sides have the cells outside the board.
        self.seen: cython.int[::1] = array("i", edges(rules, k - 1) if self.known else [0])
        self.stone: cython.int[::1] = array("i", bytes(4 * (self.cells + 1)))
        # For each cell: what stones would make, four bits for each direction, O's above X's.
        self.makes: cython.uint[::1] = array("I", bytes(4 * (self.cells + 1)))
        self.best_two: cython.const[cython.uchar][::1] = kinds()
        self.kind: cython.readonly[cython.int[::1]] = array("i", bytes(4 * (2 * self.cells + 1)))
        self.own: cython.int[::1] = array("i", OWN)
        #: The worth of a kind: how many cells are sharp, then to the other side, then to the own.
        self.worths: cython.longlong[::1] = array("q", map(packed, range(CLASSES * CLASSES)))
        #: The sum of all kinds of a side.
        self.sums: cython.longlong[::1] = array("q", bytes(8 * 2))
        # For each stone: the sums before it, the rows that it changed, and how many.
        self.undo: cython.longlong[::1] = array(
            "q", bytes(8 * self.cells * (4 * self.length * UNDONE + 3) + 8)
        )
        self.top: int = 0
        cell: cython.int
        for cell in range(self.cells):
            self._look(cell)

    @cython.cfunc
    def place(self, cell: cython.int, side: cython.int) -> None:
        """Put a stone of `side` on an empty cell."""
        i: cython.int
        j: cython.int
        at: cython.int
        near: cython.int
        before: cython.int
        self.undo[self.top] = self.sums[0]
        self.undo[self.top + 1] = self.sums[1]
        self.top += 2
        before = self.top
        self.sums[0] -= self.worths[self.kind[cell]]
        self.sums[1] -= self.worths[self.kind[self.cells + cell]]
        self.stone[cell] = 1
        for i in range(4):
            at = (4 * cell + i) * self.length
            for j in range(self.length):
                near = self.near[at + j]
                if near != NOWHERE:
                    self.seen[near] ^= self._bit(j, side)
                    if not self.stone[near >> 2]:
                        self._change(near)
        self.undo[self.top] = (self.top - before) // UNDONE
        self.top += 1

    @cython.cfunc
    def lift(self, cell: cython.int, side: cython.int) -> None:
        """Remove the stone that was placed last."""
        i: cython.int
        j: cython.int
        at: cython.int
        near: cython.int
        self.top -= 1
        changed: cython.int = self.undo[self.top]
        while changed > 0:
            changed -= 1
            self.top -= UNDONE
            at = self.undo[self.top]
            self.makes[at] = self.undo[self.top + 1]
            self.kind[at] = self.undo[self.top + 2]
            self.kind[self.cells + at] = self.undo[self.top + 3]
        self.top -= 2
        self.sums[0] = self.undo[self.top]
        self.sums[1] = self.undo[self.top + 1]
        self.stone[cell] = 0
        for i in range(4):
            at = (4 * cell + i) * self.length
            for j in range(self.length):
                near = self.near[at + j]
                if near != NOWHERE:
                    self.seen[near] ^= self._bit(j, side)

    def _bit(self, j: cython.int, side: cython.int) -> cython.int:
        """Return a cell's place in the row of its neighbour j, which is the mirrored one."""
        return 1 << (self.length - 1 - j + (0 if side else self.length))

    def _row(self, at: cython.int) -> cython.uint:
        """Return what stones would make in a direction, in the place that it has in `makes`."""
        made: cython.uint = self.made[self.seen[at]]
        return (made & 15 | made >> 4 << 16) << 4 * (at & 3)

    def _change(self, at: cython.int) -> None:
        """Update what stones on an empty cell would make in a direction."""
        cell: cython.int = at >> 2
        before: cython.uint = self.makes[cell]
        row: cython.uint = 0xF000F
        row = before & ~(row << 4 * (at & 3)) | self._row(at)
        if row != before:
            self.undo[self.top] = cell
            self.undo[self.top + 1] = before
            self.undo[self.top + 2] = self.kind[cell]
            self.undo[self.top + 3] = self.kind[self.cells + cell]
            self.top += UNDONE
            self.makes[cell] = row
            self._rank(cell, 0, row & 0xFFFF)
            self._rank(cell, 1, row >> 16)

    def _rank(self, cell: cython.int, side: cython.int, row: cython.uint) -> None:
        """Find the best two directions."""
        at: cython.int = side * self.cells + cell
        kind: cython.int = self.best_two[row]
        if kind != self.kind[at]:
            self.sums[side] += self.worths[kind] - self.worths[self.kind[at]]
            self.kind[at] = kind

    def _look(self, cell: cython.int) -> None:
        """Work out everything about a cell of an empty board."""
        i: cython.int
        self.sums[0] += self.worths[0]
        self.sums[1] += self.worths[0]
        for i in range(4):
            self.makes[cell] |= self._row(4 * cell + i)
        self._rank(cell, 0, self.makes[cell] & 0xFFFF)
        self._rank(cell, 1, self.makes[cell] >> 16)

    @cython.cfunc
    def guess(self, side: cython.int) -> cython.int:
        """Return the estimate for `side`, which is to move."""
        own: cython.int = self.sums[side] & MASK
        other: cython.int = self.sums[1 - side] >> WIDE & MASK
        return own - other

    @cython.cfunc
    def sharp(self, side: cython.int) -> cython.bint:
        """Whether some cell makes an open four, or a four and an open three.

        Few wins by fours begin without such a cell.
        """
        return self.sums[side] >> 2 * WIDE != 0

    @cython.cfunc
    def worth(self, cell: cython.int, side: cython.int) -> cython.int:
        """Return how promising a move of `side` is: what it makes, and what it prevents."""
        return (
            9 * self.own[self.kind[side * self.cells + cell]]
            + 6 * self.own[self.kind[(1 - side) * self.cells + cell]]
        )
