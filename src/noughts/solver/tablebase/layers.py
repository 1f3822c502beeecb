"""Layers: all positions with the same number of stones, numbered without gaps.

A position is numbered by X's stones first, then by O's among the cells that X left. X's stones
count up to symmetry: one image is the leader, and only its positions are stored. Sets of cells are
numbered in the order of their bitboards (the combinatorial number system)::

    number = orbit of X's stones * C(cells - x, o) + rank of O's stones among the free cells
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import lru_cache
from math import comb

from noughts.core import _cython as cython
from noughts.core.symmetry import inverse
from noughts.kernel.bitboard import bit, lowest, popcount, u64


@cython.final
class Ranks:
    """Numbers the sets of cells of one size, byte by byte.

    >>> [Ranks(4).of(board) for board in (0b0011, 0b0101, 0b0110, 0b1001, 0b1010, 0b1100)]
    [0, 1, 2, 3, 4, 5]
    """

    def __init__(self, cells: int) -> None:
        self.width: int = cells + 1
        places = (cells + 7) // 8 or 1
        parts = array("Q", bytes(8 * places * self.width * 256))
        for place in range(places):
            for below in range(self.width):
                for byte in range(1, 256):
                    high = byte.bit_length() - 1
                    rest = byte ^ (1 << high)
                    start = (place * self.width + below) * 256
                    ahead = comb(8 * place + high, below + byte.bit_count())
                    parts[start + byte] = parts[start + rest] + ahead
        self.parts: cython.ulonglong[::1] = parts

    def of(self, board: int) -> int:
        """Return the number of a set, from 0."""
        return self.rank(board)

    def rank(self, board: u64) -> u64:
        """Return the number of a set, from 0."""
        found: u64 = 0
        at: cython.int = 0
        below: cython.int = 0
        while board:
            byte = board & 255
            found += self.parts[(at + below) * 256 + byte]
            below += popcount(byte)
            at += self.width
            board >>= 8
        return found


@lru_cache(maxsize=2)
def _turns(symmetries: tuple[tuple[int, ...], ...]) -> tuple[array[int], array[int]]:
    """Return the images of each byte of a board under each symmetry; and the inverses."""
    cells = len(symmetries[0])
    places = (cells + 7) // 8
    images = array("Q", bytes(8 * 256 * places * len(symmetries)))
    for number, symmetry in enumerate(symmetries):
        for place in range(places):
            start = (number * places + place) * 256
            for byte in range(1, 256):
                low = (byte & -byte).bit_length() - 1 + 8 * place
                if low < cells:
                    rest = byte & (byte - 1)
                    images[start + byte] = images[start + rest] | bit(symmetry[low])
    numbers = {symmetry: number for number, symmetry in enumerate(symmetries)}
    return images, array("i", [numbers[inverse(symmetry)] for symmetry in symmetries])


@cython.final
class Orbits:
    """The sets of X's stones up to symmetry: the leader of each, and the symmetry to it."""

    def __init__(self, ranks: Ranks, stones: int, symmetries: Sequence[tuple[int, ...]]) -> None:
        self.cells: cython.readonly[int] = len(symmetries[0])
        self.stones: cython.readonly[int] = stones
        self.ranks: cython.readonly[Ranks] = ranks
        self.places: int = (self.cells + 7) // 8
        images, back = _turns(tuple(symmetries))
        self.images: cython.ulonglong[::1] = images
        sets = comb(self.cells, stones)
        self.orbit: cython.uint[::1] = array("I", [0xFFFFFFFF]) * sets
        self.symmetry: cython.ushort[::1] = array("H", [0]) * sets
        self.leaders: cython.ulonglong[::1] = array("Q", [0]) * sets
        self.n: cython.readonly[cython.longlong] = 0
        self._gather(sets, len(symmetries), back)

    def _gather(self, sets: cython.longlong, symmetries: cython.int, back: cython.int[::1]) -> None:
        i: cython.longlong
        absent: cython.uint = 0xFFFFFFFF
        board: u64 = bit(self.stones) - 1
        for i in range(sets):
            if self.orbit[i] == absent:
                self.leaders[self.n] = board
                for s in range(symmetries):
                    at = self.ranks.rank(self.image(s, board))
                    if self.orbit[at] == absent:
                        self.orbit[at] = self.n
                        self.symmetry[at] = back[s]
                self.n += 1
            board = following(board)

    def image(self, symmetry: cython.int, board: u64) -> u64:
        """Return the image of a bitboard under the symmetry with this index."""
        found: u64 = 0
        at: cython.int = symmetry * self.places * 256
        while board:
            found |= self.images[at + (board & 255)]
            at += 256
            board >>= 8
        return found

    def number(self, x: int, o: int) -> int:
        """Return the number of a position in its layer."""
        at = self.ranks.of(x)
        symmetry = self.symmetry[at]
        leader, image = self.leaders[self.orbit[at]], self.image(symmetry, o)
        squeezed = place = 0
        for cell in range(self.cells):
            if not leader >> cell & 1:
                squeezed |= (image >> cell & 1) << place
                place += 1
        each = comb(self.cells - self.stones, o.bit_count())
        return int(self.orbit[at] * each + self.ranks.of(squeezed))


def orbit_counts(symmetries: Sequence[tuple[int, ...]]) -> list[int]:
    """Return the number of sets of each size up to symmetry, by Burnside's lemma.

    >>> orbit_counts([(0, 1, 2), (2, 1, 0)])
    [1, 2, 2, 1]
    """
    cells = len(symmetries[0])
    kept = [0] * (cells + 1)  # for each size, the pairs of a symmetry and a set it keeps
    for symmetry in symmetries:
        sets = [1] + [0] * cells
        left = set(range(cells))
        while left:
            length, cell = 0, min(left)
            while cell in left:  # a kept set has all of a cycle or none of it
                left.remove(cell)
                cell = symmetry[cell]
                length += 1
            for size in range(cells, length - 1, -1):
                sets[size] += sets[size - length]
        kept = [before + now for before, now in zip(kept, sets, strict=True)]
    return [pairs // len(symmetries) for pairs in kept]


@cython.cfunc
def following(board: u64) -> u64:
    """Return the next bitboard with as many bits; 0 after 0."""
    if board == 0:
        return 0
    low = board & (0 - board)
    high = board + low
    return high | (board ^ high) >> 2 + lowest(board)
