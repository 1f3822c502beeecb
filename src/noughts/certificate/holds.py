"""That a side does not win, read out of a search that has found so.

The search has answered the question and remembers how. Here its answers are asked for again, from
the top: where the attacker is to move, a pairing that holds, or else for each move that no pairing
refutes a reply after which he does not win either. What the table has lost is searched again.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from noughts import _cython as cython

from noughts.errors import LimitReachedError
from noughts.solver.pruning.pruning import LONG

if not cython.compiled:
    from noughts.certificate.claims import Claim, Step
    from noughts.certificate.claims import names as cell_names
    from noughts.certificate.known import Found, Known
    from noughts.solver.core.bitboard import bit, u64
    from noughts.solver.core.results import NOT_WON, WON, Answer, Key, View
    from noughts.solver.core.state import SearchState
    from noughts.solver.pruning.pairing import PairingSearch
    from noughts.solver.search.base import DepthFirstSearch

PAIRING_STEPS = 300
MANY_PAIRING_STEPS = 5000  #: where lines are long: half to a sixth of the claims
TRIES = 8  #: replies to a pass that are tried for a pairing
LOOKS = 4  #: replies looked at for one that settles the matter
ALL_LOOKS = 64  #: where no threat decides which reply it is, more of them do


class Holds:
    """Claims that the attacker does not win, of positions for which `search` says so."""

    def __init__(
        self, state: SearchState, search: DepthFirstSearch, known: Known, looks: int = LOOKS
    ) -> None:
        self.state = state
        self.search = search
        self.known = known
        steps = MANY_PAIRING_STEPS if state.shortest >= LONG else PAIRING_STEPS
        self.pairing: PairingSearch = PairingSearch(state, steps)
        self.tries = TRIES
        self.looks = looks

    def root(self, nodes: int = 0, *, attacker_moves: bool) -> Step:
        """Return what the position at level 0 needs, after at most so many nodes (0: any)."""
        self.search.budget.allow(nodes)
        return self.hold(0) if attacker_moves else self.reply(0, "")

    def hold(self, level: cython.int) -> Step:
        """Return the step to a claim about a level with the attacker to move."""
        view: View = self.state.view(level)
        step: Step | None = self._at_sight(level, view)
        if step is not None:
            return step
        key: Key = self.state.key(level, view, 0)
        claim = Claim(key.mine, key.theirs)
        claim.pairings, claim.steps = self._proved(level, view)
        self.known.keep(key, claim, 0, 0)
        return Step("-", claim)

    def _at_sight(self, level: cython.int, view: View) -> Step | None:
        """Return the step to a level that is settled, claimed, or paired; None for others."""
        assert not view.attacker_wins  # noqa: S101
        answer: Answer = self.search.pruning.judge(view, 0)
        if answer.won == NOT_WON:  # the checker sees it by itself
            return Step("-")
        key: Key = self.state.key(level, view, 0)
        found: Found | None = self.known.find(key)
        if found is not None:
            return Step("-", found.claim, found.symmetry)
        pairs = None if view.defender_wins else self.pairing.pairs(level, view.empty, 0)
        if pairs is None:
            return None
        claim = Claim(key.mine, key.theirs, ["=" + _named(pairs)])
        self.known.keep(key, claim, 0, 0)
        return Step("-", claim)

    def _proved(self, level: cython.int, view: View) -> tuple[list[str], list[Step]]:
        """Return pairings and steps for a level that takes more."""
        among: u64 = view.defender_wins
        pairings: list[str] = []
        if not among:
            among, pairings = self._zones(level, view)
        n: cython.int = self.state.order(level, among)
        moves = [self.state.moves[level * 64 + i] for i in range(n)]
        steps: list[Step] = []
        for cell in moves:
            self.state.attack(level, bit(cell))
            steps.append(self.reply(level + 1, cell_names(bit(cell))))
        return pairings, steps

    def _zones(self, level: cython.int, view: View) -> tuple[int, list[str]]:
        """Return the moves that no pairing refutes, and the pairings that do; weigh the level."""
        reply: u64
        cells: u64
        pair: u64
        pairings: list[str] = []
        tries: cython.int = self.tries
        among: u64 = view.empty & (view.attacker_cells | view.defender_cells)
        left: u64 = view.empty & view.attacker_cells
        self.state.weigh(level, view.empty)
        while tries and left and among:
            tries -= 1
            reply = self.state.heaviest(level, left)
            left ^= reply
            pairs = self.pairing.pairs(level, view.empty, reply)
            if pairs is not None:
                cells = reply
                for pair in pairs:
                    cells |= pair
                if among & ~cells:
                    pairings.append(cell_names(reply) + "=" + _named(pairs))
                among &= cells
                left &= cells
        return among, pairings

    def reply(self, level: cython.int, said: str) -> Step:
        """Return the defender's reply, and the claim that it leads to."""
        answer: Answer
        step: Step | None
        view: View = self.state.view(level)
        wins: u64 = view.defender_wins
        if wins:
            return Step(said + cell_names(wins & (0 - wins)))
        forced: u64 = view.attacker_wins
        among: u64 = view.empty & (view.attacker_cells | view.defender_cells)
        if not among:  # any reply will do; where it is the first move, there has to be one
            return Step(said + ("-" if said else cell_names(view.empty & (0 - view.empty))))
        self.state.weigh(level, view.empty)
        n: cython.int = self.state.order(level, forced or among)
        moves = [self.state.moves[level * 64 + i] for i in range(n)]
        # A reply that settles it at once makes the shortest proof.
        for number in moves[: self.looks]:
            self.state.defend(level, bit(number))
            view = self.state.view(level + 1)
            if not view.attacker_wins:
                step = self._at_sight(level + 1, view)
                if step is not None:
                    break
        else:
            for number in moves:
                self.state.defend(level, bit(number))
                answer = self.search.wins(level + 1, 0)
                if answer.won != WON:
                    break
            else:
                raise LimitReachedError("the search does not stand by its answer")
            if self.search.budget.stopped:
                self.search.budget.check()
                raise LimitReachedError("stopped before the certificate was complete")
            step = self.hold(level + 1)
        return Step(said + cell_names(bit(number)), step.claim, step.symmetry)


def _named(pairs: list[int]) -> str:
    """Name pairs of cells as the file does."""
    return "".join([cell_names(pair) for pair in pairs])
