"""Maker-Breaker: does the attacker win if the defender only blocks?"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

import cython

from noughts.solver.budget import Budget
from noughts.solver.pairing import Pairing
from noughts.solver.threats import Threats

if not cython.compiled:
    from noughts.solver.field import Field
    from noughts.solver.memory import Memory
    from noughts.solver.symmetry import Turns
    from noughts.solver.words import HALF, WON, bit, count, lowest, u64

if TYPE_CHECKING:
    from collections.abc import Callable, Container

ALL_RULES = frozenset(
    (
        "contained",
        "twins",
        "leaves",
        "dominated",
        "erdos",
        "pairs",
        "zones",
        "sequences",
        "carried",
        "parts",
        "symmetry",
    )
)
TURNED_PLIES = 8
PAIRING_STEPS = 60
THREAT_STEPS = 200
TRIES = 4


@cython.final
@cython.cclass
class Breaker:
    def __init__(
        self,
        field: Field,
        memory: Memory,
        turns: Turns,
        rules: Container[str] = ALL_RULES,
        poll: Callable[[], bool] | None = None,
        turned: int = TURNED_PLIES,
        steps: int = PAIRING_STEPS,
        threat_steps: int = THREAT_STEPS,
        tries: int = TRIES,
    ) -> None:
        self.field = field
        self.memory = memory
        self.turns = turns
        self.pairing = Pairing(field, steps)
        self.threats = Threats(field, threat_steps)
        self.budget = Budget(poll)
        self.contained = "contained" in rules
        self.twins = "twins" in rules
        self.leaves = "leaves" in rules
        self.dominated = "dominated" in rules
        self.erdos = "erdos" in rules
        self.pairs = "pairs" in rules
        self.narrow = "zones" in rules
        self.sequences = "sequences" in rules
        self.carried = "carried" in rules
        self.parts = "parts" in rules
        self.turned = turned if "symmetry" in rules else -1
        self.tries = tries
        self.common = array("Q", bytes(8 * 64))
        self.shorter = array("Q", bytes(8 * field.most))
        self.zone = 0

    def run(self, attacker_moves: bool, nodes: int = 0) -> bool | None:  # noqa: FBT001
        """Answer, after at most so many nodes (0: any number)."""
        first: cython.bint = attacker_moves
        won: cython.bint
        self.budget.allow(nodes)
        with cython.nogil:
            self.field.attack(0, 0)
            if first:
                won = self._attacks(1, self.field.attacker[0])
            else:
                won = self._defends(1, self.field.attacker[0])
        self.budget.check()
        return None if self.budget.stopped else won

    def _verdict(self, level: cython.int, turn: cython.int) -> cython.int:
        """Judge a level at sight: 1 the attacker wins, 0 he does not, -1 unclear."""
        self.field.survey(level)
        wins: u64 = self.field.wins_a
        if self.field.a_n[level] == 0:
            return 0
        if wins:
            if turn == 0:
                self.zone = wins & (0 - wins)
                return 1
            if wins & (wins - 1):
                self.zone = wins
                return 1
            return -1
        if self.erdos and self.field.total < (2 * HALF if turn else HALF):
            return 0
        return -1

    def _attacks(self, level: cython.int, fresh: u64) -> cython.bint:
        i: cython.int
        cell: u64
        won: cython.bint = False
        if not self.budget.visit():
            return False
        i = self._verdict(level, 0)
        if i >= 0:
            return i == 1
        self._reduce(level, 0, fresh)
        given: u64 = self.given
        i = self._verdict(level, 0)
        if i >= 0:
            self.zone |= given
            return i == 1
        self._name(level)
        turn: cython.int = self.turn
        first: u64 = self.field.first
        second: u64 = self.field.second
        if self.memory.find(first, second, 0):
            won = self._recall()
            self.zone |= given
            return won
        before: cython.longlong = self.budget.nodes
        among: u64 = self._best(self.field.empty)
        left: u64 = self.field.empty
        part: u64 = self._part(level, left) if self.parts else left
        if part != left:
            while left and not (won or self.budget.stopped):
                part = self._part(level, left)
                left ^= part
                self._only(level, part)
                won = self._attacks(level + 1, 0)
        elif self.sequences and self.threats.wins(level):
            won = True
            self.zone = self.threats.zone
        elif not (self.pairs and self.pairing.find(level, 0)):
            for i in range(self.field.order(level, self._worthwhile(level, among))):
                cell = bit(self.field.moves[level * 64 + i])
                self.field.attack(level, cell)
                won = self._defends(level + 1, cell)
                self.zone |= cell
                if won or self.budget.stopped:
                    break
        self._learn(first, second, 0, won, before, turn)
        self.zone |= given
        return won

    def _defends(self, level: cython.int, fresh: u64) -> cython.bint:
        i: cython.int
        cell: u64
        won: cython.bint = True
        if not self.budget.visit():
            return False
        i = self._verdict(level, 1)
        if i >= 0:
            return i == 1
        cell = self.field.wins_a
        if cell:
            self.field.defend(level, cell)
            won = self._attacks(level + 1, fresh)
            self.zone |= cell
            return won
        self._reduce(level, 1, fresh)
        i = self._verdict(level, 1)
        if i >= 0:
            return i == 1
        self._name(level)
        turn: cython.int = self.turn
        first: u64 = self.field.first
        second: u64 = self.field.second
        if self.memory.find(first, second, 1):
            return self._recall()
        before: cython.longlong = self.budget.nodes
        left: u64 = self.field.empty
        among: u64 = self._best(left)
        zone: u64 = 0
        threatened: u64 = 0
        part: u64 = self._part(level, left) if self.parts else left
        if part != left:
            won = False
            while left and not (won or self.budget.stopped):
                part = self._part(level, left)
                left ^= part
                self._only(level, part)
                if self._attacks(level + 1, 0):
                    zone |= self.zone
                    won = threatened != 0
                    threatened = part
            if threatened and not (won or self.budget.stopped):
                self._only(level, threatened)
                won = self._defends(level + 1, 0)
                zone = self.zone
            self.zone = zone
            self._learn(first, second, 1, won, before, turn)
            return won
        if self.sequences and self.threats.wins(level):
            zone = self.threats.zone
            among &= zone
        self.field.weigh(level)
        for i in range(self.field.order(level, among)):
            cell = bit(self.field.moves[level * 64 + i])
            if among & cell == 0:
                continue
            self.field.defend(level, cell)
            won = self._attacks(level + 1, 0)
            if not won or self.budget.stopped:
                break
            zone |= self.zone
            if self.carried:
                among &= self.zone
        self.zone = zone
        self._learn(first, second, 1, won, before, turn)
        return won

    def _reduce(self, level: cython.int, turn: cython.int, fresh: u64) -> None:
        """Leave out of a surveyed level what makes no difference."""
        i: cython.int
        kept: cython.int
        line: u64
        pair: u64
        at: cython.int = self.field.a_at[level]
        into: cython.int = (level + 1) * self.field.most
        n: cython.int = self.field.a_n[level]
        gone: u64
        empty: u64 = self.field.empty
        self.given = 0
        n = self._leave_out(into, at, n, fresh if self.contained else 0)
        while True:
            empty = self._compare(into, n)
            gone = self._twins(empty) if self.twins else 0
            if gone:
                kept = 0
                for i in range(n):
                    line = self.field.pool[into + i]
                    if line & gone == 0:
                        self.field.pool[into + kept] = line
                        kept += 1
                n = kept
                continue
            if turn == 0 and self.leaves:
                fresh = 0
                for i in range(n):
                    pair = self.field.pool[into + i] & self.field.empty
                    if count(pair) == 2:
                        if self.common[lowest(pair)] == pair:
                            fresh = pair & (pair - 1)
                            break
                        if self.common[lowest(pair & (pair - 1))] == pair:
                            fresh = pair & (0 - pair)
                            break
                if fresh:
                    self.given |= pair
                    self.field.attacker[level] |= fresh
                    self.field.empty &= ~pair
                    # the other cell is the defender's: no line through it is left
                    kept = 0
                    for i in range(n):
                        line = self.field.pool[into + i]
                        if line & (pair ^ fresh) == 0:
                            self.field.pool[into + kept] = line
                            kept += 1
                    n = self._leave_out(into, into, kept, fresh if self.contained else 0)
                    continue
            break
        gone = 0
        for i in range(n):
            gone |= self.field.pool[into + i]
        self.field.a_at[level] = into
        self.field.a_n[level] = n
        self.field.attacker[level] &= gone
        self.field.defender[level] = self.field.full & ~gone

    def _leave_out(
        self, into: cython.int, at: cython.int, n: cython.int, fresh: u64
    ) -> cython.int:
        """Copy the lines that contain no other."""
        i: cython.int
        j: cython.int
        short: cython.int = 0
        kept: cython.int = 0
        line: u64
        rest: u64
        empty: u64 = self.field.empty
        held: cython.bint
        own: cython.int = 0
        if fresh:
            for i in range(n):
                line = self.field.pool[at + i]
                if line & fresh:
                    self.shorter[short] = line & empty
                    short += 1
        for i in range(n):
            line = self.field.pool[at + i]
            rest = line & empty
            held = False
            if line & fresh:
                own += 1
            for j in range(short):
                if rest & self.shorter[j] == self.shorter[j] and (
                    rest != self.shorter[j] or line & fresh == 0 or j < own - 1
                ):
                    held = True
                    break
            if not held:
                self.field.pool[into + kept] = line
                kept += 1
        return kept

    def _compare(self, at: cython.int, n: cython.int) -> u64:
        """Set `common[cell]` to what all lines through the cell have in common."""
        i: cython.int
        rest: u64
        left: u64
        cover: u64 = 0
        empty: u64 = self.field.empty
        for i in range(self.field.cells):
            self.common[i] = empty
        for i in range(n):
            rest = self.field.pool[at + i] & empty
            cover |= rest
            left = rest
            while left:
                self.common[lowest(left)] &= rest
                left &= left - 1
        return cover

    def _part(self, level: cython.int, among: u64) -> u64:
        """Return the cells that hang together with the first of them by lines."""
        i: cython.int
        line: u64
        before: u64 = 0
        part: u64 = among & (0 - among)
        at: cython.int = self.field.a_at[level]
        empty: u64 = self.field.full & ~(self.field.attacker[level] | self.field.defender[level])
        while part != before:
            before = part
            for i in range(self.field.a_n[level]):
                line = self.field.pool[at + i] & empty
                if line & part:
                    part |= line
        return part

    def _only(self, level: cython.int, part: u64) -> None:
        """Fill the next level with the lines of one part."""
        i: cython.int
        line: u64
        cover: u64 = 0
        empty: u64 = self.field.full & ~(self.field.attacker[level] | self.field.defender[level])
        at: cython.int = self.field.a_at[level]
        into: cython.int = (level + 2) * self.field.most
        kept: cython.int = 0
        for i in range(self.field.a_n[level]):
            line = self.field.pool[at + i]
            if line & part:
                self.field.pool[into + kept] = line
                kept += 1
                cover |= line
        self.field.a_at[level + 1] = into
        self.field.a_n[level + 1] = kept
        self.field.attacker[level + 1] = self.field.attacker[level] & cover
        self.field.defender[level + 1] = self.field.full & ~cover

    def _twins(self, among: u64) -> u64:
        """Return cells that share all of their lines with another one."""
        one: u64
        others: u64
        gone: u64 = 0
        while among:
            one = among & (0 - among)
            among ^= one
            others = self.common[lowest(one)] & among
            while others:
                if self.common[lowest(others)] & one:
                    gone |= one
                    break
                others &= others - 1
        return gone

    def _best(self, among: u64) -> u64:
        """Return the cells that no other cell is at least as good as."""
        left: u64 = among
        one: u64
        if not self.dominated:
            return among
        while left:
            one = left & (0 - left)
            left ^= one
            if self.common[lowest(one)] & among != one:
                among ^= one
        return among

    def _worthwhile(self, level: cython.int, among: u64) -> u64:
        """Return the attacker's moves that no pairing refutes; weigh the cells."""
        left: u64 = self.field.empty
        reply: u64
        zone: u64
        tries: cython.int = self.tries if self.narrow else 0
        self.field.weigh(level)
        while tries and left and among:
            tries -= 1
            reply = self._heaviest(left)
            left ^= reply
            if self.pairing.find(level, reply):
                zone = self.pairing.used | reply
                among &= zone
                left &= zone
        return among

    def _heaviest(self, among: u64) -> u64:
        """Return the worthiest cell, as a bitboard."""
        cell: cython.int
        best: cython.int = -1
        while among:
            cell = lowest(among)
            among &= among - 1
            if best < 0 or self.field.worth[cell] > self.field.worth[best]:
                best = cell
        return bit(best)

    def _name(self, level: cython.int) -> None:
        self.field.first = self.field.attacker[level]
        self.field.second = self.field.defender[level]
        self.turn = self.turns.n
        if level <= self.turned:
            self.turns.least(self.field.first, self.field.second)
            self.field.first = self.turns.first
            self.field.second = self.turns.second
            self.turn = self.turns.turn

    def _recall(self) -> cython.bint:
        if self.memory.data & WON == 0:
            return False
        self.zone = self.turns.image(self.memory.extra, self.turns.undo[self.turn])
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
        if self.budget.stopped:
            return
        data: u64 = min(self.budget.nodes - before, 0xFFFF)
        zone: u64 = 0
        if won:
            data |= WON
            zone = self.turns.image(self.zone, turn)
        self.memory.store(first, second, kind, data, zone)
