"""Depth-first proof-number search: search where a proof is nearest.

Each position has a proof number: the least number of open positions below it that must turn out won
to prove that the attacker wins. It also has a disproof number for the opposite. If the attacker
moves, the proof number is the least of the children's, and the disproof number grows with all of
them. If the defender moves, it is the other way round. The search goes down to the open position
that both numbers point to. It comes back up only when a number exceeds the limit at which another
branch would be nearer. It finds narrow wins that alpha-beta would miss.

The first estimate of a position's numbers decides where the search goes. It is the odds against the
attacker, from both sides' open lines: an open line that lacks n cells weighs 2**-n, as in the draw
test of Erdős and Selfridge. With a for the attacker's lines and d for the defender's, the odds are
2**x to one. The proof number is 1 + 2**x, the disproof number 1 + 2**(-x / 3)):

    the attacker to move                        x = 12.5 - 8.5 a + 2 d
    the defender, who has threats to meet       x =  8.5 - 6 a + 5 d
    the defender, who has none                  x = 11 - 6 a + 5 d

The weights come from a logistic regression on 180,000 positions that a proof of 9,4,4 had settled;
trials gave the last constant. They guide the search and prove nothing; on other boards they guide
less well.

The search stays in a branch until another is clearly nearer (the 1+epsilon rule): twice as near at
the first move, an eighth nearer from the fourth ply. When a reply is proved to lose, the replies
that the same win refutes also lose (`RelevanceZones`). Games of this kind never repeat a position,
so cycles are impossible.

Contract: `run` returns True if the attacker wins from level 0 of the state, False if not, and None
if a limit came first. `proof` and `disproof` then show how far it is. The results along the path on
which it stopped are also stored, so the next `run` resumes there.

Sources: Allis, van der Meulen and van den Herik, "Proof-number search", AI 66, 1994; Nagai,
"Df-pn algorithm", 2002; Pawlewicz and Lew, "Improving depth-first PN-search: 1 + epsilon trick", CG
2006; Winands and Schadd, "Evaluation-function based proof-number search", CG 2010.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Container
from functools import lru_cache

from noughts.core import _cython as cython
from noughts.kernel.bitboard import INFINITE, NO_BOUND, WEIGHT_SCALE, u64
from noughts.kernel.canonical import SymmetryTables
from noughts.kernel.search_types import (
    UNKNOWN,
    WON,
    Answer,
    Children,
    Entry,
    Key,
    Moves,
    Numbers,
    View,
)
from noughts.kernel.state import SearchState
from noughts.kernel.transposition_table import TranspositionTable
from noughts.solver.pruning.prune import ALL_PRUNING, FEW_PAIRINGS
from noughts.solver.search.search_base import BaseSearch

EPSILON_PLIES = 3  #: from this ply, another branch need only be an eighth nearer
#: x in halves: the constant, and the weights of the attacker's and the defender's lines.
ODDS = (25, 17, 4), (17, 12, 10), (22, 12, 10)
LEAST, MOST = -30, 10  #: the range of x
FINEST = 6  #: the precision of lines' weights: 2**-6
STEPS = 2 << FINEST  #: and the precision of x, in parts of one


@lru_cache(maxsize=1)
def _first_numbers() -> tuple[array[int], array[int]]:
    """Return the proof and disproof numbers of each x, from the least."""
    exponents = [LEAST + at / STEPS for at in range((MOST - LEAST) * STEPS + 1)]
    return (
        array("q", [1 + round(2**x) for x in exponents]),
        array("q", [1 + round(2 ** (-x / 3)) for x in exponents]),
    )


@cython.final
class ProofNumberSearch(BaseSearch):
    """The search; `proof` and `disproof` are the numbers of its first position."""

    def __init__(
        self,
        state: SearchState,
        table: TranspositionTable,
        symmetries: SymmetryTables,
        pruning: Container[str] = ALL_PRUNING,
        poll: Callable[[], bool] | None = None,
    ) -> None:
        # A long search for pairings would make a node four times as slow, and save little.
        super().__init__(state, table, symmetries, pruning, poll, FEW_PAIRINGS)
        self.epsilon_plies: int = EPSILON_PLIES
        self.grain: int = WEIGHT_SCALE - FINEST
        self.most: cython.longlong = (MOST - LEAST) * STEPS
        first_proof, first_disproof = _first_numbers()
        self.first_proof: cython.longlong[::1] = first_proof
        self.first_disproof: cython.longlong[::1] = first_disproof
        rows = [((x << FINEST) - LEAST * STEPS, mine, theirs) for x, mine, theirs in ODDS]
        self.odds: cython.longlong[::1] = array("q", [number for row in rows for number in row])
        self.proof: cython.readonly[cython.longlong] = 1
        self.disproof: cython.readonly[cython.longlong] = 1
        self.proofs: cython.longlong[::1] = array("q", bytes(8 * 64 * (state.cells + 2)))
        self.disproofs: cython.longlong[::1] = array("q", bytes(8 * 64 * (state.cells + 2)))

    def answer(self, attacker_moves: bool, nodes: int = 0) -> tuple[bool | None, int, int]:
        """Answer as `run` does, with the zone of a win and its passes."""
        side: u64 = 0 if attacker_moves else 1
        numbers: Numbers
        self.budget.allow(nodes)
        with cython.nogil:
            numbers = self._at_first_sight(0, side)
            if numbers.proof and numbers.disproof:
                numbers = self._search(0, side, numbers, INFINITE, INFINITE)
        self.proof = numbers.proof
        self.disproof = numbers.disproof
        self.budget.check()
        won = True if numbers.proof == 0 else False if numbers.disproof == 0 else None
        return won, numbers.zone, numbers.passes

    def move(self, level: cython.int) -> u64:
        """Return a winning move of the attacker at a level that is known to be won."""
        i: cython.int
        cell: u64
        numbers: Numbers
        unknown: Numbers = Numbers(proof=1, disproof=1, zone=0, passes=0)
        for i in range(self.pruning.order(level)):
            cell = self.state.move(level, i)
            self.state.attack(level, cell)
            numbers = self._at_first_sight(level + 1, 1)
            if numbers.proof == 0:
                return cell
        # The table has lost it, and may not be able to store it again.
        numbers = self._search(level, 0, unknown, INFINITE, INFINITE)
        if numbers.proof:
            return 0
        i = 0
        while self.proofs[level * 64 + i]:
            i += 1
        return self.state.move(level, i)

    def _search(
        self,
        level: cython.int,
        side: u64,
        numbers: Numbers,
        most_proof: cython.longlong,
        most_disproof: cython.longlong,
    ) -> Numbers:
        """Search an open position until a number reaches its limit; return the numbers."""
        nearer: cython.longlong
        before: u64 = self.budget.nodes
        if not self.budget.visit():
            return numbers
        view: View = self.state.view(level)
        key: Key = self.pruning.key(level, view, side)
        forced: u64 = view.attacker_wins if side else view.defender_wins
        moves: Moves = self._moves(level, view, key, forced)
        if moves.cells == 0:
            numbers = self._settled(level, side, moves)
            self._store(key, numbers, 0, self.budget.nodes - before)
            return numbers
        n = self._expand(level, side, view, moves.cells)
        children: Children = self._sum_up(level, n, side)
        while (
            children.proof < most_proof
            and children.disproof < most_disproof
            and not self.budget.stopped
        ):
            # Search below until another child is clearly nearer, or a limit here is exceeded.
            nearer = children.second + 1 + (children.second >> min(level, self.epsilon_plies))
            numbers = self._child(level, side, children, nearer, most_proof, most_disproof)
            self._note(level, children.best, numbers)
            if side and numbers.proof == 0:
                self._leave_out(level, n, children.best)
            children = self._sum_up(level, n, side)
            if level == 0:
                self.proof = children.proof
                self.disproof = children.disproof
        numbers = self._summed(level, n, children, side == 1 and forced == 0, moves.zone)
        self._store(key, numbers, moves.cells, self.budget.nodes - before)
        return numbers

    def _child(
        self,
        level: cython.int,
        side: u64,
        children: Children,
        nearer: cython.longlong,
        most_proof: cython.longlong,
        most_disproof: cython.longlong,
    ) -> Numbers:
        """Search the child that both numbers point to, with the thresholds that df-pn gives it."""
        at: cython.int = level * 64 + children.best
        enough: cython.longlong
        numbers: Numbers = Numbers(
            proof=self.proofs[at], disproof=self.disproofs[at], zone=0, passes=0
        )
        self.state.play(level, side, self.state.move(level, children.best))
        if side:
            enough = max(most_proof - children.others, self.proofs[at] + 1)
            return self._search(level + 1, 0, numbers, enough, min(nearer, most_disproof))
        enough = max(most_disproof - children.others, self.disproofs[at] + 1)
        return self._search(level + 1, 1, numbers, min(nearer, most_proof), enough)

    def _summed(
        self, level: cython.int, n: cython.int, children: Children, free: cython.bint, zone: u64
    ) -> Numbers:
        """Return a position's numbers, and the zone of a win.

        `free`: the defender moves and has a choice; `zone` is that of a sequence after a pass.
        """
        win: Answer = Answer(won=UNKNOWN, zone=0, passes=0)
        if children.proof == 0:
            if free:
                win = self.pruning.zones.gather(level, n, zone)
            else:
                win = self.pruning.zones.kept(level, children.best)
                win = Answer(
                    won=WON,
                    zone=win.zone | self.state.move(level, children.best),
                    passes=win.passes,
                )
        return Numbers(
            proof=children.proof, disproof=children.disproof, zone=win.zone, passes=win.passes
        )

    def _expand(self, level: cython.int, side: u64, view: View, moves: u64) -> cython.int:
        """Order the moves and judge their positions; return how many, up to one that decides."""
        numbers: Numbers
        self.state.weigh(level, view.empty)
        n: cython.int = self.state.order(level, moves)
        for i in range(n):
            self.state.play(level, side, self.state.move(level, i))
            numbers = self._at_first_sight(level + 1, 1 - side)
            self._note(level, i, numbers)
            if (numbers.disproof if side else numbers.proof) == 0:
                return i + 1
        if side:
            for i in range(n):
                if self.proofs[level * 64 + i] == 0 and not self.pruning.zones.skipped(level, i):
                    self._leave_out(level, n, i)
        return n

    def _note(self, level: cython.int, i: cython.int, numbers: Numbers) -> None:
        """Store the result for a child."""
        self.proofs[level * 64 + i] = numbers.proof
        self.disproofs[level * 64 + i] = numbers.disproof
        self.pruning.zones.keep(level, i, Answer(won=WON, zone=numbers.zone, passes=numbers.passes))

    def _leave_out(self, level: cython.int, n: cython.int, by: cython.int) -> None:
        """Skip the unsettled replies that the win after one of them refutes."""
        refuted: u64 = self.pruning.refuted(level, self.pruning.zones.kept(level, by))
        for i in range(n):
            at = level * 64 + i
            if self.proofs[at] and refuted & self.state.move(level, i):
                self.proofs[at] = 0
                self.disproofs[at] = INFINITE
                self.pruning.zones.skip(level, i)

    def _sum_up(self, level: cython.int, n: cython.int, side: u64) -> Children:
        """Return the numbers that follow from a level's n children.

        The mover's number is the least of the children's, the other one their sum.
        """
        own: cython.longlong
        other: cython.longlong
        best: cython.int = 0
        least: cython.longlong = INFINITE
        second: cython.longlong = INFINITE
        greatest: cython.longlong = 0
        total: cython.longlong = 0
        for i in range(n):
            at = level * 64 + i
            own = self.disproofs[at] if side else self.proofs[at]
            other = self.proofs[at] if side else self.disproofs[at]
            if own < least:
                second = least
                least = own
                best = i
            elif own < second:
                second = own
            greatest = max(greatest, other)
            total += other
        greatest = total - greatest  # the sum of the others
        total = INFINITE if least == 0 else min(total, INFINITE - 1)
        return Children(
            proof=total if side else least,
            disproof=least if side else total,
            best=best,
            second=second,
            others=greatest,
        )

    def _moves(self, level: cython.int, view: View, key: Key, forced: u64) -> Moves:
        """Return the moves worth trying; none if the position is decided."""
        among: u64 = view.empty & (view.attacker_cells | view.defender_cells)
        if forced:
            return Moves(won=UNKNOWN, cells=forced, zone=0)
        if key.side:
            return self.pruning.replies(level, among, NO_BOUND)
        entry = self.table.find(key)
        if entry.found and entry.board and entry.proof:  # another process may have found a win
            return Moves(
                won=UNKNOWN, cells=self.pruning.symmetries.back(entry.board, key.symmetry), zone=0
            )
        return self.pruning.attacks(level, view, among, NO_BOUND)

    def _settled(self, level: cython.int, side: u64, moves: Moves) -> Numbers:
        """Return the numbers of a position that pruning has decided."""
        if side:  # no reply helps against the threats after a pass
            win = self.pruning.zones.gather(level, 0, moves.zone)
            return self._won(win)
        if moves.won == WON:
            return self._won(Answer(won=WON, zone=moves.zone, passes=0))
        return Numbers(proof=INFINITE, disproof=0, zone=0, passes=0)

    def _won(self, win: Answer) -> Numbers:
        return Numbers(proof=0, disproof=INFINITE, zone=win.zone, passes=win.passes)

    def _at_first_sight(self, level: cython.int, side: u64) -> Numbers:
        """Return a position's stored numbers, or a first estimate."""
        moves: Moves
        view: View = self.state.view(level)
        answer: Answer = self.pruning.judge(view, side)
        if answer.won == WON:
            return self._won(answer)
        if answer.won != UNKNOWN:
            return Numbers(proof=INFINITE, disproof=0, zone=0, passes=0)
        key: Key = self.pruning.key(level, view, side)
        entry: Entry = self.table.find(key)
        if entry.found:
            return self._recalled(entry, key)
        if view.attacker_wins | view.defender_wins:  # one move, and then another look
            return Numbers(proof=1, disproof=1, zone=0, passes=0)
        if side:
            moves = self.pruning.replies(
                level, view.empty & (view.attacker_cells | view.defender_cells), NO_BOUND
            )
            if moves.cells == 0:
                return self._settled(level, side, moves)
            return self._guessed(level, view, 1 if moves.zone else 2)
        zone = self.pruning.sequence(level, NO_BOUND)
        if zone:
            return self._won(Answer(won=WON, zone=zone, passes=0))
        return self._guessed(level, view, 0)

    def _guessed(self, level: cython.int, view: View, kind: cython.int) -> Numbers:
        """Return the numbers of the first estimate of the odds, by a row of `ODDS`."""
        attacker: cython.longlong = view.attacker_weight >> self.grain
        defender: cython.longlong = self.state.defender_weight(level, view.empty) >> self.grain
        row: cython.int = 3 * kind
        at: cython.longlong = (
            self.odds[row] - self.odds[row + 1] * attacker + self.odds[row + 2] * defender
        )
        at = min(max(at, 0), self.most)
        return Numbers(
            proof=self.first_proof[at], disproof=self.first_disproof[at], zone=0, passes=0
        )

    def _recalled(self, entry: Entry, key: Key) -> Numbers:
        """Return the numbers as stored, and the zone of a win."""
        if entry.proof == 0:
            return self._won(self.pruning.recalled(entry, key))
        return Numbers(proof=entry.proof, disproof=entry.disproof, zone=0, passes=0)

    def _store(self, key: Key, numbers: Numbers, moves: u64, effort: u64) -> None:
        """Store the numbers, with the moves worth trying or a win's zone and passes."""
        board: u64 = moves
        disproof: u64 = numbers.disproof
        if numbers.proof == 0:
            board = numbers.zone
            disproof = numbers.passes
        board = self.pruning.symmetries.image(board, key.symmetry)
        self.table.store(key, numbers.proof, disproof, board, effort)
