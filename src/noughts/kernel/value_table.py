"""A table of small numbers, found by the whole of a one-word key.

If a position fits into one word, so does an entry::

     63    60 59                           8 7        0
    +--------+------------------------------+----------+
    | effort |  upper bits of the mixed key |  value   |  the lower bits say which bucket it is
    +--------+------------------------------+----------+

`scatter` mixes a key and can be undone. So the bucket and the bits in the entry together are the
whole key: two keys are never confused, and no proof depends on a hash. The effort tells how many
nodes the value took, as a power of 4.

A bucket holds two entries: in front the one that took more effort, behind it the one stored last
(Breuker, Uiterwijk and van den Herik, "Replacement schemes for transposition tables", 1994).
So a full table forgets what is soon found again. With a sixtieth of the memory, a search visits a
tenth more nodes.

A small table is read faster, because more of it fits into the processor's caches. So the table
starts small and doubles when `CROWDED` values have been stored for each bucket, up to the given
size.
"""

from __future__ import annotations

import mmap
from typing import Final

from noughts.core import _cython as cython
from noughts.kernel.bitboard import bit, prefetch, scatter, u64
from noughts.kernel.table_memory import table_memory

#: Values stored for each bucket before the table grows; twice or half as many are no faster.
CROWDED: Final = 32
FEWEST_BITS = 12  #: of the number of buckets at the start; leaves an entry 12 bits
BUCKET_BYTES = 16
EFFORT_BIT: Final = 60  #: where the effort begins


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
        self.written: int = 0  #: since it last grew

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
        if key_part(self.words[at]) == rest and self.words[at]:
            return self.words[at] & 0xFF
        if key_part(self.words[at + 1]) == rest:
            return self.words[at + 1] & 0xFF
        return 0

    def store(self, key: u64, value: cython.int, nodes: u64) -> None:
        """Store a value from 1 to 255 that took this many nodes, instead of the key's last one."""
        if self.written >> self.bits >= CROWDED and self.bits < self.most_bits:
            self._grow()
        self.written += 1
        effort: u64 = 0
        while nodes > 1 and effort < 15:
            nodes >>= 2
            effort += 1
        mixed: u64 = scatter(key)
        self._place(mixed, effort << EFFORT_BIT | mixed >> self.bits << 8 | value)

    def _place(self, mixed: u64, entry: u64) -> None:
        at: u64 = (mixed & (bit(self.bits) - 1)) << 1
        front: u64 = self.words[at]
        if front == 0:
            self.stored += 1
        elif key_part(front) != key_part(entry):
            if self.words[at + 1] == 0:
                self.stored += 1
            if entry >> EFFORT_BIT < front >> EFFORT_BIT:
                self.words[at + 1] = entry
                return
            self.words[at + 1] = front
        self.words[at] = entry

    def _grow(self) -> None:
        """Use twice as many buckets and put every entry where it now belongs.

        An entry of bucket b stays there or moves to a bucket that is still empty, by the lowest bit
        of its key's part.
        """
        old: u64 = bit(self.bits)
        self.bits += 1
        self.stored = 0
        self.written = 0
        for bucket in range(old):
            front = self.words[2 * bucket]
            behind = self.words[2 * bucket + 1]
            self.words[2 * bucket] = 0
            self.words[2 * bucket + 1] = 0
            if behind:
                self._move(behind, bucket)
            if front:
                self._move(front, bucket)

    def _move(self, entry: u64, bucket: u64) -> None:
        part: u64 = key_part(entry)
        kept: u64 = entry >> EFFORT_BIT << EFFORT_BIT | entry & 0xFF
        self._place(bucket | (part & 1) * bit(self.bits - 1), kept | part >> 1 << 8)


def key_part(entry: u64) -> u64:
    """Return the bits of the mixed key that an entry holds."""
    return (entry & (bit(EFFORT_BIT) - 1)) >> 8
