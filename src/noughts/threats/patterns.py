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
from noughts.threats.row_codes import both_become, edges, neighbours
from noughts.threats.threat_types import CLASSES, NOWHERE
from noughts.threats.weights import OTHER, OWN

if TYPE_CHECKING:
    from noughts.core.rules import Rules

LEAST, MOST = 4, 5  #: in a row


UNDONE: Final = 4  #: numbers to undo the change of a row


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
        self.makes: cython.int[::1] = array("i", bytes(4 * (4 * self.cells + 1)))
        self.kind: cython.readonly[cython.int[::1]] = array("i", bytes(4 * (2 * self.cells + 1)))
        self.own: cython.int[::1] = array("i", OWN)
        self.other: cython.int[::1] = array("i", OTHER)
        # The sum of all kinds of a side, if it is to move and if it is not.
        self.points: cython.int[::1] = array("i", bytes(4 * 4))
        # For each stone: the points before it, the rows that it changed, and how many.
        self.undo: cython.int[::1] = array(
            "i", bytes(4 * self.cells * (4 * self.length * UNDONE + 5) + 4)
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
        for i in range(4):
            self.undo[self.top + i] = self.points[i]
        self.top += 4
        before = self.top
        self._count(cell, 0, -1)
        self._count(cell, 1, -1)
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
            self.kind[at >> 2] = self.undo[self.top + 2]
            self.kind[self.cells + (at >> 2)] = self.undo[self.top + 3]
        self.top -= 4
        for i in range(4):
            self.points[i] = self.undo[self.top + i]
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

    def _change(self, at: cython.int) -> None:
        """Update what stones on an empty cell would make in a direction."""
        cell: cython.int
        made: cython.int = self.made[self.seen[at]]
        other: cython.int = made ^ self.makes[at]
        if other:
            cell = at >> 2
            self.undo[self.top] = at
            self.undo[self.top + 1] = self.makes[at]
            self.undo[self.top + 2] = self.kind[cell]
            self.undo[self.top + 3] = self.kind[self.cells + cell]
            self.top += UNDONE
            self.makes[at] = made
            if other & 15:
                self._count(cell, 0, -1)
                self._rank(cell, 0)
                self._count(cell, 0, 1)
            if other >> 4:
                self._count(cell, 1, -1)
                self._rank(cell, 1)
                self._count(cell, 1, 1)

    def _look(self, cell: cython.int) -> None:
        """Work out everything about an empty cell."""
        i: cython.int
        for i in range(4 * cell, 4 * cell + 4):
            self.makes[i] = self.made[self.seen[i]]
        for i in range(2):
            self._rank(cell, i)
            self._count(cell, i, 1)

    def _rank(self, cell: cython.int, side: cython.int) -> None:
        """Find the best two directions."""
        i: cython.int
        one: cython.int
        best: cython.int = 0
        second: cython.int = 0
        for i in range(4 * cell, 4 * cell + 4):
            one = self.makes[i] >> 4 * side & 15
            if one > best:
                second = best
                best = one
            elif one > second:
                second = one
        self.kind[side * self.cells + cell] = CLASSES * best + second

    def _count(self, cell: cython.int, side: cython.int, step: cython.int) -> None:
        kind: cython.int = self.kind[side * self.cells + cell]
        self.points[2 * side] += step * self.own[kind]
        self.points[2 * side + 1] += step * self.other[kind]

    @cython.cfunc
    def guess(self, side: cython.int) -> cython.int:
        """Return the estimate for `side`, which is to move."""
        return self.points[2 * side] - self.points[2 * (1 - side) + 1]

    @cython.cfunc
    def worth(self, cell: cython.int, side: cython.int) -> cython.int:
        """Return how promising a move of `side` is: what it makes, and what it prevents."""
        return (
            9 * self.own[self.kind[side * self.cells + cell]]
            + 6 * self.own[self.kind[(1 - side) * self.cells + cell]]
        )
