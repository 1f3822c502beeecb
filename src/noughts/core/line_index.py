# cython: annotation_typing=False, infer_types=False

"""`LineIndex`: which line a stone completes. Compiled if there is a compiler.

`Rules.placing` holds a game in the form that `Position.play` needs. Compiled, a board of up to 64
cells is one machine word, and the lines of each cell are contiguous in memory.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import accumulate

from noughts.core import _cython as cython

WORD = 64


class LineIndex:
    """The part of the rules that making a move needs."""

    def __init__(
        self,
        cells: int,
        through: Sequence[Sequence[tuple[int, int, int]]],
        blockers: Sequence[int],
        *,
        gravity: bool,
    ) -> None:
        self.cells: int = cells  #: how many there are
        self.full: int = (1 << cells) - 1  #: all of them, as a bitboard
        self.gravity: bool = gravity  #: whether `Rules.playable` decides which cells may be played
        self.through: Sequence[Sequence[tuple[int, int, int]]] = through  #: `Rules.lines_through`
        self.blockers: Sequence[int] = blockers  #: `Rules.ends`
        self.narrow: bool = cells <= WORD
        lines = [line for cell in through for line in cell] if self.narrow else []
        #: up to 64 cells, the lines of each cell one after the other
        self.lines: array[int] = array("Q", [line for line, _, _ in lines] or [0])
        #: likewise, their guards
        self.guards: array[int] = array("Q", [guard for _, guard, _ in lines] or [0])
        #: likewise, the cells at which the opponent's stones block them
        self.ends: array[int] = array("Q", [blockers[index] for _, _, index in lines] or [0])
        self.indices: array[int] = array("i", [index for _, _, index in lines] or [0])
        #: for each cell, where its lines begin; then, where the last one's end
        self.start: array[int] = array("i", [0, *accumulate(map(len, through))])

    def completed(self, cell: int, own: int, other: int) -> int:
        """Return the index of the first line through a cell that its owner completes; -1 if none.

        >>> from noughts import Rules
        >>> placing = Rules.parse("5,1,3 caro").placing
        >>> placing.completed(2, 0b01110, 0b00001), placing.completed(2, 0b01110, 0b10001)
        (1, -1)
        """
        if cython.compiled and self.narrow:
            return self.in_a_word(cell, own, other)
        for line, guard, index in self.through[cell]:
            if own & line == line and not own & guard:
                ends = self.blockers[index]
                if not ends or other & ends != ends:
                    return index
        return -1

    def in_a_word(self, cell: int, own: int, other: int) -> int:
        """Return the same on up to 64 cells; compiled searches ask here."""
        for i in range(self.start[cell], self.start[cell + 1]):
            if (
                own & self.lines[i] == self.lines[i]
                and not own & self.guards[i]
                and (not self.ends[i] or other & self.ends[i] != self.ends[i])
            ):
                return self.indices[i]
        return -1
