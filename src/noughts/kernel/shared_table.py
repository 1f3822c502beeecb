"""A transposition table that processes share, any of which may die at any time.

It is laid out as in `noughts.kernel.transposition_table`. After the buckets comes one more word:
how many of them are in use. No half-written entry is ever read as true:

- A process only reads or writes a bucket that it has *taken*. It takes a bucket by putting `TAKEN`
  in the third word of the bucket's first entry, and gets the old word in the same atomic exchange.
  Exchanges of one word have an order. So a process that finds something other than `TAKEN` finds
  what the previous owner put back, and no other process had the bucket in between. (As an entry,
  `TAKEN` would be an unused one of the defender's side, which is never stored.)
- It gives the bucket back by writing that word after all others. The exchange acquires and this
  write releases, so the next owner sees everything that was written before.
- A process that finds `TAKEN` does not wait. Its look-up finds nothing, or its entry is not stored,
  as also happens when entries are replaced.
- A process that is killed while it owns a bucket never gives it back. Nobody reads the half entry
  that may be there, so one bucket of thousands is lost.

An entry is true wherever it is, because it contains its whole key. So the number of buckets may
change at any time: a process that still uses the old number looks in the wrong place and finds
nothing. A process that finds the table crowded raises the number and then moves the entries that
now belong elsewhere. If it is killed meanwhile, the table only loses the entries not yet moved, and
the bucket that it owned.

The memory is freed with the last process that has it. Nothing is kept on disk.
"""

from __future__ import annotations

import mmap
from typing import Final

from noughts.core import _cython as cython
from noughts.kernel.atomic import ACROSS, give, look, swap, take
from noughts.kernel.bitboard import hash_pair, u64
from noughts.kernel.search_types import Entry, Key
from noughts.kernel.transposition_table import (
    BUCKET_BYTES,
    FEWEST_BUCKETS,
    TranspositionTable,
    most_buckets,
)

TAKEN: Final = 1 << 63
ACROSS_PROCESSES: bool = bool(ACROSS)  #: whether the atomic operations above exist here
MORE = mmap.ALLOCATIONGRANULARITY  #: bytes after the buckets, of which one word is used


def shared_bytes(size: int) -> int:
    """Return the exact size of a shared table of about this many bytes."""
    return most_buckets(size) * BUCKET_BYTES + MORE


class SharedTable(TranspositionTable):
    """A table in a block of memory of `shared_bytes`, which must start as zeros.

    `sharers` processes share it. `stored` counts the entries that this one has stored, `lost` those
    that it replaced.
    """

    def __init__(self, block: mmap.mmap, sharers: int) -> None:
        super().__init__(len(block) - MORE, block)
        self.base: memoryview[int]
        if cython.compiled:
            self.base = cython.address(self.words[0])
        else:
            self.base = self.words
        self.count_at: int = self.most_buckets * BUCKET_BYTES // 8
        self.sharers: int = sharers
        swap(self.base, self.count_at, 0, FEWEST_BUCKETS)
        self.buckets: int = look(self.base, self.count_at)
        self.stored: int = 0
        self.lost: int = 0

    def find(self, key: Key) -> Entry:
        """Look a key up."""
        self.buckets = look(self.base, self.count_at)
        at: u64 = (hash_pair(key.mine ^ key.side, key.theirs) & (self.buckets - 1)) * 8
        mark: u64 = key.side << 1 | 1  # a used entry of this side
        nothing: Entry = Entry(found=False, proof=1, disproof=1, board=0)
        first: u64 = take(self.base, at + 2, TAKEN)
        data: u64 = first
        board: u64
        if first == TAKEN:
            return nothing
        board = self.words[at + 3]
        if self.words[at] != key.mine or self.words[at + 1] != key.theirs or first >> 62 != mark:
            data = self.words[at + 6]
            board = self.words[at + 7]
            if (
                self.words[at + 4] != key.mine
                or self.words[at + 5] != key.theirs
                or data >> 62 != mark
            ):
                data = 0
        give(self.base, at + 2, first)
        if data == 0:
            return nothing
        return Entry(
            found=True, proof=data >> 39 & 0x7FFFFF, disproof=data >> 16 & 0x7FFFFF, board=board
        )

    def store(self, key: Key, proof: u64, disproof: u64, board: u64, effort: u64) -> None:
        """Store two numbers of at most 23 bits and a bitboard; an older entry is replaced."""
        self.buckets = look(self.base, self.count_at)
        TranspositionTable.store(self, key, proof, disproof, board, effort)

    def _place(self, mine: u64, theirs: u64, data: u64, board: u64) -> None:
        """Write an entry, unless another process owns the bucket."""
        at: u64 = (hash_pair(mine ^ data >> 63, theirs) & (self.buckets - 1)) * 8
        first: u64 = take(self.base, at + 2, TAKEN)
        second: u64
        front: cython.bint = True
        if first == TAKEN:
            return
        second = self.words[at + 6]
        if first == 0:
            self.stored += 1
        elif self.words[at] != mine or self.words[at + 1] != theirs or (first ^ data) >> 63:
            if second == 0:
                front = False
                self.stored += 1
            elif (
                self.words[at + 4] == mine
                and self.words[at + 5] == theirs
                and (second ^ data) >> 63 == 0
            ):
                front = False
            else:
                self.lost += 1
                front = second & 0xFFFF >= first & 0xFFFF
        if front:
            self.words[at] = mine
            self.words[at + 1] = theirs
            self.words[at + 3] = board
            first = data
        else:
            self.words[at + 4] = mine
            self.words[at + 5] = theirs
            self.words[at + 6] = data
            self.words[at + 7] = board
        give(self.base, at + 2, first)

    def _grow(self) -> None:
        """Take up to four times the buckets and move what now belongs elsewhere.

        An entry of bucket b stays there or moves beyond the old buckets.
        """
        old: u64 = self.buckets
        stored: u64 = self.stored
        bucket: u64
        mine: cython.bint = swap(self.base, self.count_at, old, min(old * 4, self.most_buckets))
        self.buckets = look(self.base, self.count_at)
        if mine:
            for bucket in range(old):
                self._move(bucket, 0)
                self._move(bucket, 4)
            self.stored = stored

    def _move(self, bucket: u64, word: u64) -> None:
        """Move the entry that begins with a word of a bucket, if it now belongs elsewhere."""
        at: u64 = bucket * 8
        first: u64 = take(self.base, at + 2, TAKEN)
        if first == TAKEN:
            return
        mine: u64 = self.words[at + word]
        theirs: u64 = self.words[at + word + 1]
        board: u64 = self.words[at + word + 3]
        data: u64 = self.words[at + 6] if word else first
        if data and hash_pair(mine ^ data >> 63, theirs) & (self.buckets - 1) == bucket:
            data = 0
        if data and word:
            self.words[at + 6] = 0
        give(self.base, at + 2, 0 if data and not word else first)
        if data:
            self._place(mine, theirs, data, board)
