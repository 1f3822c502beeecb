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

from noughts.solver.pairing import Pairing
from noughts.solver.threats import Threats

if not cython.compiled:
    from noughts.solver.field import Field
    from noughts.solver.memory import Memory
    from noughts.solver.symmetry import Turns
    from noughts.solver.words import HALF, bit, count, lowest, u64

if TYPE_CHECKING:
    from collections.abc import Callable, Container

ALL_RULES = frozenset(
    ("dead", "erdos", "pairs", "zones", "sequences", "relevance", "symmetry")
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
        self.poll = poll
        self.error = None
        self.nodes = 0
        self.stopped = False
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
        self.stopped = False
        self.most = self.nodes + nodes if nodes else 1 << 62
        with cython.nogil:
            won = self._attacks(0) if first else self._defends(0)
        if self.error is not None:
            raise self.error
        return None if self.stopped else won

    def glance(self, level: cython.int, turn: cython.int, nodes: cython.longlong) -> cython.int:
        """Try a level of someone else's search: 1 the attacker wins, 0 he does not, -1 unknown."""
        won: cython.bint
        self.stopped = False
        self.most = self.nodes + nodes
        won = self._attacks(level) if turn == 0 else self._defends(level)
        return -1 if self.stopped else 1 if won else 0

    def _visit(self) -> cython.bint:
        """Count a node; whether there is leave to go on."""
        if self.nodes >= self.most:
            self.stopped = True
            return False
        self.nodes += 1
        if self.nodes & 0x1FFF == 0 and self.poll is not None:
            with cython.gil:
                self._ask()
        return not self.stopped

    def _ask(self) -> None:
        try:
            if self.poll():
                self.stopped = True
        except BaseException as error:  # noqa: BLE001  (raised again when the search has wound up)
            self.error = error
            self.stopped = True

    def _attacks(self, level: cython.int) -> cython.bint:
        """Whether the attacker, to move, wins."""
        among: u64
        i: cython.int
        n: cython.int
        won: cython.bint
        if not self._visit():
            return False
        self.field.survey(level)
        if self.field.wins_a:
            return True
        among = self.field.wins_d
        if among:
            if among & (among - 1) or self.field.cover_a == 0:
                return False
            self.field.attack(level, among)
            return self._defends(level + 1)
        if self.field.cover_a == 0 or (self.erdos and self.field.total < HALF):
            return False
        if self._known(level, 0):
            return self.memory.data & 0x10000 != 0
        first: u64 = self.field.first
        second: u64 = self.field.second
        before: cython.longlong = self.nodes
        won = False
        if self.sequences and self.threats.wins(level):
            won = True
        elif not (self.pairs and self.pairing.find(level, 0)):
            among = self._worthwhile(level)
            n = self.field.order(level, among)
            for i in range(n):
                self.field.attack(level, bit(self.field.moves[level * 64 + i]))
                won = self._defends(level + 1)
                if won or self.stopped:
                    break
        self._learn(first, second, 0, won, before)
        return won

    def _defends(self, level: cython.int) -> cython.bint:
        """Whether the attacker wins, the defender being to move."""
        among: u64
        i: cython.int
        n: cython.int
        won: cython.bint
        if not self._visit():
            return False
        self.field.survey(level)
        if self.field.wins_d or self.field.cover_a == 0:
            return False
        among = self.field.wins_a
        if among:
            if among & (among - 1):
                return True
            self.field.defend(level, among)
            return self._attacks(level + 1)
        if self.erdos and self.field.total < 2 * HALF:
            return False
        if self._known(level, 1):
            return self.memory.data & 0x10000 != 0
        first: u64 = self.field.first
        second: u64 = self.field.second
        before: cython.longlong = self.nodes
        won = True
        among = self.field.empty & (self.field.cover_a | self.field.cover_d)
        if self.relevance and self.threats.wins(level):
            among &= self.threats.replies(level)
        self.field.weigh(level)
        n = self.field.order(level, among)
        for i in range(n):
            self.field.defend(level, bit(self.field.moves[level * 64 + i]))
            won = self._attacks(level + 1)
            if not won or self.stopped:
                break
        self._learn(first, second, 1, won, before)
        return won

    def _worthwhile(self, level: cython.int) -> u64:
        """Return the attacker's moves that no pairing refutes; weigh the cells."""
        among: u64 = self.field.empty & (self.field.cover_a | self.field.cover_d)
        left: u64 = self.field.empty & self.field.cover_a
        reply: u64
        zone: u64
        i: cython.int
        self.field.weigh(level)
        if self.zones:
            for i in range(self.tries):
                reply = self._heaviest(left)
                if reply == 0:
                    break
                left ^= reply
                if self.pairing.find(level, reply):
                    zone = self.pairing.used | reply
                    among &= zone
                    if among == 0:
                        break
                    left &= zone
        return among

    def _heaviest(self, among: u64) -> u64:
        """Return the worthiest cell, as a bitboard."""
        cell: cython.int
        best: cython.int = -1
        if among == 0:
            return 0
        while among:
            cell = lowest(among)
            among &= among - 1
            if best < 0 or self.field.worth[cell] > self.field.worth[best]:
                best = cell
        return bit(best)

    def _known(self, level: cython.int, turn: u64) -> cython.bint:
        """Whether the memory has the answer; name the level in any case."""
        return self._find(level, turn, self.memory)

    def _find(self, level: cython.int, turn: u64, memory: Memory) -> cython.bint:
        if self.dead:
            self.field.name(level)
        else:
            self.field.first = self.field.attacker[level]
            self.field.second = self.field.defender[level]
        if count(self.field.attacker[level] | self.field.defender[level]) <= self.turned:
            self.turns.least(self.field.first, self.field.second)
            self.field.first = self.turns.first
            self.field.second = self.turns.second
        return memory.find(self.field.first, self.field.second, turn)

    def _learn(
        self, first: u64, second: u64, turn: u64, won: cython.bint, before: cython.longlong
    ) -> None:
        """Remember an answer, unless the search was stopped before there was one."""
        if self.stopped:
            return
        effort: cython.longlong = self.nodes - before
        if effort > 0xFFFF:
            effort = 0xFFFF
        data: u64 = effort
        if won:
            data |= 0x10000
        self.memory.store(first, second, turn, data, 0)
