"""Depth-first proof-number search: go where a proof is nearest.

Each position has a proof number (at least so many open positions below it have yet to turn out
won, to prove that the attacker wins) and a disproof number. Where the attacker moves, the
proof number is the least of the children's and the disproof number grows with all of them; where
the defender moves, the other way round. The search goes down to the open position that both
numbers point to, and comes back up only when a number passes the limit at which another branch
would be nearer. It finds narrow wins that alpha-beta would dig past.

Alpha-beta, which is quick where little is left, first glances at each new position for a few
nodes; the rest is for the numbers to find.

Games of this kind never repeat a position, so the numbers need no care for cycles. Positions do
meet again by other orders of moves; so that they are not counted twice too often, the sum is
taken weakly: the greatest number, plus one for each other open child.

Contract: `run` => True if the attacker wins from level 0 of the field, False if he does not, None
if a limit came first; `proof` and `disproof` then tell how far it is. What it has learnt stays in
the memory, so the next `run` goes on from there.

Sources: Allis, van der Meulen and van den Herik, "Proof-number search", AI 66, 1994; Nagai,
"Df-pn algorithm", 2002; Ueda et al., "Weak proof-number search", CG 2008.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

import cython

from noughts.solver.budget import Budget

if not cython.compiled:
    from noughts.solver.alphabeta import AlphaBeta
    from noughts.solver.field import Field
    from noughts.solver.memory import Memory
    from noughts.solver.words import NEVER, bit, count, u64

if TYPE_CHECKING:
    from collections.abc import Callable
GLANCE = 1000  #: nodes that alpha-beta may spend on a position seen for the first time


@cython.final
@cython.cclass
class ProofNumbers:
    """One question about one field; `rules`, on the same field, lends its tests and its glances."""

    def __init__(
        self,
        field: Field,
        memory: Memory,
        rules: AlphaBeta,
        poll: Callable[[], bool] | None = None,
        glance: int = GLANCE,
    ) -> None:
        self.field = field
        self.memory = memory
        self.rules = rules
        self.budget = Budget(poll)
        self.glance = glance
        self.proof = 1
        self.disproof = 1
        self.proofs = array("q", bytes(8 * 64 * (field.cells + 2)))
        self.disproofs = array("q", bytes(8 * 64 * (field.cells + 2)))

    def run(self, attacker_moves: bool, nodes: int = 0) -> bool | None:  # noqa: FBT001
        """Answer, after at most about so many nodes, glances included (0: any number)."""
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
        before: cython.longlong = self.budget.nodes
        if not self.budget.visit():
            return
        moves: u64 = self._moves(level, turn)
        first: u64 = self.field.first
        second: u64 = self.field.second
        # Of a key that may have been turned, the moves are not where they were.
        kept: cython.bint = self.field.cells - count(self.field.empty) > self.rules.turned
        if moves == 0:
            self._store(first, second, turn, 0, self.budget.nodes - before)
            return
        n = self._children(level, turn, moves)
        while True:
            self._sum_up(row, n, turn)
            if self.proof >= proof or self.disproof >= disproof:
                break
            # Go on below until another child is clearly nearer, or a limit here is passed.
            nearer = self.second + 1 + (self.second >> 2)
            best = self.best
            self._play(level, turn, self.field.moves[row + best])
            if turn == 0:
                self._search(level + 1, 1, min(nearer, proof), disproof - self.others)
            else:
                self._search(level + 1, 0, proof - self.others, min(nearer, disproof))
            if self.budget.stopped:
                self._sum_up(row, n, turn)
                return
            self.proofs[row + best] = self.proof
            self.disproofs[row + best] = self.disproof
        self._store(first, second, turn, moves if kept else 0, self.budget.nodes - before)

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
            self.proofs[row + i] = self.proof
            self.disproofs[row + i] = self.disproof
            if (self.proof if turn == 0 else self.disproof) == 0:
                return i + 1
        return n

    def _sum_up(self, row: cython.int, n: cython.int, turn: cython.int) -> None:
        """Set the numbers from the children's; also `best`, `second` and `others`.

        The mover's own number is the least of the children's; `best` has it, and `second` is
        the next. The other's number is the greatest, and one more for each of the `others`, the
        open children besides.
        """
        i: cython.int
        own: cython.longlong
        other: cython.longlong
        least: cython.longlong = NEVER
        greatest: cython.longlong = 0
        self.second = NEVER
        self.best = 0
        self.others = -1
        for i in range(n):
            own = self.proofs[row + i] if turn == 0 else self.disproofs[row + i]
            other = self.disproofs[row + i] if turn == 0 else self.proofs[row + i]
            if own < least:
                self.second = least
                least = own
                self.best = i
            elif own < self.second:
                self.second = own
            if other:
                self.others += 1
                greatest = max(greatest, other)
        if least == 0:
            greatest = NEVER
        elif greatest:
            greatest = min(greatest + self.others, NEVER - 1)
        self.proof = least if turn == 0 else greatest
        self.disproof = greatest if turn == 0 else least

    def _moves(self, level: cython.int, turn: cython.int) -> u64:
        """Return the moves worth trying; none if the position is decided, which sets the numbers.

        Leaves the position's key in the field.
        """
        moves: u64
        won: cython.int = -1
        self.field.survey(level)
        forced: u64 = self.field.wins_d if turn == 0 else self.field.wins_a
        known: cython.bint = self._known(level, turn)
        if forced:
            return forced
        if known and self.memory.extra:
            return self.memory.extra
        first: u64 = self.field.first
        second: u64 = self.field.second
        moves = self.field.empty & (self.field.cover_a | self.field.cover_d)
        if turn == 0:
            if self.rules.sequences and self.rules.threats.wins(level):
                won = 1
            elif self.rules.pairs and self.rules.pairing.find(level, 0):
                won = 0
            else:
                moves = self.rules.worthwhile(level)
                if moves == 0:
                    won = 0
        elif self.rules.relevance and self.rules.threats.wins(level):
            moves &= self.rules.threats.replies(level)
            if moves == 0:
                won = 1
        if won < 0 and not known and self.glance:
            won = self.rules.glance(level, turn, self.glance)
            self.budget.nodes += self.rules.spent
            self.field.survey(level)
        self.field.first = first
        self.field.second = second
        if won >= 0:
            self.proof = 0 if won else NEVER
            self.disproof = NEVER if won else 0
            return 0
        return moves

    def _play(self, level: cython.int, turn: cython.int, cell: cython.int) -> None:
        if turn == 0:
            self.field.attack(level, bit(cell))
        else:
            self.field.defend(level, bit(cell))

    def _judge(self, level: cython.int, turn: cython.int) -> None:
        """Set the numbers of a position at first sight, or as remembered."""
        verdict: cython.int
        self.field.survey(level)
        verdict = self.rules.verdict(turn)
        if verdict >= 0:
            self.proof = 0 if verdict else NEVER
            self.disproof = NEVER if verdict else 0
        elif self._known(level, turn):
            self.proof = self.memory.data >> 39 & 0x7FFFFF
            self.disproof = self.memory.data >> 16 & 0x7FFFFF
        else:
            # A defender who is free to choose is harder to beat.
            self.proof = 2 if turn == 1 and self.field.wins_a == 0 else 1
            self.disproof = 1

    def _known(self, level: cython.int, turn: cython.int) -> cython.bint:
        """Whether the position has been searched before; leaves its key in the field."""
        kind: u64 = turn
        self.rules.name(level)
        return self.memory.find(self.field.first, self.field.second, kind)

    def _store(
        self, first: u64, second: u64, turn: u64, moves: u64, effort: cython.longlong
    ) -> None:
        if not self.budget.stopped:
            data: u64 = min(effort, 0xFFFF)
            data |= bit(39) * self.proof | bit(16) * self.disproof
            self.memory.store(first, second, turn, data, moves)
