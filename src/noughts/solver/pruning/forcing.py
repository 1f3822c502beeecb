"""Threat sequences: wins in which every move leaves the defender a single reply.

The attacker plays a cell that leaves one of their lines with one empty cell. The defender must take
it. This repeats until one move threatens two cells at once. Such wins are deep and narrow, so the
search tries them first.

Contract: `find` is one-sided. A zone means that the attacker, to move, wins; it holds the cells
that the sequence touches (`RelevanceZones`). No zone means nothing, because the budget is small.
Before the call, no line of either side may lack only one cell. Apart from the move that completes a
line, a sequence has no attacker's move at a level beyond `deepest`.

Each step looks only at the lines through the two cells just taken. A threat that failed before
another threat is not tried again after it, unless the other threat added to it.

Sources: Allis, "Searching for Solutions in Games and Artificial Intelligence", 1994 (threat-space
search); Thomsen, "Lambda-search", ICGA Journal 23, 2000.
"""

from __future__ import annotations

from array import array

from noughts.core import _cython as cython
from noughts.kernel.bitboard import lowest, popcount, u64
from noughts.kernel.search_types import Twos
from noughts.kernel.state import SearchState


@cython.final
class ThreatSearch:
    """Looks for threat sequences on the search state, from a given level."""

    def __init__(self, state: SearchState, budget: int) -> None:
        self.state: SearchState = state
        self.budget: int = budget
        self.steps: int = 0
        self.deepest: int = state.cells
        self.row: int = state.most_lines
        self.chosen: cython.ulonglong[::1] = array("Q", bytes(8 * (state.cells + 4)))
        self.twos: cython.ulonglong[::1] = array(
            "Q", bytes(8 * state.most_lines * (state.cells + 2))
        )

    def find(self, level: cython.int, deepest: cython.int) -> u64:
        """Return the zone of a winning sequence for the attacker, to move; empty if none."""
        n: cython.int = 0
        seen: u64 = 0
        twice: u64 = 0
        mine: u64 = self.state.attacker[level]
        at: cython.int = self.state.attack_start[level]
        into: cython.int = level * self.row
        self.steps = self.budget
        self.deepest = deepest
        for i in range(self.state.attack_count[level]):
            rest = self.state.lines[at + i] & ~mine
            if popcount(rest) == 2:
                self.twos[into + n] = rest
                n += 1
                twice |= seen & rest
                seen |= rest
        self.state.work += self.state.attack_count[level]
        if n < 2:
            return 0
        return self._go_on(
            level, Twos(n=n, twice=twice, fresh=0), mine, self.state.defender[level], 0, 0
        )

    def sequence(self, level: cython.int) -> list[int]:
        """Find a sequence of any length and return the attacker's moves; empty if there is none."""
        moves: list[int] = []
        if self.find(level, self.state.cells):
            while self.chosen[level]:
                moves.append(self.chosen[level])
                level += 2
        return moves

    def _go_on(
        self, level: cython.int, twos: Twos, mine: u64, theirs: u64, must: u64, done: u64
    ) -> u64:
        """Return the zone of a win that uses the level's lines that lack two cells.

        If there is a cell `must`, the attacker has to begin with it. The cells `done` have been
        tried before, and nothing has changed for them.
        """
        then: Twos
        at: cython.int = level * self.row
        self.steps -= 1
        if self.steps < 0 or level > self.deepest:
            return 0
        zone = self._fork(level, at, twos)
        if zone:
            return zone
        for i in range(2 * twos.n):
            pair: u64 = self.twos[at + (i >> 1)]
            cell = pair & (0 - pair)
            if i & 1:
                cell ^= pair
            if (must and cell != must) or (must == 0 and cell & done):
                continue
            done |= cell
            after = theirs | (pair ^ cell)
            threatened = self._threatened(mine | cell, after, lowest(pair ^ cell))
            if threatened & (threatened - 1):
                continue
            then = self._lacking_two(at, twos.n, pair, lowest(cell), mine | cell, after)
            if then.n:
                if threatened:
                    then = Twos(n=then.n, twice=then.twice & threatened, fresh=then.fresh)
                zone = self._go_on(
                    level + 2, then, mine | cell, after, threatened, done & ~then.fresh
                )
                if zone:
                    self.chosen[level] = cell
                    return zone | pair
            if self.steps < 0:
                return 0
        return 0

    def _lacking_two(
        self, at: cython.int, n: cython.int, pair: u64, cell: cython.int, mine: u64, theirs: u64
    ) -> Twos:
        """List the lines that lack two cells two levels later, after a pair has been taken."""
        into: cython.int = at + 2 * self.row
        kept: cython.int = 0
        seen: u64 = 0
        twice: u64 = 0
        for i in range(self.state.through_start[cell], self.state.through_start[cell + 1]):
            rest = self.state.through[i]
            if rest & theirs == 0:
                rest &= ~mine
                if popcount(rest) == 2:
                    self.twos[into + kept] = rest
                    kept += 1
                    twice |= seen & rest
                    seen |= rest
        fresh = seen
        for i in range(n):
            rest = self.twos[at + i]
            if rest & pair == 0:
                self.twos[into + kept] = rest
                kept += 1
                twice |= seen & rest
                seen |= rest
        self.state.work += n + 8
        return Twos(n=kept, twice=twice, fresh=fresh)

    def _fork(self, level: cython.int, at: cython.int, twos: Twos) -> u64:
        """Return the lines' open cells around one that threatens to complete two of them."""
        twice: u64 = twos.twice
        while twice:
            cell = twice & (0 - twice)
            twice ^= cell
            found = 0
            for i in range(twos.n):
                if self.twos[at + i] & cell:
                    found |= self.twos[at + i]
            if popcount(found) > 2:
                self.chosen[level] = cell
                self.chosen[level + 2] = 0
                return found
        return 0

    def _threatened(self, mine: u64, theirs: u64, last: cython.int) -> u64:
        """Return the cells on which the defender's last stone threatens to complete a line."""
        found: u64 = 0
        if self.state.defender_has_lines:
            for i in range(self.state.through_start[last], self.state.through_start[last + 1]):
                rest = self.state.through[i]
                if rest & mine == 0:
                    rest &= ~theirs
                    if rest & (rest - 1) == 0:
                        found |= rest
        return found
