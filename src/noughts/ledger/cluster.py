"""Workers on the machines of a Ray cluster, an actor a core.

Source: Moritz and others, "Ray: A distributed framework for emerging AI applications", OSDI 2018.
"""

from __future__ import annotations

import os
import socket
from typing import TYPE_CHECKING, Any, ClassVar

import ray
from ray.exceptions import GetTimeoutError, RayActorError

from noughts.errors import LedgerError
from noughts.ledger.crew import Remote, Several
from noughts.ledger.worker import Answer, Job, Worker

if TYPE_CHECKING:
    from noughts.rules import Rules

_CONNECTING = 10  # seconds that the head has to answer
LOCAL = "local"  #: the address of a cluster of this machine, which is begun for the proof


def actors(rules: Rules, memory: int, address: str, size: int | None = None) -> Several:
    """Return workers in a cluster: so many, or as many as it has cores.

    Raises:
        LedgerError: it cannot be reached, or has fewer cores.
        RulesError: what `Solver` does not take.
    """
    if address == LOCAL:
        size = size or os.cpu_count() or 1
    Worker(rules, memory // (size or 1))  # refuses here what no actor could begin with
    cores = _join(address, size)
    if size is not None and size > cores:
        raise LedgerError(f"the cluster at {address} has {cores} cores; {size} jobs are too many")
    size = size or cores
    return Several([InActor(rules, memory // size) for _ in range(size)])


def _join(address: str, size: int | None) -> int:
    """Join a cluster, or begin one; return how many cores it has."""
    quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
    if address == LOCAL:
        quiet |= {"num_cpus": size, "include_dashboard": False}
    try:
        if address != LOCAL:  # Ray itself would try for minutes
            host, _, port = address.removeprefix("ray://").rpartition(":")
            socket.create_connection((host, int(port)), timeout=_CONNECTING).close()
        ray.init(address, ignore_reinit_error=True, **quiet)
        return int(ray.cluster_resources().get("CPU", 0))
    except (ConnectionError, RuntimeError, ValueError, OSError) as error:
        why = str(error).strip().splitlines()[0]
        raise LedgerError(f"the cluster at {address} cannot be reached: {why}") from error


class InActor(Remote):
    """A worker in an actor, wherever Ray puts it."""

    died: ClassVar[tuple[type[Exception], ...]] = (RayActorError, GetTimeoutError)

    def begin(self) -> None:
        """Begin an actor."""
        kind: Any = ray.remote(num_cpus=1)(Worker)
        self._actor = kind.remote(self.rules, self.memory)

    def answer(self, job: Job, seconds: float) -> Answer:
        """Have the actor answer a job.

        Raises:
            Exception: one of `died`.
        """
        try:
            found: Answer = ray.get(self._actor.answer.remote(job), timeout=seconds)
        except GetTimeoutError:
            self.end()
            raise
        return found

    def end(self) -> None:
        """Kill the actor."""
        ray.kill(self._actor)
