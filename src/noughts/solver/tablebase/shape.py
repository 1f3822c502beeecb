"""The shape of a table: the place of each position, and the units of work.

The positions of a layer with the same stones of X, up to symmetry, are a *row*. Rows that fill 32
KiB are a *page*, which is compressed separately, so that a look-up reads no more. Pages with two
million positions are a *block*, which is swept, checked and written at once.
"""

from math import comb
from typing import NamedTuple

from noughts.core.catalogue import say
from noughts.core.errors import RulesError, shorten
from noughts.core.rules import Rules
from noughts.solver.tablebase.layers import orbit_counts

MOST_CELLS = 25  #: 5×5; no machine can hold larger layers
ENTRIES = ("plies", "value")  #: one byte a position, or two bits
PAGE = 1 << 15  #: bytes of a page, at most
BLOCK = 1 << 21  #: the most positions of a block, unless a single page has more


class Block(NamedTuple):
    """A unit of work: some rows of a layer."""

    stones: int  #: the stones of the layer
    number: int  #: the number of the block in its layer, from 0
    start: int  #: its first row
    end: int  #: the row after its last


class Layer(NamedTuple):
    """All positions with the same number of stones."""

    stones: int  #: the number of stones
    rows: int  #: the sets of X's stones up to symmetry
    positions: int  #: the positions of a row
    width: int  #: the bytes of a row

    @property
    def size(self) -> int:
        """The bytes of the layer."""
        return self.rows * self.width

    @property
    def page(self) -> int:
        """How many rows a page has."""
        return max(1, PAGE // self.width)

    @property
    def block(self) -> int:
        """How many rows a block has."""
        return self.page * max(1, BLOCK // (self.page * self.positions))

    def blocks(self) -> list[Block]:
        """Cut it into blocks."""
        starts = range(0, self.rows, self.block)
        return [
            Block(self.stones, number, start, min(start + self.block, self.rows))
            for number, start in enumerate(starts)
        ]


def layers(rules: Rules, entry: str) -> list[Layer]:
    """Return the layers of a table, by their stones.

    >>> from noughts import Rules
    >>> layers(Rules.parse("3,3,3"), "value")[2]
    Layer(stones=2, rows=3, positions=8, width=2)

    Raises:
        RulesError: More than 25 cells, gravity, caro, or an unknown entry.
    """
    _check(rules, entry)
    orbits = orbit_counts(rules.symmetries)
    found = []
    for stones in range(rules.cells + 1):
        x = (stones + 1) // 2
        positions = comb(rules.cells - x, stones - x)
        width = positions if entry == "plies" else (positions + 3) // 4
        found.append(Layer(stones, orbits[x], positions, width))
    return found


def _check(rules: Rules, entry: str) -> None:
    if rules.gravity:
        raise RulesError.said("table file", "no gravity", rules=rules)
    if any(rules.ends):
        raise RulesError.said("table file", "no gravity", rules=rules)
    if rules.cells > MOST_CELLS:
        raise RulesError.said(
            "table file", "cells", rules=rules, cells=rules.cells, most=MOST_CELLS
        )
    if entry not in ENTRIES:
        raise RulesError.said(
            "unknown",
            "all",
            unknown=say("unknown", "entry", name=shorten(entry)),
            names=", ".join(ENTRIES),
        )
