# cython: annotation_typing=False

"""`LineIndex`: which line a stone completes. Compiled if there is a compiler.

`Rules.placing` holds a game in the form that `Position.play` needs. Compiled, a board of up to 64
cells is one machine word, and the lines of each cell are contiguous in memory.
"""

from __future__ import annotations

from array import array
from itertools import accumulate
from typing import TYPE_CHECKING

from noughts.core import _cython as cython

if TYPE_CHECKING:
    from collections.abc import Sequence

WORD = 64


class LineIndex:
    """The part of the rules that making a move needs.

    Attributes:
        cells: how many there are.
        full: all of them, as a bitboard.
        gravity: whether `Rules.playable` has to be asked which may be played.
        through: `Rules.lines_through`.
    """

    def __init__(
        self,
        cells: int,
        through: Sequence[Sequence[tuple[int, int, int]]],
        *,
        gravity: bool,
    ) -> None:
        self.cells: int = cells
        self.full: int = (1 << cells) - 1
        self.gravity: bool = gravity
        self.through: Sequence[Sequence[tuple[int, int, int]]] = through
        self.narrow: bool = cells <= WORD
        lines = [line for cell in through for line in cell] if self.narrow else []
        self.lines: array[int] = array("Q", [line for line, _, _ in lines] or [0])
        self.guards: array[int] = array("Q", [guard for _, guard, _ in lines] or [0])
        self.indices: array[int] = array("i", [index for _, _, index in lines] or [0])
        self.start: array[int] = array("i", [0, *accumulate(map(len, through))])

    def completed(self, cell: int, own: int) -> int:
        """Return the index of the first line through a cell that a side has whole; -1 if none.

        >>> from noughts import Rules
        >>> placing = Rules.parse("3,3,3").placing
        >>> placing.completed(1, 0b000000111), placing.completed(1, 0b000000011)
        (0, -1)
        """
        if cython.compiled and self.narrow:
            return self._in_a_word(cell, own)
        for line, guard, index in self.through[cell]:
            if own & line == line and not own & guard:
                return index
        return -1

    def _in_a_word(self, cell: int, own: int) -> int:
        for i in range(self.start[cell], self.start[cell + 1]):
            if own & self.lines[i] == self.lines[i] and not own & self.guards[i]:
                return self.indices[i]
        return -1
