"""Zones of wins: which of the defender's replies a win that has been found refutes as well.

A win uses some cells only. Its *zone* holds them, and its *passes* are the most moves that the
defender may make outside the zone on the way. The claim made for a won position p, zone Z and n
passes is: the attacker wins every position that

    has all of the attacker's stones of p, and inside Z no stone of the defender's that p lacks, and
    whose lines open to the defender hold no more of his stones than in p, or else have at least
    n + 2 empty cells outside Z.

So a stone outside the zone comes too late: before its line threatens anything, all is forced.

    line completed     Z is the cell that completes it; no passes
    threat sequence    Z is what it touched; no passes, since every reply is forced
    attacker's move    Z of what it leads to, and the cell
    forced reply       Z of what it leads to, and the cell
    free reply         Z of all replies that had to be tried, and what the least win of them (the
                       one that takes care of a pass) does not refute; one pass more than that
                       win's, and no fewer than any other's

A win after one reply (or after a pass) thus refutes all other replies that are outside its zone
and on no line open to the defender with n + 2 empty cells or fewer outside it: `replies` returns
the others. It is the idea of the must-play region of Hex, with the defender's own lines added.

Sources: Thomsen, "Lambda-search", ICGA Journal 23, 2000; Wu and Lin, "Relevance-zone-oriented
proof search for Connect6", IEEE T-CIAIG 2, 2010.
"""

from __future__ import annotations

from array import array

import cython

if not cython.compiled:
    from noughts.solver.field import Field
    from noughts.solver.words import EVER, count, u64


@cython.final
@cython.cclass
class Zones:
    """The `zone` and `passes` of the win found last, and a row of them for each level's replies."""

    def __init__(self, field: Field) -> None:
        self.field = field
        self.zone = 0
        self.passes = 0
        self.found = array("Q", bytes(8 * 64 * (field.cells + 2)))
        self.spare = array("i", bytes(4 * 64 * (field.cells + 2)))

    def set(self, zone: u64, passes: cython.int) -> None:
        """Note a win."""
        self.zone = zone
        self.passes = passes

    def keep(self, place: cython.int) -> None:
        """Keep the win found last as that of a reply, at this place of its level's row."""
        self.found[place] = self.zone
        self.spare[place] = self.passes

    def recall(self, place: cython.int) -> None:
        """Make the win kept at a place the one found last."""
        self.zone = self.found[place]
        self.passes = self.spare[place]

    def strike(self, place: cython.int) -> None:
        """Note that a reply need not be tried."""
        self.spare[place] = -1

    def replies(self, level: cython.int, zone: u64, passes: cython.int) -> u64:
        """Return the defender's moves that a win with this zone does not refute."""
        i: cython.int
        rest: u64
        found: u64 = zone
        at: cython.int = self.field.d_at[level]
        empty: u64 = self.field.full & ~(self.field.attacker[level] | self.field.defender[level])
        for i in range(self.field.d_n[level]):
            rest = self.field.pool[at + i] & empty
            if count(rest & ~zone) <= passes + 2:
                found |= rest
        return found & empty

    def gather(self, level: cython.int, n: cython.int, zone: u64) -> None:
        """Set the zone of a level where each of n replies loses, or was struck.

        `zone` is that of a threat sequence after a pass; empty, if there is none.
        """
        i: cython.int
        row: cython.int = level * 64
        least: u64 = zone
        fewest: cython.int = 0 if zone else EVER
        most: cython.int = 0
        for i in range(row, row + n):
            if self.spare[i] < 0:
                continue
            zone |= self.found[i]
            most = max(most, self.spare[i])
            if self.spare[i] < fewest or (
                self.spare[i] == fewest and count(self.found[i]) < count(least)
            ):
                least = self.found[i]
                fewest = self.spare[i]
        self.zone = zone | self.replies(level, least, fewest)
        self.passes = max(most, fewest + 1)
