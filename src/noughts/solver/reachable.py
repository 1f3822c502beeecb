"""The reachable positions of a gravity game, ply by ply, each once.

A position is one word. Each column is a run of bits, the lowest cell first, with one more above the
top. It holds the stones of X, and above the last stone a 1 that marks the height. Mirror images are
stored once, as the smaller word. The positions of a ply are in a hash table of whole words, so
nothing depends on a hash; the next ply is made from them.

Source: Tromp, "John's Connect Four Playground" (the code of a position; his counts are those that
`tests/lab/test_counting.py` has).
"""

from __future__ import annotations

from collections.abc import Callable

from noughts.core import _cython as cython
from noughts.kernel.bitboard import bit, scatter, u64
from noughts.kernel.budget import Budget
from noughts.kernel.table_memory import table_memory
from noughts.solver.search.gravity_bitboard import _has_line

FEWEST_BITS = 12  #: of the number of words to start with


@cython.final
class Words:
    """A set of words other than 0; it doubles when it is three quarters full.

    `full` is True once doubling would need more than `most` bytes.
    """

    def __init__(self, most: int) -> None:
        self.bits: cython.readonly[int] = FEWEST_BITS
        self.most_bits: int = (most >> 3).bit_length() - 1
        self.full: cython.readonly[bool] = False
        self.stored: cython.readonly[cython.longlong] = 0
        self.words: cython.ulonglong[::1] = zeros(self.bits)

    @cython.exceptval(check=True)
    def add(self, word: u64) -> cython.bint:
        """Put a word in; return whether it is new."""
        if self.stored >= 3 * bit(self.bits - 2):
            if self.bits < self.most_bits:
                self._grow()
            else:
                self.full = True
        return not self.full and self._place(word)

    def _place(self, word: u64) -> cython.bint:
        mask: u64 = bit(self.bits) - 1
        at: u64 = scatter(word) & mask
        while self.words[at]:
            if self.words[at] == word:
                return False
            at = (at + 1) & mask
        self.words[at] = word
        self.stored += 1
        return True

    @cython.exceptval(check=True)
    def _grow(self) -> None:
        before = self.words
        size: u64 = bit(self.bits)
        at: u64
        self.bits += 1
        self.stored = 0
        self.words = zeros(self.bits)
        for at in range(size):
            if before[at]:
                self._place(before[at])


def zeros(bits: int) -> memoryview[int]:
    """Return this many zero words; pages not yet written take no memory."""
    return memoryview(table_memory(8 << bits)).cast("Q")


def fits(columns: int, rows: int) -> bool:
    """Whether the positions of a board are words of 64 bits.

    >>> fits(7, 6), fits(8, 8)
    (True, False)
    """
    return columns * (rows + 1) <= 64


@cython.final
class GravityPositions:
    """The positions of a board of columns after `ply` plies; `positions` is their number.

    The board must pass `fits`. The positions of a ply may take `memory` bytes. At most `nodes`
    positions have their moves made (0: no limit).

    >>> layer = GravityPositions(7, 6, 4, 1 << 20)
    >>> while layer.ply < 4 and layer.advance():
    ...     print(layer.positions)
    7
    49
    238
    1120
    """

    def __init__(
        self,
        columns: int,
        rows: int,
        k: int,
        memory: int,
        nodes: int = 0,
        poll: Callable[[], bool] | None = None,
    ) -> None:
        self.columns: int = columns
        self.height: int = rows + 1
        self.k: int = k
        self.bottom: u64 = sum([1 << column * self.height for column in range(columns)])
        self.full: u64 = self.bottom * ((1 << rows) - 1)
        self.budget: cython.readonly[Budget] = Budget(poll)
        self.budget.allow(nodes)
        self.memory = memory
        self.layer: Words = Words(memory)
        self.layer.add(self.bottom)
        self.ply: cython.readonly[int] = 0
        self.positions: cython.readonly[cython.longlong] = 1

    def advance(self) -> bool:
        """Go to the next ply; return False, and stay, at a limit or if memory is short."""
        following = Words(self.memory)
        found = self._expand(self.layer, following)
        self.budget.check()
        if found < 0:
            return False
        self.layer = following
        self.ply += 1
        self.positions = found
        return True

    def _expand(self, layer: Words, following: Words) -> cython.longlong:
        """Put all positions of the next ply into a set; return how many, with mirror images."""
        found: cython.longlong = 0
        by_x: cython.bint = self.ply % 2 == 0
        at: u64
        taken: u64
        x: u64
        cells: u64
        cell: u64
        word: u64
        image: u64
        for at in range(bit(layer.bits)):
            word = layer.words[at]
            if word == 0:
                continue
            if not self.budget.visit():
                return -1
            taken = self._taken(word)
            x = word - taken - self.bottom
            if _has_line(taken ^ x if by_x else x, self.k, self.height):
                continue
            cells = (taken + self.bottom) & self.full
            while cells:
                cell = cells & (0 - cells)
                cells ^= cell
                # The mark moves up by one; below it stays X's stone, if it is one.
                word = (x | cell if by_x else x) + (taken | cell) + self.bottom
                image = self._mirrored(word)
                if following.add(min(word, image)):
                    found += 1 if word == image else 2
            if following.full:
                return -1
        return found

    def _taken(self, word: u64) -> u64:
        """Return the taken cells: all below the highest 1 of each column."""
        ones: u64 = bit(self.height) - 1
        taken: u64 = 0
        for number in range(self.columns):
            column = word >> number * self.height & ones
            column |= column >> 1
            column |= column >> 2
            column |= column >> 4
            column |= column >> 8
            column |= column >> 16
            column |= column >> 32
            taken |= (column >> 1) << number * self.height
        return taken

    def _mirrored(self, word: u64) -> u64:
        ones: u64 = bit(self.height) - 1
        image: u64 = 0
        for number in range(self.columns):
            image = image << self.height | (word >> number * self.height & ones)
        return image
