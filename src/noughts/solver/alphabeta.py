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
    carried     nor what the win after another reply refutes as well (`Zones`)
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
from noughts.solver.zones import Zones

if not cython.compiled:
    from noughts.solver.field import Field
    from noughts.solver.memory import Memory
    from noughts.solver.symmetry import Turns
    from noughts.solver.words import EVER, HALF, WON, bit, count, u64

if TYPE_CHECKING:
    from collections.abc import Callable, Container

ALL_RULES = frozenset(
    ("dead", "erdos", "pairs", "zones", "sequences", "relevance", "carried", "symmetry")
)
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
        self.zones = Zones(field)
        self.budget = Budget(poll)
        self.dead = "dead" in rules
        self.erdos = "erdos" in rules
        self.pairs = "pairs" in rules
        self.narrow = "zones" in rules
        self.sequences = "sequences" in rules
        self.relevance = "relevance" in rules
        self.carried = "carried" in rules
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

    def verdict(self, turn: cython.int) -> cython.int:
        """Judge a surveyed level at sight: 1 the attacker wins, 0 he does not, -1 unclear.

        Turn 0: the attacker is to move, 1: the defender.
        """
        own: u64 = self.field.wins_d if turn else self.field.wins_a
        threats: u64 = self.field.wins_a if turn else self.field.wins_d
        if own:
            self.zones.set(own & (0 - own), 0)
            return 1 - turn
        if self.field.cover_a == 0:
            return 0
        if threats:  # one can be met, two cannot
            self.zones.set(threats, 0)
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
        cell: u64 = self.field.wins_d
        if cell:
            self.field.attack(level, cell)
            won = self._defends(level + 1)
            self.zones.zone |= cell
            return won
        self.name(level)
        turn: cython.int = self.turn
        if self.memory.find(self.field.first, self.field.second, 0):
            return self._recall(turn)
        first: u64 = self.field.first
        second: u64 = self.field.second
        before: cython.longlong = self.budget.nodes
        if self.sequences and self.threats.wins(level):
            won = True
            self.zones.set(self.threats.zone, 0)
        elif not (self.pairs and self.pairing.find(level, 0)):
            for i in range(self.field.order(level, self.worthwhile(level))):
                cell = bit(self.field.moves[level * 64 + i])
                self.field.attack(level, cell)
                won = self._defends(level + 1)
                self.zones.zone |= cell
                if won or self.budget.stopped:
                    break
        self._learn(first, second, 0, won, before, turn)
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
        cell: u64 = self.field.wins_a
        if cell:
            self.field.defend(level, cell)
            won = self._attacks(level + 1)
            self.zones.zone |= cell
            return won
        self.name(level)
        turn: cython.int = self.turn
        if self.memory.find(self.field.first, self.field.second, 1):
            return self._recall(turn)
        first: u64 = self.field.first
        second: u64 = self.field.second
        before: cython.longlong = self.budget.nodes
        among: u64 = self.field.empty & (self.field.cover_a | self.field.cover_d)
        zone: u64 = 0
        if self.relevance and self.threats.wins(level):
            zone = self.threats.zone
            among &= self.zones.replies(level, zone, 0)
        self.field.weigh(level)
        n: cython.int = self.field.order(level, among)
        for i in range(n):
            cell = bit(self.field.moves[level * 64 + i])
            if among & cell == 0:
                self.zones.strike(level * 64 + i)
                continue
            self.field.defend(level, cell)
            won = self._attacks(level + 1)
            if not won or self.budget.stopped:
                break
            self.zones.keep(level * 64 + i)
            if self.carried:
                among &= self.zones.replies(level, self.zones.zone, self.zones.passes)
        if won:
            self.zones.gather(level, n, zone)
        self._learn(first, second, 1, won, before, turn)
        return won

    def worthwhile(self, level: cython.int) -> u64:
        """Return the attacker's moves that no pairing refutes; weigh the cells."""
        among: u64 = self.field.empty & (self.field.cover_a | self.field.cover_d)
        self.field.weigh(level)
        return self.pairing.zone(level, among, self.tries if self.narrow else 0)

    def name(self, level: cython.int) -> None:
        """Leave the key of a surveyed level in the field, and in `turn` how it was turned."""
        if self.dead:
            self.field.name(level)
        else:
            self.field.first = self.field.attacker[level]
            self.field.second = self.field.defender[level]
        self.turn = self.turns.n
        if self.field.cells - count(self.field.empty) <= self.turned:
            self.turns.least(self.field.first, self.field.second)
            self.field.first = self.turns.first
            self.field.second = self.turns.second
            self.turn = self.turns.turn

    def _recall(self, turn: cython.int) -> cython.bint:
        """Return the answer that was found in the memory; set the zone of a win."""
        if self.memory.data & WON == 0:
            return False
        self.zones.set(
            self.turns.image(self.memory.extra, self.turns.undo[turn]),
            self.memory.data >> 17 & EVER,
        )
        return True

    def _learn(
        self,
        first: u64,
        second: u64,
        kind: u64,
        won: cython.bint,
        before: cython.longlong,
        turn: cython.int,
    ) -> None:
        """Remember an answer, unless the search was stopped before there was one."""
        if self.budget.stopped:
            return
        zone: u64 = 0
        data: u64 = min(self.budget.nodes - before, 0xFFFF)
        if won:
            zone = self.turns.image(self.zones.zone, turn)
            data |= WON | bit(17) * self.zones.passes
        self.memory.store(first, second, kind, data, zone)
