"""Pairing draws: pairs of cells that stop every line.

Suppose that the empty cells hold disjoint pairs such that every line open to the attacker contains
a pair. Then the attacker never completes a line: when the attacker takes one cell of a pair, the
defender takes the other. A pair may serve many lines: two cells in the middle of a row serve every
open line of the row that holds both. This makes it much stronger than the classical pairing of
Hales and Jewett, in which each line has its own two cells.

A free move, which has nothing to answer, does the defender no harm. So a pairing of the lines of
*either* side keeps that side from completing one, which is what misère needs. Pair the other empty
cells, too, so that at most one is left over. A free move takes that cell, or else one cell of an
untouched pair. When the opponent takes the other cell of that pair, there is a free move again.

Contract: `find` is one-sided. If it finds a pairing of a side's lines, either player can keep that
side from completing one, no matter who moves and which lines the other side has. If it does not,
that means nothing, because the search has a small budget.

The **zone**: let the attacker pass, and let the defender answer r, after which a pairing P exists.
Then r refutes any attacker's move outside P and r, because the pairing is still complete. So the
attacker need only try the cells of P and r.

The search takes the line with the fewest free cells and tries its pairs, those that serve the most
lines first. A line with fewer than two free cells ends the attempt.

Sources: Hales and Jewett, "Regularity and positional games", 1963; shared pairs as in Hsu, Ko,
Chen, Wei, Hsueh and Wu, "Solving 7,7,5-game and 8,8,5-game", TCS 815, 2020.
"""

from __future__ import annotations

from array import array

from noughts.core import _cython as cython
from noughts.kernel.bitboard import bit, lowest, popcount, u64
from noughts.kernel.search_types import Pairs, View
from noughts.kernel.state import SearchState

SOON = 5  #: steps; most pairings need no more, or few more


@cython.final
class PairingSearch:
    """Looks for a pairing on the search state."""

    def __init__(self, state: SearchState, budget: int) -> None:
        self.state: SearchState = state
        self.budget: int = budget
        self.soon: int = budget - SOON
        self.row: int = state.most_lines
        depths = state.cells // 2 + 2
        self.pool: cython.ulonglong[::1] = array("Q", bytes(8 * self.row * (depths + 1)))
        self.candidates: cython.ulonglong[::1] = array("Q", bytes(8 * 32 * (depths + 1)))
        self.served: cython.int[::1] = array("i", bytes(4 * 32 * (depths + 1)))
        self.chosen: cython.ulonglong[::1] = array("Q", bytes(8 * depths))
        self.steps: int = 0
        self.lines: int = 0  # those at the start of the search
        self.apart: cython.ulonglong[::1] = array("Q", bytes(8 * self.row))
        self.owner: cython.int[::1] = array("i", bytes(4 * 64))
        self.taken: u64 = 0
        self.seen: u64 = 0

    def find(self, level: cython.int, free: u64, left_out: u64) -> Pairs:
        """Look for a pairing of the attacker's lines at a level, but those through `left_out`.

        Pairs consist of `free` cells: at a level of a search, the empty ones. The cell that the
        defender takes first, if any, is left out. The result is in `chosen`, pair by pair.
        """
        at: cython.int = self.state.attack_start[level]
        n: cython.int = 0
        for i in range(self.state.attack_count[level]):
            rest = self.state.lines[at + i]
            if rest & left_out == 0:
                rest &= free
                if rest & (rest - 1) == 0:
                    return Pairs(found=False, cells=0)
                self.pool[n] = rest
                n += 1
        self.steps = self.budget
        self.lines = n
        return self._cover(0, n, 0)

    def zone(self, level: cython.int, view: View, among: u64, tries: cython.int) -> u64:
        """Return those of the attacker's moves that no pairing refutes.

        The level must be weighed. At most `tries` replies to a pass are tried, the greatest weight
        first, each in the zones that the earlier ones left.
        """
        pairs: Pairs
        left: u64 = view.empty & view.attacker_cells
        while tries and left and among:
            tries -= 1
            reply = self.state.heaviest(level, left)
            left ^= reply
            pairs = self.find(level, view.empty, reply)
            if pairs.found:
                among &= pairs.cells | reply
                left &= pairs.cells | reply
        return among

    def _cover(self, depth: cython.int, n: cython.int, used: u64) -> Pairs:
        """Serve the depth's n lines with pairs outside the used cells, if possible."""
        fewest: cython.int = 65
        tightest: u64 = 0
        at: cython.int = depth * self.row
        nothing: Pairs = Pairs(found=False, cells=0)
        pairs: Pairs
        if n == 0:
            return Pairs(found=True, cells=used)
        self.steps -= 1
        if self.steps == self.soon and self._hopeless():
            self.steps = -1
        if self.steps < 0:
            return nothing
        self.state.work += n
        for i in range(n):
            line = self.pool[at + i] & ~used
            size = popcount(line)
            if size < fewest:
                if size < 2:
                    return nothing
                fewest = size
                tightest = line
        into: cython.int = at + self.row
        choices: cython.int = self._candidates(depth, n, tightest)
        for choice in range(choices):
            pair = self.candidates[depth * 32 + choice]
            kept = 0
            for i in range(n):
                line = self.pool[at + i]
                if line & pair != pair:
                    self.pool[into + kept] = line
                    kept += 1
            pairs = self._cover(depth + 1, kept, used | pair)
            if pairs.found:
                self.chosen[depth] = pair
                return pairs
            if self.steps < 0:
                return nothing
        return nothing

    def _candidates(self, depth: cython.int, n: cython.int, line: u64) -> cython.int:
        """List the pairs of a line, those that serve most lines first; return how many."""
        first: cython.int = depth * 32
        pairs: cython.int = 0
        rest: u64 = line
        while popcount(rest) > 8:
            rest &= rest - 1
        line = rest
        while rest:
            one = rest & (0 - rest)
            rest ^= one
            others = rest
            while others:
                self.candidates[first + pairs] = one | (others & (0 - others))
                self.served[first + pairs] = 0
                others &= others - 1
                pairs += 1
        if pairs == 1:
            return 1
        for i in range(n):
            others = self.pool[depth * self.row + i] & line
            if others & (others - 1):
                for j in range(pairs):
                    pair = self.candidates[first + j]
                    if others & pair == pair:
                        self.served[first + j] += 1
        for i in range(1, pairs):
            pair = self.candidates[first + i]
            served = self.served[first + i]
            j = i
            while j > 0 and self.served[first + j - 1] < served:
                self.candidates[first + j] = self.candidates[first + j - 1]
                self.served[first + j] = self.served[first + j - 1]
                j -= 1
            self.candidates[first + j] = pair
            self.served[first + j] = served
        return pairs

    def _hopeless(self) -> cython.bint:
        """Whether lines that share no pair need more cells than there are."""
        n: cython.int = 0
        for i in range(self.lines):
            line = self.pool[i]
            for j in range(n):
                shared = line & self.apart[j]
                if shared & (shared - 1):
                    break
            else:
                self.apart[n] = line
                n += 1
        self.taken = 0
        for i in range(2 * n):
            self.seen = 0
            if not self._give(i >> 1):
                return True
        return False

    def _give(self, line: cython.int) -> cython.bint:
        """Give one more cell to a line, if needed from a line that finds another one."""
        while True:
            cells = self.apart[line] & ~self.seen
            if cells == 0:
                return False
            cell = lowest(cells & ~self.taken or cells)
            self.seen |= bit(cell)
            if self.taken >> cell & 1 == 0 or self._give(self.owner[cell]):
                self.taken |= bit(cell)
                self.owner[cell] = line
                return True
