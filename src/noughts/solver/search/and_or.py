"""Boolean alpha-beta: does the attacker win?

With a yes-or-no question the window is empty and alpha-beta is a plain and-or search: the
attacker needs one move that wins, the defender one that does not lose. All of its strength is in
what it need not search, and that is what `Pruning` knows.

Contract: `run` => True if and only if the attacker wins from level 0 of the state; None if a
limit came first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

try:
    import cython
except ImportError:
    from noughts.solver import _cython as cython

from noughts.solver.core.budget import Budget
from noughts.solver.pruning.pruning import ALL_PRUNING, Pruning

if not cython.compiled:
    from noughts.solver.core.bitboard import NO_BOUND, u64
    from noughts.solver.core.results import NOT_WON, UNKNOWN, WON, Answer, Entry, Key, Moves, View
    from noughts.solver.core.state import SearchState
    from noughts.solver.core.symmetry import SymmetryTables
    from noughts.solver.core.table import TranspositionTable

if TYPE_CHECKING:
    from collections.abc import Callable, Container


@cython.final
@cython.cclass
class AndOrSearch:
    """One question about one search state, which has been set to its first position.

    `poll` is called every few thousand nodes and ends the search by returning True.
    """

    def __init__(
        self,
        state: SearchState,
        table: TranspositionTable,
        symmetries: SymmetryTables,
        pruning: Container[str] = ALL_PRUNING,
        poll: Callable[[], bool] | None = None,
    ) -> None:
        self.state = state
        self.table = table
        self.pruning = Pruning(state, symmetries, pruning)
        self.budget = Budget(poll)

    def run(self, attacker_moves: bool, nodes: int = 0) -> bool | None:  # noqa: FBT001
        """Answer, after at most so many nodes (0: any number)."""
        return self.answer(attacker_moves, nodes)[0]

    def answer(
        self,
        attacker_moves: bool,  # noqa: FBT001
        nodes: int = 0,
    ) -> tuple[bool | None, int, int]:
        """Answer as `run` does, with the zone of a win and its passes."""
        attacks: cython.bint = attacker_moves
        answer: Answer
        self.budget.allow(nodes)
        with cython.nogil:
            answer = self._attacks(0) if attacks else self._defends(0)
        self.budget.check()
        won = None if self.budget.stopped else answer.won == WON
        return won, answer.zone, answer.passes

    def _attacks(self, level: cython.int) -> Answer:
        """Whether the attacker, to move, wins."""
        i: cython.int
        if not self.budget.visit():
            return Answer(won=NOT_WON, zone=0, passes=0)
        view: View = self.state.view(level)
        answer: Answer = self.pruning.judge(view, 0)
        if answer.won != UNKNOWN:
            return answer
        cell: u64 = view.defender_wins
        if cell:
            self.state.attack(level, cell)
            answer = self._defends(level + 1)
            return Answer(won=answer.won, zone=answer.zone | cell, passes=answer.passes)
        key: Key = self.pruning.key(level, view, 0)
        entry: Entry = self.table.find(key)
        if entry.found:
            return self.pruning.recalled(entry, key)
        before: u64 = self.budget.nodes
        among: u64 = view.empty & (view.attacker_cells | view.defender_cells)
        moves: Moves = self.pruning.attacks(level, view, among, NO_BOUND)
        answer = Answer(won=moves.won, zone=moves.zone, passes=0)
        if moves.won == UNKNOWN:
            for i in range(self.state.order(level, moves.cells)):
                cell = self.state.move(level, i)
                self.state.attack(level, cell)
                answer = self._defends(level + 1)
                if answer.won == WON or self.budget.stopped:
                    answer = Answer(won=answer.won, zone=answer.zone | cell, passes=answer.passes)
                    break
        self._learn(key, answer, self.budget.nodes - before)
        return answer

    def _defends(self, level: cython.int) -> Answer:
        """Whether the attacker wins, the defender being to move."""
        i: cython.int
        if not self.budget.visit():
            return Answer(won=NOT_WON, zone=0, passes=0)
        view: View = self.state.view(level)
        answer: Answer = self.pruning.judge(view, 1)
        if answer.won != UNKNOWN:
            return answer
        cell: u64 = view.attacker_wins
        if cell:
            self.state.defend(level, cell)
            answer = self._attacks(level + 1)
            return Answer(won=answer.won, zone=answer.zone | cell, passes=answer.passes)
        key: Key = self.pruning.key(level, view, 1)
        entry: Entry = self.table.find(key)
        if entry.found:
            return self.pruning.recalled(entry, key)
        before: u64 = self.budget.nodes
        among: u64 = view.empty & (view.attacker_cells | view.defender_cells)
        moves: Moves = self.pruning.replies(level, among, NO_BOUND)
        among = moves.cells
        self.state.weigh(level, view.empty)
        n: cython.int = self.state.order(level, among)
        answer = Answer(won=WON, zone=0, passes=0)
        for i in range(n):
            cell = self.state.move(level, i)
            if among & cell == 0:
                self.pruning.zones.skip(level, i)
                continue
            self.state.defend(level, cell)
            answer = self._attacks(level + 1)
            if answer.won != WON or self.budget.stopped:
                break
            self.pruning.zones.keep(level, i, answer)
            among &= ~self.pruning.refuted(level, answer)
        if answer.won == WON and not self.budget.stopped:
            answer = self.pruning.zones.gather(level, n, moves.zone)
        self._learn(key, answer, self.budget.nodes - before)
        return answer

    def _learn(self, key: Key, answer: Answer, effort: u64) -> None:
        """Remember an answer, unless the search was stopped before there was one."""
        if self.budget.stopped:
            return
        if answer.won == WON:
            zone: u64 = self.pruning.symmetries.image(answer.zone, key.symmetry)
            self.table.store(key, 0, answer.passes, zone, effort)
        else:
            self.table.store(key, 1, 0, 0, effort)
