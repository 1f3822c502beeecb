"""The hypergraph of a game in which the defender only blocks: the lines, less what is idle.

With no lines for the defender, all that is left of a position is the set of the attacker's open
lines, without his stones: a hypergraph on the empty cells. Much of it makes no difference. Each of
these rules can be switched off, and none may change who wins:

    contained   A line that contains another one is left out: who completes it has completed that.
    twins       Two cells lie on the same lines: these are left out. When the attacker takes one of
                the two, the defender takes the other; the two are on no other line, so in the
                rest he plays as if this had not happened. (Two cells that are on one line only
                are the classical case.)
    leaves      The attacker is to move, {p, q} is a line, and every line through p goes through q.
                Give him q, and the defender p. That takes nothing from the attacker, who can begin
                with q and force p. Nor does it give him anything: a defender who holds what is left
                answers q with p, and has just that to hold, or p with q, and has less.
    dominated   Every line through p goes through q: neither side need try p. The defender's q
                blocks all that p blocks. The attacker who would win with p wins with q: he plays on
                as if the two were exchanged, and every line that he completes so is complete.

`reduce` applies the first three until nothing changes, and leaves the position itself reduced: the
attacker's stones that are on a line left, the empty cells that are, and all else the defender's.
The two bitboards are a whole key: they leave open every line of the reduced set, and no line that
was not open before. So the position that they name lies between the two, and has the same winner.

Cells that no chain of lines connects are in different **parts**. The attacker, to move, wins if and
only if he wins one of them by beginning there, for the defender can answer each move in the part
where it was made. So a defender to move need only look after a part that the attacker would win by
beginning there: with two such parts he is lost, with none he holds.

Sources: Hales and Jewett, "Regularity and positional games", 1963 (private pairs); Beck,
"Combinatorial Games: Tic-Tac-Toe Theory", 2008 (Maker-Breaker games on hypergraphs).
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from noughts.core import _cython as cython
from noughts.kernel.bitboard import lowest, popcount, u64
from noughts.kernel.state import SearchState

if TYPE_CHECKING:
    from collections.abc import Container

REDUCTIONS = frozenset(("contained", "twins", "leaves", "dominated"))


@cython.final
class Hypergraph:
    """Reduces the levels of a state on which the defender has no lines.

    `reduce` asks for a level in which no line lacks one cell only, and leaves it to be viewed
    again.
    """

    def __init__(self, state: SearchState, pruning: Container[str] = REDUCTIONS) -> None:
        self.state: SearchState = state
        self.contained: bool = "contained" in pruning
        self.twins: bool = "twins" in pruning
        self.leaves: bool = "leaves" in pruning
        self.dominated: bool = "dominated" in pruning
        self.lead: u64 = 0
        self.common: cython.ulonglong[::1] = array("Q", bytes(8 * 64))
        self.shorter: cython.ulonglong[::1] = array("Q", bytes(8 * state.most_lines))

    @cython.cfunc
    def reduce(self, level: cython.int, side: u64, fresh: u64, empty: u64) -> u64:
        """Leave out of a level what makes no difference; return the cells of settled leaves.

        Side 0: the attacker is to move, 1: the defender. `fresh` holds the attacker's stones that
        have been played since the last reduction: only lines through them may have come to lie
        within others. `empty` holds the empty cells.
        """
        cells: u64
        leaf: u64
        pair: u64
        into: cython.int = (level + 1) * self.state.most_lines
        at: cython.int = self.state.attack_start[level]
        n: cython.int = self._uncontained(at, self.state.attack_count[level], into, fresh, empty)
        mine: u64 = self.state.attacker[level]
        given: u64 = 0
        while True:
            cells = self._compare(into, n, empty)
            cells = self._twins(cells) if self.twins else 0
            if cells:
                n = self._without(into, n, cells)
                continue
            leaf = self._leaf(into, n, empty) if self.leaves and side == 0 else 0
            if leaf == 0:
                break
            pair = self.common[lowest(leaf)]
            if given == 0:
                self.lead = pair ^ leaf
            given |= pair
            empty &= ~pair
            mine |= pair ^ leaf
            n = self._without(into, n, leaf)
            n = self._uncontained(into, n, into, pair ^ leaf, empty)
        self._leave(level, into, n, mine)
        return given

    @cython.cfunc
    def undominated(self, among: u64) -> u64:
        """Return those of the cells of the level reduced last that none of the others dominates."""
        one: u64
        left: u64 = among if self.dominated else 0
        while left:
            one = left & (0 - left)
            left ^= one
            if self.common[lowest(one)] & among != one:
                among ^= one  # of two that dominate each other, one is left
        return among

    @cython.cfunc
    def part(self, level: cython.int, among: u64) -> u64:
        """Return the part that holds the first of these empty cells."""
        i: cython.int
        rest: u64
        before: u64 = 0
        part: u64 = among & (0 - among)
        at: cython.int = self.state.attack_start[level]
        empty: u64 = self.state.full & ~(self.state.attacker[level] | self.state.defender[level])
        while part != before:
            before = part
            for i in range(self.state.attack_count[level]):
                rest = self.state.lines[at + i] & empty
                if rest & part:
                    part |= rest
        return part

    @cython.cfunc
    def only(self, level: cython.int, part: u64) -> None:
        """Fill the next level with one part of a level."""
        i: cython.int
        line: u64
        kept: cython.int = 0
        at: cython.int = self.state.attack_start[level]
        into: cython.int = (level + 2) * self.state.most_lines
        for i in range(self.state.attack_count[level]):
            line = self.state.lines[at + i]
            if line & part:
                self.state.lines[into + kept] = line
                kept += 1
        self._leave(level + 1, into, kept, self.state.attacker[level])

    def _uncontained(
        self, at: cython.int, n: cython.int, into: cython.int, fresh: u64, empty: u64
    ) -> cython.int:
        """Copy the lines that contain no line through the fresh stones; return how many."""
        i: cython.int
        line: u64
        short: cython.int = 0
        seen: cython.int = 0
        kept: cython.int = 0
        if self.contained:
            for i in range(n):
                line = self.state.lines[at + i]
                if line & fresh:
                    self.shorter[short] = line & empty
                    short += 1
        for i in range(n):
            line = self.state.lines[at + i]
            if not self._contains(line & empty, line & fresh != 0, seen, short):
                self.state.lines[into + kept] = line
                kept += 1
            if line & fresh:
                seen += 1
        return kept

    def _contains(
        self, rest: u64, fresh: cython.bint, before: cython.int, n: cython.int
    ) -> cython.bint:
        """Whether a line contains one of the n shorter ones.

        If it is fresh, it is one of them, and of those that equal it the first one stays.
        """
        i: cython.int
        for i in range(n):
            if rest & self.shorter[i] == self.shorter[i] and (
                rest != self.shorter[i] or not fresh or i < before
            ):
                return True
        return False

    def _without(self, at: cython.int, n: cython.int, cells: u64) -> cython.int:
        """Leave out the lines through these cells; return how many are left."""
        i: cython.int
        line: u64
        kept: cython.int = 0
        for i in range(n):
            line = self.state.lines[at + i]
            if line & cells == 0:
                self.state.lines[at + kept] = line
                kept += 1
        return kept

    def _compare(self, at: cython.int, n: cython.int, empty: u64) -> u64:
        """Set `common[cell]` to what all lines through a cell share; return the cells of lines."""
        i: cython.int
        rest: u64
        left: u64
        cover: u64 = 0
        self.state.work += 2 * n
        for i in range(self.state.cells):
            self.common[i] = empty
        for i in range(n):
            rest = self.state.lines[at + i] & empty
            cover |= rest
            left = rest
            while left:
                self.common[lowest(left)] &= rest
                left &= left - 1
        return cover

    def _twins(self, among: u64) -> u64:
        """Return cells that have a twin: one at least of each two."""
        one: u64
        others: u64
        found: u64 = 0
        while among:
            one = among & (0 - among)
            among ^= one
            others = self.common[lowest(one)] & among
            while others:
                if self.common[lowest(others)] & one:
                    found |= one
                    break
                others &= others - 1
        return found

    def _leaf(self, at: cython.int, n: cython.int, empty: u64) -> u64:
        """Return a cell of a line of two that is on no line without the other one; or none.

        None either if a line lacks one cell only: then the attacker has won.
        """
        i: cython.int
        rest: u64
        found: u64 = 0
        for i in range(n):
            rest = self.state.lines[at + i] & empty
            if rest & (rest - 1) == 0:
                return 0
            if popcount(rest) == 2:
                if self.common[lowest(rest)] == rest:
                    found = rest & (0 - rest)
                elif self.common[lowest(rest & (rest - 1))] == rest:
                    found = rest & (rest - 1)
        return found

    def _leave(self, level: cython.int, at: cython.int, n: cython.int, mine: u64) -> None:
        """Make these lines, and the stones and empty cells on them, all that there is."""
        i: cython.int
        cover: u64 = 0
        for i in range(n):
            cover |= self.state.lines[at + i]
        self.state.attack_start[level] = at
        self.state.attack_count[level] = n
        self.state.attacker[level] = mine & cover
        self.state.defender[level] = self.state.full & ~cover
