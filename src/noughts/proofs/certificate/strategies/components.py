"""The lines of a position for a side that only holds, and their parts.

For such a side, only what each line open to the other side lacks matters. So a position is its
empty cells and its open lines. Some things make no difference and are left out: lines that lack
everything that another one lacks, lines through twins, and parts in which no line lacks less than
before. `docs/explanation/expansion.md` explains why. Parts have no empty cell in common.

Among lines that lack the same, the first one represents all, so it does not matter which ones they
are, or where stones are. A set of lines is a set of their numbers, 64 to a word.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import accumulate

from noughts.core import _cython as cython
from noughts.core.bits import bits
from noughts.kernel.bitboard import bit, lowest, popcount, u64

COMPLETED: u64 = 1 << 40  #: the weight of a line that lacks nothing


@cython.final
class Components:
    """A set of open lines and the cells that they lack; its successors, and its parts."""

    def __init__(self, lines: Sequence[int], images: Sequence[Sequence[int]]) -> None:
        """Prepare for the lines of a game; `images` are where each symmetry takes each cell."""
        self.count: int = len(lines)
        #: the words of a set of lines
        self.width: cython.readonly[int] = max((self.count + 63) // 64, 1)
        self.rows: cython.ulonglong[::1] = array("Q", lines or [0])
        # Each cell: the lines.
        self.through: cython.ulonglong[::1] = array("Q", bytes(8 * 64 * self.width))
        for i, line in enumerate(lines):
            for cell in range(64):
                if line >> cell & 1:
                    self.through[self.width * cell + i // 64] |= 1 << i % 64
        # For each line, earlier lines that may lack the same cells, at least two of them.
        before = [
            [j for j in range(i) if (lines[i] & lines[j]).bit_count() > 1]
            for i in range(self.count)
        ]
        self.ends: cython.ulonglong[::1] = array("Q", accumulate(map(len, before), initial=0))
        self.before: cython.ulonglong[::1] = array("Q", [j for each in before for j in each] or [0])
        number = {line: i for i, line in enumerate(lines)}
        self.images: cython.ulonglong[::1] = array("Q", bytes(8 * 64 * len(images)))
        self.turned: cython.ulonglong[::1] = array("Q", bytes(8 * max(1, self.count * len(images))))
        for i, image in enumerate(images):
            for cell, to in enumerate(image):
                self.images[64 * i + cell] = to
            for j, line in enumerate(lines):
                self.turned[self.count * i + j] = number[sum(image[cell] for cell in bits(line))]
        self.cells: cython.readonly[u64] = 0
        self.open: cython.ulonglong[::1] = array("Q", bytes(8 * self.width))
        # The lines that now lack less.
        self.fresh: cython.ulonglong[::1] = array("Q", bytes(8 * self.width))
        self.part: cython.ulonglong[::1] = array("Q", bytes(8 * self.width))
        self.touched: u64 = 0  # cells now on fewer lines
        #: the last part returned: its cells, then its lines
        self.words: cython.readonly[cython.ulonglong[::1]] = array("Q", bytes(8 * (1 + self.width)))

    @cython.ccall
    def begin(self, own: u64, other: u64) -> None:
        """Start with the open lines of a position."""
        self.cells = 0
        for i in range(self.width):
            self.open[i] = 0
        for i in range(self.count):
            if self.rows[i] & own == 0:
                self.open[i >> 6] |= bit(i & 63)
                self.cells |= self.rows[i] & ~other
        for i in range(self.width):
            self.fresh[i] = self.open[i]
        self.touched = self.cells

    @cython.ccall
    def read(self, words: cython.ulonglong[::1]) -> None:
        """Start with a part as returned before."""
        self.cells = words[0]
        for i in range(self.width):
            self.open[i] = words[1 + i]

    @cython.ccall
    def stones(self) -> u64:
        """Return the cells of the lines that are already taken."""
        cells: u64 = 0
        for i in range(self.width):
            left = self.open[i]
            while left:
                cells |= self.rows[64 * i + lowest(left)]
                left &= left - 1
        return cells & ~self.cells

    @cython.ccall
    def moves(self) -> u64:
        """Return the cells that the other side needs to try.

        If all lines through a cell also go through another one, that one is at least as good.
        """
        moves: u64 = 0
        left: u64 = self.cells
        while left:
            if self.common(lowest(left)) == left & (0 - left):
                moves |= left & (0 - left)
            left &= left - 1
        return moves

    @cython.ccall
    def common(self, cell: cython.int) -> u64:
        """Return the cells on all lines through a cell; none without such a line."""
        common: u64 = 0
        for i in range(self.width):
            left = self.open[i] & self.through[self.width * cell + i]
            if left and not common:
                common = self.cells
            while left:
                common &= self.rows[64 * i + lowest(left)]
                left &= left - 1
        return common

    @cython.ccall
    @cython.nogil
    def take(self, at: Components, cell: cython.int) -> None:
        """Continue from another set of lines, after the other side has taken a cell."""
        self.cells = at.cells ^ bit(cell)
        for i in range(self.width):
            self.open[i] = at.open[i]
            self.fresh[i] = at.open[i] & self.through[self.width * cell + i]

    @cython.ccall
    def at_least(self, answer: u64) -> u64:
        """Return the cell of greatest weight on all lines that an answer must close.

        If there are none, it is the heaviest of all cells; among equals, the lowest.
        """
        heaviest: u64 = 0
        best: u64 = 0
        among: u64 = self.cells
        if answer < 64 and among >> answer & 1:
            among = self.common(answer)
        while among:
            cell = among & (0 - among)
            among ^= cell
            if not among and not best:
                return cell
            weight = self._weight(lowest(cell))
            if weight > heaviest or not best:
                heaviest = weight
                best = cell
        return best

    def _weight(self, cell: cython.int) -> u64:
        weight: u64 = 0
        for i in range(self.width):
            left = self.open[i] & self.through[self.width * cell + i]
            while left:
                weight += COMPLETED >> popcount(self.rows[64 * i + lowest(left)] & self.cells)
                left &= left - 1
        return weight

    @cython.ccall
    def close(self, cell: cython.int) -> cython.bint:
        """Let its own side take a cell; return whether the other side then completes no line."""
        self.touched = 0
        self._leave_through(cell)
        for i in range(self.width):
            self.fresh[i] &= self.open[i]
            left = self.fresh[i]
            while left:
                lacks = self.rows[64 * i + lowest(left)] & self.cells
                if lacks & (lacks - 1) == 0:
                    return False
                left &= left - 1
        return True

    @cython.ccall
    def reduce(self) -> None:
        """Remove the lines that make no difference."""
        for i in range(self.width):
            left = self.fresh[i]
            while left:
                if self.open[i] & left & (0 - left):
                    self._leave_longer(64 * i + lowest(left))
                left &= left - 1
        while self.touched:
            cell = lowest(self.touched)
            self.touched &= self.touched - 1
            if self._has_twin(cell):
                self._leave_through(cell)

    def _has_twin(self, cell: cython.int) -> cython.bint:
        """Return whether another cell is on the same lines (at least one)."""
        others: u64 = 0
        for i in range(self.width):
            left = self.open[i] & self.through[self.width * cell + i]
            if left:
                others = self.rows[64 * i + lowest(left)] & self.cells & ~bit(cell)
                break
        while others:
            apart = 0
            for i in range(self.width):
                apart |= self.open[i] & (
                    self.through[self.width * cell + i]
                    ^ self.through[self.width * lowest(others) + i]
                )
            if apart == 0:
                return True
            others &= others - 1
        return False

    @cython.ccall
    def next(self, symmetry: u64) -> u64:
        """Return a part with a fresh line, as its symmetric image, and remove it.

        Returns:
            Its cells; none if no such part exists.
        """
        left: u64 = 0
        for i in range(self.width):
            self.part[i] = 0
            if left == 0 and self.fresh[i] & self.open[i]:
                left = self.rows[64 * i + lowest(self.fresh[i] & self.open[i])] & self.cells
        part = left
        while left:
            cell = lowest(left)
            left &= left - 1
            left |= self._gather(cell) & ~part
            part |= left
        if part:
            self._write(part, symmetry)
        return self.words[0] if part else 0

    def _gather(self, cell: cython.int) -> u64:
        """Add the open lines through a cell to the part; return their cells."""
        cells: u64 = 0
        for i in range(self.width):
            left = self.open[i] & self.through[self.width * cell + i]
            self.open[i] ^= left
            self.part[i] |= left
            while left:
                cells |= self.rows[64 * i + lowest(left)]
                left &= left - 1
        return cells & self.cells

    def _write(self, cells: u64, symmetry: u64) -> None:
        """Write the part, each line as the first one that lacks the same."""
        if symmetry:
            left = cells
            cells = 0
            while left:
                cells |= self.images[64 * symmetry + lowest(left)]
                left &= left - 1
        self.words[0] = cells
        for i in range(self.width):
            self.words[1 + i] = 0
        for i in range(self.width):
            left = self.part[i]
            while left:
                line = 64 * i + lowest(left)
                left &= left - 1
                if symmetry:
                    line = self.turned[self.count * symmetry + line]
                lacks = self.rows[line] & cells
                for at in range(self.ends[line], self.ends[line + 1]):
                    if self.rows[self.before[at]] & cells == lacks:
                        line = self.before[at]
                        break
                self.words[1 + (line >> 6)] |= bit(line & 63)

    def _leave_longer(self, line: cython.int) -> None:
        """Remove the other lines that lack everything that a line lacks."""
        lacks: u64 = self.rows[line] & self.cells
        for i in range(self.width):
            longer = self.open[i]
            left = lacks
            while left:
                longer &= self.through[self.width * lowest(left) + i]
                left &= left - 1
            if i == line >> 6:
                longer ^= bit(line & 63)
            self._leave(i, longer)

    def _leave_through(self, cell: cython.int) -> None:
        """Remove the lines through a cell."""
        for i in range(self.width):
            self._leave(i, self.open[i] & self.through[self.width * cell + i])

    def _leave(self, i: cython.int, lines: u64) -> None:
        """Remove the lines in a word."""
        self.open[i] ^= lines
        while lines:
            self.touched |= self.rows[64 * i + lowest(lines)] & self.cells
            lines &= lines - 1
