"""The lines through each cell, in contiguous arrays, for searches over cells.

A search builds them once, so this is not compiled.
"""

from __future__ import annotations

from array import array
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from noughts.core.rules import Rules


class LinesByCell(NamedTuple):
    """The lines through cell c are at `start[c]` to `start[c + 1]`; see `Rules`."""

    lines: array[int]
    guards: array[int]
    ends: array[int]
    start: array[int]


def lines_by_cell(rules: Rules) -> LinesByCell:
    """Lay out the lines of a game of up to 64 cells.

    >>> from noughts import Rules
    >>> lines_by_cell(Rules.parse("3,1,2")).start
    array('i', [0, 1, 3, 4])
    """
    through = [line for cell in rules.lines_through for line in cell]
    return LinesByCell(
        array("Q", [line for line, _, _ in through] or [0]),
        array("Q", [guard for _, guard, _ in through] or [0]),
        array("Q", [rules.ends[index] for _, _, index in through] or [0]),
        array("i", [0, *accumulate(map(len, rules.lines_through))]),
    )
