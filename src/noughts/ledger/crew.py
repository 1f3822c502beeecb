"""Crews: those who answer jobs. A crew takes as many at a time as it has workers."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, Protocol

from noughts.ledger.worker import Answer, Job, Worker
from noughts.limit import StoppableLimit

if TYPE_CHECKING:
    from noughts.rules import Rules


class Crew(Protocol):
    """Workers, wherever they are."""

    size: int  #: how many workers there are

    def submit(self, job: Job) -> Future[Answer]:
        """Have a job answered."""

    def close(self) -> None:
        """Break off what is being worked on; what comes of that is no answer."""


class Alone:
    """One worker, in a thread of this process."""

    size: int = 1

    def __init__(self, rules: Rules, memory: int) -> None:
        self._worker = Worker(rules, memory)
        self._pool = ThreadPoolExecutor(1, "worker")
        self._limit = StoppableLimit()

    def submit(self, job: Job) -> Future[Answer]:
        """Have a job answered."""
        self._limit = StoppableLimit()
        return self._pool.submit(self._worker.answer, job, self._limit)

    def close(self) -> None:
        """Break off what is being worked on."""
        self._limit.stop()
        self._pool.shutdown(cancel_futures=True)
