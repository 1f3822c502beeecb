"""Boolean alpha-beta: does the attacker win, and within how many plies?

For a yes-or-no question the window is empty, and alpha-beta is a plain and-or search: the attacker
needs one move that wins, the defender one that does not lose. All its strength lies in what it can
skip, which `Pruning` knows.

A bound on the plies makes it stronger: a line that lacks more cells than its owner has moves left
does not count (`SearchState.trim`). That holds for the attacker, who must finish in time, and for
the defender, whose threat would come too late. So the sum, the pairings and their zones use fewer
lines, more cells are dead, and threat sequences end at the bound. Results for one bound help with
others (`bounds`, counted in the attacker's moves). A table serves either questions with bounds
or questions without.

Contract: `run` => True if and only if the attacker wins from level 0 of the state, within the given
plies if there is a bound; None if a limit came first.
"""

from __future__ import annotations

from noughts.core import _cython as cython
from noughts.kernel.bitboard import NO_BOUND, u64
from noughts.kernel.search_types import NOT_WON, UNKNOWN, WON, Answer, Entry, Key, Moves, View
from noughts.solver.search.bounds import known, learn
from noughts.solver.search.search_base import DepthFirstSearch


@cython.final
class AndOrSearch(DepthFirstSearch):
    """The search, with all of its pruning."""

    def within(self, attacker_moves: bool, plies: int, nodes: int = 0) -> bool | None:
        """Return whether the attacker wins in this many plies, after at most this many nodes."""
        side: u64 = 0 if attacker_moves else 1
        moves: cython.int = (plies + 1) // 2 if attacker_moves else plies // 2
        answer: Answer
        self.budget.allow(nodes)
        with cython.nogil:
            answer = self._wins(0, side, moves)
        self.budget.check()
        return None if self.budget.stopped else answer.won == WON

    def wins(self, level: cython.int, side: u64) -> Answer:
        """Whether the attacker wins a level; side 0: the attacker is to move, 1: the defender."""
        return self._wins(level, side, NO_BOUND)

    def _wins(self, level: cython.int, side: u64, moves: cython.int) -> Answer:
        """Whether the attacker wins a level in `moves` moves of its own (`NO_BOUND`: no limit)."""
        if moves == 0 or not self.budget.visit():
            return Answer(won=NOT_WON, zone=0, passes=0)
        # The attacker's moves left after this one.
        left: cython.int = moves if side or moves == NO_BOUND else moves - 1
        if moves != NO_BOUND:
            self.state.trim(level, moves, left)
        view: View = self.state.view(level)
        answer: Answer = self.pruning.judge(view, side)
        if answer.won != UNKNOWN:
            return answer
        forced: u64 = view.attacker_wins if side else view.defender_wins
        if forced:
            self.state.play(level, side, forced)
            answer = self._wins(level + 1, 1 - side, left)
            return Answer(won=answer.won, zone=answer.zone | forced, passes=answer.passes)
        key: Key = self.pruning.key(level, view, side)
        answer = self._known(key, moves)
        if answer.won != UNKNOWN:
            return answer
        before: u64 = self.budget.nodes
        among: u64 = view.empty & (view.attacker_cells | view.defender_cells)
        worth_trying: Moves
        if side:
            worth_trying = self.pruning.replies(level, among, moves)
            self.state.weigh(level, view.empty)
            answer = self._replies(level, worth_trying, moves)
        else:
            worth_trying = self.pruning.attacks(level, view, among, moves)
            answer = Answer(won=worth_trying.won, zone=worth_trying.zone, passes=0)
            if worth_trying.won == UNKNOWN:
                answer = self._moves(level, worth_trying.cells, left)
        if not self.budget.stopped:
            self._learn(key, moves, answer, self.budget.nodes - before)
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

    def _moves(self, level: cython.int, among: u64, left: cython.int) -> Answer:
        """Whether one of these moves of the attacker's wins, with `left` moves after it."""
        for i in range(self.state.order(level, among)):
            cell = self.state.move(level, i)
            self.state.attack(level, cell)
            answer = self._wins(level + 1, 1, left)
            if answer.won == WON or self.budget.stopped:
                return Answer(won=answer.won, zone=answer.zone | cell, passes=answer.passes)
        return Answer(won=NOT_WON, zone=0, passes=0)

    def _replies(self, level: cython.int, replies: Moves, moves: cython.int) -> Answer:
        """Whether all of these moves of the defender's lose; zones say nothing about a bound."""
        among: u64 = replies.cells
        n: cython.int = self.state.order(level, among)
        for i in range(n):
            cell = self.state.move(level, i)
            if among & cell == 0:
                self.pruning.zones.skip(level, i)
                continue
            self.state.defend(level, cell)
            answer = self._wins(level + 1, 0, moves)
            if answer.won != WON or self.budget.stopped:
                return answer
            if moves == NO_BOUND:
                self.pruning.zones.keep(level, i, answer)
                among &= ~self.pruning.refuted(level, answer)
        if moves != NO_BOUND:
            return Answer(won=WON, zone=0, passes=0)
        return self.pruning.zones.gather(level, n, replies.zone)

    def _known(self, key: Key, moves: cython.int) -> Answer:
        """Look a position up; UNKNOWN if the table does not decide it."""
        if moves != NO_BOUND:
            return Answer(won=known(self.table, key, moves), zone=0, passes=0)
        entry: Entry = self.table.find(key)
        if entry.found:
            return self.pruning.recalled(entry, key)
        return Answer(won=UNKNOWN, zone=0, passes=0)

    def _learn(self, key: Key, moves: cython.int, answer: Answer, effort: u64) -> None:
        if moves != NO_BOUND:
            learn(self.table, key, moves, answer.won == WON, effort)
        elif answer.won == WON:
            zone = self.pruning.symmetries.image(answer.zone, key.symmetry)
            self.table.store(key, 0, answer.passes, zone, effort)
        else:
            self.table.store(key, 1, 0, 0, effort)
