"""Maker-Breaker: does the attacker win if the defender only blocks?

If he does not, he does not win the real game either, in which the defender may also threaten: so a
draw can be proved here. What is left of a position is then no more than a set of lines, which
shrinks to what matters (`Hypergraph`), and the search is plain: the attacker needs one move that
wins, the defender one that holds. Each rule can be switched off, and none may change an answer:

    contained, twins, leaves, dominated    what makes no difference is left out (`Hypergraph`)
    parts       what has no line in common is searched part by part
    erdos       the Erdős-Selfridge sum: too little is left to attack with (`AlphaBeta`)
    pairs       a pairing holds (`Pairing`)
    zones       the attacker need only try the cells of the pairing that would refute a pass
    sequences   threat sequences, searched first (`Threats`)
    carried     the defender need only try the cells that the wins found so far have used
    symmetry    early positions are remembered up to symmetry

The zone of a win: `zone` holds the cells that it used. The attacker wins on the lines within them
alone, whatever the defender has elsewhere, so a reply outside the zone of any win found at a
position (after another reply, or after a pass) loses to the same win. Of a position with the
defender to move it holds the zones of all wins that were needed, else the attacker's move and the
zone of what it leads to. It is the must-play region of Hex.

Contract: `run` => True if and only if the attacker wins from level 0 of the field, on which the
defender has no lines; None if a limit came first. `zone` is then that of the win.

Sources: those of `Hypergraph`; Hayward et al., "Solving 7x7 Hex: virtual connections and game-state
reduction", ACG 10, 2003 (must-play regions).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cython

from noughts.solver.budget import Budget
from noughts.solver.hypergraph import REDUCTIONS, Hypergraph
from noughts.solver.pairing import Pairing
from noughts.solver.threats import Threats

if not cython.compiled:
    from noughts.solver.field import Field
    from noughts.solver.memory import Memory
    from noughts.solver.symmetry import Turns
    from noughts.solver.words import HALF, WON, bit, count, u64

if TYPE_CHECKING:
    from collections.abc import Callable, Container

ALL_RULES = REDUCTIONS | {"parts", "erdos", "pairs", "zones", "sequences", "carried", "symmetry"}
TURNED_PLIES = 12  #: up to this many stones, symmetric positions are one
PAIRING_STEPS = 200
THREAT_STEPS = 200
TRIES = 16


@cython.final
@cython.cclass
class Breaker:
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
        self.hypergraph = Hypergraph(field, rules)
        self.pairing = Pairing(field, PAIRING_STEPS)
        self.threats = Threats(field, THREAT_STEPS)
        self.budget = Budget(poll)
        self.zone = 0
        self.parts = "parts" in rules
        self.erdos = "erdos" in rules
        self.pairs = "pairs" in rules
        self.sequences = "sequences" in rules
        self.carried = "carried" in rules
        self.most_turned = TURNED_PLIES if "symmetry" in rules else -1
        self.tries = TRIES if "zones" in rules else 0

    def run(self, attacker_moves: bool, nodes: int = 0) -> bool | None:  # noqa: FBT001
        """Answer, after at most so many nodes (0: any number)."""
        first: cython.bint = attacker_moves
        won: cython.bint
        stones: u64 = self.field.attacker[0]
        self.turned = 1 + self.most_turned - count(stones | self.field.defender[0])
        self.budget.allow(nodes)
        with cython.nogil:
            self.field.attack(0, 0)  # level 1 is level 0: to be reduced, and there for the next run
            won = self._attacks(1, stones) if first else self._defends(1, stones)
        self.budget.check()
        return None if self.budget.stopped else won

    def _attacks(self, level: cython.int, fresh: u64) -> cython.bint:
        """Whether the attacker, to move, wins.

        The `fresh` stones are those that he has played since the last reduction.
        """
        given: u64
        won: cython.int
        if not self.budget.visit():
            return False
        won = self._verdict(level, 0)
        if won < 0:
            self.hypergraph.reduce(level, 0, fresh)
            given = self.hypergraph.given
            won = self._verdict(level, 0)
            if won < 0:
                won = self._search(level, 0)
            self.zone |= given
        return won == 1

    def _defends(self, level: cython.int, fresh: u64) -> cython.bint:
        """Whether the attacker wins, the defender being to move."""
        cell: u64
        won: cython.int
        if not self.budget.visit():
            return False
        won = self._verdict(level, 1)
        if won >= 0:
            return won == 1
        cell = self.field.wins_a
        if cell:
            self.field.defend(level, cell)
            won = self._attacks(level + 1, fresh)
            self.zone |= cell
            return won == 1
        self.hypergraph.reduce(level, 1, fresh)
        won = self._verdict(level, 1)
        if won < 0:
            won = self._search(level, 1)
        return won == 1

    def _verdict(self, level: cython.int, turn: cython.int) -> cython.int:
        """Survey a level and judge it at sight: 1 the attacker wins, 0 he does not, -1 unclear.

        Turn 0: the attacker is to move, 1: the defender.
        """
        self.field.survey(level)
        wins: u64 = self.field.wins_a
        if wins:  # the defender can meet one, not two
            self.zone = wins if turn else wins & (0 - wins)
            return 1 if turn == 0 or wins & (wins - 1) else -1
        if self.field.cover_a == 0:
            return 0
        if self.erdos and self.field.total < (2 * HALF if turn else HALF):
            return 0
        return -1

    def _search(self, level: cython.int, turn: cython.int) -> cython.bint:
        """Whether the attacker wins a reduced level, as remembered or found out."""
        won: cython.bint
        kind: u64 = turn
        before: cython.longlong = self.budget.nodes
        first: u64 = self.field.attacker[level]
        second: u64 = self.field.defender[level]
        turned: cython.int = self.turns.n
        if level <= self.turned:
            self.turns.least(first, second)
            first = self.turns.first
            second = self.turns.second
            turned = self.turns.turn
        if self.memory.find(first, second, kind):
            self.zone = self.turns.image(self.memory.extra, self.turns.undo[turned])
            return self.memory.data & WON != 0
        if self.parts and self.hypergraph.part(level, self.field.empty) != self.field.empty:
            won = self._by_parts(level, turn)
        else:
            won = self._moves(level) if turn == 0 else self._replies(level)
        if not self.budget.stopped:
            data: u64 = min(self.budget.nodes - before, 0xFFFF)
            self.memory.store(
                first,
                second,
                kind,
                data | (WON if won else 0),
                self.turns.image(self.zone, turned) if won else 0,
            )
        return won

    def _moves(self, level: cython.int) -> cython.bint:
        """Whether one of the attacker's moves wins."""
        i: cython.int
        cell: u64
        won: cython.bint
        if self.sequences and self.threats.wins(level):
            self.zone = self.threats.zone
            return True
        if self.pairs and self.pairing.find(level, 0):
            return False
        self.field.weigh(level)
        among: u64 = self.hypergraph.best(self.field.empty)
        for i in range(self.field.order(level, self.pairing.zone(level, among, self.tries))):
            cell = bit(self.field.moves[level * 64 + i])
            self.field.attack(level, cell)
            won = self._defends(level + 1, cell)
            if won or self.budget.stopped:
                self.zone |= cell
                return won
        return False

    def _replies(self, level: cython.int) -> cython.bint:
        """Whether all of the defender's moves lose."""
        i: cython.int
        cell: u64
        zone: u64 = 0
        among: u64 = self.hypergraph.best(self.field.empty)
        if self.sequences and self.threats.wins(level):
            zone = self.threats.zone
            among &= zone
        self.field.weigh(level)
        for i in range(self.field.order(level, among)):
            cell = bit(self.field.moves[level * 64 + i])
            if among & cell:
                self.field.defend(level, cell)
                if not self._attacks(level + 1, 0):
                    return False
                zone |= self.zone
                if self.carried:
                    among &= self.zone
        self.zone = zone
        return True

    def _by_parts(self, level: cython.int, turn: cython.int) -> cython.bint:
        """Whether the attacker wins a level of several parts."""
        part: u64
        lost: u64 = 0  # the part that the attacker wins if he begins there
        zone: u64 = 0
        left: u64 = self.field.empty
        while left:
            part = self.hypergraph.part(level, left)
            left ^= part
            self.hypergraph.only(level, part)
            if self._attacks(level + 1, 0):
                zone |= self.zone
                self.zone = zone
                if turn == 0 or lost:
                    return True
                lost = part
        if lost == 0:
            return False
        self.hypergraph.only(level, lost)
        return self._defends(level + 1, 0)
