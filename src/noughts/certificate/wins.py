"""That a side wins, read out of a search that has found so.

Where the attacker is to move, a move that wins: a threat sequence, or what the search's table says.
Where the defender is, an answer to each reply that no other answer refutes as well. Zones and
passes are not taken from the search. They are what the checker will make of the steps, from the
leaves up, so a reply that is left out is left out for a reason that the checker sees.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from noughts.solver import _cython as cython

from noughts.certificate.claims import Claim, Step
from noughts.certificate.claims import names as cell_names
from noughts.errors import LimitReachedError

if not cython.compiled:
    from noughts.certificate.known import Known
    from noughts.solver.core.bitboard import INFINITE, bit, popcount, u64
    from noughts.solver.core.results import WON, Answer, Numbers, View
    from noughts.solver.core.state import SearchState
    from noughts.solver.pruning.pruning import Pruning
    from noughts.solver.pruning.relevance import RelevanceZones
    from noughts.solver.pruning.threats import ThreatSearch
    from noughts.solver.search.and_or import AndOrSearch
    from noughts.solver.search.proof_number import ProofNumberSearch

THREAT_STEPS = 1000


@cython.final
@cython.cclass
class Wins:
    """Claims that the attacker wins, of positions for which a search says so.

    One of the two searches is asked. A step's zone and passes are left in `zone`
    and `passes`.
    """

    def __init__(
        self,
        state: SearchState,
        search: AndOrSearch,
        numbers: ProofNumberSearch,
        known: Known,
        *,
        by_numbers: bool,
    ) -> None:
        self.state = state
        self.search = search
        self.by_numbers = by_numbers
        self.numbers = numbers
        self.known = known
        self.threats = ThreatSearch(state, THREAT_STEPS)
        self.zones = RelevanceZones(state)
        self.zone = 0
        self.passes = 0

    def root(self, nodes: int = 0, *, attacker_moves: bool) -> Step:
        """Return what the position at level 0 needs, after at most so many nodes (0: any)."""
        self.search.budget.allow(nodes)
        self.numbers.budget.allow(nodes)
        return self.attack(0, "") if attacker_moves else self.defend(0, "-")

    def attack(self, level: cython.int, said: str) -> Step:
        """Return the attacker's move at a level, and the claim that it leads to."""
        view: View = self.state.view(level)
        cell: u64 = view.attacker_wins
        if cell:
            cell &= 0 - cell
            self.zone = cell
            self.passes = 0
            return Step(said + cell_names(cell))
        cell = view.defender_wins
        if not cell:
            sequence = self.threats.sequence(level)
            if sequence:
                return self._follow(level, said, sequence)
            cell = bit(self._move(level))
        self.state.attack(level, cell)
        step = self.defend(level + 1, said + cell_names(cell))
        self.zone |= cell
        return step

    def _follow(self, level: cython.int, said: str, sequence: list[int]) -> Step:
        """Play a threat sequence to its end."""
        move: u64
        threats: u64
        zone: u64 = 0
        view: View
        for move in sequence:
            said += cell_names(move)
            self.state.attack(level, move)
            view = self.state.view(level + 1)
            threats = self._two(view.attacker_wins)  # one, and in the end two
            zone |= move | threats
            self.state.defend(level + 1, threats)
            level += 2
        self.zone = zone
        self.passes = 0
        return Step(said)

    def _two(self, threats: u64) -> u64:
        """Return the two lowest of some cells."""
        first: u64 = threats & (0 - threats)
        threats ^= first
        return first | (threats & (0 - threats))

    def _move(self, level: cython.int) -> cython.int:
        """Return a move after which the attacker has won."""
        again: cython.int
        view: View = self.state.view(level)
        among: u64 = view.empty & (view.attacker_cells | view.defender_cells)
        self.state.weigh(level, view.empty)
        pruning: Pruning = self.search.pruning
        among = pruning.pairing.zone(level, view, among, pruning.tries)
        n: cython.int = self.state.order(level, among)
        moves = [self.state.moves[level * 64 + i] for i in range(n)]
        for again in range(2):
            for cell in moves:
                self.state.attack(level, bit(cell))
                if self._won(level + 1):
                    return cell
                if self.search.budget.stopped:
                    break
            if not self.by_numbers:
                break
            if again == 0:  # the table has lost it
                unknown: Numbers = Numbers(proof=1, disproof=1, zone=0, passes=0)
                self.numbers._search(level, 0, unknown, INFINITE, INFINITE)
            if self.numbers.budget.stopped:
                break
        self.search.budget.check()
        self.numbers.budget.check()
        raise LimitReachedError("stopped before the certificate was complete")

    def _won(self, level: cython.int) -> cython.bint:
        """Whether the attacker wins a level with the defender to move, as far as is known."""
        if not self.by_numbers:
            answer: Answer = self.search.wins(level, 1)
            return answer.won == WON
        numbers: Numbers = self.numbers._at_first_sight(level, 1)
        return numbers.proof == 0

    def defend(self, level: cython.int, said: str) -> Step:
        """Return the step to a claim about a level with the defender to move, a win."""
        view: View = self.state.view(level)
        threats: u64 = view.attacker_wins
        if threats & (threats - 1) and said != "-":
            self.zone = self._two(threats)
            self.passes = 0
            return Step(said)
        if self.known.find(level):
            self.zone = self.known.zone
            self.passes = self.known.passes
            return Step(said, self.known.claim, self.known.symmetry)
        key = self.known.key
        turned: cython.int = self.known.turned
        claim = Claim(self.known.first, self.known.second)
        if threats & (threats - 1):
            self.zone = self._two(threats)
            self.passes = 0
        elif threats:
            self.state.defend(level, threats)
            claim.steps = [self.attack(level + 1, cell_names(threats))]
            self.zone |= threats
        else:
            claim.steps = self._replies(level)
        self.known.keep(key, turned, claim, self.zone, self.passes)
        return Step(said, claim)

    def _replies(self, level: cython.int) -> list[Step]:
        """Return the answers to a viewed level's replies, the least win first."""
        i: cython.int
        n: cython.int
        cell: u64
        after_pass: u64 = 0  # the zone of a threat sequence
        win: Answer
        view: View = self.state.view(level)
        among: u64 = view.empty & (view.attacker_cells | view.defender_cells)
        wins: list[tuple[int, int, int, Step]] = []
        sequence = self.threats.sequence(level)
        if sequence:
            step = self._follow(level, "-", sequence)
            after_pass = self.zone
            wins.append((0, popcount(after_pass), 0, step))
            among &= self.zones.replies(level, after_pass, 0)
        self.state.weigh(level, view.empty)
        n = self.state.order(level, among)
        for i in range(n):
            cell = self.state.move(level, i)
            if among & cell == 0:
                self.zones.skip(level, i)
                continue
            self.state.defend(level, cell)
            step = self.attack(level + 1, cell_names(cell))
            wins.append((self.passes, popcount(self.zone), len(wins), step))
            self.zones.keep(level, i, Answer(won=WON, zone=self.zone, passes=self.passes))
            among &= self.zones.replies(level, self.zone, self.passes)
        wins.sort()
        win = self.zones.gather(level, n, after_pass)
        self.zone = win.zone
        self.passes = win.passes
        return [step for _, _, _, step in wins]
