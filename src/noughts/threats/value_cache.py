"""`ValueCache`: the values a search has found, with the depth it searched to.

An entry has two words: the position's key, and value, depth, bound and best move packed into one. A
newer entry always replaces an older one.
"""

from __future__ import annotations

from noughts.core import _cython as cython
from noughts.kernel.bitboard import u64
from noughts.threats.threat_types import EXACT, CachedValue

_BYTES = 16  # an entry


@cython.final
class ValueCache:
    """A table of `memory` bytes, rounded down to a power of two."""

    def __init__(self, memory: int) -> None:
        self.slots: u64 = 1 << (max(memory // _BYTES, 2).bit_length() - 1)
        self.words: cython.ulonglong[::1] = memoryview(bytearray(_BYTES * self.slots)).cast("Q")

    @cython.cfunc
    def find(self, key: u64) -> CachedValue:
        """Return what is known about the position with this key."""
        at: u64 = 2 * (key & (self.slots - 1))
        word: u64 = self.words[at + 1]
        if word == 0 or self.words[at] != key:
            return CachedValue(found=False, depth=0, bound=EXACT, value=0, move=-1)
        value: cython.int = word & 0x7FFFFFFF
        depth: cython.int = word >> 40 & 0xFF
        bound: cython.int = word >> 48 & 3
        move: cython.int = word >> 50 & 0x3FF
        return CachedValue(
            found=True, depth=depth, bound=bound - 1, value=value - 0x40000000, move=move - 1
        )

    @cython.cfunc
    def store(
        self,
        key: u64,
        depth: cython.int,
        bound: cython.int,
        value: cython.int,
        move: cython.int,
    ) -> None:
        """Store a position."""
        at: u64 = 2 * (key & (self.slots - 1))
        word: u64 = bound + 1
        word = word << 48
        number: u64 = move + 1
        word |= number << 50
        number = max(depth, 0)
        word |= number << 40
        number = value + 0x40000000
        self.words[at] = key
        self.words[at + 1] = word | number
