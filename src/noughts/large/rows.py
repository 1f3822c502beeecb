"""The rows through a cell, and what a stone in their middle makes of them, in numbers.

The numbers are those of `patterns`. Tables are made once, in a fraction of a second, so this is not
compiled.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from noughts.large.results import NOWHERE

if TYPE_CHECKING:
    from noughts.rules import Rules

DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))

COMPLETE, OPEN = 9, 8  #: what a row becomes


def neighbours(rules: Rules, reach: int) -> list[int]:
    """Return each cell's neighbours along each direction, from one end of the row to the other."""
    columns, rows = rules.shape[:2]
    found = []
    for cell in range(rules.cells):
        row, column = divmod(cell, columns)
        for right, down in DIRECTIONS:
            for step in (*range(-reach, 0), *range(1, reach + 1)):
                c, r = column + step * right, row + step * down
                if rules.torus:
                    c, r = c % columns, r % rows
                inside = 0 <= c < columns and 0 <= r < rows
                found.append(r * columns + c if inside else NOWHERE)
    return found


@lru_cache
def becomes(k: int, exact: bool) -> bytes:  # noqa: FBT001
    """Return what a row becomes by a stone in its middle, by its own stones and the other's.

    The row has k - 1 cells on each side of the middle, a bit each; what both have is blocked.
    """
    length, half = 2 * (k - 1), (1 << k - 1) - 1
    complete = [_complete(row, k, exact) for row in range(2 << length)]
    found = bytearray(1 << 2 * length)
    for own in reversed(range(1 << length)):
        row = own & half | 1 << k - 1 | (own & ~half) << 1
        for other in range(1 << length):
            if own & other:
                continue
            free = [j for j in range(length) if not (own | other) >> j & 1]
            made = COMPLETE
            if not complete[row]:
                made = OPEN - 2 + sum(complete[row | 1 << j + (j >= k - 1)] for j in free)
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


def _complete(row: int, k: int, exact: bool) -> bool:  # noqa: FBT001
    """Whether k stones of a row stand side by side; no more than k, if `exact`."""
    runs = [len(run) for run in f"{row:b}".split("0")]
    return k in runs if exact else max(runs) >= k
