"""Workers on the machines of a Ray cluster, one actor for each core."""

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
    """Return workers in a cluster: this many, or one for each core.

    Raises:
        ClusterError: The cluster cannot be reached, or has fewer cores.
        RulesError: The solver does not support the game.
    """
    if address == LOCAL:
        size = size or os.cpu_count() or 1
    Worker(whole, memory // (size or 1))  # rejects here what no actor could start with
    cores = join(address, size)
    size = size or cores
    return WorkerPool([InActor(whole, memory // size) for _ in range(size)])


class InActor(RemoteWorker):
    """A worker in an actor, placed by Ray."""

    died: ClassVar[tuple[type[Exception], ...]] = (RayActorError, GetTimeoutError)

    def begin(self) -> None:
        """Start an actor."""
        kind: Any = ray.remote(num_cpus=1)(Worker)
        self._actor = kind.remote(self.whole, self.memory)

    def answer(self, job: Job, seconds: float) -> JobResult:
        """Let the actor answer a job.

        Raises:
            Exception: One of `died`.
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
