"""A win by a given ply: alpha-beta against the clock.

With a bound on the plies a win is still a yes-or-no question, so this is `alphabeta` again, its
rules included. The bound makes them stronger: a line that lacks more cells than its owner has
moves left is no line (`Field.trim`), for the attacker, who must be done by then, and for the
defender, whose threat would come too late. So the sum, the pairings and their zones are taken over
what is left, dead cells are more, and threat sequences end where the bound does. What is learnt
under one bound serves under others (`Bounds`, counted in the attacker's moves).

Contract: `run` => True if and only if the attacker completes a line within so many plies of level
0 of the field; None if a limit came first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cython

from noughts.solver.alphabeta import AlphaBeta
from noughts.solver.bounds import Bounds
from noughts.solver.budget import Budget

if not cython.compiled:
    from noughts.solver.field import Field
    from noughts.solver.memory import Memory
    from noughts.solver.symmetry import Turns
    from noughts.solver.words import bit, u64

if TYPE_CHECKING:
    from collections.abc import Callable


@cython.final
@cython.cclass
class Within:
    """Questions about one field, which has been set to its first position before each.

    `poll` is called every few thousand nodes and ends the search by returning True.
    """

    def __init__(
        self, field: Field, memory: Memory, turns: Turns, poll: Callable[[], bool] | None = None
    ) -> None:
        self.field = field
        self.bounds = Bounds(memory)
        self.rules = AlphaBeta(field, memory, turns)
        self.budget = Budget(poll)

    def run(self, attacker_moves: bool, plies: int, nodes: int = 0) -> bool | None:  # noqa: FBT001
        """Answer, after at most so many nodes (0: any number)."""
        first: cython.bint = attacker_moves
        moves: cython.int = (plies + 1) // 2 if attacker_moves else plies // 2
        won: cython.bint
        self.budget.allow(nodes)
        with cython.nogil:
            won = self._attacks(0, moves) if first else self._defends(0, moves)
        self.budget.check()
        return None if self.budget.stopped else won

    def _attacks(self, level: cython.int, moves: cython.int) -> cython.bint:
        """Whether the attacker, to move, wins with so many moves."""
        i: cython.int
        won: cython.bint = False
        if moves == 0 or not self.budget.visit():
            return False
        self.field.trim(level, moves, moves - 1)
        self.field.survey(level)
        i = self.rules.verdict(0)
        if i >= 0:
            return i == 1
        if self.field.wins_d:
            self.field.attack(level, self.field.wins_d)
            return self._defends(level + 1, moves - 1)
        self.rules.name(level)
        first: u64 = self.field.first
        second: u64 = self.field.second
        i = self.bounds.known(first, second, 0, moves)
        if i >= 0:
            return i == 1
        before: cython.longlong = self.budget.nodes
        self.rules.threats.deepest = level + 2 * moves - 4
        if self.rules.threats.wins(level):
            won = True
        elif moves > 2 and not self.rules.pairing.find(level, 0):
            for i in range(self.field.order(level, self.rules.worthwhile(level))):
                self.field.attack(level, bit(self.field.moves[level * 64 + i]))
                won = self._defends(level + 1, moves - 1)
                if won or self.budget.stopped:
                    break
        if not self.budget.stopped:
            self.bounds.learn(first, second, 0, moves, won, self.budget.nodes - before)
        return won

    def _defends(self, level: cython.int, moves: cython.int) -> cython.bint:
        """Whether the attacker wins with so many moves, the defender being to move."""
        i: cython.int
        won: cython.bint = True
        if moves == 0 or not self.budget.visit():
            return False
        self.field.trim(level, moves, moves)
        self.field.survey(level)
        i = self.rules.verdict(1)
        if i >= 0:
            return i == 1
        if self.field.wins_a:
            self.field.defend(level, self.field.wins_a)
            return self._attacks(level + 1, moves)
        self.rules.name(level)
        first: u64 = self.field.first
        second: u64 = self.field.second
        i = self.bounds.known(first, second, 1, moves)
        if i >= 0:
            return i == 1
        before: cython.longlong = self.budget.nodes
        among: u64 = self.field.empty & (self.field.cover_a | self.field.cover_d)
        self.rules.threats.deepest = level + 2 * moves - 4
        if self.rules.threats.wins(level):
            among &= self.rules.zones.replies(level, self.rules.threats.zone, 0)
        self.field.weigh(level)
        for i in range(self.field.order(level, among)):
            self.field.defend(level, bit(self.field.moves[level * 64 + i]))
            won = self._attacks(level + 1, moves)
            if not won or self.budget.stopped:
                break
        if not self.budget.stopped:
            self.bounds.learn(first, second, 1, moves, won, self.budget.nodes - before)
        return won
