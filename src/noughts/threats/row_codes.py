"""The rows through a cell, and what a stone in their middle makes, as numbers.

The numbers are those of `patterns`. The tables are built once, in a fraction of a second, so this
is not compiled.
"""

from __future__ import annotations

import itertools
from array import array
from functools import lru_cache

from noughts.core.rules import Rules
from noughts.threats.threat_types import CLASSES, NOWHERE

DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))

COMPLETE, OPEN = 9, 8  #: what a row becomes


@lru_cache(maxsize=8)
def neighbours(rules: Rules, reach: int) -> array[int]:
    """Return each cell's neighbours along each direction, from one end of the row to the other.

    A neighbour is the number of its row in that direction: four times the cell, plus the direction.
    """
    columns, rows = rules.shape[:2]
    found = array("i")
    for cell in range(rules.cells):
        row, column = divmod(cell, columns)
        for direction, (right, down) in enumerate(DIRECTIONS):
            for step in (*range(-reach, 0), *range(1, reach + 1)):
                c, r = column + step * right, row + step * down
                if rules.torus:
                    c, r = c % columns, r % rows
                inside = 0 <= c < columns and 0 <= r < rows
                found.append(4 * (r * columns + c) + direction if inside else NOWHERE)
    return found


@lru_cache(maxsize=8)
def edges(rules: Rules, reach: int) -> array[int]:
    """Return the row of each cell and direction on an empty board: what is outside blocks both."""
    length, near = 2 * reach, neighbours(rules, reach)
    found = array("i")
    for at in range(0, len(near), length):
        outside = sum(1 << j for j in range(length) if near[at + j] == NOWHERE)
        found.append(outside << length | outside)
    return found


@lru_cache
def becomes(k: int, exact: bool, caro: bool = False) -> bytes:  # noqa: FBT001, FBT002
    """Return what a stone in the middle makes of a row with these stones.

    The row has k - 1 cells on each side of the middle, one bit each; a cell that both have is
    blocked. Under `caro`, k stones between two stones of the opponent are not a line.
    """
    length, half = 2 * (k - 1), (1 << k - 1) - 1
    complete = [_complete(row, k, exact) for row in range(2 << length)]

    def with_middle(stones: int) -> int:
        return stones & half | (stones & ~half) << 1

    def made_of(row: int, other: int) -> bool:
        return complete[row] and not (caro and _blocked(row, with_middle(other), k))

    found = bytearray(1 << 2 * length)
    for own in reversed(range(1 << length)):
        row = with_middle(own) | 1 << k - 1
        for other in range(1 << length):
            if own & other:
                continue
            free = [j for j in range(length) if not (own | other) >> j & 1]
            made = COMPLETE
            if not made_of(row, other):
                made = OPEN - 2 + sum(made_of(row | 1 << j + (j >= k - 1), other) for j in free)
                made = min(made, OPEN)
                if made == OPEN - 2:  # it lacks more than one
                    best = max((found[(own | 1 << j) << length | other] for j in free), default=0)
                    made = max(best - 2, 0)
            found[own << length | other] = made
    for at in range(1 << 2 * length):
        own, other = at >> length, at & (1 << length) - 1
        if own & other:
            found[at] = found[(own & ~other) << length | other]
    return bytes(found)


@lru_cache
def both_become(k: int, exact: bool, caro: bool = False) -> bytes:  # noqa: FBT001, FBT002
    """Return what a stone makes for X, and 16 times that for O; X's stones are the higher bits."""
    length = 2 * (k - 1)
    made, most = becomes(k, exact, caro), (1 << length) - 1
    return bytes(
        made[at] | made[(at & most) << length | at >> length] << 4 for at in range(len(made))
    )


@lru_cache
def kinds() -> bytes:
    """Return the kind of a cell by what it makes in each direction, four bits each."""
    found = bytearray(1 << 16)
    for rows in itertools.product(range(CLASSES), repeat=4):
        _, _, second, best = sorted(rows)
        at = sum(row << 4 * direction for direction, row in enumerate(rows))
        found[at] = CLASSES * best + second
    return bytes(found)


def _complete(row: int, k: int, exact: bool) -> bool:  # noqa: FBT001
    """Whether k stones of a row are adjacent; no more than k, if `exact`."""
    runs = [len(run) for run in f"{row:b}".split("0")]
    return k in runs if exact else max(runs) >= k


def _blocked(row: int, other: int, k: int) -> bool:
    """Whether the stones around the middle are k, with the other's before and behind them."""
    low = high = k - 1
    while low > 0 and row >> low - 1 & 1:
        low -= 1
    while row >> high + 1 & 1:
        high += 1
    return high - low + 1 == k and low > 0 and bool(other >> low - 1 & other >> high + 1 & 1)
