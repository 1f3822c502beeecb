"""Words of memory that several processes have mapped, each read or written in one piece.

Compiled, they are the processor's own instructions (declared in `atomic.pxd`) and this file is not
needed; uncompiled, these functions take their place, and are good for one process.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from noughts.kernel.bitboard import u64

ACROSS = False  #: whether other processes see a word as before or as after, and nothing else


def take(words: memoryview[int], at: u64, left: u64) -> u64:
    """Return a word and leave another in its place; what is done next is seen to be done after.

    >>> words = memoryview(bytearray(8)).cast("Q")
    >>> take(words, 0, 7), take(words, 0, 8)
    (0, 7)
    """
    there = words[at]
    words[at] = left
    return there


def give(words: memoryview[int], at: u64, word: u64) -> None:
    """Write a word; whoever takes it sees all that was done before."""
    words[at] = word


def look(words: memoryview[int], at: u64) -> u64:
    """Return a word."""
    return words[at]


def swap(words: memoryview[int], at: u64, before: u64, after: u64) -> bool:
    """Write a word where another stands; whether it stood there.

    >>> words = memoryview(bytearray(8)).cast("Q")
    >>> swap(words, 0, 1, 2), swap(words, 0, 0, 2), words[0]
    (False, True, 2)
    """
    if words[at] != before:
        return False
    words[at] = after
    return True
