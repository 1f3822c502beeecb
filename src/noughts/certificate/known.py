"""The claims that a prover has made, found again for every symmetric position.

A position is looked up by what it comes to (cells that make no difference are blocked), as the
least of its images. A claim stands as it was met first, so most of what rests on it needs no
symmetry; a position that is another image of it is told the symmetry between the two.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

try:
    import cython
except ImportError:
    from noughts.solver import _cython as cython

if not cython.compiled:
    from noughts.solver.core.bitboard import u64
    from noughts.solver.core.results import Key, View
    from noughts.solver.core.state import SearchState
    from noughts.solver.core.symmetry import SymmetryTables

if TYPE_CHECKING:
    from noughts.certificate.claims import Claim
    from noughts.symmetry import Symmetry


class Place(NamedTuple):
    """Where a position's claim is kept.

    Attributes:
        key: the boards of its least image.
        symmetry: the index of the symmetry that leads there; -1 if none is needed.
        attacker: the attacker's stones, and the cells that make no difference.
        defender: the defender's.
    """

    key: tuple[int, int]
    symmetry: int
    attacker: int
    defender: int


class Found(NamedTuple):
    """A claim that was made before.

    Attributes:
        claim: the claim.
        symmetry: the number of the symmetry from the position that was asked about to the claim's.
        zone: the zone of the win, in the position that was asked about.
        passes: the passes of the win.
    """

    claim: Claim
    symmetry: int
    zone: int
    passes: int


class Known:
    """Claims by position."""

    def __init__(
        self, state: SearchState, tables: SymmetryTables, symmetries: tuple[Symmetry, ...]
    ) -> None:
        self.state = state
        self.symmetries = tables
        self._claims: dict[tuple[int, int], Found] = {}
        self._symmetries = symmetries
        self._numbers = {symmetry: number for number, symmetry in enumerate(symmetries)}
        self._products: dict[int, int] = {}

    def place(self, level: cython.int) -> Place:
        """Return where the claim about a level is kept."""
        view: View = self.state.view(level)
        key: Key = self.state.key(level, view, 0)
        least: Key = self.symmetries.least(key)
        return Place((least.mine, least.theirs), least.symmetry, key.mine, key.theirs)

    def find(self, place: Place) -> Found | None:
        """Return what is known of a position."""
        kept = self._claims.get(place.key)
        if kept is None:
            return None
        # The zone is kept as that of the least image, the symmetry as the one that led there.
        return Found(
            kept.claim,
            self._between(place.symmetry, kept.symmetry),
            self.symmetries.back(kept.zone, place.symmetry),
            kept.passes,
        )

    def keep(self, place: Place, claim: Claim, zone: u64, passes: cython.int) -> None:
        """Remember a claim."""
        image: u64 = self.symmetries.image(zone, place.symmetry)
        self._claims[place.key] = Found(claim, place.symmetry, image, passes)

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
