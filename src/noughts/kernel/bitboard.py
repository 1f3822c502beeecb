"""Machine words: the operations on 64-bit numbers that everything else uses.

Compiled, they are processor instructions (declared in `bitboard.pxd`), and this file is not used.
Uncompiled, these functions replace them and give the same numbers.
"""

from __future__ import annotations

u64 = int  #: a bitboard: an unsigned number of 64 bits

WEIGHT_SCALE = 40  #: a line with n empty cells weighs 2**(WEIGHT_SCALE - n)
HALF_WEIGHT = 1 << WEIGHT_SCALE - 1
NO_BOUND = 0xFF  #: plies or moves: more than in any game
INFINITE = 1 << 22  #: the proof number of a position that cannot be proved

_WORD = (1 << 64) - 1


def bit(cell: int) -> u64:
    """Return the bitboard of one cell.

    >>> bit(3)
    8
    """
    return 1 << cell


def popcount(board: u64) -> int:
    """Return how many cells a bitboard holds.

    >>> popcount(0b1011)
    3
    """
    return board.bit_count()


def lowest(board: u64) -> int:
    """Return the lowest cell of a bitboard that is not empty.

    >>> lowest(0b1010)
    1
    """
    return (board & -board).bit_length() - 1


def prefetch(words: memoryview[int], at: u64) -> None:
    """Prefetch a word that will be read soon; this only saves time."""


def hash_pair(first: u64, second: u64) -> u64:
    """Mix two numbers into a well-spread one: a place in a hash table.

    >>> hash_pair(1, 2) != hash_pair(2, 1)
    True
    """
    hashed = first * 0x9E3779B97F4A7C15 & _WORD ^ second * 0xC2B2AE3D27D4EB4F & _WORD
    hashed = (hashed ^ hashed >> 29) * 0xBF58476D1CE4E5B9 & _WORD
    return hashed ^ hashed >> 32


def scatter(word: u64) -> u64:
    """Mix a number into a well-spread one; this can be undone.

    No two numbers give the same result, because each step can be undone.

    >>> len({scatter(word) for word in range(1000)})
    1000
    """
    word ^= word >> 32
    word = word * 0x9E3779B97F4A7C15 & _WORD
    return word ^ word >> 29
