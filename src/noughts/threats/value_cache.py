"""`ValueCache`: the values a search has found, with the depth it searched to.

An entry has two words: the position's key, and value, depth, bound and best move packed into one.
A proved value goes into a second table, which knows the whole position, so a hash decides
about estimates only. A newer entry always replaces an older one.
"""

from __future__ import annotations

from typing import Final

from noughts.core import _cython as cython
from noughts.kernel.bitboard import u64
from noughts.kernel.table_memory import table_memory
from noughts.threats.line_board import LineBoard
from noughts.threats.position_table import PositionTable
from noughts.threats.threat_types import DECIDED, EXACT, LOWER, UNUSABLE, CachedValue

_BYTES: Final = 16  # an entry
_ELSEWHERE: Final = 1  # the word of a position whose value is proved


@cython.final
class ValueCache:
    """Tables of `memory` bytes each, rounded down, for a board of this many cells."""

    def __init__(self, cells: int, memory: int) -> None:
        self.slots: u64 = 1 << (max(memory // _BYTES, 2).bit_length() - 1)
        self.words: cython.ulonglong[::1] = memoryview(table_memory(_BYTES * self.slots)).cast("Q")
        self.proved: PositionTable = PositionTable(cells, memory)

    @cython.cfunc
    @cython.nogil
    def find(self, board: LineBoard) -> CachedValue:
        """Return what is known about a position."""
        at: u64 = 2 * (board.key & (self.slots - 1))
        word: u64 = self.words[at + 1] if self.words[at] == board.key else 0
        if word == _ELSEWHERE:
            word = self.proved.find(board, 0)
        if word == 0:
            return CachedValue(found=False, depth=0, bound=EXACT, value=0, move=-1)
        value: cython.int = word & 0x7FFFFFFF
        depth: cython.int = word >> 40 & 0xFF
        bound: cython.int = word >> 48 & 3
        move: cython.int = word >> 50 & 0x3FF
        return CachedValue(
            found=True, depth=depth, bound=bound - 1, value=value - 0x40000000, move=move - 1
        )

    @cython.cfunc
    @cython.nogil
    def store(
        self,
        board: LineBoard,
        depth: cython.int,
        bound: cython.int,
        value: cython.int,
        move: cython.int,
    ) -> None:
        """Store a position."""
        at: u64 = 2 * (board.key & (self.slots - 1))
        word: u64 = bound + 1
        word = word << 48
        number: u64 = move + 1
        word |= number << 50
        number = max(depth, 0)
        word |= number << 40
        number = value + 0x40000000
        word |= number
        if value > DECIDED or value < -DECIDED:
            self.proved.store(board, 0, word)
            word = _ELSEWHERE
        self.words[at] = board.key
        self.words[at + 1] = word


@cython.cfunc
def usable(
    known: CachedValue, depth: cython.int, alpha: cython.int, beta: cython.int, ply: cython.int
) -> cython.int:
    """Return the value if an entry settles the position; else UNUSABLE."""
    value: cython.int = known.value
    if value > DECIDED:
        value -= ply
    elif value < -DECIDED:
        value += ply
    elif known.depth < depth:
        return UNUSABLE
    if known.bound == EXACT:
        return value
    if known.bound == LOWER:
        return value if value >= beta or value > DECIDED else UNUSABLE
    return value if value <= alpha or value < -DECIDED else UNUSABLE
