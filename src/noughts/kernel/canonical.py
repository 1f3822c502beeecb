"""Symmetric positions as one: the least image of a key.

A board is transformed byte by byte with a table of images, which takes a few look-ups. Even so, it
only pays early in the game, when symmetric positions still occur.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from noughts.core import _cython as cython
from noughts.kernel.bitboard import u64
from noughts.kernel.search_types import Key


@cython.final
class SymmetryTables:
    """The `n` symmetries of a game except the identity, numbered from 0, as tables of images.

    They never change, so any number of searches may share them. The index -1 stands for the
    identity.
    """

    def __init__(self, cells: int, symmetries: Sequence[tuple[int, ...]]) -> None:
        moving = [symmetry for symmetry in symmetries if symmetry != tuple(range(cells))]
        self.n: cython.readonly[int] = len(moving)
        self.bytes: int = (cells + 7) // 8
        images = array("Q")
        for symmetry in moving:
            stones = [1 << cell for cell in symmetry] + [0] * 7
            for place in range(self.bytes):
                row = [0]  # the image of each byte there
                for stone in stones[8 * place : 8 * place + 8]:
                    row += [image | stone for image in row]
                images.extend(row)
        self.images: cython.ulonglong[::1] = images or array("Q", [0])
        indices = {symmetry: index for index, symmetry in enumerate(moving)}
        undoing = [tuple(sorted(range(cells), key=symmetry.__getitem__)) for symmetry in moving]
        self.inverse: cython.int[::1] = array(
            "i", [indices[symmetry] for symmetry in undoing] or [0]
        )

    def least(self, key: Key) -> Key:
        """Return the least image of a key, and the symmetry that gives it."""
        at: cython.int = 0
        least: Key = key
        for index in range(self.n):
            mine = 0
            for place in range(self.bytes):
                mine |= self.images[at + 256 * place + (key.mine >> 8 * place & 255)]
            if mine <= least.mine:  # most are larger
                theirs = 0
                for place in range(self.bytes):
                    theirs |= self.images[at + 256 * place + (key.theirs >> 8 * place & 255)]
                if mine < least.mine or theirs < least.theirs:
                    least = Key(mine=mine, theirs=theirs, side=key.side, symmetry=index)
            at += 256 * self.bytes
        return least

    def image(self, board: u64, symmetry: cython.int) -> u64:
        """Return the image of a bitboard under a symmetry."""
        turned: u64 = 0
        if symmetry < 0:
            return board
        for place in range(self.bytes):
            turned |= self.images[
                (symmetry * self.bytes + place) * 256 + (board >> 8 * place & 255)
            ]
        return turned

    def back(self, board: u64, symmetry: cython.int) -> u64:
        """Return the bitboard whose image under a symmetry is this one."""
        return board if symmetry < 0 else self.image(board, self.inverse[symmetry])
