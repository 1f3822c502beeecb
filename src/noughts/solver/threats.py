"""Threat sequences: wins in which every move leaves the defender a single reply.

The attacker plays a cell that leaves one of his lines with one empty cell; the defender has to
take it; and so on, until one move threatens two cells at once. Such wins are deep and narrow, so
they are looked for first.

Contract: `wins` is one-sided. True => the attacker, to move, wins. False (a small budget) =>
nothing. Neither side may have a line that lacks one cell only, when it is asked. A sequence takes
no move of the attacker's at a level beyond `deepest`, the one that completes a line aside.

The **relevance zone**: `zone` then holds every cell that the sequence touched. Suppose the
attacker wins so after the defender has passed. Then a defender's move helps only if it is in the
zone, or on a line of his own that lacks at most two cells outside the zone (it may become a
threat in the course of the sequence); `replies` returns those cells. All other moves lose to the
same sequence.

Sources: Allis, "Searching for Solutions in Games and Artificial Intelligence", 1994 (threat-space
search); Thomsen, "Lambda-search", ICGA Journal 23, 2000.
"""

from __future__ import annotations

from array import array

import cython

if not cython.compiled:
    from noughts.solver.field import Field
    from noughts.solver.words import count, u64


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
        """Whether the attacker, to move, wins by threats alone."""
        self.steps = self.budget
        self.zone = 0
        return self._go_on(level, 0)

    def _go_on(self, level: cython.int, must: u64) -> cython.bint:
        """Whether the attacker wins on; he has to begin with the cell `must`, if there is one."""
        i: cython.int
        rest: u64
        cell: u64
        partners: u64
        reply: u64
        first: cython.int = level * self.field.most
        n: cython.int = 0
        seen: u64 = 0
        twice: u64 = 0
        empty: u64 = self.field.full & ~(self.field.attacker[level] | self.field.defender[level])
        at: cython.int = self.field.a_at[level]
        self.steps -= 1
        if self.steps < 0 or level > self.deepest:
            return False
        for i in range(self.field.a_n[level]):
            rest = self.field.pool[at + i] & empty
            if count(rest) == 2:
                self.twos[first + n] = rest
                n += 1
                twice |= seen & rest
                seen |= rest
        if must:
            seen &= must
            twice &= must
        while twice:
            cell = twice & (0 - twice)
            twice ^= cell
            partners = self._partners(first, n, cell)
            if partners & (partners - 1):
                self.zone |= cell | partners
                return True
        while seen:
            cell = seen & (0 - seen)
            seen ^= cell
            reply = self._partners(first, n, cell)
            self.field.attack(level, cell)
            self.field.defend(level + 1, reply)
            partners = self._threatened(level + 2, reply)
            if partners & (partners - 1) == 0 and self._go_on(level + 2, partners):
                self.zone |= cell | reply
                return True
            if self.steps < 0:
                return False
        return False

    def _partners(self, at: cython.int, n: cython.int, cell: u64) -> u64:
        """Return the cells that would complete a line after the attacker plays the cell."""
        i: cython.int
        found: u64 = 0
        for i in range(n):
            if self.twos[at + i] & cell:
                found |= self.twos[at + i]
        return found & ~cell

    def _threatened(self, level: cython.int, last: u64) -> u64:
        """Return the cells on which the defender's last stone threatens to complete a line."""
        i: cython.int
        rest: u64
        found: u64 = 0
        empty: u64 = self.field.full & ~(self.field.attacker[level] | self.field.defender[level])
        at: cython.int = self.field.d_at[level]
        for i in range(self.field.d_n[level]):
            if self.field.pool[at + i] & last:
                rest = self.field.pool[at + i] & empty
                if rest & (rest - 1) == 0:
                    found |= rest
        return found

    def replies(self, level: cython.int) -> u64:
        """Return the defender's moves that the sequence last found does not refute."""
        i: cython.int
        rest: u64
        found: u64 = self.zone
        at: cython.int = self.field.d_at[level]
        for i in range(self.field.d_n[level]):
            rest = self.field.pool[at + i] & self.field.empty
            if count(rest & ~self.zone) <= 2:
                found |= rest
        return found & self.field.empty
