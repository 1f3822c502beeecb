"""What the searches on a search state have in common: what they are made of."""

from __future__ import annotations

from typing import TYPE_CHECKING

try:
    import cython
except ImportError:
    from noughts.solver import _cython as cython

from noughts.solver.core.budget import Budget
from noughts.solver.pruning.pruning import ALL_PRUNING, Pruning

if not cython.compiled:
    from noughts.solver.core.state import SearchState
    from noughts.solver.core.symmetry import SymmetryTables
    from noughts.solver.core.table import TranspositionTable

if TYPE_CHECKING:
    from collections.abc import Callable, Container


class Search:
    """One question about one search state, which has been set to its first position.

    `pruning` names the rules in force, `costs` says how much they may cost (`Pruning`). `poll` is
    called every few thousand nodes and ends the search by returning True.
    """

    def __init__(
        self,
        state: SearchState,
        table: TranspositionTable,
        symmetries: SymmetryTables,
        pruning: Container[str] = ALL_PRUNING,
        poll: Callable[[], bool] | None = None,
        **costs: int,
    ) -> None:
        self.state = state
        self.table = table
        self.pruning: Pruning = Pruning(state, symmetries, pruning, **costs)
        self.budget: Budget = Budget(poll)

    def run(self, attacker_moves: bool, nodes: int = 0) -> bool | None:  # noqa: FBT001
        """Answer whether the attacker wins, after at most so many nodes (0: any number)."""
        raise NotImplementedError
