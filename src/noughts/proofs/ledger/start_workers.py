"""`workers`: those who answer the jobs of a proof, on this machine or on a cluster."""

from __future__ import annotations

from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

from noughts.proofs.ledger.executor import SerialExecutor, processes
from noughts.solver.resources import default_memory

if TYPE_CHECKING:
    from collections.abc import Iterator

    from noughts.core.position import Position
    from noughts.proofs.ledger.executor import Executor


@contextmanager
def workers(
    whole: Position,
    memory: int | None = None,
    jobs: int | None = None,
    cluster: str | None = None,
) -> Iterator[Executor]:
    """Begin those who are to answer the jobs of a proof, and end them afterwards.

    Processes need a moment until they can answer, so they are best begun before anything else.

    Args:
        whole: the position of the ledger, or of several.
        memory: bytes for what they remember, all of them; a quarter of the machine's unless given.
        jobs: how many are answered at a time, by as many processes; 1, which is repeatable, unless
            given, and of a cluster all its cores.
        cluster: the address of a Ray cluster, or ``local`` for one that is begun here.

    Raises:
        ClusterError: a cluster cannot be reached, or has fewer cores.
        RulesError: what `Solver` does not take.
    """
    with closing(_begin(whole, memory, jobs, cluster)) as crew:
        yield crew


def _begin(whole: Position, memory: int | None, jobs: int | None, cluster: str | None) -> Executor:
    size = default_memory() if memory is None else memory
    if cluster is not None:
        from noughts.proofs.ledger.ray_executor import actors  # noqa: PLC0415  (an extra)

        return actors(whole, size, cluster, jobs)
    return SerialExecutor(whole, size) if jobs in {None, 1} else processes(whole, size, jobs or 1)
