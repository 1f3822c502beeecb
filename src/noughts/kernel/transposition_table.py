"""The transposition table: what is known of a position, found by its whole key.

An entry is four words of 64 bits::

    word 0    the key's first bitboard
    word 1    the key's second bitboard
    word 2     63    62   61            39 38            16 15           0
              +----+-----+----------------+----------------+--------------+
              |side|used |     proof      |    disproof    |    effort    |
              +----+-----+----------------+----------------+--------------+
    word 3    a bitboard

The meaning of the two numbers and the bitboard depends on the search, and each search has its own
table:

    what is remembered      proof                  disproof                  bitboard
    the attacker wins       0                      passes of the zone        the zone of the win
    it does not             1                      0                         0
    not decided yet         his proof number       his disproof number       moves to try, or 0
    a win within a bound    least bound proved     greatest bound proved     0
                            to be enough           to be too little

`used` marks an entry that is in use; `effort` is the number of nodes it took, at most 65,535. Two
entries share a bucket (64 bytes, one cache line). The hash only says where to look; the whole key
decides, so a proof never depends on a hash.

When a bucket is full, the entry with less effort is replaced. Replacement only forgets, so it
cannot make a proof wrong.

The table starts small and quadruples when it is crowded, up to the given limit. It is one anonymous
memory map, so pages not yet written take no memory.
"""

from __future__ import annotations

import mmap

from noughts.core import _cython as cython
from noughts.kernel.bitboard import hash_pair, u64
from noughts.kernel.search_types import Entry, Key
from noughts.kernel.table_memory import table_memory

FEWEST_BUCKETS = 1 << 10  #: to start with
BUCKET_BYTES = 64


def most_buckets(size: int) -> int:
    """Return how many buckets a table of at most this many bytes has."""
    most = FEWEST_BUCKETS
    while most * 2 * BUCKET_BYTES <= size:
        most *= 2
    return most


@cython.cclass
class TranspositionTable:
    """A table of at most `size` bytes, in a block of memory of that size if one is given.

    `stored` counts the entries, `lost` those that were replaced, and `sharers` the processes that
    store as much as this one.
    """

    def __init__(self, size: int, block: mmap.mmap | None = None) -> None:
        most = most_buckets(size)
        self.block: mmap.mmap = block or table_memory(most * BUCKET_BYTES)
        self.words: cython.ulonglong[::1] = memoryview(self.block).cast("Q")
        self.buckets: cython.readonly[u64] = FEWEST_BUCKETS
        self.most_buckets: cython.readonly[u64] = most
        self.stored: cython.readonly[u64] = 0
        self.lost: cython.readonly[u64] = 0
        self.sharers: u64 = 1

    @property
    def bytes(self) -> int:
        """The bytes in use."""
        return int(self.buckets) * BUCKET_BYTES

    def find(self, key: Key) -> Entry:
        """Look a key up."""
        at: u64 = (hash_pair(key.mine ^ key.side, key.theirs) & (self.buckets - 1)) * 8
        mark: u64 = key.side << 1 | 1  # a used entry of this side
        if (
            self.words[at] != key.mine
            or self.words[at + 1] != key.theirs
            or self.words[at + 2] >> 62 != mark
        ):
            at += 4
            if (
                self.words[at] != key.mine
                or self.words[at + 1] != key.theirs
                or self.words[at + 2] >> 62 != mark
            ):
                return Entry(found=False, proof=1, disproof=1, board=0)
        data = self.words[at + 2]
        return Entry(
            found=True,
            proof=data >> 39 & 0x7FFFFF,
            disproof=data >> 16 & 0x7FFFFF,
            board=self.words[at + 3],
        )

    def store(self, key: Key, proof: u64, disproof: u64, board: u64, effort: u64) -> None:
        """Store two numbers of at most 23 bits and a bitboard; an older entry is replaced."""
        if self.stored * self.sharers > self.buckets and self.buckets < self.most_buckets:
            self._grow()
        data: u64 = key.side << 63 | proof << 39 | disproof << 16 | min(effort, 0xFFFF)
        used: u64 = 1
        self._place(key.mine, key.theirs, data | used << 62, board)

    def _place(self, mine: u64, theirs: u64, data: u64, board: u64) -> None:
        at: u64 = (hash_pair(mine ^ data >> 63, theirs) & (self.buckets - 1)) * 8
        there: u64 = self.words[at + 2]
        if there == 0:
            self.stored += 1
        elif self.words[at] != mine or self.words[at + 1] != theirs or (there ^ data) >> 63:
            other = self.words[at + 6]
            if other == 0:
                at += 4
                self.stored += 1
            elif (
                self.words[at + 4] == mine
                and self.words[at + 5] == theirs
                and (other ^ data) >> 63 == 0
            ):
                at += 4
            else:
                self.lost += 1
                if other & 0xFFFF < there & 0xFFFF:
                    at += 4
        self.words[at] = mine
        self.words[at + 1] = theirs
        self.words[at + 2] = data
        self.words[at + 3] = board

    def _grow(self) -> None:
        """Use up to four times as many buckets and put every entry where it now belongs.

        An entry of bucket b stays there or moves beyond the old buckets, where all is still empty.
        """
        old: u64 = self.buckets
        self.buckets = min(old * 4, self.most_buckets)
        for i in range(2 * old):
            at = 4 * i
            data = self.words[at + 2]
            if (
                data
                and hash_pair(self.words[at] ^ data >> 63, self.words[at + 1]) & (self.buckets - 1)
                != i >> 1
            ):
                self.words[at + 2] = 0
                self.stored -= 1
                self._place(self.words[at], self.words[at + 1], data, self.words[at + 3])
