"""What the searches on a search state share."""

from __future__ import annotations

from collections.abc import Callable, Container

from noughts.core import _cython as cython
from noughts.kernel.bitboard import u64
from noughts.kernel.budget import Budget
from noughts.kernel.canonical import SymmetryTables
from noughts.kernel.search_types import UNKNOWN, WON, Answer
from noughts.kernel.state import SearchState
from noughts.kernel.transposition_table import TranspositionTable
from noughts.solver.pruning.prune import ALL_PRUNING, Pruning


@cython.cclass
class BaseSearch:
    """One question about one search state, set to its first position.

    `pruning` names the enabled rules, and `pairings` limits the search for pairings. `poll` is
    called every few thousand nodes and ends the search by returning True.
    """

    def __init__(
        self,
        state: SearchState,
        table: TranspositionTable,
        symmetries: SymmetryTables,
        pruning: Container[str] = ALL_PRUNING,
        poll: Callable[[], bool] | None = None,
        pairings: tuple[int, int] | None = None,
    ) -> None:
        self.state: SearchState = state
        self.table: TranspositionTable = table
        self.pruning: Pruning = Pruning(state, symmetries, pruning, pairings)
        self.budget: cython.readonly[Budget] = Budget(poll)

    def run(self, attacker_moves: bool, nodes: int = 0) -> bool | None:
        """Return whether the attacker wins, after at most this many nodes (0: no limit)."""
        return self.answer(attacker_moves, nodes)[0]

    def answer(self, attacker_moves: bool, nodes: int = 0) -> tuple[bool | None, int, int]:
        """Answer as `run` does, with the zone of a win and its passes."""
        raise NotImplementedError

    def move(self, level: cython.int) -> u64:  # noqa: ARG002
        """Return the attacker's winning move at a level, as far as this search knows."""
        return 0


@cython.cclass
class DepthFirstSearch(BaseSearch):
    """A search that can answer about any level of its state, and stores its answers."""

    def answer(self, attacker_moves: bool, nodes: int = 0) -> tuple[bool | None, int, int]:
        """Answer as `run` does, with the zone of a win and its passes."""
        side: u64 = 0 if attacker_moves else 1
        answer: Answer
        self.budget.allow(nodes)
        with cython.nogil:
            answer = self.wins(0, side)
        self.budget.check()
        won = None if self.budget.stopped else answer.won == WON
        return won, answer.zone, answer.passes

    def wins(self, level: cython.int, side: u64) -> Answer:  # noqa: ARG002
        """Whether the attacker wins a level; side 0: the attacker is to move, 1: the defender."""
        return Answer(won=UNKNOWN, zone=0, passes=0)

    def known_to_hold(self, level: cython.int) -> cython.bint:  # noqa: ARG002
        """Whether the attacker, to move, is known without a search not to win a level."""
        return False
