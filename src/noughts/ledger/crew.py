"""Crews: those who answer jobs. A crew takes as many at a time as it has workers."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, ClassVar, Protocol

from noughts.errors import LedgerError
from noughts.ledger.worker import Answer, Job, Worker
from noughts.limit import StoppableLimit

if TYPE_CHECKING:
    from collections.abc import Sequence
    from multiprocessing.connection import Connection

    from noughts.rules import Rules

DEATHS = 3  #: so many workers may die of one job
PATIENCE, SLOWEST = 60.0, 100  #: seconds, and nodes a second; a worker that takes longer hangs


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


class Remote:
    """A worker somewhere else, which is begun anew when it has died.

    A kind of them is a class that says how one is begun, asked and ended.

    Attributes:
        died: what is raised where a worker has died.
    """

    died: ClassVar[tuple[type[Exception], ...]]

    def __init__(self, rules: Rules, memory: int) -> None:
        self.rules: Rules = rules
        self.memory: int = memory
        self._last: Job | None = None
        self._closed = False
        self._lock = threading.Lock()  # of beginning and closing
        self._begin()

    def begin(self) -> None:
        """Begin a worker."""
        raise NotImplementedError

    def answer(self, job: Job, seconds: float) -> Answer:
        """Have the worker answer a job.

        Raises:
            Exception: one of `died`, also if it takes so many seconds.
        """
        raise NotImplementedError

    def end(self) -> None:
        """End the worker, whatever it does."""
        raise NotImplementedError

    def knows(self, job: Job) -> int:
        """Return how many stones its last job shares with this one."""
        if self._last is None or self._last.mark is not job.mark:
            return -1
        last, now = self._last.position, job.position
        return (last.x & now.x).bit_count() + (last.o & now.o).bit_count()

    def ask(self, job: Job) -> Answer:
        """Have a job answered, by its successors if it dies or hangs.

        Raises:
            CancelledError: it has been closed.
            LedgerError: they die one after the other.
        """
        self._last = job
        for _ in range(DEATHS):
            try:
                return self.answer(job, PATIENCE + job.budget / SLOWEST)
            except self.died:
                self._begin()
        raise LedgerError(
            f"{DEATHS} workers died, one after the other, of whether {job.mark} wins "
            f"{job.position}; less memory may help"
        )

    def close(self) -> None:
        """End it for good."""
        with self._lock:
            self._closed = True
            self.end()

    def _begin(self) -> None:
        with self._lock:
            if self._closed:
                raise CancelledError
            self.begin()


class Several:
    """Workers somewhere else.

    A job goes to the worker, of those that are free, whose last job shares most stones with it: it
    knows that region. A worker that dies or hangs is replaced, and its job asked again.
    """

    def __init__(self, remotes: Sequence[Remote]) -> None:
        self.size: int = len(remotes)
        self._all = tuple(remotes)
        self._free = list(remotes)
        self._pool = ThreadPoolExecutor(self.size, "asking")

    def submit(self, job: Job) -> Future[Answer]:
        """Have a job answered."""
        remote = max(self._free, key=lambda each: each.knows(job))
        self._free.remove(remote)
        return self._pool.submit(self._ask, remote, job)

    def _ask(self, remote: Remote, job: Job) -> Answer:
        try:
            return remote.ask(job)
        finally:
            self._free.append(remote)

    def close(self) -> None:
        """Break off what is being worked on."""
        for remote in self._all:
            remote.close()
        self._pool.shutdown(cancel_futures=True)


def processes(rules: Rules, memory: int, size: int) -> Several:
    """Return workers in so many processes of this machine; the memory is that of all of them.

    Raises:
        RulesError: what `Solver` does not take.
    """
    Worker(rules, memory // size)  # refuses here what no process could begin with
    return Several([InProcess(rules, memory // size) for _ in range(size)])


class InProcess(Remote):
    """A worker in another process."""

    died: ClassVar[tuple[type[Exception], ...]] = (EOFError, OSError)

    def begin(self) -> None:
        """Begin a process."""
        context = multiprocessing.get_context("spawn")
        self._line, its = context.Pipe()
        told = (its, self.rules, self.memory)
        self._process = context.Process(target=_serve, args=told, daemon=True)
        self._process.start()
        its.close()

    def answer(self, job: Job, seconds: float) -> Answer:
        """Have the process answer a job.

        Raises:
            OSError: it is gone, or hangs.
        """
        self._line.send(job)
        if not self._line.poll(seconds):
            self._process.kill()
            raise TimeoutError
        found: Answer = self._line.recv()
        return found

    def end(self) -> None:
        """Kill the process."""
        self._process.kill()


def _serve(line: Connection, rules: Rules, memory: int) -> None:
    """Answer jobs until whoever asks is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for whoever asks
    threading.Thread(target=_follow, daemon=True).start()
    worker = Worker(rules, memory)
    while True:
        try:
            line.send(worker.answer(line.recv()))
        except (EOFError, OSError):
            return


def _follow() -> None:
    """End when the process that has begun this one does, in the middle of a job too."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
