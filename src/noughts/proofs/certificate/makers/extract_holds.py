"""Claims that a side does not win, read from the search that found it.

The search has answered the question and still knows how. Its answers are read again from the top.
If the attacker is to move, there is a pairing that holds; otherwise, each move that no pairing
refutes has a reply after which the attacker still does not win. What the table has lost is searched
again.
"""

from __future__ import annotations

from noughts.core import _cython as cython
from noughts.core.errors import LimitReachedError
from noughts.kernel.bitboard import lowest, popcount, u64
from noughts.kernel.search_types import NOT_WON, WON, Answer, Key, Pairs, View
from noughts.kernel.state import SearchState
from noughts.proofs.certificate.makers.claim_table import ClaimTable, FoundClaim
from noughts.proofs.certificate.makers.claims import LETTERS, Claim, Step
from noughts.proofs.certificate.makers.claims import names as cell_names
from noughts.proofs.certificate.strategies.equivalent_cells import EquivalentCells
from noughts.solver.pruning.pairing import PairingSearch
from noughts.solver.pruning.prune import LONG
from noughts.solver.search.search_base import DepthFirstSearch

TRIES = 8  #: replies to a pass that are tried for a pairing
PAIRING_STEPS = 300
LONG_PAIRING_STEPS = 5000  #: for long lines: half to a sixth of the claims
LOOKS = 4  #: replies tried for one that settles the question
#: More replies if no threat decides which one it is: for short lines, and for long ones.
BLOCKING_LOOKS, LONG_BLOCKING_LOOKS = 8, 64


@cython.final
class HoldClaims:
    """Claims that the attacker does not win, of positions for which `search` says so.

    If the defender only blocks, each claimed position leaves out twins.
    """

    def __init__(
        self,
        state: SearchState,
        search: DepthFirstSearch,
        known: ClaimTable,
        *,
        only_blocks: bool = False,
    ) -> None:
        self.state: SearchState = state
        self.search: DepthFirstSearch = search
        self.known: ClaimTable = known
        self.only_blocks: bool = only_blocks
        self.twins: EquivalentCells = EquivalentCells(state.most_lines)
        long_lines: bool = state.shortest >= LONG
        steps = LONG_PAIRING_STEPS if long_lines else PAIRING_STEPS
        self.looks: int = LOOKS
        if only_blocks:
            self.looks = LONG_BLOCKING_LOOKS if long_lines else BLOCKING_LOOKS
            # Hundreds of attempts find none, so each must be cheap beside the search.
            steps = min(steps, max(PAIRING_STEPS, int(search.budget.nodes) // 8))
        self.pairing: PairingSearch = PairingSearch(state, steps)
        self.tries: int = TRIES

    def root(self, nodes: int = 0, *, attacker_moves: bool) -> Step:
        """Return what the position at level 0 needs; `nodes` limits the work (0: no limit)."""
        self.search.budget.allow(nodes)
        return self.hold(0, "", 0) if attacker_moves else self.reply(0, "")

    def hold(self, level: cython.int, prefix: str, reply: u64) -> Step:
        """Return the step to a claim about the position after the defender's reply at a level.

        `reply` is 0 for a pass, or if nobody has moved yet.
        """
        view: View = self._defend(level, reply)
        step: Step | None = self._at_sight(level + 1, view, prefix, reply)
        return self._claim(level + 1, view, prefix, reply) if step is None else step

    def _claim(self, level: cython.int, view: View, prefix: str, reply: u64) -> Step:
        """Return the step to a new claim about a level that needs more than a look.

        The level has just been filled by `_defend`.
        """
        key: Key = self.state.key(level, view, 0)
        claim = Claim(key.mine, key.theirs)
        claim.pairings, claim.steps = self._proved(level, view)
        self.known.keep(self.known.least(key), claim, 0, 0)
        return Step(prefix + cell_names(reply), claim)

    @cython.exceptval(check=True)
    def _defend(self, level: cython.int, reply: u64) -> View:
        """Fill the next level with what remains after a reply, and view it."""
        if self.only_blocks:
            reply |= self._twins(level, reply)
        self.state.defend(level, reply)
        return self.state.view(level + 1)

    def _twins(self, level: cython.int, reply: u64) -> u64:
        """Return the cells on lines, but on none that remains after a reply."""
        cells: u64 = 0
        stones: u64 = self.state.attacker[level]
        at: cython.int = self.state.attack_start[level]
        self.twins.clear()
        for i in range(self.state.attack_count[level]):
            line = self.state.lines[at + i]
            if line & reply == 0:
                cells |= line
                self.twins.add(line & ~stones)
        return cells & ~(stones | self.twins.leave())

    def _at_sight(self, level: cython.int, view: View, prefix: str, reply: u64) -> Step | None:
        """Return the step to a settled, claimed or paired level; None for others.

        The level has just been filled by `_defend`.
        """
        i: cython.int
        pairs: Pairs
        assert not view.attacker_wins  # noqa: S101
        answer: Answer = self.search.pruning.judge(view, 0)
        if answer.won == NOT_WON:  # the checker finds this without help
            return Step(prefix + cell_names(reply))
        key: Key = self.state.key(level, view, 0)
        least: Key = self.known.least(key)
        found: FoundClaim | None = self.known.find(least)
        if found is not None:
            return Step(prefix + cell_names(reply), found.claim, found.symmetry)
        if view.defender_wins:
            return None
        pairs = self.pairing.find(level, view.empty, 0)
        if not pairs.found:
            return None
        # With the twins all lines hold a pair, so the claim, or the step, can be about all of them.
        named = self._named(0, pairs.cells)
        for i in range(self.twins.found):
            named += cell_names(self.twins.pairs[i])
        self.state.defend(level - 1, reply)
        plain: Key = self.state.key(level, self.state.view(level), 0)
        claim = Claim(plain.mine, plain.theirs, [named])
        self.known.keep(least, claim, 0, 0)
        return Step(prefix + cell_names(reply), claim)

    def _named(self, reply: u64, cells: u64) -> str:
        """Write a reply (or none), and the pairs just found among these cells."""
        i: cython.int
        pair: u64
        letters: list[str] = LETTERS
        named: list[str] = [letters[lowest(reply)] if reply else "", "="]
        for i in range(popcount(cells) >> 1):
            pair = self.pairing.chosen[i]
            named.append(letters[lowest(pair)])
            named.append(letters[lowest(pair & (pair - 1))])
        return "".join(named)

    def _proved(self, level: cython.int, view: View) -> tuple[list[str], list[Step]]:
        """Return pairings and steps for a level that needs more."""
        i: cython.int
        cell: u64
        among: u64 = view.defender_wins
        pairings: list[str] = []
        if not among:
            pairings, among = self._zones(level, view)
        n: cython.int = self.state.order(level, among)
        steps: list[Step] = []
        for i in range(n):
            cell = self.state.move(level, i)
            self.state.attack(level, cell)
            steps.append(self.reply(level + 1, cell_names(cell)))
        return pairings, steps

    def _zones(self, level: cython.int, view: View) -> tuple[list[str], int]:
        """Return pairings, and the moves that none of them refutes; weigh the level."""
        reply: u64
        cells: u64
        pairs: Pairs
        pairings: list[str] = []
        tries: cython.int = self.tries
        among: u64 = view.empty & (view.attacker_cells | view.defender_cells)
        left: u64 = view.empty & view.attacker_cells
        self.state.weigh(level, view.empty)
        while tries and left and among:
            tries -= 1
            reply = self.state.heaviest(level, left)
            left ^= reply
            pairs = self.pairing.find(level, view.empty, reply)
            if pairs.found:
                cells = pairs.cells | reply
                if among & ~cells:
                    pairings.append(self._named(reply, pairs.cells))
                among &= cells
                left &= cells
        return pairings, among

    def reply(self, level: cython.int, prefix: str) -> Step:
        """Return the defender's reply, and the claim that it leads to."""
        i: cython.int
        cell: u64
        step: Step | None
        view: View = self.state.view(level)
        cell = view.defender_wins
        if cell:
            return Step(prefix + cell_names(cell & (0 - cell)))
        among: u64 = view.empty & (view.attacker_cells | view.defender_cells)
        if self.only_blocks:
            among &= ~self._twins(level, 0)
        if not among:  # any reply is right; the first move needs one
            return Step(prefix + ("-" if prefix else cell_names(view.empty & (0 - view.empty))))
        self.state.weigh(level, view.empty)
        among = view.attacker_wins or among
        left: u64 = among
        # A reply that settles it at once makes the shortest proof.
        for _ in range(min(popcount(among), self.looks)):
            cell = self.state.heaviest(level, left)
            left ^= cell
            view = self._defend(level, cell)
            if not view.attacker_wins:
                step = self._at_sight(level + 1, view, prefix, cell)
                if step is not None:
                    return step
        i = self._holding(level, self.state.order(level, among))
        cell = self.state.move(level, i)
        view = self._defend(level, cell)
        step = None if i < self.looks else self._at_sight(level + 1, view, prefix, cell)
        return self._claim(level + 1, view, prefix, cell) if step is None else step

    @cython.exceptval(-1)
    def _holding(self, level: cython.int, n: cython.int) -> cython.int:
        """Return the place of a reply that holds, of the n in a level's row."""
        i: cython.int
        answer: Answer
        if n == 1:
            return 0
        # Searching is slow, so what the search already knows comes first.
        for i in range(n):
            self.state.defend(level, self.state.move(level, i))
            if self.search.known_to_hold(level + 1):
                return i
        for i in range(n):
            self.state.defend(level, self.state.move(level, i))
            answer = self.search.wins(level + 1, 0)
            if self.search.budget.stopped:
                self.search.budget.check()
                raise LimitReachedError.said("proof", "stopped")
            if answer.won != WON:
                return i
        raise LimitReachedError.said("proof", "contradiction")
