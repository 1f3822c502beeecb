"""Maker-Breaker: does the attacker win if the defender only blocks?

If not, the attacker does not win the real game either, in which the defender may also threaten. So
this search can prove a draw. A position is then only a set of lines, which shrinks to what matters
(`Hypergraph`). The search is plain: the attacker needs one move that wins, the defender one that
holds. Each rule can be switched off, and none may change an answer:

    contained, twins, leaves, dominated    leave out what makes no difference (`Hypergraph`)
    parts       searches cells that share no line part by part
    erdos, pairs, zones, sequences, relevance, carried, symmetry    as in all searches (`Pruning`)

The zone of a win holds the cells that it used. The attacker wins on the lines within them, whatever
the defender has elsewhere. So a reply outside the zone of any win found at a position (after
another reply, or after a pass) loses to the same win. This is the must-play region of Hex, and what
`RelevanceZones` give if the defender has no lines.

Contract: `run` returns True if and only if the attacker wins from level 0 of the state, and None if
a limit came first. The defender must have no lines there. `answer` also gives the zone of a win; it
has no passes that would count.

Sources: those of `Hypergraph`; Hayward et al., "Solving 7x7 Hex: virtual connections and game-state
reduction", ACG 10, 2003 (must-play regions).
"""

from __future__ import annotations

from collections.abc import Callable, Container

from noughts.core import _cython as cython
from noughts.kernel.bitboard import NO_BOUND, popcount, u64
from noughts.kernel.canonical import SymmetryTables
from noughts.kernel.search_types import NOT_WON, UNKNOWN, WON, Answer, Entry, Key, Moves, View
from noughts.kernel.state import SearchState
from noughts.kernel.transposition_table import TranspositionTable
from noughts.solver.pruning import prune as common
from noughts.solver.search.hypergraph import REDUCTIONS, Hypergraph
from noughts.solver.search.search_base import DepthFirstSearch

ALL_PRUNING = (common.ALL_PRUNING - {"dead"}) | REDUCTIONS | {"parts"}
SYMMETRY_STONES = 12  #: up to this many stones, symmetric positions are one
PAIRINGS = 200, 16


@cython.final
class MakerBreakerSearch(DepthFirstSearch):
    """The search, with all of its pruning and the reductions of the hypergraph."""

    def __init__(
        self,
        state: SearchState,
        table: TranspositionTable,
        symmetries: SymmetryTables,
        pruning: Container[str] = ALL_PRUNING,
        poll: Callable[[], bool] | None = None,
    ) -> None:
        super().__init__(state, table, symmetries, pruning, poll, PAIRINGS)
        self.hypergraph: Hypergraph = Hypergraph(state, pruning)
        self.parts: bool = "parts" in pruning
        self.symmetry_stones: int = SYMMETRY_STONES if "symmetry" in pruning else -1
        self.symmetry_levels: int = 0

    def wins(self, level: cython.int, side: u64) -> Answer:
        """Whether the attacker wins a level; side 0: the attacker is to move, 1: the defender."""
        stones: u64 = self.state.attacker[level]
        taken: cython.int = popcount(stones | self.state.defender[level])
        # Reduce the next level, so that the caller still has this one.
        self.symmetry_levels = level + 1 + self.symmetry_stones - taken
        self.state.attack(level, 0)
        return self._defends(level + 1, stones) if side else self._attacks(level + 1, stones)

    def move(self, level: cython.int) -> u64:
        """Return a winning move of the attacker at a level; none if there is none."""
        self.state.attack(level, 0)
        return self._move(level + 1, self.state.attacker[level])

    def known_to_hold(self, level: cython.int) -> cython.bint:
        """Whether the attacker, to move, is known without a search not to win a level."""
        answer: Answer
        view: View = self.state.view(level)
        self.state.attack(level, 0)
        self.hypergraph.reduce(level + 1, 0, self.state.attacker[level], view.empty)
        answer = self.pruning.judge(self.state.view(level + 1), 0)
        entry: Entry = self.table.find(self._key(level + 1, 0))
        return answer.won == NOT_WON or (entry.found and entry.proof != 0)

    def _move(self, level: cython.int, fresh: u64) -> u64:
        """Return a winning move of the attacker, as `_attacks` finds it."""
        cell: u64
        view: View = self.state.view(level)
        if view.attacker_wins:
            return view.attacker_wins & (0 - view.attacker_wins)
        if self.hypergraph.reduce(level, 0, fresh, view.empty):
            return self.hypergraph.lead
        view = self.state.view(level)
        left: u64 = view.empty
        while self.parts and left:
            cell = self.hypergraph.part(level, left)
            if cell == view.empty:
                break
            left ^= cell
            self.hypergraph.only(level, cell)
            answer = self._attacks(level + 1, 0)
            if answer.won == WON:
                self.hypergraph.only(level, cell)
                return self._move(level + 1, 0)
        among: u64 = self.hypergraph.undominated(view.empty)
        key: Key = self._key(level, 0)
        entry: Entry = self.table.find(key)
        if entry.found:  # the first move of a stored win is one of its zone's cells
            answer = self.pruning.recalled(entry, key)
            among &= answer.zone
            self.state.weigh(level, view.empty)
        else:
            moves: Moves = self.pruning.attacks(level, view, among, NO_BOUND)
            if moves.won == WON:
                cell = self.pruning.threats.chosen[level]
                return cell
            among = moves.cells
        for i in range(self.state.order(level, among)):
            cell = self.state.move(level, i)
            self.state.attack(level, cell)
            answer = self._defends(level + 1, cell)
            if answer.won == WON:
                return cell
        return 0

    def _attacks(self, level: cython.int, fresh: u64) -> Answer:
        """Whether the attacker, to move, wins.

        The `fresh` stones are those that the attacker has played since the last reduction.
        """
        if not self.budget.visit():
            return Answer(won=NOT_WON, zone=0, passes=0)
        view: View = self.state.view(level)
        answer: Answer = self.pruning.judge(view, 0)
        if answer.won == UNKNOWN:
            given = self.hypergraph.reduce(level, 0, fresh, view.empty)
            view = self.state.view(level)
            answer = self.pruning.judge(view, 0)
            if answer.won == UNKNOWN:
                answer = self._search(level, view, 0)
            answer = Answer(won=answer.won, zone=answer.zone | given, passes=0)
        return answer

    def _defends(self, level: cython.int, fresh: u64) -> Answer:
        """Whether the attacker wins with the defender to move."""
        if not self.budget.visit():
            return Answer(won=NOT_WON, zone=0, passes=0)
        view: View = self.state.view(level)
        answer: Answer = self.pruning.judge(view, 1)
        if answer.won != UNKNOWN:
            return answer
        cell = view.attacker_wins
        if cell:
            self.state.defend(level, cell)
            answer = self._attacks(level + 1, fresh)
            return Answer(won=answer.won, zone=answer.zone | cell, passes=0)
        self.hypergraph.reduce(level, 1, fresh, view.empty)
        view = self.state.view(level)
        answer = self.pruning.judge(view, 1)
        if answer.won == UNKNOWN:
            answer = self._search(level, view, 1)
        return answer

    def _key(self, level: cython.int, side: u64) -> Key:
        key: Key = Key(
            mine=self.state.attacker[level],
            theirs=self.state.defender[level],
            side=side,
            symmetry=-1,
        )
        if level <= self.symmetry_levels:
            key = self.pruning.symmetries.least(key)
        return key

    def _search(self, level: cython.int, view: View, side: u64) -> Answer:
        """Whether the attacker wins a reduced level, from the table or by a search."""
        before: u64 = self.budget.nodes
        key: Key = self._key(level, side)
        entry: Entry = self.table.find(key)
        if entry.found:
            return self.pruning.recalled(entry, key)
        if self.parts and self.hypergraph.part(level, view.empty) != view.empty:
            answer = self._by_parts(level, view, side)
        elif side:
            answer = self._replies(level, view)
        else:
            answer = self._moves(level, view)
        if not self.budget.stopped:
            zone: u64 = 0
            if answer.won == WON:
                zone = self.pruning.symmetries.image(answer.zone, key.symmetry)
            self.table.store(
                key, 0 if answer.won == WON else 1, 0, zone, self.budget.nodes - before
            )
        return answer

    def _moves(self, level: cython.int, view: View) -> Answer:
        """Whether one of the attacker's moves wins."""
        among: u64 = self.hypergraph.undominated(view.empty)
        moves: Moves = self.pruning.attacks(level, view, among, NO_BOUND)
        answer: Answer = Answer(won=moves.won, zone=moves.zone, passes=0)
        if moves.won == UNKNOWN:
            for i in range(self.state.order(level, moves.cells)):
                cell = self.state.move(level, i)
                self.state.attack(level, cell)
                answer = self._defends(level + 1, cell)
                if answer.won == WON or self.budget.stopped:
                    return Answer(won=answer.won, zone=answer.zone | cell, passes=0)
        return answer

    def _replies(self, level: cython.int, view: View) -> Answer:
        """Whether all of the defender's moves lose."""
        among: u64 = self.hypergraph.undominated(view.empty)
        replies: Moves = self.pruning.replies(level, among, NO_BOUND)
        zone: u64 = replies.zone
        among = replies.cells
        self.state.weigh(level, view.empty)
        for i in range(self.state.order(level, among)):
            cell = self.state.move(level, i)
            if among & cell:
                self.state.defend(level, cell)
                answer = self._attacks(level + 1, 0)
                if answer.won != WON:
                    return answer
                zone |= answer.zone
                among &= ~self.pruning.refuted(level, answer)
        return Answer(won=WON, zone=zone, passes=0)

    def _by_parts(self, level: cython.int, view: View, side: u64) -> Answer:
        """Whether the attacker wins a level of several parts."""
        lost: u64 = 0  # the part that the attacker wins by beginning there
        zone: u64 = 0
        left: u64 = view.empty
        while left:
            part = self.hypergraph.part(level, left)
            left ^= part
            self.hypergraph.only(level, part)
            answer = self._attacks(level + 1, 0)
            if answer.won == WON:
                zone |= answer.zone
                if side == 0 or lost:
                    return Answer(won=WON, zone=zone, passes=0)
                lost = part
        if lost == 0:
            return Answer(won=NOT_WON, zone=0, passes=0)
        self.hypergraph.only(level, lost)
        return self._defends(level + 1, 0)
