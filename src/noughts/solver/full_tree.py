"""The whole tree: plain minimax over every node, compiled.

It has no memory, no pruning and no symmetry: `naive` without its dictionary. It shows what a game
costs without any cleverness, and is the baseline for clever searches. On positions with few empty
cells, it is an independent check of values.

The tree below a position is a game on its empty cells. They are numbered without gaps, and a table
for each side says whether a set of them completes a line (`LineIndex`).

Contract: `run` => 1 if the side to move wins, 0 for a draw, -1 if it loses; `nodes` counts the
positions looked at, the first one included.
"""

from __future__ import annotations

from array import array

from noughts.core import _cython as cython
from noughts.core.errors import RulesError
from noughts.core.line_index import LineIndex
from noughts.core.position import Position
from noughts.kernel.bitboard import lowest, popcount, u64

MOST_EMPTY = 16  #: a larger tree has over 10**14 nodes


@cython.final
class GameTree:
    """The tree below one position, whose game is not over.

    Raises:
        RulesError: more than 16 cells are empty, or the game has gravity or is caro.

    >>> from noughts import Position
    >>> tree = GameTree(Position.parse("XO./.X./O.."))
    >>> tree.run(), tree.nodes
    (1, 182)
    """

    def __init__(self, position: Position) -> None:
        rules = position.rules
        if rules.gravity or any(rules.ends):
            raise RulesError.said("solver", "no tree", rules=rules)
        empty = position.legal
        if len(empty) > MOST_EMPTY:
            raise RulesError.said("solver", "large tree", cells=len(empty), most=MOST_EMPTY)
        sets = array("Q", [0])  # by number, the cells that it stands for
        for cell in empty:
            sets += array("Q", [stones | 1 << cell for stones in sets])
        self.full: u64 = (1 << len(empty)) - 1
        self.worth: int = -1 if rules.misere else 1  # the value of completing a line
        self.completes: cython.uchar[::1] = bytearray(2 << len(empty))
        self.nodes: cython.readonly[cython.longlong] = 0
        # The mover has no more stones than the other side, and its table comes first.
        for side, own in enumerate(sorted((position.x, position.o), key=int.bit_count)):
            self._mark(rules.placing, own, sets, side << len(empty))

    @cython.exceptval(check=False)
    def _mark(
        self, placing: LineIndex, own: u64, sets: cython.ulonglong[::1], start: cython.int
    ) -> None:
        """Mark the sets with which a side's stones make a line."""
        i: cython.int
        left: u64
        for i in range(len(sets)):
            left = sets[i]
            while left and not self.completes[start + i]:
                self.completes[start + i] = placing.in_a_word(lowest(left), own | sets[i], 0) >= 0
                left &= left - 1

    def run(self) -> int:
        """Return the value of the position for the side to move."""
        value: cython.int
        self.nodes = 1
        with cython.nogil:
            value = self._value(0, 0, 0)
        return int(value)

    def _value(self, own: u64, other: u64, side: u64) -> cython.int:
        """Return the value of a position below; `side` is the start of the mover's table."""
        best: cython.int = -2
        free: u64 = self.full & ~(own | other)
        self.nodes += popcount(free)
        while free:
            stones = own | (free & (0 - free))
            free &= free - 1
            if self.completes[side + stones]:
                value = self.worth
            elif stones | other == self.full:
                value = 0
            else:
                value = -self._value(other, stones, side ^ (self.full + 1))
            best = max(best, value)
        return best
