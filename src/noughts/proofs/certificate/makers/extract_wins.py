"""Claims that a side wins, read from the search that found it.

If the attacker is to move, there is a winning move: from a threat sequence, or from the search's
table. If the defender is, there is an answer to each reply that no other answer also refutes. Zones
and passes do not come from the search. They are computed as the checker does, from the leaves up,
so the checker agrees with every skipped reply.
"""

from __future__ import annotations

from typing import NamedTuple

from noughts.core import _cython as cython
from noughts.core.errors import LimitReachedError
from noughts.kernel.bitboard import popcount, u64
from noughts.kernel.search_types import WON, Answer, Key, View
from noughts.kernel.state import SearchState
from noughts.proofs.certificate.makers.claim_table import ClaimTable, FoundClaim
from noughts.proofs.certificate.makers.claims import Claim, Step
from noughts.proofs.certificate.makers.claims import names as cell_names
from noughts.solver.pruning.forcing import ThreatSearch
from noughts.solver.pruning.zones import RelevanceZones
from noughts.solver.search.search_base import BaseSearch

THREAT_STEPS = 1000


class Shown(NamedTuple):
    """A step, with the zone and the passes of its win."""

    step: Step
    zone: int
    passes: int


@cython.final
class WinClaims:
    """Claims that the attacker wins, of positions for which `search` says so."""

    def __init__(self, state: SearchState, search: BaseSearch, known: ClaimTable) -> None:
        self.state: SearchState = state
        self.search: BaseSearch = search
        self.known: ClaimTable = known
        self.threats: ThreatSearch = ThreatSearch(state, THREAT_STEPS)
        self.zones: RelevanceZones = RelevanceZones(state)

    def root(self, nodes: int = 0, *, attacker_moves: bool) -> Step:
        """Return what the position at level 0 needs; `nodes` limits the work (0: no limit)."""
        self.search.budget.allow(nodes)
        shown = self.attack(0, "") if attacker_moves else self.defend(0, "-")
        step: Step = shown.step
        return step

    def attack(self, level: cython.int, prefix: str) -> Shown:
        """Return the attacker's move at a level, and the claim after it."""
        view: View = self.state.view(level)
        cell: u64 = view.attacker_wins
        if cell:
            cell &= 0 - cell
            return Shown(Step(prefix + cell_names(cell)), cell, 0)
        cell = view.defender_wins
        if not cell:
            sequence = self.threats.sequence(level)
            if sequence:
                return self._follow(level, prefix, sequence)
            cell = self._move(level)
        self.state.attack(level, cell)
        shown = self.defend(level + 1, prefix + cell_names(cell))
        return Shown(shown.step, shown.zone | cell, shown.passes)

    def _follow(self, level: cython.int, prefix: str, sequence: list[int]) -> Shown:
        """Play a threat sequence to its end."""
        move: u64
        threats: u64
        zone: u64 = 0
        view: View
        for move in sequence:
            prefix += cell_names(move)
            self.state.attack(level, move)
            view = self.state.view(level + 1)
            threats = self._two(view.attacker_wins)  # one, and in the end two
            zone |= move | threats
            self.state.defend(level + 1, threats)
            level += 2
        return Shown(Step(prefix), zone, 0)

    @cython.exceptval(check=True)
    def _two(self, threats: u64) -> u64:
        """Return the two lowest of some cells."""
        first: u64 = threats & (0 - threats)
        threats ^= first
        return first | (threats & (0 - threats))

    @cython.exceptval(0, check=True)
    def _move(self, level: cython.int) -> u64:
        """Return a move after which the attacker has won."""
        cell: u64 = self.search.move(level)
        if cell == 0:
            self.search.budget.check()
            raise LimitReachedError.said("proof", "stopped")
        return cell

    def defend(self, level: cython.int, prefix: str) -> Shown:
        """Return the step to a claim about a level with the defender to move, a win."""
        view: View = self.state.view(level)
        threats: u64 = view.attacker_wins
        if threats & (threats - 1) and prefix != "-":
            return Shown(Step(prefix), self._two(threats), 0)
        key: Key = self.state.key(level, view, 0)
        least: Key = self.known.least(key)
        found: FoundClaim | None = self.known.find(least)
        if found is not None:
            return Shown(Step(prefix, found.claim, found.symmetry), found.zone, found.passes)
        claim = Claim(key.mine, key.theirs)
        zone: u64
        passes: cython.int = 0
        win: Answer
        if threats & (threats - 1):
            zone = self._two(threats)
        elif threats:
            self.state.defend(level, threats)
            shown = self.attack(level + 1, cell_names(threats))
            claim.steps = [shown.step]
            zone = shown.zone
            zone |= threats
            passes = shown.passes
        else:
            win = self._replies(level, claim)
            zone = win.zone
            passes = win.passes
        self.known.keep(least, claim, zone, passes)
        return Shown(Step(prefix, claim), zone, passes)

    def _replies(self, level: cython.int, claim: Claim) -> Answer:
        """Write a claim's answers to a viewed level's replies, the least win first."""
        i: cython.int
        n: cython.int
        cell: u64
        after_pass: u64 = 0  # the zone of a threat sequence
        zone: u64
        passes: cython.int
        view: View = self.state.view(level)
        among: u64 = view.empty & (view.attacker_cells | view.defender_cells)
        wins: list[tuple[int, int, int, Step]] = []
        sequence = self.threats.sequence(level)
        if sequence:
            shown = self._follow(level, "-", sequence)
            after_pass = shown.zone
            wins.append((0, popcount(after_pass), 0, shown.step))
            among &= self.zones.replies(level, after_pass, 0)
        self.state.weigh(level, view.empty)
        n = self.state.order(level, among)
        for i in range(n):
            cell = self.state.move(level, i)
            if among & cell == 0:
                self.zones.skip(level, i)
                continue
            self.state.defend(level, cell)
            shown = self.attack(level + 1, cell_names(cell))
            zone = shown.zone
            passes = shown.passes
            wins.append((passes, popcount(zone), len(wins), shown.step))
            self.zones.keep(level, i, Answer(won=WON, zone=zone, passes=passes))
            among &= self.zones.replies(level, zone, passes)
        wins.sort()
        claim.steps = [step for _, _, _, step in wins]
        return self.zones.gather(level, n, after_pass)
