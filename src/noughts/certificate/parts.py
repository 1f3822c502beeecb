"""The parts of a position for one who only holds: open lines that have cells in common.

All that counts for him is what each line open to the other side lacks. Of these lines fewer are
enough, for he plays so that the rest follows (`docs/certificates.md`, "Believing nothing"):

- A line that lacks all that another one lacks, and more, is never the first to be completed.
- He answers a *twin* with its twin (`Twins`), so no line through it is completed.
- He answers in the part in which the other side has moved. Parts have no empty cell in common, so
  each is played as if it were alone; a stone to spare he thinks of as not placed.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:
    from noughts import _cython as cython

if not cython.compiled:
    from noughts.certificate.twins import Twins
    from noughts.solver.core.bitboard import u64


class Parts:
    """Takes the open lines of a position, and gives its parts, one by one."""

    def __init__(self, lines: int) -> None:
        self.lacks: array[int] = array("Q", bytes(8 * max(lines, 1)))
        self.lines: array[int] = array("Q", bytes(8 * max(lines, 1)))
        self.twins: Twins = Twins(lines)
        self.count: int = 0

    def clear(self) -> None:
        """Begin anew, without lines."""
        self.count = 0

    def add(self, line: u64, lacks: u64) -> None:
        """Take an open line, and what it lacks."""
        self.lines[self.count] = line
        self.lacks[self.count] = lacks
        self.count += 1

    def reduce(self) -> None:
        """Leave out the lines that make no difference."""
        i: cython.int
        gone: u64
        while True:
            self._leave_longer()
            self.twins.clear()
            for i in range(self.count):
                self.twins.add(self.lacks[i])
            self.twins.leave()
            gone = 0
            for i in range(self.twins.found):
                gone |= self.twins.pairs[i]
            if gone == 0:
                return
            self._leave_through(gone)

    def next(self) -> u64:
        """Return the cells of the lines of a part, and leave it out; none if all are gone."""
        i: cython.int
        part: u64
        more: u64
        cells: u64 = 0
        if self.count == 0:
            return 0
        more = self.lacks[0]
        while more != cells:
            cells = more
            for i in range(self.count):
                if self.lacks[i] & cells:
                    more |= self.lacks[i]
        part = 0
        for i in range(self.count):
            if self.lacks[i] & cells:
                part |= self.lines[i]
        self._leave_through(cells)
        return part

    def _leave_longer(self) -> None:
        """Leave out each line that lacks all that another one lacks; of equals keep the first."""
        i: cython.int
        j: cython.int
        kept: cython.int = 0
        longer: cython.bint
        for i in range(self.count):
            longer = False
            for j in range(self.count):
                if (j < kept or j > i) and self.lacks[j] & ~self.lacks[i] == 0:
                    longer = j < kept or self.lacks[j] != self.lacks[i]
                    if longer:
                        break
            if not longer:
                self.lacks[kept] = self.lacks[i]
                self.lines[kept] = self.lines[i]
                kept += 1
        self.count = kept

    def _leave_through(self, cells: u64) -> None:
        """Leave out the lines that lack one of some cells."""
        i: cython.int
        kept: cython.int = 0
        for i in range(self.count):
            if self.lacks[i] & cells == 0:
                self.lacks[kept] = self.lacks[i]
                self.lines[kept] = self.lines[i]
                kept += 1
        self.count = kept
