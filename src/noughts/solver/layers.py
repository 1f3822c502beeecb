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

    `own` are the orbits of the layer, `after` those of the next; `lines[board]` tells whether
    a player with those stones has a line; `line_value` is what a line just made is worth to the
    side to move.
    """

    def __init__(
        self, own: Orbits, after: Orbits, others: int, lines: bytearray, line_value: int
    ) -> None:
        self.own = own
        self.after = after
        self.ranks = own.ranks
        self.lines = lines
        self.others = others
        self.first_to_move = own.stones == others
        self.line_value = line_value
        self.spread = array("Q", bytes(8 * 256 * 8))
        self.moved = array("Q", bytes(8 * 256 * 8 * own.cells))
        self.base = array("Q", bytes(8 * own.cells))

    def run(self, start: int, end: int, beyond: memoryview, into: memoryview) -> None:
        """Value the positions of the orbits from `start` to before `end`."""
        first: cython.longlong = start
        last: cython.longlong = end
        source: cython.uchar[::1] = beyond
        target: cython.uchar[::1] = into
        with cython.nogil:
            self._run(first, last, source, target)

    def _prepare(self, x: u64, orbit: cython.longlong, each: u64) -> None:
        """For X's stones: where O's squeezed stones stand, and where each move leads."""
        i: cython.int
        j: cython.int
        turn: cython.int
        at: u64
        leader: u64
        low: u64
        free: u64 = bit(self.own.cells) - 1 & ~x
        cells: cython.int = self.own.cells - self.own.stones
        rest: u64 = free
        cell: u64
        other: u64
        for i in range(cells):
            cell = rest & (0 - rest)
            rest ^= cell
            _double(self.spread, 0, i, cell)
        rest = free
        for i in range(cells):
            cell = rest & (0 - rest)
            rest ^= cell
            if not self.first_to_move:
                self.base[i] = orbit * each
                continue
            at = self.ranks.rank(x | cell)
            turn = self.after.turn[at]
            leader = self.after.leaders[self.after.orbit[at]]
            self.base[i] = self.after.orbit[at] * each
            other = free
            for j in range(cells):
                low = other & (0 - other)
                other ^= low
                if j == i:
                    low = 0
                else:
                    # How many free cells the image of this one has before it.
                    low = self.own.image(turn, low)
                    low = bit(count((low - 1) & ~leader))
                _double(self.moved, i * 2048, j, low)

    def _run(
        self,
        start: cython.longlong,
        end: cython.longlong,
        beyond: cython.uchar[::1],
        into: cython.uchar[::1],
    ) -> None:
        number: cython.longlong
        at: cython.longlong
        position: cython.longlong
        x: u64
        o: u64
        stones: u64
        here: cython.bint
        there: cython.bint
        cells: cython.int = self.own.cells - self.own.stones
        each: u64 = _choose(cells, self.others)
        ahead: u64 = (
            _choose(cells - 1, self.others)
            if self.first_to_move
            else _choose(cells, self.others + 1)
        )
        for number in range(start, end):
            x = self.own.leaders[number]
            self._prepare(x, number, ahead)
            here = self.lines[x]
            o = bit(self.others) - 1
            at = number * each
            for position in range(each):
                stones = (
                    self.spread[o & 255]
                    | self.spread[256 + (o >> 8 & 255)]
                    | self.spread[512 + (o >> 16 & 255)]
                    | self.spread[768 + (o >> 24 & 255)]
                )
                there = self.lines[stones]
                if (self.first_to_move and here) or (not self.first_to_move and there):
                    into[at + position] = 0  # the game was over a move ago
                elif here or there:
                    into[at + position] = self.line_value
                elif cells == self.others:
                    into[at + position] = 128
                else:
                    into[at + position] = _turned(self._least(o, cells, beyond))
                o = _next(o)

    def _least(self, o: u64, cells: cython.int, beyond: cython.uchar[::1]) -> cython.int:
        """Return the least value among the children."""
        i: cython.int
        low: u64
        at: u64
        value: cython.int
        least: cython.int = 255
        free: u64 = bit(cells) - 1 & ~o
        while free:
            low = free & (0 - free)
            free ^= low
            i = lowest(low)
            if self.first_to_move:
                at = i * 2048
                low = (
                    self.moved[at + (o & 255)]
                    | self.moved[at + 256 + (o >> 8 & 255)]
                    | self.moved[at + 512 + (o >> 16 & 255)]
                    | self.moved[at + 768 + (o >> 24 & 255)]
                )
            else:
                low |= o
            value = beyond[self.base[i] + self.ranks.rank(low)]
            if value < least:
                least = value
                if value <= 1:
                    break
        return least


def _double(table: cython.ulonglong[::1], start: cython.int, place: cython.int, image: u64) -> None:
    """Give the bit at `place` an image: fill the half of its byte's table that has the bit."""
    half: cython.int = 1 << (place & 7)
    at: cython.int = start + (place >> 3) * 256
    byte: cython.int
    if half == 1:
        table[at] = 0
    for byte in range(half):
        table[at + half + byte] = table[at + byte] | image


def _turned(value: cython.int) -> cython.int:
    """Return a child's value for its parent: turned round, and one ply more."""
    if value == 128:
        return 128
    return 257 - value if value > 128 else 255 - value


def _next(board: u64) -> u64:
    """Return the next bitboard with as many bits."""
    low: u64
    high: u64
    if board == 0:
        return 0
    low = board & (0 - board)
    high = board + low
    return high | ((board ^ high) >> 2) // low


def _choose(n: cython.int, k: cython.int) -> u64:
    i: cython.int
    found: u64 = 1
    for i in range(k):
        found = found * (n - i) // (i + 1)
    return found


def line_table(cells: int, lines: Sequence[int], guards: Sequence[int]) -> bytearray:
    """Return for every bitboard whether it holds a line."""
    table = bytearray(1 << cells)
    view: cython.uchar[::1] = table
    masks: cython.ulonglong[::1] = array("Q", lines or [0])
    kept: cython.ulonglong[::1] = array("Q", guards or [0])
    n: cython.int = len(lines)
    i: cython.int
    board: u64
    size: u64 = 1
    size <<= cells
    for board in range(size):
        for i in range(n):
            if board & masks[i] == masks[i] and board & kept[i] == 0:
                view[board] = 1
                break
    return table
