"""Layers: all positions with the same number of stones, numbered without a gap, and one sweep.

A position is numbered by X's stones first, then O's among the cells that X left. X's stones
count up to symmetry: of all images one leads, and only its positions are kept. Within that, sets
of cells are numbered in the order of their bitboards (the combinatorial number system)::

    number = orbit of X's stones * C(cells - x, o) + rank of O's stones among the free cells

A value is one byte, the better the greater: 0 a position that no game reaches, 1 + p a loss in p
plies, 128 a draw, 255 - p a win in p. The side to move wants the child that is worst for the
other: the least byte.

Source: retrograde analysis by layers, as in Gasser, "Solving nine men's morris", 1996.
"""

from __future__ import annotations

from array import array
from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING

import cython

from noughts.symmetry import inverse

if not cython.compiled:
    from noughts.solver.words import bit, count, lowest, u64

if TYPE_CHECKING:
    from collections.abc import Sequence

UNREACHED, LOST, DRAWN, WON = 0, 1, 128, 255


@cython.final
@cython.cclass
class Ranks:
    """Numbers the sets of cells of one size, byte by byte.

    >>> [Ranks(4).of(board) for board in (0b0011, 0b0101, 0b0110, 0b1001, 0b1010, 0b1100)]
    [0, 1, 2, 3, 4, 5]
    """

    def __init__(self, cells: int) -> None:
        self.width = cells + 1
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
        self.parts = parts

    def of(self, board: int) -> int:
        """Return the number of a set, from 0."""
        return self.rank(board)

    def rank(self, board: u64) -> u64:
        """Return the number of a set, from 0."""
        found: u64 = 0
        at: cython.int = 0
        below: cython.int = 0
        byte: cython.int
        while board:
            byte = board & 255
            found += self.parts[(at + below) * 256 + byte]
            below += count(byte)
            at += self.width
            board >>= 8
        return found


@lru_cache(maxsize=2)
def _turns(symmetries: tuple[tuple[int, ...], ...]) -> tuple[array[int], array[int]]:
    """Return the images of each byte of a board under each symmetry; and which undoes which."""
    cells = len(symmetries[0])
    places = (cells + 7) // 8
    images = array("Q", bytes(8 * 256 * places * len(symmetries)))
    for number, turn in enumerate(symmetries):
        for place in range(places):
            start = (number * places + place) * 256
            for byte in range(1, 256):
                low = (byte & -byte).bit_length() - 1 + 8 * place
                if low < cells:
                    rest = byte & (byte - 1)
                    images[start + byte] = images[start + rest] | bit(turn[low])
    numbers = {turn: number for number, turn in enumerate(symmetries)}
    return images, array("i", [numbers[inverse(turn)] for turn in symmetries])


@cython.final
@cython.cclass
class Orbits:
    """The sets of so many of X's stones up to symmetry: who leads each, and by which turn."""

    def __init__(self, ranks: Ranks, stones: int, symmetries: Sequence[tuple[int, ...]]) -> None:
        self.cells = len(symmetries[0])
        self.stones = stones
        self.ranks = ranks
        self.places = (self.cells + 7) // 8
        images, back = _turns(tuple(symmetries))
        self.images = images
        sets = comb(self.cells, stones)
        self.orbit = array("I", [0xFFFFFFFF]) * sets
        self.turn = array("H", [0]) * sets
        self.leaders = array("Q", [0]) * sets
        self.n = 0
        self._gather(sets, len(symmetries), back)

    def _gather(self, sets: cython.longlong, turns: cython.int, back: cython.int[::1]) -> None:
        s: cython.int
        i: cython.longlong
        at: u64
        absent: cython.uint = 0xFFFFFFFF
        board: u64 = bit(self.stones) - 1
        for i in range(sets):
            if self.orbit[i] == absent:
                self.leaders[self.n] = board
                for s in range(turns):
                    at = self.ranks.rank(self.image(s, board))
                    if self.orbit[at] == absent:
                        self.orbit[at] = self.n
                        self.turn[at] = back[s]
                self.n += 1
            board = _next(board)

    def image(self, turn: cython.int, board: u64) -> u64:
        """Return a bitboard turned."""
        found: u64 = 0
        at: cython.int = turn * self.places * 256
        while board:
            found |= self.images[at + (board & 255)]
            at += 256
            board >>= 8
        return found

    def number(self, x: int, o: int) -> int:
        """Return the number of a position in its layer."""
        at = self.ranks.of(x)
        turn = self.turn[at]
        leader, turned = self.leaders[self.orbit[at]], self.image(turn, o)
        squeezed = place = 0
        for cell in range(self.cells):
            if not leader >> cell & 1:
                squeezed |= (turned >> cell & 1) << place
                place += 1
        each = comb(self.cells - self.stones, o.bit_count())
        return self.orbit[at] * each + self.ranks.of(squeezed)


@cython.final
@cython.cclass
class Sweep:
    """Values one layer from the one beyond it.

    `own` are the orbits of the layer, `after` those of the next; `others` is how many stones O
    has; `line_value` is what a line just made is worth to the side to move. Whatever depends only
    on how many cells are free is worked out once, here: O's sets in their order, and where a set
    with one stone more (O moves) or among one cell fewer (X moves) stands in the layer beyond.
    """

    def __init__(
        self,
        own: Orbits,
        after: Orbits,
        others: int,
        lines: Sequence[tuple[int, int]],
        line_value: int,
    ) -> None:
        self.own = own
        self.after = after
        self.others = others
        self.line_value = line_value
        self.lines = array("Q", [mask for line in lines for mask in line])
        self.first_to_move = own.stones == others
        self.cells = own.cells - own.stones
        self.low = (self.cells + 1) // 2
        self.each = comb(self.cells, others)
        self.sets = array("I", bytes(4 * self.each))
        _list(self.sets, others, self.each)
        # Sixteen bits suffice up to 25 cells: C(25 - x, x) is at most 31,824.
        if self.first_to_move:
            self.each_after = comb(self.cells - 1, others) if self.cells > others else 0
            self.ahead = array("H", bytes(2 << max(self.cells - 1, 0)))
            self._rank_all()
        else:
            self.each_after = comb(self.cells, others + 1)
            self.ahead = array("H", bytes(2 * self.each * (self.cells - others)))
            self._rank_ahead()

    def _rank_all(self) -> None:
        """X moves: the rank of each set of O's stones among one free cell fewer."""
        i: cython.longlong
        for i in range(self.each_after):
            self.ahead[self.sets[i]] = i

    def _rank_ahead(self) -> None:
        """O moves: for each set of O's stones, the ranks with one of the free cells more."""
        i: cython.longlong
        at: cython.longlong = 0
        low: u64
        rest: u64
        for i in range(self.each):
            rest = bit(self.cells) - 1 & ~self.sets[i]
            while rest:
                low = rest & (0 - rest)
                rest ^= low
                self.ahead[at] = self.own.ranks.rank(self.sets[i] | low)
                at += 1

    def run(self, start: int, end: int, beyond: memoryview, into: memoryview) -> None:
        """Value the positions of the orbits from `start` to before `end`."""
        first: cython.longlong = start
        last: cython.longlong = end
        source: cython.uchar[::1] = beyond
        target: cython.uchar[::1] = into
        base: cython.longlong[::1] = array("q", bytes(8 * (self.cells or 1)))
        images: cython.uint[::1] = array("I", bytes(4 * (2 * self.cells or 1) << self.low))
        with cython.nogil:
            self._run(first, last, source, target, base, images)

    def _run(
        self,
        start: cython.longlong,
        end: cython.longlong,
        beyond: cython.uchar[::1],
        into: cython.uchar[::1],
        base: cython.longlong[::1],
        images: cython.uint[::1],
    ) -> None:
        number: cython.longlong
        x: u64
        for number in range(start, end):
            x = self.own.leaders[number]
            if self._settle(x, number * self.each, into):
                if self.first_to_move:
                    self._turn(x, base, images)
                    self._move_first(number * self.each, beyond, into, base, images)
                else:
                    self._move_second(number, beyond, into)

    def _settle(self, x: u64, at: cython.longlong, into: cython.uchar[::1]) -> cython.bint:
        """Value what needs no look at the children; return whether anything is left open.

        A line of the side that has just moved ends the game; one of the side to move ended it
        a move ago, so no game reaches the position. A free cell that completes a line wins.
        """
        n: cython.longlong
        line: u64
        guard: u64
        wins: u64 = 0
        here: cython.bint = False
        there: cython.uchar = self.line_value if self.first_to_move else 0
        blank: cython.uchar = 128 if self.cells == self.others else 129
        for n in range(0, self.lines.shape[0], 2):
            line = self.lines[n] & ~x
            if x & self.lines[n + 1] == 0 and line & (line - 1) == 0:
                wins |= _squeezed(line, x)
                here = here or line == 0
        if here:
            there = 0
            blank = 0 if self.first_to_move else self.line_value
        _mark(self.sets, 0, 0, blank, into, at)
        if blank == 129 and self.first_to_move and self.line_value == 1:
            while wins:
                _mark(self.sets, wins & (0 - wins), 0, 254, into, at)
                wins &= wins - 1
        for n in range(0, self.lines.shape[0], 2):
            if x & self.lines[n] == 0:
                line = _squeezed(self.lines[n], x)
                guard = _squeezed(self.lines[n + 1] & ~x, x)
                _mark(self.sets, line | guard, line, there, into, at)
        return blank == 129

    def _turn(self, x: u64, base: cython.longlong[::1], images: cython.uint[::1]) -> None:
        """For each move of X: its child, and the place there of each of the other free cells.

        The places of a set are those of its low half and of its high half together.
        """
        i: cython.int
        j: cython.int
        turn: cython.int
        at: u64
        leader: u64
        cell: u64
        other: u64
        image: u64
        free: u64 = bit(self.own.cells) - 1 & ~x
        rest: u64 = free
        for i in range(self.cells):
            cell = rest & (0 - rest)
            rest ^= cell
            at = self.own.ranks.rank(x | cell)
            turn = self.after.turn[at]
            leader = self.after.leaders[self.after.orbit[at]]
            base[i] = self.after.orbit[at] * self.each_after
            other = free
            for j in range(self.cells):
                image = other & (0 - other)
                other ^= image
                if j != i:
                    # How many free cells the image of this one has before it.
                    image = self.own.image(turn, image)
                    image = bit(count((image - 1) & ~leader))
                else:
                    image = 0
                if j < self.low:
                    _double(images, 2 * i << self.low, j, image)
                else:
                    _double(images, 2 * i + 1 << self.low, j - self.low, image)

    def _move_first(
        self,
        at: cython.longlong,
        beyond: cython.uchar[::1],
        into: cython.uchar[::1],
        base: cython.longlong[::1],
        images: cython.uint[::1],
    ) -> None:
        """Value what is open by the moves of X."""
        i: cython.longlong
        cell: cython.longlong
        here: u64
        low: u64
        high: u64
        rest: u64
        value: cython.uchar
        least: cython.uchar
        for i in range(self.each):
            if into[at + i] == 129:
                rest = self.sets[i]
                low = rest & bit(self.low) - 1
                high = bit(self.low) + (rest >> self.low)
                rest ^= bit(self.cells) - 1
                least = 255
                while rest:
                    cell = lowest(rest)
                    rest &= rest - 1
                    here = 2 * cell << self.low
                    value = beyond[base[cell] + self.ahead[images[here + low] | images[here + high]]]
                    least = value if value < least else least
                into[at + i] = _turned(least)

    def _move_second(
        self, number: cython.longlong, beyond: cython.uchar[::1], into: cython.uchar[::1]
    ) -> None:
        """Value what is open by the moves of O."""
        i: cython.longlong
        j: cython.longlong
        value: cython.uchar
        least: cython.uchar
        moves: cython.int = self.cells - self.others
        at: cython.longlong = number * self.each
        to: cython.longlong = number * self.each_after
        for i in range(self.each):
            if into[at + i] == 129:
                least = 255
                for j in range(i * moves, (i + 1) * moves):
                    value = beyond[to + self.ahead[j]]
                    least = value if value < least else least
                into[at + i] = _turned(least)


def _mark(
    sets: cython.uint[::1],
    among: cython.uint,
    held: cython.uint,
    value: cython.uchar,
    into: cython.uchar[::1],
    at: cython.longlong,
) -> None:
    """Give a value to the positions where O holds, of some cells, just these."""
    i: cython.longlong
    for i in range(sets.shape[0]):
        into[at + i] = value if sets[i] & among == held else into[at + i]


def _squeezed(board: u64, x: u64) -> u64:
    """Return a set of cells numbered among those that X left."""
    found: u64 = 0
    low: u64
    while board:
        low = board & (0 - board)
        board ^= low
        found |= bit(count((low - 1) & ~x))
    return found


def _double(table: cython.uint[::1], start: u64, place: cython.int, image: u64) -> None:
    """Give the bit at `place` an image: fill the half of the table that has the bit."""
    half: u64 = bit(place)
    i: u64
    if place == 0:
        table[start] = 0
    for i in range(half):
        table[start + half + i] = table[start + i] | image


def _turned(value: cython.int) -> cython.int:
    """Return a child's value for its parent: turned round, and one ply more."""
    if value == 128:
        return 128
    return 257 - value if value > 128 else 255 - value


def _list(sets: cython.uint[::1], size: cython.int, n: cython.longlong) -> None:
    """List the first sets of so many cells in the order of their bitboards."""
    i: cython.longlong
    board: u64 = bit(size) - 1
    for i in range(n):
        sets[i] = board
        board = _next(board)


def _next(board: u64) -> u64:
    """Return the next bitboard with as many bits."""
    low: u64
    high: u64
    if board == 0:
        return 0
    low = board & (0 - board)
    high = board + low
    return high | (board ^ high) >> 2 + lowest(board)
