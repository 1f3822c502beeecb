"""Symmetric positions as one: the least of all images of a key.

A board is turned byte by byte with a table of images, so a turn costs a few look-ups. Even so it
is only worth its price early in the game, where symmetric positions still meet.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

import cython

from noughts.symmetry import permuted

if not cython.compiled:
    from noughts.solver.words import u64

if TYPE_CHECKING:
    from collections.abc import Sequence


@cython.final
@cython.cclass
class Turns:
    """The symmetries of a game, as tables of images; `least` sets `first` and `second`."""

    def __init__(self, cells: int, symmetries: Sequence[tuple[int, ...]]) -> None:
        turns = [turn for turn in symmetries if turn != tuple(range(cells))]
        self.n = len(turns)
        self.bytes = (cells + 7) // 8
        images = array("Q", bytes(8 * 256 * self.bytes * max(self.n, 1)))
        for number, turn in enumerate(turns):
            single = [permuted(1 << cell, turn) for cell in range(cells)]
            for place in range(self.bytes):
                start = (number * self.bytes + place) * 256
                for byte in range(1, 256):
                    low = byte & -byte
                    cell = low.bit_length() - 1 + 8 * place
                    if cell < cells:
                        images[start + byte] = images[start + (byte ^ low)] | single[cell]
        self.images = images
        # Of each turn the one that undoes it; the last one leaves all as it is.
        numbers = {turn: number for number, turn in enumerate(turns)}
        undoing = [tuple(sorted(range(cells), key=turn.__getitem__)) for turn in turns]
        self.undo = array("i", [*(numbers[turn] for turn in undoing), self.n])

    def another(self) -> Turns:
        """Return the same turns with results of their own, for a search in another thread."""
        twin: Turns = Turns(0, ())
        twin.n = self.n
        twin.bytes = self.bytes
        twin.images = self.images
        twin.undo = self.undo
        return twin

    def least(self, first: u64, second: u64) -> None:
        """Find the image of a key that is least."""
        number: cython.int
        place: cython.int
        at: cython.int = 0
        one: u64
        two: u64
        self.first = first
        self.second = second
        self.turn = self.n
        for number in range(self.n):
            one = 0
            two = 0
            for place in range(self.bytes):
                one |= self.images[at + (first >> 8 * place & 255)]
                two |= self.images[at + (second >> 8 * place & 255)]
                at += 256
            if one < self.first or (one == self.first and two < self.second):
                self.first = one
                self.second = two
                self.turn = number

    def image(self, board: u64, turn: cython.int) -> u64:
        """Return a turned board; the turn numbered `n` leaves it as it is."""
        place: cython.int
        turned: u64 = 0
        if turn == self.n:
            return board
        for place in range(self.bytes):
            turned |= self.images[(turn * self.bytes + place) * 256 + (board >> 8 * place & 255)]
        return turned
