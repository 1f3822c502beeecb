"""The transposition table: what has been learnt of a position, found again by its whole key.

An entry is four words: the key's two bitboards, `data` and `extra`. The key's last bit, its kind
(whose turn it is), is the highest bit of `data`; the next one marks an entry that is in use. Two
entries share a bucket (64 bytes, one line of the processor's cache). The hash only says where to
look; the key decides, so a proof never rests on a hash.

When a bucket is full, the entry that took less effort (the lowest 16 bits of its `data`) gives
way: replacement forgets and never mixes, so it cannot make a proof wrong.

The table starts small and quadruples when it is crowded, up to the limit given. It is one
anonymous memory map: what has not been written to takes no memory.
"""

from __future__ import annotations

import mmap

import cython

if not cython.compiled:
    from noughts.solver.words import KIND, TAKEN, mix, u64

FEWEST = 1 << 10  #: buckets to start with
BUCKET = 64  #: bytes


@cython.final
@cython.cclass
class Memory:
    """A table of at most `size` bytes.

    `find` sets `data` and `extra`. `stored` counts the entries, `lost` those that gave way.
    """

    def __init__(self, size: int) -> None:
        largest = FEWEST
        while largest * 2 * BUCKET <= size:
            largest *= 2
        self.block = mmap.mmap(-1, largest * BUCKET)
        self.words = memoryview(self.block).cast("Q")
        self.buckets = FEWEST
        self.largest = largest
        self.stored = 0
        self.lost = 0

    def find(self, first: u64, second: u64, kind: u64) -> cython.bint:
        """Look a key up; its kind is 0 or 1."""
        at: u64 = (mix(first ^ kind, second) & (self.buckets - 1)) * 8
        mark: u64 = TAKEN | KIND * kind
        if (
            self.words[at] != first
            or self.words[at + 1] != second
            or self.words[at + 2] & (TAKEN | KIND) != mark
        ):
            at += 4
            if (
                self.words[at] != first
                or self.words[at + 1] != second
                or self.words[at + 2] & (TAKEN | KIND) != mark
            ):
                return False
        self.data = self.words[at + 2]
        self.extra = self.words[at + 3]
        return True

    def store(self, first: u64, second: u64, kind: u64, data: u64, extra: u64) -> None:
        """Remember data of at most 62 bits; an older entry of the same key is replaced."""
        if self.stored > self.buckets and self.buckets < self.largest:
            self._grow()
        self._place(first, second, data | TAKEN | KIND * kind, extra)

    def _place(self, first: u64, second: u64, data: u64, extra: u64) -> None:
        at: u64 = (mix(first ^ data >> 63, second) & (self.buckets - 1)) * 8
        there: u64 = self.words[at + 2]
        other: u64
        if there == 0:
            self.stored += 1
        elif self.words[at] != first or self.words[at + 1] != second or (there ^ data) & KIND:
            other = self.words[at + 6]
            if other == 0:
                at += 4
                self.stored += 1
            elif (
                self.words[at + 4] == first
                and self.words[at + 5] == second
                and (other ^ data) & KIND == 0
            ):
                at += 4
            else:
                self.lost += 1
                if other & 0xFFFF < there & 0xFFFF:
                    at += 4
        self.words[at] = first
        self.words[at + 1] = second
        self.words[at + 2] = data
        self.words[at + 3] = extra

    def _grow(self) -> None:
        """Take up to four times the buckets and put every entry where it now belongs.

        An entry of bucket b stays there or moves behind the old buckets, where all is empty yet.
        """
        old: u64 = self.buckets
        i: u64
        at: u64
        data: u64
        self.buckets = min(old * 4, self.largest)
        for i in range(2 * old):
            at = 4 * i
            data = self.words[at + 2]
            if (
                data
                and mix(self.words[at] ^ data >> 63, self.words[at + 1]) & (self.buckets - 1)
                != i >> 1
            ):
                self.words[at + 2] = 0
                self.stored -= 1
                self._place(self.words[at], self.words[at + 1], data, self.words[at + 3])
