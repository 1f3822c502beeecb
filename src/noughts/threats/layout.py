"""A board's lines and cells as arrays, and the keys of its stones.

A search builds these once, so this is not compiled.
"""

from __future__ import annotations

import itertools
from array import array
from collections.abc import Iterable, Sequence

_WORD = (1 << 64) - 1


def numbers(some: Iterable[int]) -> array[int]:
    """Return numbers as an array, which is never empty.

    >>> numbers([]), numbers([3, 4])
    (array('i', [0]), array('i', [3, 4]))
    """
    return array("i", [*some] or [0])


def joined(rows: Sequence[Sequence[int]]) -> array[int]:
    """Return rows of numbers, one after the other."""
    return numbers(itertools.chain(*rows))


def starts(rows: Sequence[Sequence[int]]) -> array[int]:
    """Return where each row begins among the joined rows, and where the last one ends."""
    return numbers([0, *itertools.accumulate(map(len, rows))])


def by_cell(lines: Iterable[Iterable[int]], cells: int) -> list[list[int]]:
    """Return for each cell the numbers of the lines that it is on.

    >>> by_cell([(0, 1), (1, 2)], 3)
    [[0], [0, 1], [1]]
    """
    found: list[list[int]] = [[] for _ in range(cells)]
    for number, line in enumerate(lines):
        for cell in line:
            found[cell].append(number)
    return found


def random_words(n: int) -> array[int]:
    """Return n well-spread numbers of 64 bits, the same ones every time."""
    found = array("Q")
    state = 0
    for _ in range(n):
        state = state + 0x9E3779B97F4A7C15 & _WORD
        word = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & _WORD
        word = (word ^ word >> 27) * 0x94D049BB133111EB & _WORD
        found.append(word ^ word >> 31)
    return found


def packed_words(cells: int) -> int:
    """Return how many words of 64 bits all stones take, with two bits to spare.

    >>> packed_words(31), packed_words(32), packed_words(225)
    (1, 2, 8)
    """
    return (2 * cells + 2 + 63) // 64
