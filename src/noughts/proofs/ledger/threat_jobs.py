"""Jobs that the prover by threats answers, on boards of any size."""

from __future__ import annotations

from itertools import zip_longest
from time import perf_counter
from typing import TYPE_CHECKING

from noughts.core.bits import bits
from noughts.core.errors import LimitReachedError
from noughts.core.limit import Limit
from noughts.core.position import Mark, Position
from noughts.core.rules import Rules
from noughts.threats.pvs import PrincipalVariationSearch

if TYPE_CHECKING:
    from noughts.formats.move_tree import Moves


def part(
    position: Position, mark: Mark, moves: Moves | None, memory: int, nodes: int, limit: Limit
) -> tuple[bytes | None, int]:
    """Return the lines of a certificate after a first reply, and the nodes they took.

    There are no lines if a proof is not found. `mark` is the attacker, to move in `position`;
    `moves` are its moves.
    """
    from noughts.proofs.certificate.certifying import HINTED_NODES  # noqa: PLC0415  (seldom used)
    from noughts.proofs.certificate.makers.threat_maker import ThreatMaker  # noqa: PLC0415  (seldom used)

    maker = ThreatMaker(position, mark, memory, limit.part(limit.seconds, nodes), HINTED_NODES)
    try:
        maker.prove(moves)
    except LimitReachedError:
        return None, maker.nodes
    return "\n".join(maker.lines).encode(), maker.nodes


class ThreatJobs:
    """One prover by threats, which keeps its results from one job to the next."""

    def __init__(self, rules: Rules, memory: int) -> None:
        self._limit = Limit()
        self._started = 0.0
        self._search: PrincipalVariationSearch = PrincipalVariationSearch(
            Position(rules), self._poll, memory
        )

    def wins(
        self, position: Position, mark: Mark, listed: int, nodes: int, limit: Limit
    ) -> tuple[bool | None, int]:
        """Return whether threats prove that a side wins a position, and the nodes it took.

        None: the nodes were not enough. False: no such proof exists.

        Args:
            position: the position; it is not over.
            mark: the side.
            listed: replies, a bit each, that need no proof.
            nodes: the most nodes.
            limit: ends the search if another thread stops it; the answer is then void.
        """
        self._limit, self._started = limit, perf_counter()
        search = self._search
        cells = [
            cell
            for pair in zip_longest(bits(position.x), bits(position.o))
            for cell in pair
            if cell is not None
        ]
        for cell in cells:
            search.place(cell)
        search.allow(0)
        before = int(search.budget.nodes)
        side = 0 if position.turn is Mark.X else 1
        try:
            if position.turn is mark:
                won = search.threes.win(side, nodes)
            else:
                won = search.threes.loss(side, nodes, list(bits(listed)))
        finally:
            for cell in reversed(cells):
                search.lift(cell)
        unknown = search.threes.cut or search.stopped
        return (True if won else None if unknown else False), int(search.budget.nodes) - before

    def _poll(self) -> bool:
        seconds = self._limit.seconds
        return seconds is not None and perf_counter() - self._started > seconds
