"""Boolean alpha-beta: does the attacker win?

With a yes-or-no question the window is empty and alpha-beta is a plain and-or search: the
attacker needs one move that wins, the defender one that does not lose. All of its strength is in
what it need not search; each rule can be switched off, and none may change an answer:

    dead        positions that differ only in dead cells are the same (`Field.name`)
    erdos       the Erdős-Selfridge sum: too little is left to attack with
    pairs       a pairing holds the draw (`Pairing`)
    zones       the attacker need only try the cells of the pairing that would refute a pass
    sequences   threat sequences, searched first (`Threats`)
    relevance   the defender need only try what a threat sequence after a pass does not refute
    symmetry    early positions are remembered up to symmetry

Contract: `run` => True if and only if the attacker wins from level 0 of the field; None if a
limit came first.

Source of the sum: Erdős and Selfridge, "On a combinatorial game", JCT A 14, 1973. An open line
with n empty cells weighs 2**-n. A defender who always takes the heaviest cell never loses if the
sum is below 1/2 with the attacker to move, or below 1 with himself to move.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cython

from noughts.solver.budget import Budget
from noughts.solver.pairing import Pairing
from noughts.solver.threats import Threats

if not cython.compiled:
    from noughts.solver.field import Field
    from noughts.solver.memory import Memory
    from noughts.solver.symmetry import Turns
    from noughts.solver.words import HALF, WON, bit, count, u64

if TYPE_CHECKING:
    from collections.abc import Callable, Container

ALL_RULES = frozenset(("dead", "erdos", "pairs", "zones", "sequences", "relevance", "symmetry"))
TURNED_PLIES = 8  #: up to this many stones, symmetric positions are one
PAIRING_STEPS = 60
THREAT_STEPS = 200
TRIES = 4


@cython.final
@cython.cclass
class AlphaBeta:
    """One question about one field, which has been set to its first position.

    `poll` is called every few thousand nodes and ends the search by returning True.
    """

    def __init__(
        self,
        field: Field,
        memory: Memory,
        turns: Turns,
        rules: Container[str] = ALL_RULES,
        poll: Callable[[], bool] | None = None,
    ) -> None:
        self.field = field
        self.memory = memory
        self.turns = turns
        self.pairing = Pairing(field, PAIRING_STEPS)
        self.threats = Threats(field, THREAT_STEPS)
        self.budget = Budget(poll)
        self.dead = "dead" in rules
        self.erdos = "erdos" in rules
        self.pairs = "pairs" in rules
        self.zones = "zones" in rules
        self.sequences = "sequences" in rules
        self.relevance = "relevance" in rules
        self.turned = TURNED_PLIES if "symmetry" in rules else -1
        self.tries = TRIES

    def run(self, attacker_moves: bool, nodes: int = 0) -> bool | None:  # noqa: FBT001
        """Answer, after at most so many nodes (0: any number)."""
        first: cython.bint = attacker_moves
        won: cython.bint
        self.budget.allow(nodes)
        with cython.nogil:
            won = self._attacks(0) if first else self._defends(0)
        self.budget.check()
        return None if self.budget.stopped else won

    def glance(self, level: cython.int, turn: cython.int, nodes: cython.longlong) -> cython.int:
        """Try a level of someone else's search: 1 the attacker wins, 0 he does not, -1 unknown.

        Sets `spent`, the nodes that this took.
        """
        won: cython.bint
        before: cython.longlong = self.budget.nodes
        self.budget.allow(nodes)
        won = self._attacks(level) if turn == 0 else self._defends(level)
        self.spent = self.budget.nodes - before
        return -1 if self.budget.stopped else 1 if won else 0

    def verdict(self, turn: cython.int) -> cython.int:
        """Judge a surveyed level at sight: 1 the attacker wins, 0 he does not, -1 unclear.

        Turn 0: the attacker is to move, 1: the defender.
        """
        own: u64 = self.field.wins_d if turn else self.field.wins_a
        threats: u64 = self.field.wins_a if turn else self.field.wins_d
        if own:
            return 1 - turn
        if self.field.cover_a == 0:
            return 0
        if threats:  # one can be met, two cannot
            return turn if threats & (threats - 1) else -1
        if self.erdos and self.field.total < (2 * HALF if turn else HALF):
            return 0
        return -1

    def _attacks(self, level: cython.int) -> cython.bint:
        """Whether the attacker, to move, wins."""
        i: cython.int
        won: cython.bint = False
        if not self.budget.visit():
            return False
        self.field.survey(level)
        i = self.verdict(0)
        if i >= 0:
            return i == 1
        if self.field.wins_d:
            self.field.attack(level, self.field.wins_d)
            return self._defends(level + 1)
        self.name(level)
        if self.memory.find(self.field.first, self.field.second, 0):
            return self.memory.data & WON != 0
        first: u64 = self.field.first
        second: u64 = self.field.second
        before: cython.longlong = self.budget.nodes
        if self.sequences and self.threats.wins(level):
            won = True
        elif not (self.pairs and self.pairing.find(level, 0)):
            for i in range(self.field.order(level, self.worthwhile(level))):
                self.field.attack(level, bit(self.field.moves[level * 64 + i]))
                won = self._defends(level + 1)
                if won or self.budget.stopped:
                    break
        self._learn(first, second, 0, won, before)
        return won

    def _defends(self, level: cython.int) -> cython.bint:
        """Whether the attacker wins, the defender being to move."""
        i: cython.int
        won: cython.bint = True
        if not self.budget.visit():
            return False
        self.field.survey(level)
        i = self.verdict(1)
        if i >= 0:
            return i == 1
        if self.field.wins_a:
            self.field.defend(level, self.field.wins_a)
            return self._attacks(level + 1)
        self.name(level)
        if self.memory.find(self.field.first, self.field.second, 1):
            return self.memory.data & WON != 0
        first: u64 = self.field.first
        second: u64 = self.field.second
        before: cython.longlong = self.budget.nodes
        among: u64 = self.field.empty & (self.field.cover_a | self.field.cover_d)
        if self.relevance and self.threats.wins(level):
            among &= self.threats.replies(level)
        self.field.weigh(level)
        for i in range(self.field.order(level, among)):
            self.field.defend(level, bit(self.field.moves[level * 64 + i]))
            won = self._attacks(level + 1)
            if not won or self.budget.stopped:
                break
        self._learn(first, second, 1, won, before)
        return won

    def worthwhile(self, level: cython.int) -> u64:
        """Return the attacker's moves that no pairing refutes; weigh the cells."""
        among: u64 = self.field.empty & (self.field.cover_a | self.field.cover_d)
        self.field.weigh(level)
        return self.pairing.zone(level, among, self.tries if self.zones else 0)

    def name(self, level: cython.int) -> None:
        """Leave the key of a surveyed level in the field."""
        if self.dead:
            self.field.name(level)
        else:
            self.field.first = self.field.attacker[level]
            self.field.second = self.field.defender[level]
        if self.field.cells - count(self.field.empty) <= self.turned:
            self.turns.least(self.field.first, self.field.second)
            self.field.first = self.turns.first
            self.field.second = self.turns.second

    def _learn(
        self, first: u64, second: u64, turn: u64, won: cython.bint, before: cython.longlong
    ) -> None:
        """Remember an answer, unless the search was stopped before there was one."""
        if not self.budget.stopped:
            data: u64 = min(self.budget.nodes - before, 0xFFFF)
            self.memory.store(first, second, turn, data | (WON if won else 0), 0)
