"""`Prover`: proves a position's value. `ProofTask`: the position, and what to find out."""

from collections.abc import Callable
from typing import NamedTuple, Protocol

from noughts.core.limit import Limit
from noughts.core.position import Position
from noughts.solver.attempts import Attempt
from noughts.solver.solution import Progress, Solution


class ProofReader(Protocol):
    """Reads proofs from the searches that found them, before their memory is freed."""

    def read(self, attempt: Attempt, *, won: bool, nodes: int) -> None:
        """Read the proof of an attempt's answer.

        Args:
            attempt: the search that has just found it.
            won: the answer.
            nodes: how many positions it may look at again; 0 means no limit.

        Raises:
            LimitReachedError: The nodes or the time ran out.
        """


class ProofTask(NamedTuple):
    """A position, and what to find out about it; see `noughts.solver.solve`."""

    position: Position
    memory: int | None = None  #: bytes for the transposition tables; None for the prover's default
    maker_breaker: bool = False  #: whether O only blocks
    first_moves: bool = False  #: whether to find every winning move
    distance: bool = False  #: whether to find the plies of a win, whatever it costs
    threads: int = 1  #: how many searches may run at the same time
    book: bool = True  #: whether to use the opening book
    #: reads the proof; then only searches with readable proofs run
    reader: ProofReader | None = None


class Prover(Protocol):
    """Proves the values of positions."""

    def prove(
        self,
        problem: ProofTask,
        limit: Limit,
        on_progress: Callable[[Progress], None] | None = None,
    ) -> Solution:
        """Prove as much as the limit allows; Ctrl-C also ends the proof.

        Raises:
            RulesError: The prover does not support this problem.
        """
