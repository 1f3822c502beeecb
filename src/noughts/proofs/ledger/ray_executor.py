"""Workers on the machines of a Ray cluster, an actor a core."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, ClassVar

import ray
from ray.exceptions import GetTimeoutError, RayActorError

from noughts.proofs.ledger.executor import RemoteWorker, WorkerPool
from noughts.proofs.ledger.worker import Job, JobResult, Worker
from noughts.solver.ray_cluster import LOCAL, join

if TYPE_CHECKING:
    from noughts.core.position import Position


def actors(whole: Position, memory: int, address: str, size: int | None = None) -> WorkerPool:
    """Return workers in a cluster: so many, or as many as it has cores.

    Raises:
        ClusterError: it cannot be reached, or has fewer cores.
        RulesError: what `Solver` does not take.
    """
    if address == LOCAL:
        size = size or os.cpu_count() or 1
    Worker(whole, memory // (size or 1))  # refuses here what no actor could begin with
    cores = join(address, size)
    size = size or cores
    return WorkerPool([InActor(whole, memory // size) for _ in range(size)])


class InActor(RemoteWorker):
    """A worker in an actor, wherever Ray puts it."""

    died: ClassVar[tuple[type[Exception], ...]] = (RayActorError, GetTimeoutError)

    def begin(self) -> None:
        """Begin an actor."""
        kind: Any = ray.remote(num_cpus=1)(Worker)
        self._actor = kind.remote(self.whole, self.memory)

    def answer(self, job: Job, seconds: float) -> JobResult:
        """Have the actor answer a job.

        Raises:
            Exception: one of `died`.
        """
        try:
            found: JobResult = ray.get(self._actor.answer.remote(job), timeout=seconds)
        except GetTimeoutError:
            self.end()
            raise
        return found

    def end(self) -> None:
        """Kill the actor."""
        ray.kill(self._actor)
