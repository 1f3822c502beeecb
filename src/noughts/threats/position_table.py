"""`PositionTable`: a word for each of many positions, found by the whole position.

An entry is the stones of its position, a bit for each cell and side, the word, and as many words of
notes as its owner wants. The key of 64 bits only says where to look, so a proof never depends on a
hash. A newer entry always replaces an older one.
"""

from __future__ import annotations

import mmap
from typing import Final

from noughts.core import _cython as cython
from noughts.kernel.bitboard import u64
from noughts.threats.layout import packed_words
from noughts.threats.line_board import LineBoard

_SALT_AT: Final = 62  # in the last word of the stones: whose question an entry answers


@cython.final
class PositionTable:
    """A table for a board of this many cells, of at most `memory` bytes, but at least two entries.

    Questions of up to four kinds have separate entries: the salts 0 to 3. `noted` is where the
    notes of the entry begin that was found or stored last.
    """

    def __init__(self, cells: int, memory: int, notes: int = 0) -> None:
        self.stones: int = packed_words(cells)
        self.size: int = self.stones + 1 + notes
        self.noted: u64 = 0
        entry = 8 * self.size
        self.slots: u64 = 1 << (max(memory // entry, 2).bit_length() - 1)
        # In small pages: a short search reads a few places all over it.
        self.words: cython.ulonglong[::1] = memoryview(mmap.mmap(-1, entry * self.slots)).cast("Q")

    @cython.nogil
    def _at(self, board: LineBoard, salt: cython.int) -> u64:
        spread: u64 = salt
        return (board.key + spread & self.slots - 1) * self.size

    @cython.cfunc
    @cython.nogil
    def find(self, board: LineBoard, salt: cython.int) -> u64:
        """Return the word of a position; 0 if there is none."""
        i: cython.int
        at: u64 = self._at(board, salt)
        last: u64 = salt
        for i in range(self.stones - 1):
            if self.words[at + i] != board.packed[i]:
                return 0
        if self.words[at + self.stones - 1] != board.packed[self.stones - 1] | last << _SALT_AT:
            return 0
        self.noted = at + self.stones + 1
        word: u64 = self.words[at + self.stones]
        return word

    @cython.cfunc
    @cython.nogil
    def store(self, board: LineBoard, salt: cython.int, word: u64) -> None:
        """Store a word, not 0, for a position."""
        i: cython.int
        at: u64 = self._at(board, salt)
        last: u64 = salt
        for i in range(self.stones):
            self.words[at + i] = board.packed[i]
        self.words[at + self.stones - 1] |= last << _SALT_AT
        self.words[at + self.stones] = word
        self.noted = at + self.stones + 1
