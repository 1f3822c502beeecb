"""What is left of the attacker's lines where the defender only blocks.

Of each line only the cells matter that it lacks. Two rules leave lines out, and the one to move wins
or holds what is left as he did before (`docs/certificates.md` has the proof):

- A line that contains another one: who completes it has completed that.
- All lines through *twins*, two cells that are on exactly the same lines: when the attacker takes one
  of the two, the defender takes the other.

Both are applied until nothing changes. What is left does not depend on the order.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:
    from noughts import _cython as cython

if not cython.compiled:
    from noughts.solver.core.bitboard import lowest, u64


class Twins:
    """Takes the missing cells of each line, finds twins, and what is left without them.

    Attributes:
        lines: what each line that is left lacks; `count` says how many there are.
        pairs: the twins, two by two; `found` says how many pairs there are. Of three cells that are
            on the same lines, the lowest two are a pair.
    """

    def __init__(self, lines: int) -> None:
        self.lines: array[int] = array("Q", bytes(8 * max(lines, 1)))
        self.pairs: array[int] = array("Q", bytes(8 * 32))
        self.common: array[int] = array("Q", bytes(8 * 64))
        self.count: int = 0
        self.found: int = 0

    def clear(self) -> None:
        """Begin anew, without lines."""
        self.count = 0
        self.found = 0

    def add(self, line: u64) -> None:
        """Take a line, unless it contains another one; leave out those that contain it."""
        i: cython.int
        kept: cython.int = 0
        for i in range(self.count):
            if self.lines[i] & line == self.lines[i]:
                return
        for i in range(self.count):
            if self.lines[i] & line != line:
                self.lines[kept] = self.lines[i]
                kept += 1
        self.lines[kept] = line
        self.count = kept + 1

    def alive(self) -> u64:
        """Leave out the lines through twins until there are none; return the cells of the others."""
        i: cython.int
        kept: cython.int
        gone: u64 = 0
        cells: u64
        while True:
            cells = self._share()
            gone = self._pair(cells)
            if gone == 0:
                return cells
            kept = 0
            for i in range(self.count):
                if self.lines[i] & gone == 0:
                    self.lines[kept] = self.lines[i]
                    kept += 1
            self.count = kept

    def twin(self, cell: u64) -> u64:
        """Return the other cell of a cell's pair, after `alive`; none if it is in none."""
        i: cython.int
        for i in range(self.found):
            if self.pairs[i] & cell:
                return self.pairs[i] ^ cell
        return 0

    def _share(self) -> u64:
        """Set `common` of each cell to what all lines through it share; return the cells of lines."""
        i: cython.int
        left: u64
        cells: u64 = 0
        for i in range(self.count):
            cells |= self.lines[i]
        for i in range(64):
            self.common[i] = cells
        for i in range(self.count):
            left = self.lines[i]
            while left:
                self.common[lowest(left)] &= self.lines[i]
                left &= left - 1
        return cells

    def _pair(self, cells: u64) -> u64:
        """Pair off the twins among some cells; return all that have a pair now."""
        one: u64
        other: u64
        others: u64
        gone: u64 = 0
        while cells:
            one = cells & (0 - cells)
            cells ^= one
            others = self.common[lowest(one)] & cells
            while others:
                other = others & (0 - others)
                if self.common[lowest(other)] & one:
                    self.pairs[self.found] = one | other
                    self.found += 1
                    gone |= one | other
                    cells ^= other
                    break
                others ^= other
        return gone
