"""Zones of wins: which of the defender's other replies a win also refutes.

A win uses only some cells. Its *zone* holds them, and its *passes* are the most moves that the
defender may make outside the zone along the way. For a won position p with zone Z and n passes, the
claim is that the attacker wins every position that

    has all of the attacker's stones of p,
    has no defender's stone inside Z that p lacks, and
    on each line open to the defender has no more of the defender's stones than p, or else at least
    n + 2 empty cells outside Z.

A zone holds only empty cells of its position. Otherwise, "no more stones than in p" could trade a
stone inside the zone for one outside it. The n + 2 of a skipped reply would be short by one.
Uncompiled, `keep` asserts this.

So a stone outside the zone comes too late: everything is forced before its line threatens anything.

    line completed     Z is the cell that completes it; no passes
    threat sequence    Z is the cells it touched; no passes, since every reply is forced
    attacker's move    Z of the position after it, and the cell
    forced reply       Z of the position after it, and the cell
    free reply         Z of all replies that had to be tried, and the cells that the least of these
                       wins (the one after a pass) does not refute; one pass more than that win's,
                       and no fewer than any other's

So a win after one reply (or after a pass) refutes another reply that is outside its zone, unless
that reply is on a line open to the defender with at most n + 2 empty cells outside it. `replies`
returns the replies that it does not refute. It is the idea of the must-play region of Hex, with the
defender's own lines added.

Sources: Thomsen, "Lambda-search", ICGA Journal 23, 2000; Wu and Lin, "Relevance-zone-oriented
proof search for Connect6", IEEE T-CIAIG 2, 2010.
"""

from __future__ import annotations

from array import array

from noughts.core import _cython as cython
from noughts.kernel.bitboard import NO_BOUND, popcount, u64
from noughts.kernel.search_types import WON, Answer
from noughts.kernel.state import SearchState


@cython.final
class RelevanceZones:
    """The zones of the wins after each of the defender's replies, a row for each level."""

    def __init__(self, state: SearchState) -> None:
        self.state: SearchState = state
        self.zones: cython.ulonglong[::1] = array("Q", bytes(8 * 64 * (state.cells + 2)))
        self.passes: cython.int[::1] = array("i", bytes(4 * 64 * (state.cells + 2)))

    def keep(self, level: cython.int, i: cython.int, answer: Answer) -> None:
        """Keep the win after the i-th move of a level."""
        if not cython.compiled:
            stones = self.state.attacker[level] | self.state.defender[level]
            assert not answer.zone & stones, "a zone holds only empty cells"  # noqa: S101
        self.zones[level * 64 + i] = answer.zone
        self.passes[level * 64 + i] = answer.passes

    def skip(self, level: cython.int, i: cython.int) -> None:
        """Record that the i-th reply of a level can be skipped: another's win refutes it."""
        self.passes[level * 64 + i] = -1

    def skipped(self, level: cython.int, i: cython.int) -> cython.bint:
        """Whether a reply was left out."""
        return self.passes[level * 64 + i] < 0

    def kept(self, level: cython.int, i: cython.int) -> Answer:
        """Return the win that was kept of a move."""
        return Answer(won=WON, zone=self.zones[level * 64 + i], passes=self.passes[level * 64 + i])

    def replies(self, level: cython.int, zone: u64, passes: cython.int) -> u64:
        """Return the defender's moves that a win with this zone does not refute."""
        found: u64 = zone
        at: cython.int = self.state.defence_start[level]
        empty: u64 = self.state.full & ~(self.state.attacker[level] | self.state.defender[level])
        for i in range(self.state.defence_count[level]):
            rest = self.state.lines[at + i] & empty
            if popcount(rest & ~zone) <= passes + 2:
                found |= rest
        return found & empty

    def gather(self, level: cython.int, n: cython.int, zone: u64) -> Answer:
        """Return the win of a level if each of n replies loses or was skipped.

        `zone` is that of a threat sequence after a pass; empty if there is none.
        """
        row: cython.int = level * 64
        least: u64 = zone
        fewest: cython.int = 0 if zone else NO_BOUND
        most: cython.int = 0
        for i in range(row, row + n):
            if self.passes[i] < 0:
                continue
            zone |= self.zones[i]
            most = max(most, self.passes[i])
            if self.passes[i] < fewest or (
                self.passes[i] == fewest and popcount(self.zones[i]) < popcount(least)
            ):
                least = self.zones[i]
                fewest = self.passes[i]
        return Answer(
            won=WON, zone=zone | self.replies(level, least, fewest), passes=max(most, fewest + 1)
        )
