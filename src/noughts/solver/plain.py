"""The plain search, for games in which a stone can hurt its owner.

In misère who completes a line loses, and under `exact` a stone may make a row too long. The
rules that `AlphaBeta` lives by (an extra stone never hurts, so pairings and sums hold the draw,
and dead cells do not matter) are false there. What stays true everywhere: the same position has
the same value, and so have its symmetric images.

A win may be asked for within so many plies (`noughts.solver.distance`).

Contract: `run` => True if and only if the attacker wins (within the plies, if any are given); None
if a limit came first.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

import cython

from noughts.solver.bounds import Bounds
from noughts.solver.budget import Budget

if not cython.compiled:
    from noughts.solver.memory import Memory
    from noughts.solver.symmetry import Turns
    from noughts.solver.words import EVER, bit, count, u64

if TYPE_CHECKING:
    from collections.abc import Callable

    from noughts.rules import Rules


@cython.final
@cython.cclass
class Plain:
    """An and-or search with a memory and symmetry, and nothing else."""

    def __init__(
        self, rules: Rules, memory: Memory, turns: Turns, poll: Callable[[], bool] | None = None
    ) -> None:
        self.cells = rules.cells
        self.full = rules.full
        self.misere = rules.misere
        through = [pair for cell in rules.lines_through for pair in cell]
        self.lines = array("Q", [line for line, _, _ in through] or [0])
        self.guards = array("Q", [guard for _, guard, _ in through] or [0])
        start = [0]
        for cell in rules.lines_through:
            start.append(start[len(start) - 1] + len(cell))
        self.start = array("i", start)
        self.ordered = array("i", rules.cells_by_lines)
        self.bounds = Bounds(memory)
        self.turns = turns
        self.budget = Budget(poll)

    def run(
        self,
        mover: int,
        other: int,
        attacker_moves: bool,  # noqa: FBT001
        nodes: int = 0,
        plies: int = 0,
    ) -> bool | None:
        """Answer for a game that is not over, after at most so many nodes (0: any number)."""
        own: u64 = mover
        its: u64 = other
        turn: cython.int = 0 if attacker_moves else 1
        most: cython.int = plies or EVER
        won: cython.bint
        self.budget.allow(nodes)
        with cython.nogil:
            won = self._wins(own, its, turn, most)
        self.budget.check()
        return None if self.budget.stopped else won

    def _wins(self, mover: u64, other: u64, turn: cython.int, plies: cython.int) -> cython.bint:
        """Whether the attacker wins within the plies; turn 0: he is the mover, 1: he is not."""
        i: cython.int
        cell: cython.int
        won: cython.bint
        kind: u64 = turn
        if not self.budget.visit() or mover | other == self.full or plies == 0:
            return False
        if plies >= self.cells - count(mover | other):
            plies = EVER - 1  # no game is so long
        self.turns.least(mover, other)
        first: u64 = self.turns.first
        second: u64 = self.turns.second
        i = self.bounds.known(first, second, kind, plies)
        if i >= 0:
            return i == 1
        before: cython.longlong = self.budget.nodes
        goal: cython.bint = turn == 0  # what the mover hopes to hear
        won = not goal
        for i in range(self.cells):
            cell = self.ordered[i]
            if (mover | other) & bit(cell):
                continue
            if self._completes(mover | bit(cell), cell):
                # The line wins for the mover, or in misère for the other one.
                won = goal != self.misere
            else:
                won = self._wins(other, mover | bit(cell), 1 - turn, plies - 1)
            if won == goal or self.budget.stopped:
                break
        if not self.budget.stopped:
            if won:
                plies = min(plies, self.cells - count(mover | other))
            before = self.budget.nodes - before
            self.bounds.learn(first, second, kind, plies, won, before)
        return won

    def _completes(self, mover: u64, cell: cython.int) -> cython.bint:
        """Whether the mover's last stone has completed a line."""
        i: cython.int
        for i in range(self.start[cell], self.start[cell + 1]):
            if mover & self.lines[i] == self.lines[i] and mover & self.guards[i] == 0:
                return True
        return False
