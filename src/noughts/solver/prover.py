"""`Prover`: proves what a position is worth. `Problem`: the position, and what to find out."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

    from noughts.core.limit import Limit
    from noughts.core.position import Position
    from noughts.solver.solution import Progress, Solution


class Problem(NamedTuple):
    """A position, and what to find out about it; see `noughts.solver.solve`.

    Attributes:
        position: the position.
        memory: bytes for the transposition tables; None for the prover's default.
        maker_breaker: whether O only blocks.
        first_moves: whether to find every winning move.
        distance: whether to find the plies of a win, whatever it costs.
        threads: how many searches may run at the same time.
        book: whether to use the opening book.
    """

    position: Position
    memory: int | None = None
    maker_breaker: bool = False
    first_moves: bool = False
    distance: bool = False
    threads: int = 1
    book: bool = True


class Prover(Protocol):
    """Proves the values of positions."""

    def prove(
        self,
        problem: Problem,
        limit: Limit,
        on_progress: Callable[[Progress], None] | None = None,
    ) -> Solution:
        """Prove as much as the limit allows; Ctrl-C ends it likewise.

        Raises:
            RulesError: the prover does not take this problem.
        """
