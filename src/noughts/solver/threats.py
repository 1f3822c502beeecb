"""Threat sequences: wins in which every move leaves the defender a single reply.

The attacker plays a cell that leaves one of his lines with one empty cell; the defender has to
take it; and so on, until one move threatens two cells at once. Such wins are deep and narrow, so
they are looked for first.

Contract: `wins` is one-sided. True => the attacker, to move, wins. False (a small budget) =>
nothing. Neither side may have a line that lacks one cell only, when it is asked. A sequence takes
no move of the attacker's at a level beyond `deepest`, the one that completes a line aside.

`zone` then holds every cell that the sequence touched (`Zones`).

Each step looks only at the lines through the two cells just taken. What was tried before another
threat need not be tried after it, unless that threat has added to it.

Sources: Allis, "Searching for Solutions in Games and Artificial Intelligence", 1994 (threat-space
search); Thomsen, "Lambda-search", ICGA Journal 23, 2000.
"""

from __future__ import annotations

from array import array

import cython

if not cython.compiled:
    from noughts.solver.field import Field
    from noughts.solver.words import count, lowest, u64


@cython.final
@cython.cclass
class Threats:
    """Looks for threat sequences on the field, from some level on."""

    def __init__(self, field: Field, budget: int) -> None:
        self.field = field
        self.budget = budget
        self.deepest = field.cells
        self.twos = array("Q", bytes(8 * field.most * (field.cells + 2)))
        self.zone = 0

    def wins(self, level: cython.int) -> cython.bint:
        """Whether the attacker, to move, wins by threats alone; sets `zone`."""
        i: cython.int
        n: cython.int = 0
        rest: u64
        seen: u64 = 0
        twice: u64 = 0
        mine: u64 = self.field.attacker[level]
        theirs: u64 = self.field.defender[level]
        at: cython.int = self.field.a_at[level]
        into: cython.int = level * self.field.most
        self.zone = 0
        self.steps = self.budget
        for i in range(self.field.a_n[level]):
            rest = self.field.pool[at + i] & ~mine
            if count(rest) == 2:
                self.twos[into + n] = rest
                n += 1
                twice |= seen & rest
                seen |= rest
        return n > 1 and self._go_on(level, n, mine, theirs, twice, 0, 0)

    def _go_on(
        self,
        level: cython.int,
        n: cython.int,
        mine: u64,
        theirs: u64,
        twice: u64,
        must: u64,
        done: u64,
    ) -> cython.bint:
        """Whether the attacker wins with the level's n lines that lack two cells.

        `twice` holds the cells of more than one of them. He has to begin with the cell `must`, if
        there is one. The cells `done` have been tried before, and nothing has changed for them.
        """
        i: cython.int
        kept: cython.int
        pair: u64
        cell: u64
        after: u64
        threatened: u64
        at: cython.int = level * self.field.most
        self.steps -= 1
        if self.steps < 0 or level > self.deepest:
            return False
        if twice and self._fork(at, n, twice):
            return True
        for i in range(2 * n):
            pair = self.twos[at + (i >> 1)]
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
            kept = self._lacking_two(at, n, pair, lowest(cell), mine | cell, after)
            if kept and self._go_on(
                level + 2,
                kept,
                mine | cell,
                after,
                self.twice & threatened if threatened else self.twice,
                threatened,
                done & ~self.fresh,
            ):
                self.zone |= pair
                return True
            if self.steps < 0:
                return False
        return False

    def _lacking_two(
        self,
        at: cython.int,
        n: cython.int,
        pair: u64,
        cell: cython.int,
        mine: u64,
        theirs: u64,
    ) -> cython.int:
        """List the lines that lack two cells after a pair has been taken; return how many.

        Sets `fresh`, the cells of those that do so only now, and `twice`.
        """
        i: cython.int
        rest: u64
        into: cython.int = at + 2 * self.field.most
        kept: cython.int = 0
        seen: u64 = 0
        self.twice = 0
        for i in range(self.field.through_at[cell], self.field.through_at[cell + 1]):
            rest = self.field.through[i]
            if rest & theirs == 0:
                rest &= ~mine
                if count(rest) == 2:
                    self.twos[into + kept] = rest
                    kept += 1
                    self.twice |= seen & rest
                    seen |= rest
        self.fresh = seen
        for i in range(n):
            rest = self.twos[at + i]
            if rest & pair == 0:
                self.twos[into + kept] = rest
                kept += 1
                self.twice |= seen & rest
                seen |= rest
        return kept

    def _fork(self, at: cython.int, n: cython.int, twice: u64) -> cython.bint:
        """Whether one of the cells threatens to complete two lines at different cells."""
        i: cython.int
        cell: u64
        found: u64
        while twice:
            cell = twice & (0 - twice)
            twice ^= cell
            found = 0
            for i in range(n):
                if self.twos[at + i] & cell:
                    found |= self.twos[at + i]
            if count(found) > 2:
                self.zone |= found
                return True
        return False

    def _threatened(self, mine: u64, theirs: u64, last: cython.int) -> u64:
        """Return the cells on which the defender's last stone threatens to complete a line."""
        i: cython.int
        rest: u64
        found: u64 = 0
        if self.field.counters:
            for i in range(self.field.through_at[last], self.field.through_at[last + 1]):
                rest = self.field.through[i]
                if rest & mine == 0:
                    rest &= ~theirs
                    if rest & (rest - 1) == 0:
                        found |= rest
        return found
