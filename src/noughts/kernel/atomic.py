"""Words of memory that several processes have mapped, read and written atomically.

Compiled, they are processor instructions (declared in `atomic.pxd`), and this file is not used.
Uncompiled, these functions replace them, and are only good for one process.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from noughts.kernel.bitboard import u64

ACROSS = False  #: the memory order: what other processes see before and after the access


def take(words: memoryview[int], at: u64, left: u64) -> u64:
    """Exchange a word and return the old one; later accesses happen after the exchange.

    >>> words = memoryview(bytearray(8)).cast("Q")
    >>> take(words, 0, 7), take(words, 0, 8)
    (0, 7)
    """
    there = words[at]
    words[at] = left
    return there


def give(words: memoryview[int], at: u64, word: u64) -> None:
    """Write a word; a process that acquires it sees all writes before this one."""
    words[at] = word


def look(words: memoryview[int], at: u64) -> u64:
    """Return a word."""
    return words[at]


def swap(words: memoryview[int], at: u64, before: u64, after: u64) -> bool:
    """Compare and swap: write a word if the expected one is there; return whether it was.

    >>> words = memoryview(bytearray(8)).cast("Q")
    >>> swap(words, 0, 1, 2), swap(words, 0, 0, 2), words[0]
    (False, True, 2)
    """
    if words[at] != before:
        return False
    words[at] = after
    return True
