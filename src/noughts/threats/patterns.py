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
from typing import TYPE_CHECKING

from noughts.core import _cython as cython
from noughts.threats.row_codes import becomes, neighbours
from noughts.threats.threat_types import CLASSES, NOWHERE
from noughts.threats.weights import OTHER, OWN

if TYPE_CHECKING:
    from noughts.core.rules import Rules

LEAST, MOST = 4, 5  #: in a row


@cython.final
class Patterns:
    """The kinds of all cells, kept up to date as stones are placed and removed.

    `kind` holds for each side and cell the best direction's number times `CLASSES`, plus the
    second's.
    """

    def __init__(self, rules: Rules) -> None:
        self.known: cython.readonly[bool] = (
            rules.k is not None and LEAST <= rules.k <= MOST and len(rules.shape) == 2
        )
        k = rules.k if self.known and rules.k else 1
        self.cells: cython.readonly[int] = rules.cells if self.known else 0
        self.reach: int = k - 1
        self.near: cython.int[::1] = array("i", neighbours(rules, k - 1) if self.known else [0])
        self.made: cython.const[cython.uchar][::1] = (
            becomes(k, rules.exact, rules.caro) if self.known else b"\0"
        )
        # For each cell, side and direction: whose stones are on the row around it, one bit for each
        # cell. Both sides have the cells outside the board.
        self.seen: cython.int[::1] = array("i", bytes(4 * (8 * self.cells + 1)))
        self.stone: cython.int[::1] = array("i", bytes(4 * (self.cells + 1)))
        self.makes: cython.int[::1] = array("i", bytes(4 * (8 * self.cells + 1)))
        self.kind: cython.readonly[cython.int[::1]] = array("i", bytes(4 * (2 * self.cells + 1)))
        self.own: cython.int[::1] = array("i", OWN)
        self.other: cython.int[::1] = array("i", OTHER)
        # The sum of all kinds of a side, if it is to move and if it is not.
        self.points: cython.int[::1] = array("i", bytes(4 * 4))
        for at in range(8 * self.cells):
            direction = 4 * (at // 8) + at % 4
            for j in range(2 * self.reach):
                if self.near[2 * self.reach * direction + j] == NOWHERE:
                    self.seen[at] |= 1 << j
        for cell in range(self.cells):
            self._look(cell)

    @cython.cfunc
    def place(self, cell: cython.int, side: cython.int) -> None:
        """Put a stone of `side` on an empty cell."""
        self._count(cell, 0, -1)
        self._count(cell, 1, -1)
        self.stone[cell] = 1
        self._show(cell, side)

    @cython.cfunc
    def lift(self, cell: cython.int, side: cython.int) -> None:
        """Remove that stone."""
        self.stone[cell] = 0
        self._show(cell, side)
        self._look(cell)

    def _show(self, cell: cython.int, side: cython.int) -> None:
        """Update all cells that see a cell on which a stone was placed or removed."""
        i: cython.int
        j: cython.int
        at: cython.int
        near: cython.int
        length: cython.int = 2 * self.reach
        for i in range(4):
            at = (4 * cell + i) * length
            for j in range(length):
                near = self.near[at + j]
                if near == NOWHERE:
                    continue
                # Seen from there, this cell is at the mirrored place of the row.
                self.seen[8 * near + 4 * side + i] ^= 1 << (length - 1 - j)
                if not self.stone[near]:
                    self._change(near, 0, i)
                    self._change(near, 1, i)

    def _change(self, cell: cython.int, side: cython.int, i: cython.int) -> None:
        """Update what a stone of `side` on an empty cell would make in a direction."""
        made: cython.int = self._makes(cell, side, i)
        at: cython.int = 8 * cell + 4 * side + i
        if self.makes[at] != made:
            self._count(cell, side, -1)
            self.makes[at] = made
            self._rank(cell, side)
            self._count(cell, side, 1)

    def _look(self, cell: cython.int) -> None:
        """Work out everything about a cell that is now empty."""
        i: cython.int
        side: cython.int
        for side in range(2):
            for i in range(4):
                self.makes[8 * cell + 4 * side + i] = self._makes(cell, side, i)
            self._rank(cell, side)
            self._count(cell, side, 1)

    def _makes(self, cell: cython.int, side: cython.int, i: cython.int) -> cython.int:
        own: cython.int = self.seen[8 * cell + 4 * side + i]
        other: cython.int = self.seen[8 * cell + 4 * (1 - side) + i]
        return self.made[own << 2 * self.reach | other]

    def _rank(self, cell: cython.int, side: cython.int) -> None:
        """Find the best two directions."""
        i: cython.int
        one: cython.int
        best: cython.int = 0
        second: cython.int = 0
        for i in range(8 * cell + 4 * side, 8 * cell + 4 * side + 4):
            one = self.makes[i]
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
