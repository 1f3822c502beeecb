"""A table of small numbers, found by the whole of a one-word key.

If a position fits into one word, so does an entry::

     63                              8 7        0
    +---------------------------------+----------+
    |  upper bits of the mixed key    |  value   |      the lower bits say which bucket it is
    +---------------------------------+----------+

`scatter` mixes a key and can be undone. So the bucket and the bits in the entry together are the
whole key: two keys are never confused, and no proof depends on a hash.

A bucket holds two entries. A new one goes to the front and moves the other one back, so the older
one is replaced. The table starts small and quadruples when it is three quarters full, up to the
given size. It is one anonymous memory map, so pages not yet written take no memory.
"""

from __future__ import annotations

import mmap
from typing import Final

from noughts.core import _cython as cython
from noughts.kernel.bitboard import bit, prefetch, scatter, u64
from noughts.kernel.table_memory import table_memory

#: It grows when two buckets hold this many entries on average, out of four.
CROWDED: Final = 3
FEWEST_BITS = 12  #: of the number of buckets at the start; leaves an entry at least 8 bits
BUCKET_BYTES = 16


class ValueTable:
    """Values from 1 to 255 under keys of one word, in at most `size` bytes.

    `stored` counts the entries.
    """

    def __init__(self, size: int) -> None:
        self.bits: int = FEWEST_BITS
        self.most_bits: int = max(FEWEST_BITS, (size // BUCKET_BYTES).bit_length() - 1)
        self.block: mmap.mmap = table_memory(BUCKET_BYTES << self.most_bits)
        self.words: memoryview[int] = memoryview(self.block).cast("Q")
        self.base: memoryview[int]
        if cython.compiled:
            self.base = cython.address(self.words[0])
        else:
            self.base = self.words
        self.stored: int = 0

    @property
    def bytes(self) -> int:
        """The bytes in use."""
        return BUCKET_BYTES << self.bits

    def expect(self, key: u64) -> None:
        """Prefetch the memory of a key; this only saves time."""
        prefetch(self.base, (scatter(key) & (bit(self.bits) - 1)) << 1)

    def find(self, key: u64) -> cython.int:
        """Return the value of a key, 0 if there is none."""
        mixed: u64 = scatter(key)
        at: u64 = (mixed & (bit(self.bits) - 1)) << 1
        rest: u64 = mixed >> self.bits
        if self.words[at] >> 8 == rest and self.words[at]:
            return self.words[at] & 0xFF
        if self.words[at + 1] >> 8 == rest:
            return self.words[at + 1] & 0xFF
        return 0

    def store(self, key: u64, value: cython.int) -> None:
        """Store a value from 1 to 255; an older one of the same key is replaced."""
        if 2 * self.stored >> self.bits >= CROWDED and self.bits < self.most_bits:
            self._grow()
        self._place(scatter(key), value)

    def _place(self, mixed: u64, value: cython.int) -> None:
        at: u64 = (mixed & (bit(self.bits) - 1)) << 1
        entry: u64 = mixed >> self.bits << 8 | value
        if self.words[at] == 0:
            self.stored += 1
        elif self.words[at] >> 8 != entry >> 8:
            if self.words[at + 1] == 0:
                self.stored += 1
            self.words[at + 1] = self.words[at]
        self.words[at] = entry

    def _grow(self) -> None:
        """Use four times as many buckets and put every entry where it now belongs.

        An entry of bucket b stays there or moves beyond the old buckets, where all is still empty.
        """
        before: cython.int = self.bits
        self.bits = min(before + 2, self.most_bits)
        self.stored = 0
        for bucket in range(bit(before)):
            newer = self.words[2 * bucket]
            older = self.words[2 * bucket + 1]
            self.words[2 * bucket] = 0
            self.words[2 * bucket + 1] = 0
            if older:
                self._place(older >> 8 << before | bucket, older & 0xFF)
            if newer:
                self._place(newer >> 8 << before | bucket, newer & 0xFF)
