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

if not cython.compiled:
    from noughts.solver.alphabeta import AlphaBeta
    from noughts.solver.field import Field
    from noughts.solver.memory import Memory
    from noughts.solver.words import HALF, NEVER, bit, count, u64

if TYPE_CHECKING:
    from collections.abc import Callable
GLANCE = 1000  #: nodes that alpha-beta may spend on a position seen for the first time


@cython.final
@cython.cclass
class ProofNumbers:
    """One question about one field; `rules` lends its tests of single positions."""

    def __init__(
        self,
        field: Field,
        memory: Memory,
        rules: AlphaBeta,
        poll: Callable[[], bool] | None = None,
    ) -> None:
        """Take the search that lends its rules; its nodes count as well."""
        self.field = field
        self.memory = memory
        self.rules = rules
        self.poll = poll
        self.error = None
        self.nodes = 0
        self.glance = GLANCE
        self.stopped = False
        self.proofs = array("q", bytes(8 * 64 * (field.cells + 2)))
        self.disproofs = array("q", bytes(8 * 64 * (field.cells + 2)))

    def run(self, attacker_moves: bool, nodes: int = 0) -> bool | None:  # noqa: FBT001
        """Answer, after at most so many nodes (0: any number)."""
        turn: cython.int = 0 if attacker_moves else 1
        self.stopped = False
        self.most = self.nodes + self.rules.nodes + nodes if nodes else 1 << 62
        with cython.nogil:
            self._judge(0, turn)
            if self.proof and self.disproof:
                self._search(0, turn, NEVER, NEVER)
        if self.error is not None:
            raise self.error
        return True if self.proof == 0 else False if self.disproof == 0 else None

    def _visit(self) -> cython.bint:
        """Count a node; whether there is leave to go on."""
        if self.nodes + self.rules.nodes >= self.most:
            self.stopped = True
            return False
        self.nodes += 1
        if self.nodes & 0x7FF == 0 and self.poll is not None:
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

    def _search(
        self, level: cython.int, turn: cython.int, proof: cython.longlong, disproof: cython.longlong
    ) -> None:
        """Search an open position until a number reaches its limit; set `proof`, `disproof`."""
        i: cython.int
        n: cython.int
        best: cython.int
        open_children: cython.int
        least: cython.longlong
        second: cython.longlong
        greatest: cython.longlong
        number: cython.longlong
        other: cython.longlong
        row: cython.int = level * 64
        before: cython.longlong = self.nodes
        moves: u64
        if not self._visit():
            self.proof = 1
            self.disproof = 1
            return
        self.field.survey(level)
        moves = self.field.wins_d if turn == 0 else self.field.wins_a
        if self._known(level, turn) and self.memory.extra:
            moves = self.memory.extra
        elif moves == 0:
            moves = self._moves(level, turn)
            if moves and self.glance:
                won: cython.int = self.rules.glance(level, turn, self.glance)
                self.field.survey(level)
                self._known(level, turn)
                if won >= 0:
                    self.proof = 0 if won else NEVER
                    self.disproof = NEVER if won else 0
                    moves = 0
        key_first: u64 = self.field.first
        key_second: u64 = self.field.second
        # A key that may have been turned says nothing of where the moves are.
        kept: cython.bint = self.field.cells - count(self.field.empty) > self.rules.turned
        if moves == 0:
            self._store(key_first, key_second, turn, 0, self.nodes - before)
            return
        self.field.survey(level)
        self.field.weigh(level)
        n = self.field.order(level, moves)
        for i in range(n):
            self._play(level, turn, self.field.moves[row + i])
            self._judge(level + 1, 1 - turn)
            self.proofs[row + i] = self.proof
            self.disproofs[row + i] = self.disproof
            if (self.proof if turn == 0 else self.disproof) == 0:
                break  # decided: the children not looked at do not matter
        else:
            i = n - 1
        n = i + 1
        while True:
            # `least` is taken over the mover's own number, `greatest` over the other's.
            best = 0
            least = NEVER
            second = NEVER
            greatest = 0
            open_children = 0
            for i in range(n):
                number = self.proofs[row + i] if turn == 0 else self.disproofs[row + i]
                other = self.disproofs[row + i] if turn == 0 else self.proofs[row + i]
                if number < least:
                    second = least
                    least = number
                    best = i
                elif number < second:
                    second = number
                if other:
                    open_children += 1
                    if other > greatest:
                        greatest = other
            if least == 0:
                greatest = NEVER
            elif greatest and greatest < NEVER:
                greatest += open_children - 1
            if greatest == 0:
                least = NEVER
            self.proof = least if turn == 0 else greatest
            self.disproof = greatest if turn == 0 else least
            if self.proof >= proof or self.disproof >= disproof or self.stopped:
                break
            if self.proof == 0 or self.disproof == 0:
                break
            # Go on until another child is nearer, or until this position's limits are passed.
            second = second + 1 + (second >> 2)
            self._play(level, turn, self.field.moves[row + best])
            if turn == 0:
                self._search(
                    level + 1,
                    1,
                    second if second < proof else proof,
                    disproof - open_children + 1,
                )
            else:
                self._search(
                    level + 1,
                    0,
                    proof - open_children + 1,
                    second if second < disproof else disproof,
                )
            if self.stopped:
                self.proof = 1
                self.disproof = 1
                return
            self.proofs[row + best] = self.proof
            self.disproofs[row + best] = self.disproof
        self._store(key_first, key_second, turn, moves if kept else 0, self.nodes - before)

    def _moves(self, level: cython.int, turn: cython.int) -> u64:
        """Return the moves worth trying; none if a rule decides, which sets the numbers."""
        first: u64 = self.field.first
        second: u64 = self.field.second
        among: u64 = self.field.empty & (self.field.cover_a | self.field.cover_d)
        if turn == 0:
            if self.rules.sequences and self.rules.threats.wins(level):
                self.proof = 0
                self.disproof = NEVER
                return 0
            if self.rules.pairs and self.rules.pairing.find(level, 0):
                among = 0
            else:
                among = self.rules._worthwhile(level)
            if among == 0:
                self.proof = NEVER
                self.disproof = 0
        elif self.rules.relevance and self.rules.threats.wins(level):
            among &= self.rules.threats.replies(level)
            if among == 0:
                self.proof = 0
                self.disproof = NEVER
        self.field.first = first
        self.field.second = second
        return among

    def _play(self, level: cython.int, turn: cython.int, cell: cython.int) -> None:
        if turn == 0:
            self.field.attack(level, bit(cell))
        else:
            self.field.defend(level, bit(cell))

    def _judge(self, level: cython.int, turn: cython.int) -> None:
        """Set the numbers of a position at first sight, or as remembered."""
        self.field.survey(level)
        wins: u64
        won: cython.bint = False
        lost: cython.bint
        if turn == 0:
            wins = self.field.wins_d
            won = self.field.wins_a != 0
            lost = (
                self.field.cover_a == 0
                or wins & (wins - 1) != 0
                or (self.rules.erdos and wins == 0 and self.field.total < HALF)
            )
        else:
            wins = self.field.wins_a
            lost = (
                self.field.wins_d != 0
                or self.field.cover_a == 0
                or (self.rules.erdos and wins == 0 and self.field.total < 2 * HALF)
            )
            won = not lost and wins & (wins - 1) != 0
        if won:
            self.proof = 0
            self.disproof = NEVER
        elif lost:
            self.proof = NEVER
            self.disproof = 0
        elif self._known(level, turn):
            self.proof = self.memory.data >> 39 & 0x7FFFFF
            self.disproof = self.memory.data >> 16 & 0x7FFFFF
        else:
            self.proof = 1
            self.disproof = 1
            if turn == 1 and wins == 0:
                self.proof = 2

    def _known(self, level: cython.int, turn: cython.int) -> cython.bint:
        kind: u64 = turn
        return self.rules._find(level, kind, self.memory)

    def _store(
        self, first: u64, second: u64, turn: u64, moves: u64, effort: cython.longlong
    ) -> None:
        if self.stopped:
            return
        if effort > 0xFFFF:
            effort = 0xFFFF
        data: u64 = effort
        data |= bit(39) * self.proof | bit(16) * self.disproof
        self.memory.store(first, second, turn, data, moves)
