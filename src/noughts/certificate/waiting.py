"""Positions that wait for an answer, each once; those with the most empty cells come first.

Every answer leaves fewer empty cells, so a position that has been taken out never comes again.
"""

from __future__ import annotations

import mmap
from array import array

try:
    import cython
except ImportError:
    from noughts import _cython as cython

if not cython.compiled:
    from noughts.solver.core.bitboard import bit, hash_pair, scatter, u64

FEWEST_BITS = 10  #: of the number of places to start with
BYTES = 24  #: of a position: two boards, a number, and which comes after it


class Waiting:
    """A set of positions, each two boards and a number; it takes `memory` bytes at most.

    Positions with as many empty cells are a list, `heads` has the first of each; those no longer in
    use are a list too (`free`). `places` is a hash table of where they stand, counted from 1: the
    hash only says where to look.

    Attributes:
        own, other, number: the position taken out last.
    """

    def __init__(self, memory: int) -> None:
        room = max(memory // BYTES, 1)
        self.memory: int = memory
        self.count: int = 0  # of positions that wait
        self.used: int = 0  # of places for them that have been in use
        self.boards: memoryview[int] = memoryview(mmap.mmap(-1, 16 * room)).cast("Q")
        self.numbers: memoryview[int] = memoryview(mmap.mmap(-1, 4 * room)).cast("I")
        self.after: memoryview[int] = memoryview(mmap.mmap(-1, 4 * room)).cast("I")
        self.bits: int = FEWEST_BITS
        self.places: memoryview[int] = memoryview(mmap.mmap(-1, 4 << FEWEST_BITS)).cast("I")
        self.heads: array[int] = array("I", bytes(4 * 65))
        self.free: int = 0
        self.own: int = 0
        self.other: int = 0
        self.number: int = 0

    def add(self, own: u64, other: u64, number: u64, empty: cython.int) -> cython.bint:
        """Put a position in, if it is new; return False if there is no room for it."""
        at: u64 = self._place(own, other, number)
        new: u64
        if self.places[at]:
            return True
        if 4 * self.count >= 3 * bit(self.bits):
            if not self._fits(self.bits + 1):
                return False
            self._grow()
            at = self._place(own, other, number)
        if self.free:
            new = self.free
            self.free = self.after[new - 1]
        else:
            if not self._fits(self.bits):
                return False
            self.used += 1
            new = self.used
        self.boards[2 * new - 2] = own
        self.boards[2 * new - 1] = other
        self.numbers[new - 1] = number
        self.after[new - 1] = self.heads[empty]
        self.heads[empty] = new
        self.places[at] = new
        self.count += 1
        return True

    def take(self) -> cython.bint:
        """Take out a position with the most empty cells; return False if none is left."""
        most: cython.int
        first: u64
        for most in range(64, -1, -1):
            if self.heads[most]:
                first = self.heads[most]
                self.own = self.boards[2 * first - 2]
                self.other = self.boards[2 * first - 1]
                self.number = self.numbers[first - 1]
                self._forget(self._place(self.own, self.other, self.number))
                self.heads[most] = self.after[first - 1]
                self.after[first - 1] = self.free
                self.free = first
                self.count -= 1
                return True
        return False

    def _fits(self, bits: cython.int) -> cython.bint:
        """Return whether one position more, and so many places, do not take too much."""
        size: cython.longlong = (self.used + 1) * BYTES + 4 * bit(bits)
        return size <= self.memory

    def _home(self, own: u64, other: u64, number: u64) -> u64:
        """Return the place at which to begin to look for a position."""
        return hash_pair(own ^ scatter(number), other) & (bit(self.bits) - 1)

    def _place(self, own: u64, other: u64, number: u64) -> u64:
        """Return the place of a position, or the empty one where it belongs."""
        at: u64 = self._home(own, other, number)
        there: u64
        while True:
            there = self.places[at]
            if there == 0 or (
                self.boards[2 * there - 2] == own
                and self.boards[2 * there - 1] == other
                and self.numbers[there - 1] == number
            ):
                return at
            at = (at + 1) & (bit(self.bits) - 1)

    def _forget(self, at: u64) -> None:
        """Empty a place, and close the gap: what was looked for across it is found again."""
        mask: u64 = bit(self.bits) - 1
        gap: u64 = at
        there: u64
        home: u64
        while True:
            at = (at + 1) & mask
            there = self.places[at]
            if there == 0:
                self.places[gap] = 0
                return
            home = self._home(
                self.boards[2 * there - 2], self.boards[2 * there - 1], self.numbers[there - 1]
            )
            if ((at - home) & mask) >= ((at - gap) & mask):
                self.places[gap] = there
                gap = at

    def _grow(self) -> None:
        """Double the places."""
        most: cython.int
        each: u64
        at: u64
        self.bits += 1
        self.places = memoryview(mmap.mmap(-1, 4 * bit(self.bits))).cast("I")
        for most in range(65):
            each = self.heads[most]
            while each:
                at = self._place(
                    self.boards[2 * each - 2], self.boards[2 * each - 1], self.numbers[each - 1]
                )
                self.places[at] = each
                each = self.after[each - 1]
