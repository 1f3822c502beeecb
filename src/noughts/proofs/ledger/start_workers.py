"""`workers`: the workers of a proof, on this machine or on a cluster."""

from collections.abc import Iterator
from contextlib import closing, contextmanager

from noughts.core.position import Position
from noughts.proofs.ledger.executor import Executor, SerialExecutor, processes
from noughts.solver.resources import default_memory


@contextmanager
def workers(
    whole: Position, memory: int | None = None, jobs: int | None = None, cluster: str | None = None
) -> Iterator[Executor]:
    """Start the workers of a proof, and end them afterwards.

    Processes take a moment to start, so start them before anything else.

    Args:
        whole: the position of the ledger, or of several.
        memory: bytes for all their tables, by default a quarter of the machine's memory.
        jobs: the number of processes, one job each; by default 1, which is repeatable, or all cores
            of a cluster.
        cluster: the address of a Ray cluster, or ``local`` to start one here.

    Raises:
        ClusterError: A cluster cannot be reached, or has fewer cores.
        RulesError: The solver does not support the game.
    """
    with closing(_begin(whole, memory, jobs, cluster)) as crew:
        yield crew


def _begin(whole: Position, memory: int | None, jobs: int | None, cluster: str | None) -> Executor:
    size = default_memory() if memory is None else memory
    if cluster is not None:
        from noughts.proofs.ledger.ray_executor import actors  # noqa: PLC0415  (an extra)

        return actors(whole, size, cluster, jobs)
    return SerialExecutor(whole, size) if jobs in {None, 1} else processes(whole, size, jobs or 1)
