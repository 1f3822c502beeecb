"""The claims that a prover has made, found again for every symmetric position.

A position is looked up by what it comes to (cells that make no difference are blocked), as the
least of its images. A claim stands as it was met first, so most of what rests on it needs no
symmetry; a position that is another image of it is told the symmetry between the two.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

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


@cython.final
@cython.cclass
class Known:
    """Claims by position; `find` sets `claim`, `symmetry`, `zone` and `passes`."""

    def __init__(
        self, state: SearchState, tables: SymmetryTables, symmetries: tuple[Symmetry, ...]
    ) -> None:
        self.state = state
        self.symmetries = tables
        self.found: dict[object, tuple[Claim, int, int, int]] = {}
        self._symmetries = symmetries
        self._numbers = {symmetry: number for number, symmetry in enumerate(symmetries)}
        self._products: dict[int, int] = {}
        self.zone = 0
        self.passes = 0
        self.symmetry = 0

    def find(self, level: cython.int) -> cython.bint:
        """Look a level up; leaves its `key`, how it was `turned`, and both boards."""
        view: View = self.state.view(level)
        key: Key = self.state.key(level, view, 0)
        least: Key = self.symmetries.least(key)
        self.first = key.mine
        self.second = key.theirs
        self.turned = least.symmetry
        self.key = (least.mine, least.theirs)
        entry = self.found.get(self.key)
        if entry is None:
            return False
        there: cython.int
        self.claim, there, zone, passes = entry
        self.symmetry = self._between(self.turned, there)
        self.passes = passes
        # The zone is kept as that of the least image.
        self.zone = self.symmetries.back(zone, self.turned)
        return True

    def keep(
        self,
        key: object,
        turned: cython.int,
        claim: Claim,
        zone: u64,
        passes: cython.int,
    ) -> None:
        """Remember a claim about the position that was looked up with this key."""
        self.found[key] = (claim, turned, self.symmetries.image(zone, turned), passes)

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
