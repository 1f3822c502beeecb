"""Twins: cells that make no difference if the defender only blocks.

Two cells on exactly the same open lines of the attacker are *twins*: when the attacker takes one of
them, the defender takes the other. So all lines through them can be removed, which may make other
cells twins. The result does not depend on the order. `docs/explanation/certificate-rules.md` has
the proof.
"""

from __future__ import annotations

from array import array

from noughts.core import _cython as cython
from noughts.kernel.bitboard import lowest, u64


@cython.final
class EquivalentCells:
    """Takes the cells that each open line lacks, and finds the twins and what remains."""

    def __init__(self, lines: int) -> None:
        #: what each remaining line lacks; `count` is their number
        self.lines: cython.ulonglong[::1] = array("Q", bytes(8 * max(lines, 1)))
        #: the twins in pairs; `found` is their number. Of three cells on the same lines, the lowest
        #: two are a pair.
        self.pairs: cython.ulonglong[::1] = array("Q", bytes(8 * 32))
        #: for each cell, the cells on all lines through it
        self.common: cython.ulonglong[::1] = array("Q", bytes(8 * 64))
        self.count: int = 0
        self.found: int = 0

    @cython.ccall
    def clear(self) -> None:
        """Start again, without lines."""
        self.count = 0
        self.found = 0

    @cython.ccall
    def add(self, line: u64) -> None:
        """Add the cells that a line lacks."""
        self.lines[self.count] = line
        self.count += 1

    @cython.ccall
    def leave(self) -> u64:
        """Remove lines through twins until none are left; return the cells of the rest."""
        while True:
            cells = self._compare()
            gone = self._pair(cells)
            if gone == 0:
                return cells
            kept = 0
            for i in range(self.count):
                line = self.lines[i]
                if line & gone == 0:
                    self.lines[kept] = line
                    kept += 1
            self.count = kept

    @cython.ccall
    def twin(self, cell: u64) -> u64:
        """Return the other cell of a cell's pair; none if it has no pair."""
        other: u64 = 0
        for i in range(self.found):
            if self.pairs[i] & cell:
                other = self.pairs[i] ^ cell
        return other

    def _compare(self) -> u64:
        """Set `common`; return the cells of all lines."""
        cells: u64 = 0
        for i in range(self.count):
            cells |= self.lines[i]
        left = cells
        while left:
            self.common[lowest(left)] = cells
            left &= left - 1
        for i in range(self.count):
            line = self.lines[i]
            left = line
            while left:
                self.common[lowest(left)] &= line
                left &= left - 1
        return cells

    def _pair(self, cells: u64) -> u64:
        """Pair off the twins among some cells; return all that have a pair now."""
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
