"""A win within a given number of plies: bounded alpha-beta.

With a bound on the plies, a win is still a yes-or-no question, so this is `AndOrSearch` with the
same `Pruning`. The bound makes it stronger: a line that lacks more cells than its owner has moves
left does not count (`SearchState.trim`). That holds for the attacker, who must finish in time, and
for the defender, whose threat would come too late. So the sum, the pairings and their zones use
fewer lines, more cells are dead, and threat sequences end at the bound. Results for one bound help
with others (`BoundTable`, counted in the attacker's moves).

Contract: `run` => True if and only if the attacker completes a line within the given plies from
level 0 of the state; None if a limit came first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from noughts.core import _cython as cython
from noughts.kernel.bitboard import NO_BOUND, u64
from noughts.kernel.canonical import SymmetryTables
from noughts.kernel.search_types import UNKNOWN, WON, Answer, Key, Moves, View
from noughts.kernel.state import SearchState
from noughts.kernel.transposition_table import TranspositionTable
from noughts.solver.pruning.prune import ALL_PRUNING
from noughts.solver.search.bounds import BoundTable
from noughts.solver.search.search_base import BaseSearch

if TYPE_CHECKING:
    from collections.abc import Callable


@cython.final
class BoundedSearch(BaseSearch):
    """Answers questions about one search state; set its first position before each."""

    def __init__(
        self,
        state: SearchState,
        table: TranspositionTable,
        symmetries: SymmetryTables,
        poll: Callable[[], bool] | None = None,
    ) -> None:
        super().__init__(state, table, symmetries, ALL_PRUNING, poll)
        self.bounds: BoundTable = BoundTable(table)

    def run(
        self,
        attacker_moves: bool,  # noqa: FBT001
        nodes: int = 0,
        plies: int = NO_BOUND,
    ) -> bool | None:
        """Return the answer, after at most this many nodes (0: no limit)."""
        side: u64 = 0 if attacker_moves else 1
        moves: cython.int = (plies + 1) // 2 if attacker_moves else plies // 2
        won: cython.bint
        self.budget.allow(nodes)
        with cython.nogil:
            won = self._wins(0, side, moves)
        self.budget.check()
        return None if self.budget.stopped else won

    def _wins(self, level: cython.int, side: u64, moves: cython.int) -> cython.bint:
        """Whether the attacker wins in `moves` moves; side 0: the attacker moves, 1: the other."""
        known: cython.int
        won: cython.bint
        if moves == 0 or not self.budget.visit():
            return False
        self.state.trim(level, moves, moves if side else moves - 1)
        view: View = self.state.view(level)
        answer: Answer = self.pruning.judge(view, side)
        if answer.won != UNKNOWN:
            return answer.won == WON
        forced: u64 = view.attacker_wins if side else view.defender_wins
        if forced:
            self.state.play(level, side, forced)
            return self._wins(level + 1, 1 - side, moves if side else moves - 1)
        key: Key = self.pruning.key(level, view, side)
        known = self.bounds.known(key, moves)
        if known != UNKNOWN:
            return known == WON
        before: u64 = self.budget.nodes
        won = self._replies(level, view, moves) if side else self._moves(level, view, moves)
        if not self.budget.stopped:
            self.bounds.learn(key, moves, won, self.budget.nodes - before)
        return won

    def _moves(self, level: cython.int, view: View, moves: cython.int) -> cython.bint:
        """Whether one of the attacker's moves wins in `moves` moves."""
        i: cython.int
        among: u64 = view.empty & (view.attacker_cells | view.defender_cells)
        worth_trying: Moves = self.pruning.attacks(level, view, among, moves)
        if worth_trying.won != UNKNOWN:
            return worth_trying.won == WON
        for i in range(self.state.order(level, worth_trying.cells)):
            self.state.attack(level, self.state.move(level, i))
            if self._wins(level + 1, 1, moves - 1):
                return True
            if self.budget.stopped:
                break
        return False

    def _replies(self, level: cython.int, view: View, moves: cython.int) -> cython.bint:
        """Whether all the defender's moves lose if the attacker has `moves` moves."""
        i: cython.int
        among: u64 = view.empty & (view.attacker_cells | view.defender_cells)
        replies: Moves = self.pruning.replies(level, among, moves)
        self.state.weigh(level, view.empty)
        for i in range(self.state.order(level, replies.cells)):
            self.state.defend(level, self.state.move(level, i))
            if not self._wins(level + 1, 0, moves) or self.budget.stopped:
                return False
        return True
