"""The claims that a prover has made, found again for every symmetric position.

A position is looked up by what it comes to (cells that make no difference are blocked), as the
least of its images. A claim stands as it was met first, so most of what rests on it needs no
symmetry; a position that is another image of it is told the symmetry between the two.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from noughts.core import _cython as cython
from noughts.kernel.bitboard import u64
from noughts.kernel.canonical import SymmetryTables
from noughts.kernel.search_types import Key

if TYPE_CHECKING:
    from noughts.core.symmetry import Symmetry
    from noughts.proofs.certificate.claims import Claim


@cython.final
class FoundClaim:
    """A claim that was made before.

    Attributes:
        claim: the claim.
        symmetry: the number of the symmetry from the position that was asked about to the claim's.
        zone: the zone of the win, in the position that was asked about.
        passes: the passes of the win.
    """

    def __init__(self, claim: Claim, symmetry: int, zone: int, passes: int) -> None:
        self.claim: cython.readonly[Claim] = claim
        self.symmetry: cython.readonly[int] = symmetry
        self.zone: cython.readonly[u64] = zone
        self.passes: cython.readonly[int] = passes


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
    @cython.cfunc
    def least(self, key: Key) -> Key:
        """Return what a position is looked up by; the key's boards are attacker and defender."""
        return self.symmetries.least(key)

    @cython.cfunc
    def find(self, least: Key) -> FoundClaim | None:
        """Return what is known of a position."""
        kept: FoundClaim | None = self._claims.get((least.mine, least.theirs))
        if kept is None:
            return None
        # The zone is kept as that of the least image, the symmetry as the one that led there.
        return FoundClaim(
            kept.claim,
            self._between(least.symmetry, kept.symmetry),
            self.symmetries.back(kept.zone, least.symmetry),
            kept.passes,
        )

    @cython.cfunc
    def keep(self, least: Key, claim: Claim, zone: u64, passes: cython.int) -> None:
        """Remember a claim about a position."""
        image: u64 = self.symmetries.image(zone, least.symmetry)
        self._claims[least.mine, least.theirs] = FoundClaim(claim, least.symmetry, image, passes)

    @cython.exceptval(check=True)
    @cython.cfunc
    def _between(self, here: cython.int, there: cython.int) -> cython.int:
        """Return the symmetry from one position to another that is turned to the same image.

        The tables count the symmetries without the identity, which stands first in the rules and is
        their -1.
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
