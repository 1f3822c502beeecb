"""Positions that wait for an answer, each once, the ones with the most empty cells first.

Every answer leaves fewer empty cells, so a position that was taken out never comes again. Once all
positions with as many empty cells are out, they can be forgotten.
"""

from __future__ import annotations

import mmap
from array import array

from noughts.core import _cython as cython
from noughts.kernel.bitboard import scatter, u64

FEWEST: cython.longlong = 1 << 10  #: places in a table


@cython.final
class Frontier:
    """A set of positions, each some words and a number from 1; it takes at most `memory` bytes."""

    def __init__(self, words: int, memory: int) -> None:
        self.width: int = words
        #: the words of the position taken out last
        self.taken: cython.readonly[cython.ulonglong[::1]] = array("Q", bytes(8 * words))
        self.number: cython.readonly[u64] = 0  #: its number
        self.memory: cython.public[cython.longlong] = memory
        self.size: cython.readonly[cython.longlong] = 0  #: bytes in use
        self.count: cython.readonly[cython.longlong] = 0  #: the number of waiting positions
        self.most: int = 0  # no position has more empty cells
        self.layers: list[FrontierLayer] = [FrontierLayer(words, 0) for _ in range(65)]

    @cython.ccall
    @cython.exceptval(-1)
    def add(self, words: cython.ulonglong[::1], number: u64, empty: cython.int) -> cython.int:
        """Add a position, if it is new.

        Raises:
            MemoryError: The set is full.
        """
        layer: FrontierLayer = self.layers[empty]
        if layer.full():
            if self.size + layer.more() > self.memory:
                raise MemoryError
            self.size -= layer.size()
            layer = layer.larger()
            self.size += layer.size()
            self.layers[empty] = layer
        if layer.add(words, number):
            self.count += 1
            self.most = max(self.most, empty)
        return 0

    @cython.ccall
    @cython.exceptval(check=True)
    def take(self) -> cython.bint:
        """Take out a position with the most empty cells; return False if none is left."""
        while True:
            layer: FrontierLayer = self.layers[self.most]
            if layer.count:
                self.number = layer.take(self.taken)
                self.count -= 1
                return True
            self.size -= layer.size()
            self.layers[self.most] = FrontierLayer(self.width, 0)
            if self.most == 0:
                return False
            self.most -= 1


@cython.final
class FrontierLayer:
    """The positions with the same number of empty cells: a hash table, ordered by hash.

    So moving to a larger table reads both tables once, in order.
    """

    def __init__(self, width: int, room: int) -> None:
        self.width: int = width  # words of a position
        self.room: u64 = room  # places; one is free if its number is 0
        self.count: cython.longlong = 0
        self.next: u64 = 0  # the place to take from next
        self.words: cython.ulonglong[::1] = memoryview(
            mmap.mmap(-1, 8 * width * max(room, 1))
        ).cast("Q")
        self.numbers: cython.uint[::1] = memoryview(mmap.mmap(-1, 4 * max(room, 1))).cast("I")

    def size(self) -> cython.longlong:
        """Return how many bytes the places take."""
        return self.room * (8 * self.width + 4)

    def full(self) -> cython.bint:
        """Return whether one more position needs a larger table."""
        return 8 * self.count >= 7 * self.room

    def more(self) -> cython.longlong:
        """Return the bytes of a larger table's places."""
        return self._next_room() * (8 * self.width + 4)

    @cython.cfunc
    def larger(self) -> FrontierLayer:
        """Return a larger table of the same positions."""
        into: FrontierLayer = FrontierLayer(self.width, self._next_room())
        at: u64
        to: u64
        i: cython.int
        for at in range(self.room):
            if self.numbers[at]:
                to = into.home(self.words, self.width * at, self.numbers[at])
                while into.numbers[to]:
                    to = to + 1 if to + 1 < into.room else 0
                into.numbers[to] = self.numbers[at]
                for i in range(self.width):
                    into.words[self.width * to + i] = self.words[self.width * at + i]
        into.count = self.count
        return into

    def add(self, words: cython.ulonglong[::1], number: u64) -> cython.bint:
        """Add a position; return whether it is new."""
        at: u64 = self.home(words, 0, number)
        while self.numbers[at]:
            if self.numbers[at] == number and self._same(self.width * at, words):
                return False
            at = at + 1 if at + 1 < self.room else 0
        self.numbers[at] = number
        for i in range(self.width):
            self.words[self.width * at + i] = words[i]
        self.count += 1
        return True

    def take(self, words: cython.ulonglong[::1]) -> u64:
        """Take out the next position, if any: copy its words, return its number."""
        at: u64 = self.next
        while self.numbers[at] == 0:
            at += 1
        for i in range(self.width):
            words[i] = self.words[self.width * at + i]
        self.next = at + 1
        self.count -= 1
        number: u64 = self.numbers[at]
        return number

    def home(self, words: cython.ulonglong[::1], at: u64, number: u64) -> u64:
        """Return the first place to look for the position stored at a place."""
        hashed: u64 = number
        for i in range(self.width):
            hashed = scatter(hashed ^ words[at + i])
        return (hashed >> 32) * self.room >> 32

    def _next_room(self) -> cython.longlong:
        return max(FEWEST, self.room + self.room // 8)

    def _same(self, at: u64, words: cython.ulonglong[::1]) -> cython.bint:
        i: cython.int = 0
        while i < self.width and self.words[at + i] == words[i]:
            i += 1
        return i == self.width
