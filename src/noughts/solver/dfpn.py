"""Depth-first proof-number search: go where a proof is nearest.

Each position has a proof number (at least so many open positions below it have yet to turn out
won, to prove that the attacker wins) and a disproof number. Where the attacker moves, the
proof number is the least of the children's and the disproof number grows with all of them; where
the defender moves, the other way round. The search goes down to the open position that both
numbers point to, and comes back up only when a number passes the limit at which another branch
would be nearer. It finds narrow wins that alpha-beta would dig past.

What a position's numbers are at first sight decides where the search goes. They are the odds
against the attacker, guessed from what both sides still have: an open line that lacks n cells
weighs 2**-n, as in the draw test of Erdős and Selfridge. With a for the attacker's lines and d
for the defender's, the odds are 2**x to one (the proof number is 1 + 2**x, the disproof number
1 + 2**(-x / 3)):

    the attacker to move                        x = 12.5 - 8.5 a + 2 d
    the defender, who has threats to meet       x =  8.5 - 6 a + 5 d
    the defender, who has none                  x = 11 - 6 a + 5 d

The weights come from a logistic regression on 180,000 positions that a proof of 9,4,4 had settled,
the last constant from trials. They guide, they prove nothing; on other boards they guide less well.

The search holds on to the branch it is in until another is clearly nearer: twice as near at the
first move, an eighth from the fourth ply on. When a reply has been proved to lose, replies that
the same win refutes are struck out (`Zones`). Games of this kind never repeat a position, so the
numbers need no care for cycles.

Contract: `run` => True if the attacker wins from level 0 of the field, False if he does not, None
if a limit came first; `proof` and `disproof` then tell how far it is. What it has learnt stays in
the memory, so the next `run` goes on from there.

Sources: Allis, van der Meulen and van den Herik, "Proof-number search", AI 66, 1994; Nagai,
"Df-pn algorithm", 2002; Winands and Schadd, "Evaluation-function based proof-number search", CG
2010.
"""

from __future__ import annotations

from array import array
from functools import lru_cache
from typing import TYPE_CHECKING

import cython

from noughts.solver.budget import Budget

if not cython.compiled:
    from noughts.solver.alphabeta import AlphaBeta
    from noughts.solver.field import Field
    from noughts.solver.memory import Memory
    from noughts.solver.words import EVER, NEVER, SCALE, bit, u64

if TYPE_CHECKING:
    from collections.abc import Callable

LOYALTY = 3  #: plies over which the search learns to change its mind
#: Of x, in halves: the constant, and what the attacker's and the defender's lines weigh.
ODDS = (25, 17, 4), (17, 12, 10), (22, 12, 10)
LEAST, MOST = -30, 10  #: what x is kept within
FINEST = 6  #: lines are weighed to 2**-6
STEPS = 2 << FINEST  #: and x is known to so many parts of one


@lru_cache(maxsize=1)
def _first_numbers() -> tuple[array[int], array[int]]:
    """Return the proof and disproof numbers of each x, from the least on."""
    exponents = [LEAST + at / STEPS for at in range((MOST - LEAST) * STEPS + 1)]
    return (
        array("q", [1 + round(2**x) for x in exponents]),
        array("q", [1 + round(2 ** (-x / 3)) for x in exponents]),
    )


@cython.final
@cython.cclass
class ProofNumbers:
    """One question about one field; `rules`, on the same field, lends its tests and its zones."""

    def __init__(
        self,
        field: Field,
        memory: Memory,
        rules: AlphaBeta,
        poll: Callable[[], bool] | None = None,
    ) -> None:
        self.field = field
        self.memory = memory
        self.rules = rules
        self.zones = rules.zones
        self.budget = Budget(poll)
        self.loyalty = LOYALTY
        self.grain = SCALE - FINEST
        self.most = (MOST - LEAST) * STEPS
        self.first_proof, self.first_disproof = _first_numbers()
        rows = [((x << FINEST) - LEAST * STEPS, mine, theirs) for x, mine, theirs in ODDS]
        self.odds = array("q", [number for row in rows for number in row])
        self.proof = 1
        self.disproof = 1
        self.proofs = array("q", bytes(8 * 64 * (field.cells + 2)))
        self.disproofs = array("q", bytes(8 * 64 * (field.cells + 2)))

    def run(self, attacker_moves: bool, nodes: int = 0) -> bool | None:  # noqa: FBT001
        """Answer, after at most so many nodes (0: any number)."""
        turn: cython.int = 0 if attacker_moves else 1
        self.budget.allow(nodes)
        with cython.nogil:
            self._judge(0, turn)
            if self.proof and self.disproof:
                self._search(0, turn, NEVER, NEVER)
        self.budget.check()
        return True if self.proof == 0 else False if self.disproof == 0 else None

    def _search(
        self, level: cython.int, turn: cython.int, proof: cython.longlong, disproof: cython.longlong
    ) -> None:
        """Search an open position until a number reaches its limit; set `proof`, `disproof`."""
        n: cython.int
        best: cython.int
        row: cython.int = level * 64
        nearer: cython.longlong
        enough: cython.longlong
        before: cython.longlong = self.budget.nodes
        if not self.budget.visit():
            return
        moves: u64 = self._moves(level, turn)
        first: u64 = self.field.first
        second: u64 = self.field.second
        turned: cython.int = self.turned
        forced: cython.bint = self.forced
        zone: u64 = self.zones.zone
        if moves:
            n = self._children(level, turn, moves)
        while moves:
            self._sum_up(row, n, turn)
            if self.proof >= proof or self.disproof >= disproof:
                break
            # Go on below until another child is clearly nearer, or a limit here is passed.
            nearer = self.second + 1 + (self.second >> min(level, self.loyalty))
            best = self.best
            self._play(level, turn, self.field.moves[row + best])
            if turn == 0:
                enough = max(disproof - self.others, self.disproofs[row + best] + 1)
                self._search(level + 1, 1, min(nearer, proof), enough)
            else:
                enough = max(proof - self.others, self.proofs[row + best] + 1)
                self._search(level + 1, 0, enough, min(nearer, disproof))
            if self.budget.stopped:
                self._sum_up(row, n, turn)
                return
            self._note(level, best)
            if turn and self.proof == 0:
                self._strike(level, n, best)
        if moves and self.proof == 0:
            if turn and not forced:
                self.zones.gather(level, n, zone)
            else:
                self.zones.recall(row + self.best)
                self.zones.zone |= bit(self.field.moves[row + self.best])
        self._store(first, second, turn, moves, self.budget.nodes - before, turned)

    def _children(self, level: cython.int, turn: cython.int, moves: u64) -> cython.int:
        """Order the moves and judge what they lead to; return how many, up to one that decides."""
        i: cython.int
        row: cython.int = level * 64
        self.field.survey(level)
        self.field.weigh(level)
        n: cython.int = self.field.order(level, moves)
        for i in range(n):
            self._play(level, turn, self.field.moves[row + i])
            self._judge(level + 1, 1 - turn)
            self._note(level, i)
            if (self.proof if turn == 0 else self.disproof) == 0:
                return i + 1
        if turn:
            for i in range(n):
                if self.proofs[row + i] == 0 and self.zones.spare[row + i] >= 0:
                    self._strike(level, n, i)
        return n

    def _note(self, level: cython.int, i: cython.int) -> None:
        """Keep what was found of a child."""
        self.proofs[level * 64 + i] = self.proof
        self.disproofs[level * 64 + i] = self.disproof
        self.zones.keep(level * 64 + i)

    def _strike(self, level: cython.int, n: cython.int, by: cython.int) -> None:
        """Strike out the replies, not yet settled, that the win after one of them refutes."""
        i: cython.int
        row: cython.int = level * 64
        left: u64
        if not self.rules.carried:
            return
        left = self.zones.replies(level, self.zones.found[row + by], self.zones.spare[row + by])
        for i in range(n):
            if self.proofs[row + i] and left & bit(self.field.moves[row + i]) == 0:
                self.proofs[row + i] = 0
                self.disproofs[row + i] = NEVER
                self.zones.strike(row + i)

    def _sum_up(self, row: cython.int, n: cython.int, turn: cython.int) -> None:
        """Set the numbers from the children's; also `best`, `second` and `others`.

        The mover's own number is the least of the children's; `best` has it, and `second` is
        the next. The other number is the sum of theirs, and `others` what it is without the
        greatest.
        """
        i: cython.int
        own: cython.longlong
        other: cython.longlong
        least: cython.longlong = NEVER
        greatest: cython.longlong = 0
        total: cython.longlong = 0
        self.second = NEVER
        self.best = 0
        for i in range(n):
            own = self.proofs[row + i] if turn == 0 else self.disproofs[row + i]
            other = self.disproofs[row + i] if turn == 0 else self.proofs[row + i]
            if own < least:
                self.second = least
                least = own
                self.best = i
            elif own < self.second:
                self.second = own
            greatest = max(greatest, other)
            total += other
        self.others = total - greatest
        total = NEVER if least == 0 else min(total, NEVER - 1)
        self.proof = least if turn == 0 else total
        self.disproof = total if turn == 0 else least

    def _moves(self, level: cython.int, turn: cython.int) -> u64:
        """Return the moves worth trying; none if the position is decided, which sets the numbers.

        Leaves the position's key in the field, and in `zones` a threat sequence's after a pass.
        """
        moves: u64
        self.field.survey(level)
        forced: u64 = self.field.wins_a if turn else self.field.wins_d
        known: cython.bint = self._known(level, turn)
        self.turned = self.rules.turn
        self.forced = forced != 0
        self.zones.set(0, 0)
        if forced:
            return forced
        if turn:
            self._threatened(level)
            return self.moves
        if known and self.memory.extra:
            return self.rules.turns.image(self.memory.extra, self.rules.turns.undo[self.rules.turn])
        if self.rules.sequences and self.rules.threats.wins(level):
            self.zones.set(self.rules.threats.zone, 0)
            self._settle(True)
            return 0
        moves = 0
        if not (self.rules.pairs and self.rules.pairing.find(level, 0)):
            moves = self.rules.worthwhile(level)
        if moves == 0:
            self._settle(False)
        return moves

    def _threatened(self, level: cython.int) -> cython.bint:
        """Whether the attacker would win by threats after a pass; sets the `moves` that help.

        Leaves the zone in `zones`: of the sequence, or of the position if no move helps.
        """
        zone: u64
        self.moves = self.field.empty & (self.field.cover_a | self.field.cover_d)
        if not (self.rules.relevance and self.rules.threats.wins(level)):
            return False
        zone = self.rules.threats.zone
        self.moves &= self.zones.replies(level, zone, 0)
        self.zones.set(zone, 0)
        if self.moves == 0:
            self.zones.gather(level, 0, zone)
            self._settle(True)
        return True

    def _settle(self, won: cython.bint) -> None:
        self.proof = 0 if won else NEVER
        self.disproof = NEVER if won else 0

    def _play(self, level: cython.int, turn: cython.int, cell: cython.int) -> None:
        if turn == 0:
            self.field.attack(level, bit(cell))
        else:
            self.field.defend(level, bit(cell))

    def _judge(self, level: cython.int, turn: cython.int) -> None:
        """Set the numbers of a position at first sight, or as remembered."""
        verdict: cython.int
        quiet: cython.bint
        self.field.survey(level)
        verdict = self.rules.verdict(turn)
        if verdict >= 0:
            self._settle(verdict == 1)
            return
        if self._known(level, turn):
            self._recall()
            return
        if self.field.wins_a | self.field.wins_d:  # one move, and then another look
            self.proof = 1
            self.disproof = 1
        elif turn:
            quiet = not self._threatened(level)
            if quiet or self.moves:
                self._guess(level, 2 if quiet else 1)
        elif self.rules.sequences and self.rules.threats.wins(level):
            self.zones.set(self.rules.threats.zone, 0)
            self._settle(True)
        else:
            self._guess(level, 0)

    def _guess(self, level: cython.int, kind: cython.int) -> None:
        """Set the numbers of a surveyed position to the odds at first sight, by a row of `ODDS`."""
        attacker: cython.longlong = self.field.total >> self.grain
        defender: cython.longlong = self.field.opposed(level) >> self.grain
        row: cython.int = 3 * kind
        at: cython.longlong = (
            self.odds[row] - self.odds[row + 1] * attacker + self.odds[row + 2] * defender
        )
        at = min(max(at, 0), self.most)
        self.proof = self.first_proof[at]
        self.disproof = self.first_disproof[at]

    def _known(self, level: cython.int, turn: cython.int) -> cython.bint:
        """Whether the position has been searched before; leaves its key in the field."""
        kind: u64 = turn
        self.rules.name(level)
        return self.memory.find(self.field.first, self.field.second, kind)

    def _recall(self) -> None:
        """Set the numbers as they were stored; of a win, the zone."""
        self.proof = self.memory.data >> 39 & 0x7FFFFF
        self.disproof = self.memory.data >> 16 & 0x7FFFFF
        if self.proof == 0:
            self.disproof = NEVER
            self.zones.set(
                self.rules.turns.image(self.memory.extra, self.rules.turns.undo[self.rules.turn]),
                self.memory.data >> 16 & EVER,
            )

    def _store(
        self,
        first: u64,
        second: u64,
        turn: u64,
        moves: u64,
        effort: cython.longlong,
        turned: cython.int,
    ) -> None:
        """Remember the numbers, with the moves worth trying or a win's zone and passes."""
        if not self.budget.stopped:
            data: u64 = min(effort, 0xFFFF)
            if self.proof == 0:
                data |= bit(16) * self.zones.passes
                moves = self.zones.zone
            else:
                data |= bit(39) * self.proof | bit(16) * self.disproof
            self.memory.store(first, second, turn, data, self.rules.turns.image(moves, turned))
