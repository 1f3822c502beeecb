"""Claims made by trying every move, for misère and exact rows.

In these games an extra stone can hurt its owner, so pairings, zones and everything that depends on
them are wrong. Two facts remain: a position's value follows from its successors, and symmetric
positions have the same value. The search has answered the question and still knows how. Each claim
lists all moves of the other side, each with the first move of the own side that the search knows to
be good.
"""

from __future__ import annotations

from noughts.core import _cython as cython
from noughts.core.errors import LimitReachedError
from noughts.kernel.bitboard import NO_BOUND, bit, popcount, u64
from noughts.kernel.search_types import Key
from noughts.proofs.certificate.makers.claim_table import ClaimTable, FoundClaim
from noughts.proofs.certificate.makers.claims import Claim, Step, names
from noughts.solver.search.exhaustive import PlainSearch


@cython.final
class WholeTree:
    """Claims that the attacker wins, or not, as `search` says.

    The own side is the one that benefits: the attacker, if the attacker wins.
    """

    def __init__(self, search: PlainSearch, known: ClaimTable, *, wins: bool) -> None:
        self.search: PlainSearch = search
        self.known: ClaimTable = known
        self.wins: bool = wins

    def root(self, own: u64, other: u64, nodes: int = 0, *, own_moves: bool) -> Step:
        """Return what a position needs, after at most this many nodes (0: no limit)."""
        self.search.budget.allow(nodes)
        return self.answer(own, other, "") if own_moves else self.claim(own, other, "-")

    def claim(self, own: u64, other: u64, prefix: str) -> Step:
        """Return the step to the claim about a position with the other side to move."""
        cell: cython.int
        attacker: u64 = own if self.wins else other
        key: Key = Key(mine=attacker, theirs=own ^ other ^ attacker, side=0, symmetry=-1)
        least: Key = self.known.least(key)
        found: FoundClaim | None = self.known.find(least)
        if found is not None:
            return Step(prefix, found.claim, found.symmetry)
        claim = Claim(key.mine, key.theirs)
        steps: list[Step] = []
        for cell in range(self.search.cells):
            if (own | other) & bit(cell):
                continue
            moved: u64 = other | bit(cell)
            # Moves that end the game end it as stated: the search has looked at all of them.
            if own | moved != self.search.full and not self.search._completes(moved, own, cell):
                steps.append(self.answer(own, moved, names(bit(cell))))
        claim.steps = steps
        self.known.keep(least, claim, 0, 0)
        return Step(prefix, claim)

    def answer(self, own: u64, other: u64, prefix: str) -> Step:
        """Return the step for the own side's first good move."""
        i: cython.int
        cell: cython.int
        # As the search does: it knows what the first leads to.
        row: cython.int = self.search.order(own, other)
        for i in range(self.search.cells - popcount(own | other)):
            cell = self.search.moves[row + i]
            if self._good(own, other, cell):
                prefix += names(bit(cell))
                own |= bit(cell)
                if own | other == self.search.full or self.search._completes(own, other, cell):
                    return Step(prefix)
                return self.claim(own, other, prefix)
        self.search.budget.check()
        raise LimitReachedError.said("proof", "stopped")

    @cython.exceptval(check=True)
    def _good(self, own: u64, other: u64, cell: cython.int) -> cython.bint:
        """Whether the statement remains true after a move of the own side."""
        won: cython.bint
        own |= bit(cell)
        if self.search._completes(own, other, cell):
            return not self.search.misere
        if own | other == self.search.full:
            return not self.wins
        won = self.search._wins(other, own, 1 if self.wins else 0, NO_BOUND)
        return won == self.wins and not self.search.budget.stopped
