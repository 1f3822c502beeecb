"""Boolean alpha-beta: does the attacker win?

For a yes-or-no question the window is empty, and alpha-beta is a plain and-or search: the attacker
needs one move that wins, the defender one that does not lose. All its strength lies in what it can
skip, which `Pruning` knows.

Contract: `run` => True if and only if the attacker wins from level 0 of the state; None if a
limit came first.
"""

from __future__ import annotations

from noughts.core import _cython as cython
from noughts.kernel.bitboard import NO_BOUND, u64
from noughts.kernel.search_types import NOT_WON, UNKNOWN, WON, Answer, Entry, Key, Moves, View
from noughts.solver.search.search_base import DepthFirstSearch


@cython.final
class AndOrSearch(DepthFirstSearch):
    """The search, with all of its pruning."""

    def wins(self, level: cython.int, side: u64) -> Answer:
        """Whether the attacker wins a level; side 0: the attacker is to move, 1: the defender."""
        if not self.budget.visit():
            return Answer(won=NOT_WON, zone=0, passes=0)
        view: View = self.state.view(level)
        answer: Answer = self.pruning.judge(view, side)
        if answer.won != UNKNOWN:
            return answer
        forced: u64 = view.attacker_wins if side else view.defender_wins
        if forced:
            self.state.play(level, side, forced)
            answer = self.wins(level + 1, 1 - side)
            return Answer(won=answer.won, zone=answer.zone | forced, passes=answer.passes)
        key: Key = self.pruning.key(level, view, side)
        entry: Entry = self.table.find(key)
        if entry.found:
            return self.pruning.recalled(entry, key)
        before: u64 = self.budget.nodes
        among: u64 = view.empty & (view.attacker_cells | view.defender_cells)
        moves: Moves
        if side:
            moves = self.pruning.replies(level, among, NO_BOUND)
            self.state.weigh(level, view.empty)
            answer = self._replies(level, moves)
        else:
            moves = self.pruning.attacks(level, view, among, NO_BOUND)
            answer = Answer(won=moves.won, zone=moves.zone, passes=0)
            if moves.won == UNKNOWN:
                answer = self._moves(level, moves.cells)
        if not self.budget.stopped:
            self._learn(key, answer, self.budget.nodes - before)
        return answer

    def known_to_hold(self, level: cython.int) -> cython.bint:
        """Whether the attacker, to move, is known without a search not to win a level."""
        view: View = self.state.view(level)
        answer: Answer = self.pruning.judge(view, 0)
        entry: Entry = self.table.find(self.pruning.key(level, view, 0))
        return answer.won == NOT_WON or (entry.found and entry.proof != 0)

    def move(self, level: cython.int) -> u64:
        """Return a winning move of the attacker at a level; none if there is none."""
        i: cython.int
        cell: u64
        answer: Answer
        for i in range(self.pruning.order(level)):
            cell = self.state.move(level, i)
            self.state.attack(level, cell)
            answer = self.wins(level + 1, 1)
            if answer.won == WON:
                return cell
            if self.budget.stopped:
                break
        return 0

    def _moves(self, level: cython.int, among: u64) -> Answer:
        """Whether one of these moves of the attacker's wins."""
        i: cython.int
        cell: u64
        answer: Answer
        for i in range(self.state.order(level, among)):
            cell = self.state.move(level, i)
            self.state.attack(level, cell)
            answer = self.wins(level + 1, 1)
            if answer.won == WON or self.budget.stopped:
                return Answer(won=answer.won, zone=answer.zone | cell, passes=answer.passes)
        return Answer(won=NOT_WON, zone=0, passes=0)

    def _replies(self, level: cython.int, moves: Moves) -> Answer:
        """Whether all of these moves of the defender's lose."""
        i: cython.int
        cell: u64
        answer: Answer
        among: u64 = moves.cells
        n: cython.int = self.state.order(level, among)
        for i in range(n):
            cell = self.state.move(level, i)
            if among & cell == 0:
                self.pruning.zones.skip(level, i)
                continue
            self.state.defend(level, cell)
            answer = self.wins(level + 1, 0)
            if answer.won != WON or self.budget.stopped:
                return answer
            self.pruning.zones.keep(level, i, answer)
            among &= ~self.pruning.refuted(level, answer)
        return self.pruning.zones.gather(level, n, moves.zone)

    def _learn(self, key: Key, answer: Answer, effort: u64) -> None:
        """Store an answer."""
        zone: u64
        if answer.won == WON:
            zone = self.pruning.symmetries.image(answer.zone, key.symmetry)
            self.table.store(key, 0, answer.passes, zone, effort)
        else:
            self.table.store(key, 1, 0, 0, effort)
