"""The hypergraph of a game in which the defender only blocks: the lines that matter.

If the defender has no lines, only the attacker's open lines matter, without the attacker's stones:
a hypergraph on the empty cells. Much of it makes no difference. Each of these rules can be switched
off, and none may change who wins:

    contained   A line that contains another one is removed: completing it completes the other.
    twins       Two cells are on the same lines: these lines are removed. When the attacker takes
                one of the two, the defender takes the other. The two are on no other line, so
                nothing else changes. (Two cells on only one line are the classical case.)
    leaves      The attacker is to move, {p, q} is a line, and every line through p goes through q.
                Give q to the attacker and p to the defender. The attacker loses nothing, because
                they can begin with q and force p. Nor do they gain anything. A defender who holds
                the rest answers q with p, and then has exactly that to hold; or p with q, and then
                has less.
    dominated   Every line through p goes through q: neither side need try p. The defender's q
                blocks everything that p blocks. An attacker who would win with p wins with q: they
                play as if the two were exchanged, and every line completed so is complete.

`reduce` applies the first three until nothing changes. It also reduces the position: it keeps the
attacker's stones and the empty cells that are on a remaining line, and gives everything else to the
defender. The two bitboards are a whole key. They leave open every line of the reduced set, and no
line that was not open before. So the position of the key lies between the two, and has the same
winner.

Cells that no chain of lines connects are in different **parts**. The attacker, to move, wins
exactly if they win one part by beginning there, because the defender can answer each move in its
own part. So with the defender to move, only the parts that the attacker would win by beginning
matter: with two such parts the defender loses, with none the defender holds.

Sources: Hales and Jewett, "Regularity and positional games", 1963 (private pairs); Beck,
"Combinatorial Games: Tic-Tac-Toe Theory", 2008 (Maker-Breaker games on hypergraphs).
"""

from __future__ import annotations

from array import array
from collections.abc import Container

from noughts.core import _cython as cython
from noughts.kernel.bitboard import lowest, popcount, u64
from noughts.kernel.state import SearchState

REDUCTIONS = frozenset(("contained", "twins", "leaves", "dominated"))


@cython.final
class Hypergraph:
    """Reduces the levels of a state on which the defender has no lines.

    `reduce` needs a level in which no line lacks only one cell. Afterwards, the level must be
    viewed again.
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

    def reduce(self, level: cython.int, side: u64, fresh: u64, empty: u64) -> u64:
        """Remove from a level what makes no difference; return the cells of settled leaves.

        Side 0: the attacker is to move, 1: the defender. `fresh` holds the attacker's stones played
        since the last reduction, because only lines through them may now contain others. `empty`
        holds the empty cells.
        """
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

    def undominated(self, among: u64) -> u64:
        """Return the cells of the level reduced last that no other cell dominates."""
        left: u64 = among if self.dominated else 0
        while left:
            one = left & (0 - left)
            left ^= one
            if self.common[lowest(one)] & among != one:
                among ^= one  # of two that dominate each other, one remains
        return among

    def part(self, level: cython.int, among: u64) -> u64:
        """Return the part that holds the first of these empty cells."""
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

    def only(self, level: cython.int, part: u64) -> None:
        """Fill the next level with one part of a level."""
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

        If it is fresh, it is one of them, and of equal lines the first one stays.
        """
        for i in range(n):
            if rest & self.shorter[i] == self.shorter[i] and (
                rest != self.shorter[i] or not fresh or i < before
            ):
                return True
        return False

    def _without(self, at: cython.int, n: cython.int, cells: u64) -> cython.int:
        """Remove the lines through these cells; return how many are left."""
        kept: cython.int = 0
        for i in range(n):
            line = self.state.lines[at + i]
            if line & cells == 0:
                self.state.lines[at + kept] = line
                kept += 1
        return kept

    def _compare(self, at: cython.int, n: cython.int, empty: u64) -> u64:
        """Set `common[cell]` to the cells that its lines share; return all cells of lines."""
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
        """Return cells that have a twin: at least one of each pair."""
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
        """Return a cell of a line of two that is on no line without the other cell; or none.

        Also none if a line lacks only one cell, because the attacker has then won.
        """
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
        """Reduce the level to these lines and the stones and empty cells on them."""
        cover: u64 = 0
        for i in range(n):
            cover |= self.state.lines[at + i]
        self.state.attack_start[level] = at
        self.state.attack_count[level] = n
        self.state.attacker[level] = mine & cover
        self.state.defender[level] = self.state.full & ~cover
