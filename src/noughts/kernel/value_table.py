"""A table of small numbers, found again by the whole of a one-word key.

Where a position fits one word, an entry needs no more than one word either::

     63                              8 7        0
    +---------------------------------+----------+
    |  upper bits of the mixed key    |  value   |      the lower bits say which bucket it is
    +---------------------------------+----------+

`scatter` mixes a key and can be undone, so the bucket and the bits in the entry together are the
whole key: no two keys ever pass for one, and a proof rests on no hash luck.

A bucket holds two entries. A new one goes to the front and moves the other back, so what gives way
is the older. The table starts small and quadruples when three quarters of it are full, up to the
size given. It is one anonymous memory map: what has not been written to takes no memory.
"""

from __future__ import annotations

import mmap
from typing import Final

from noughts.core import _cython as cython
from noughts.kernel.bitboard import bit, prefetch, scatter, u64

#: It grows with so many entries for two buckets, which have room for four.
CROWDED: Final = 3
FEWEST_BITS = 12  #: of the number of buckets to start with; an entry has room for 8 bits or more
BUCKET_BYTES = 16


class ValueTable:
    """Values from 1 to 255 under keys of one word, in at most `size` bytes.

    `stored` counts the entries.
    """

    def __init__(self, size: int) -> None:
        self.bits: int = FEWEST_BITS
        self.most_bits: int = max(FEWEST_BITS, (size // BUCKET_BYTES).bit_length() - 1)
        self.block: mmap.mmap = mmap.mmap(-1, BUCKET_BYTES << self.most_bits)
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
        """Let the memory in which a key stands be fetched; this changes no more than the time."""
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
        """Remember a value from 1 to 255; an older one of the same key is replaced."""
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
        """Take four times the buckets and put every entry where it now belongs.

        An entry of bucket b stays there or moves behind the old buckets, where all is empty yet.
        """
        before: cython.int = self.bits
        bucket: u64
        older: u64
        newer: u64
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
