"""`ProofZones`: for each level of a search, the cells that its proofs rest on.

`noughts.threats.vct` says what a zone is. A zone is a row of words, with a bit for each cell: one
row for each level, then `told`, the zone of the last proof, and `left`, the defender's first moves
that no proof has answered. `untried` are those that have not had their turn.
"""

from __future__ import annotations

from array import array

from noughts.core import _cython as cython
from noughts.kernel.bitboard import bit
from noughts.threats.line_board import LineBoard
from noughts.threats.position_table import PositionTable
from noughts.threats.threat_types import NOWHERE


@cython.final
class ProofZones:
    """The zones of a search on a board with this many levels.

    Under caro a stone at the end of a line may break it. No zone is made there: `used` is false.
    """

    def __init__(self, board: LineBoard, levels: int) -> None:
        self.board: LineBoard = board
        self.used: cython.readonly[bool] = not board.caro
        self.size: cython.readonly[int] = (board.cells + 63) // 64
        self.told: cython.readonly[int] = levels
        self.left: cython.readonly[int] = levels + 1
        self.untried: cython.readonly[int] = levels + 2
        self.words: cython.ulonglong[::1] = array("Q", bytes(8 * self.size * (levels + 3)))

    @cython.cfunc
    def clear(self, row: cython.int) -> None:
        """Empty a zone."""
        i: cython.int
        for i in range(self.size):
            self.words[row * self.size + i] = 0

    @cython.cfunc
    def fill(self, row: cython.int) -> None:
        """Add all cells."""
        cell: cython.int
        for cell in range(self.board.cells):
            self.mark(row, cell)

    @cython.cfunc
    def copy(self, row: cython.int, to: cython.int) -> None:
        """Make a zone equal to another."""
        i: cython.int
        for i in range(self.size):
            self.words[to * self.size + i] = self.words[row * self.size + i]

    @cython.cfunc
    def has(self, row: cython.int, cell: cython.int) -> cython.bint:
        """Whether a cell is in a zone."""
        return self.words[row * self.size + (cell >> 6)] & bit(cell & 63) != 0

    @cython.cfunc
    def mark(self, row: cython.int, cell: cython.int) -> None:
        """Add a cell."""
        self.words[row * self.size + (cell >> 6)] |= bit(cell & 63)

    @cython.cfunc
    def drop(self, row: cython.int, cell: cython.int) -> None:
        """Remove a cell."""
        self.words[row * self.size + (cell >> 6)] &= ~bit(cell & 63)

    @cython.cfunc
    def mark_near(self, row: cython.int, side: cython.int, lack: cython.int) -> None:
        """Add the empty cells of a side's lines that lack this many: one or two."""
        i: cython.int
        which: cython.int = 2 * side + lack - 1
        if self.used:
            for i in range(self.board.listed[which]):
                self._mark_line(row, self.board.lists[which * self.board.lines + i])

    @cython.cfunc
    def mark_far(self, row: cython.int, side: cython.int, cell: cython.int) -> None:
        """Add the empty cells of a side's lines that lack one to three.

        NOWHERE: of all its lines; otherwise only of those through a cell.
        """
        i: cython.int
        line: cython.int
        own: cython.int = side * self.board.lines
        first: cython.int = 0 if cell == NOWHERE else self.board.through_start[cell]
        end: cython.int = (
            self.board.lines if cell == NOWHERE else self.board.through_start[cell + 1]
        )
        if self.used:
            for i in range(first, end):
                line = i if cell == NOWHERE else self.board.through[i]
                if 0 < self.board.lack[own + line] <= 3:
                    self._mark_line(row, line)

    def _mark_line(self, row: cython.int, line: cython.int) -> None:
        i: cython.int
        for i in range(self.board.members_start[line], self.board.members_start[line + 1]):
            if self.board.owner[self.board.members[i]] == NOWHERE:
                self.mark(row, self.board.members[i])

    @cython.cfunc
    def gather(self, row: cython.int) -> None:
        """Add the zone of the last proof."""
        i: cython.int
        for i in range(self.size):
            self.words[row * self.size + i] |= self.words[self.told * self.size + i]

    @cython.cfunc
    def narrow(self) -> None:
        """Let the last proof answer all first moves outside its zone."""
        i: cython.int
        if self.used:
            for i in range(self.size):
                self.words[self.left * self.size + i] &= self.words[self.told * self.size + i]

    @cython.cfunc
    @cython.nogil
    def take(self, table: PositionTable) -> None:
        """Let the zone of the last proof be the one stored with the entry found last."""
        i: cython.int
        for i in range(self.size):
            self.words[self.told * self.size + i] = table.words[table.noted + i]

    @cython.cfunc
    @cython.nogil
    def put(self, table: PositionTable) -> None:
        """Store the zone of the last proof with the entry stored last."""
        i: cython.int
        for i in range(self.size):
            table.words[table.noted + i] = self.words[self.told * self.size + i]
