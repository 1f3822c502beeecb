"""A board's lines and cells as arrays, and the keys of its stones.

All searches of the same rules share these, so this is not compiled.
"""

from __future__ import annotations

import itertools
from array import array
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from noughts.core.bits import bits
from noughts.core.rules import Rules

_WORD = (1 << 64) - 1


def numbers(some: Iterable[int]) -> array[int]:
    """Return numbers as an array, which is never empty.

    >>> numbers([]), numbers([3, 4])
    (array('i', [0]), array('i', [3, 4]))
    """
    return array("i", [*some] or [0])


class Rows(NamedTuple):
    """Rows of numbers, one after the other."""

    joined: array[int]
    starts: array[int]  #: where each row begins, and where the last one ends


class BoardLayout(NamedTuple):
    """What never changes on a board. Nobody writes into it."""

    members: Rows  #: the cells of each line
    ends: Rows  #: the cells at the ends of each line that may block it
    through: Rows  #: the lines through each cell
    beside: Rows  #: the lines that a stone beside them would make too long
    behind: Rows  #: the lines that have a cell as an end
    keys: array[int]  #: a random number for each side and cell


@lru_cache(maxsize=8)
def board_layout(rules: Rules) -> BoardLayout:
    """Return the layout of a board."""
    lines, ends = list(map(bits, rules.lines)), list(map(bits, rules.ends))
    return BoardLayout(
        rows(lines),
        rows(ends),
        rows(by_cell(lines, rules.cells)),
        rows(by_cell(map(bits, rules.guards), rules.cells)),
        rows(by_cell(ends, rules.cells)),
        random_words(2 * rules.cells),
    )


def rows(some: Sequence[Sequence[int]]) -> Rows:
    """Join rows.

    >>> rows([(5, 6), (7,)])
    Rows(joined=array('i', [5, 6, 7]), starts=array('i', [0, 2, 3]))
    """
    return Rows(
        numbers(itertools.chain(*some)), numbers([0, *itertools.accumulate(map(len, some))])
    )


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
