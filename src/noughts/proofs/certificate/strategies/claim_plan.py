"""A certificate with claims as a player: a strategy, and the real stones."""

from collections.abc import Hashable
from functools import reduce
from typing import NamedTuple

from noughts.core.position import Mark
from noughts.core.rules import Rules
from noughts.proofs.certificate.checker import BIT, image
from noughts.proofs.certificate.strategies.certificate_plan import (
    AnswerRule,
    CertificatePlan,
    PlannedMove,
)
from noughts.proofs.certificate.strategies.strategy import Edge, RefutedError, Stated
from noughts.proofs.certificate.threat_checker import parts


class _FollowedPlan(NamedTuple):
    """A plan of the strategy, and where the symmetries so far take each cell of the board."""

    number: int
    to: tuple[int, ...]  #: as sets


class ClaimPlan(CertificatePlan):
    """Plays one statement of a certificate."""

    def __init__(self, stated: Stated, rules: Rules) -> None:
        self.rules = rules
        half = stated.strategy.half
        self.wins = half.wins
        self.mark = Mark[stated.text[0]] if half.wins else Mark[stated.text[0]].other
        self.bits = [1 << cell for cell in range(rules.cells)]
        self.own, self.other = stated.own, stated.other
        self._strategy, self._half = stated.strategy, half
        self._images = [to or self.bits for to in half.game.symmetries.values()]
        self.first = PlannedMove(0, AnswerRule.LISTED, self._next(stated.first, tuple(self.bits)))
        if stated.first.move is not None:
            self.first = self.first._replace(cell=1 << stated.first.move)

    def finishing(self, own: int, other: int) -> int:
        """Return the cells on which its side completes a line."""
        if self.rules.misere:
            return 0
        free = self.rules.full & ~(own | other)
        return reduce(int.__or__, {cell for _, cell in self.rules.completions(own, other, free)}, 0)

    def answer(self, following: Hashable, own: int, other: int, reply: int) -> PlannedMove | None:
        """Return the strategy's answer; the heaviest cell if any will do."""
        assert isinstance(following, _FollowedPlan)  # noqa: S101  (for the type checker)
        now = self._strategy.all[following.number]
        try:
            edge = self._strategy.meet(now, image(list(following.to), reply))
        except RefutedError:
            return None
        free = self._half.game.full & ~(own | other | reply)
        cell = 0 if edge.move is None else 1 << following.to.index(1 << edge.move)
        rule = AnswerRule.LISTED if now.pairs is None else AnswerRule.PAIR
        if not cell & free:
            cell, rule = self._heaviest(own, other | reply), AnswerRule.PAIR
        return PlannedMove(cell, rule, self._next(edge, following.to))

    def settled(self, following: Hashable, own: int, other: int) -> PlannedMove | None:
        """Return the answer if the plan is a pairing, or the weights of the lines."""
        assert isinstance(following, _FollowedPlan)  # noqa: S101  (for the type checker)
        pairs = self._strategy.all[following.number].pairs
        if pairs is None:
            return None
        cells = [1 << following.to.index(BIT[name]) for name in pairs]
        both = list(zip(cells[::2], cells[1::2], strict=True))
        wanted = [a | b for a, b in both if (a | b) & other and not (a | b) & own]
        cell = (wanted[0] & ~other if wanted else 0) or self._heaviest(own, other)
        kept = len(wanted) < 2 and not any(a | b == (a | b) & other for a, b in both)
        if not pairs:
            kept = self._weight(own | cell, other) < 1 << 63
        return PlannedMove(cell if kept else 0, AnswerRule.PAIR, following)

    def _next(self, edge: Edge, to: tuple[int, ...]) -> _FollowedPlan:
        """Return the plan after an answer."""
        further = list(self._images[edge.symmetry])
        return _FollowedPlan(edge.following, tuple([image(further, cell) for cell in to]))

    def _heaviest(self, own: int, other: int) -> int:
        """Return the free cell of greatest weight, the first among equals."""
        against, stones = (other, own) if self.wins else (own, other)
        weights = dict.fromkeys(parts(self._half.game.full & ~(own | other)), 0)
        for line in self._half.game.lines:
            rest = line & ~stones
            for cell in parts(rest) if not line & against else ():
                weights[cell] += 1 << 64 - rest.bit_count()
        return max(weights, key=lambda cell: weights[cell])

    def _weight(self, own: int, other: int) -> int:
        """Return the weight of the lines that are open to the other side, times 2**64."""
        lines = self._half.game.lines
        return sum([1 << 64 - (line & ~other).bit_count() for line in lines if not line & own])
