"""A win by a given ply: alpha-beta against the clock.

With a bound on the plies a win is still a yes-or-no question, so this is `AndOrSearch` again, with
the same `Pruning`. The bound makes that stronger: a line that lacks more cells than its owner has
moves left is no line (`SearchState.trim`), for the attacker, who must be done by then, and for the
defender, whose threat would come too late. So the sum, the pairings and their zones are taken over
what is left, dead cells are more, and threat sequences end where the bound does. What is learnt
under one bound serves under others (`BoundTable`, counted in the attacker's moves).

Contract: `run` => True if and only if the attacker completes a line within so many plies of level
0 of the state; None if a limit came first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

try:
    import cython
except ImportError:
    from noughts.solver import _cython as cython

from noughts.solver.core.budget import Budget
from noughts.solver.pruning.pruning import Pruning
from noughts.solver.search.bounds import BoundTable

if not cython.compiled:
    from noughts.solver.core.bitboard import u64
    from noughts.solver.core.results import UNKNOWN, WON, Answer, Key, Moves, View
    from noughts.solver.core.state import SearchState
    from noughts.solver.core.symmetry import SymmetryTables
    from noughts.solver.core.table import TranspositionTable

if TYPE_CHECKING:
    from collections.abc import Callable


@cython.final
@cython.cclass
class BoundedSearch:
    """Questions about one search state, which has been set to its first position before each.

    `poll` is called every few thousand nodes and ends the search by returning True.
    """

    def __init__(
        self,
        state: SearchState,
        table: TranspositionTable,
        symmetries: SymmetryTables,
        poll: Callable[[], bool] | None = None,
    ) -> None:
        self.state = state
        self.bounds = BoundTable(table)
        self.pruning = Pruning(state, symmetries)
        self.budget = Budget(poll)

    def run(self, attacker_moves: bool, plies: int, nodes: int = 0) -> bool | None:  # noqa: FBT001
        """Answer, after at most so many nodes (0: any number)."""
        attacks: cython.bint = attacker_moves
        moves: cython.int = (plies + 1) // 2 if attacker_moves else plies // 2
        won: cython.bint
        self.budget.allow(nodes)
        with cython.nogil:
            won = self._attacks(0, moves) if attacks else self._defends(0, moves)
        self.budget.check()
        return None if self.budget.stopped else won

    def _attacks(self, level: cython.int, moves: cython.int) -> cython.bint:
        """Whether the attacker, to move, wins with so many moves."""
        i: cython.int
        known: cython.int
        if moves == 0 or not self.budget.visit():
            return False
        self.state.trim(level, moves, moves - 1)
        view: View = self.state.view(level)
        answer: Answer = self.pruning.judge(view, 0)
        if answer.won != UNKNOWN:
            return answer.won == WON
        if view.defender_wins:
            self.state.attack(level, view.defender_wins)
            return self._defends(level + 1, moves - 1)
        key: Key = self.pruning.key(level, view, 0)
        known = self.bounds.known(key, moves)
        if known != UNKNOWN:
            return known == WON
        before: u64 = self.budget.nodes
        among: u64 = view.empty & (view.attacker_cells | view.defender_cells)
        worth_trying: Moves = self.pruning.attacks(level, view, among, moves)
        won: cython.bint = worth_trying.won == WON
        if worth_trying.won == UNKNOWN:
            for i in range(self.state.order(level, worth_trying.cells)):
                self.state.attack(level, self.state.move(level, i))
                won = self._defends(level + 1, moves - 1)
                if won or self.budget.stopped:
                    break
        if not self.budget.stopped:
            self.bounds.learn(key, moves, won, self.budget.nodes - before)
        return won

    def _defends(self, level: cython.int, moves: cython.int) -> cython.bint:
        """Whether the attacker wins with so many moves, the defender being to move."""
        i: cython.int
        known: cython.int
        won: cython.bint = True
        if moves == 0 or not self.budget.visit():
            return False
        self.state.trim(level, moves, moves)
        view: View = self.state.view(level)
        answer: Answer = self.pruning.judge(view, 1)
        if answer.won != UNKNOWN:
            return answer.won == WON
        if view.attacker_wins:
            self.state.defend(level, view.attacker_wins)
            return self._attacks(level + 1, moves)
        key: Key = self.pruning.key(level, view, 1)
        known = self.bounds.known(key, moves)
        if known != UNKNOWN:
            return known == WON
        before: u64 = self.budget.nodes
        among: u64 = view.empty & (view.attacker_cells | view.defender_cells)
        replies: Moves = self.pruning.replies(level, among, moves)
        self.state.weigh(level, view.empty)
        for i in range(self.state.order(level, replies.cells)):
            self.state.defend(level, self.state.move(level, i))
            won = self._attacks(level + 1, moves)
            if not won or self.budget.stopped:
                break
        if not self.budget.stopped:
            self.bounds.learn(key, moves, won, self.budget.nodes - before)
        return won
