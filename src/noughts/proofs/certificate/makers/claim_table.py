"""The claims of a prover, shared by symmetric positions.

A position is looked up in its reduced form (cells that make no difference are blocked), as the
least of its images. A claim keeps the form in which it was first met, so most steps to it need no
symmetry. For another image, the table returns the symmetry between the two.
"""

from __future__ import annotations

from noughts.core import _cython as cython
from noughts.core.symmetry import Symmetry
from noughts.kernel.bitboard import u64
from noughts.kernel.canonical import SymmetryTables
from noughts.kernel.search_types import Key
from noughts.proofs.certificate.makers.claims import Claim


@cython.final
class FoundClaim:
    """An earlier claim."""

    def __init__(self, claim: Claim, symmetry: int, zone: int, passes: int) -> None:
        self.claim: cython.readonly[Claim] = claim  #: the claim
        #: the number of the symmetry from the given position to the claim's
        self.symmetry: cython.readonly[int] = symmetry
        self.zone: cython.readonly[u64] = zone  #: the zone of the win, in the given position
        self.passes: cython.readonly[int] = passes  #: the passes of the win


@cython.final
class ClaimTable:
    """Claims by position."""

    def __init__(self, tables: SymmetryTables, symmetries: tuple[Symmetry, ...]) -> None:
        self.symmetries: cython.readonly[SymmetryTables] = tables
        self._claims: dict[tuple[int, int], FoundClaim] = {}
        self._symmetries = symmetries
        self._numbers: dict[Symmetry, int] = {
            symmetry: number for number, symmetry in enumerate(symmetries)
        }
        self._products: dict[int, int] = {}

    @cython.exceptval(check=True)
    def least(self, key: Key) -> Key:
        """Return the key of a position; its boards are attacker and defender."""
        return self.symmetries.least(key)

    def find(self, least: Key) -> FoundClaim | None:
        """Return what is known about a position."""
        kept: FoundClaim | None = self._claims.get((least.mine, least.theirs))
        if kept is None:
            return None
        # Stored are the zone of the least image, and the symmetry to it.
        return FoundClaim(
            kept.claim,
            self._between(least.symmetry, kept.symmetry),
            self.symmetries.back(kept.zone, least.symmetry),
            kept.passes,
        )

    def keep(self, least: Key, claim: Claim, zone: u64, passes: cython.int) -> None:
        """Store a claim about a position."""
        image: u64 = self.symmetries.image(zone, least.symmetry)
        self._claims[least.mine, least.theirs] = FoundClaim(claim, least.symmetry, image, passes)

    @cython.exceptval(check=True)
    def _between(self, here: cython.int, there: cython.int) -> cython.int:
        """Return the symmetry from one position to another with the same least image.

        The tables leave out the identity, which comes first in the rules, and use -1 for it.
        """
        if here == there:
            return 0
        pair = here * 1000 + there
        product = self._products.get(pair)
        if product is None:
            onto = self._of(here)
            back = self._of(there if there < 0 else self.symmetries.inverse[there])
            product = self._numbers[tuple([back[cell] for cell in onto])]
            self._products[pair] = product
        return product

    def _of(self, turned: int) -> Symmetry:
        return self._symmetries[turned + 1]
