"""`Prover`: proves what a position is worth. `ProofTask`: the position, and what to find out."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

    from noughts.core.limit import Limit
    from noughts.core.position import Position
    from noughts.solver.attempts import Attempt
    from noughts.solver.solution import Progress, Solution


class ProofReader(Protocol):
    """Reads proofs out of the searches that found them, before their memory is given back."""

    def read(self, attempt: Attempt, *, won: bool, nodes: int) -> None:
        """Read why the question of an attempt has this answer.

        Args:
            attempt: the search that has just found it.
            won: the answer.
            nodes: how many positions it may look at again, 0 for any number.

        Raises:
            LimitReachedError: the nodes or the time were not enough.
        """


class ProofTask(NamedTuple):
    """A position, and what to find out about it; see `noughts.solver.solve`.

    Attributes:
        position: the position.
        memory: bytes for the transposition tables; None for the prover's default.
        maker_breaker: whether O only blocks.
        first_moves: whether to find every winning move.
        distance: whether to find the plies of a win, whatever it costs.
        threads: how many searches may run at the same time.
        book: whether to use the opening book.
        reader: reads the proof; only searches whose proofs can be read are asked then.
    """

    position: Position
    memory: int | None = None
    maker_breaker: bool = False
    first_moves: bool = False
    distance: bool = False
    threads: int = 1
    book: bool = True
    reader: ProofReader | None = None


class Prover(Protocol):
    """Proves the values of positions."""

    def prove(
        self,
        problem: ProofTask,
        limit: Limit,
        on_progress: Callable[[Progress], None] | None = None,
    ) -> Solution:
        """Prove as much as the limit allows; Ctrl-C ends it likewise.

        Raises:
            RulesError: the prover does not take this problem.
        """
