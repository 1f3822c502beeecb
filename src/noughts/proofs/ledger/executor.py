"""Crews: those who answer jobs. A crew takes as many at a time as it has workers."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from importlib.metadata import version
from typing import TYPE_CHECKING, ClassVar, Protocol

from noughts.core.errors import LedgerError
from noughts.core.limit import StoppableLimit
from noughts.proofs.ledger.worker import Job, JobResult, Wanted, Worker
from noughts.solver.shared import shared_memory

if TYPE_CHECKING:
    from collections.abc import Sequence
    from multiprocessing.connection import Connection

    from noughts.core.position import Position
    from noughts.solver.shared import SharedMemory

DEATHS = 3  #: so many workers may die of one job
PATIENCE = 60.0  #: seconds that a worker may always take
SLOWEST = 100  #: nodes a second, until answers have shown how fast they come
GENEROUS = 30  #: a worker that takes so many times as long as those before, and more, hangs
READING = 4  #: what a part of the certificate may cost, in budgets
LONGEST = 86_400.0  #: seconds that a worker may take at all; no wait for an answer may last weeks
VERSION = version("noughts")
QUARTER = 2  #: of all memory each of the shared tables may take: two searches, for either side


class Executor(Protocol):
    """Workers, wherever they are."""

    size: int  #: how many workers there are

    def submit(self, job: Job) -> Future[JobResult]:
        """Have a job answered."""

    def close(self) -> None:
        """Break off what is being worked on; what comes of that is no answer."""


class SerialExecutor:
    """One worker, in a thread of this process."""

    size: int = 1

    def __init__(self, whole: Position, memory: int) -> None:
        self._worker = Worker(whole, memory)
        self._pool = ThreadPoolExecutor(1, "worker")
        self._limit = StoppableLimit()

    def submit(self, job: Job) -> Future[JobResult]:
        """Have a job answered."""
        self._limit = StoppableLimit()
        return self._pool.submit(self._worker.answer, job, self._limit)

    def close(self) -> None:
        """Break off what is being worked on."""
        self._limit.stop()
        self._pool.shutdown(cancel_futures=True)


class Pace:
    """How fast jobs have been answered, and so how long one may take."""

    def __init__(self) -> None:
        self._nodes = 0
        self._seconds = 0.0

    def note(self, answer: JobResult) -> None:
        """Take an answer into account."""
        self._nodes += answer.nodes
        self._seconds += answer.seconds

    def patience(self, job: Job) -> float:
        """Return the seconds after which whoever works at a job hangs.

        >>> from noughts import Mark, Position, Rules
        >>> pace, job = Pace(), Job(Position(Rules.parse("8,8,5")), Mark.X, 1_000_000)
        >>> pace.patience(job)
        10060.0
        >>> pace.note(JobResult(None, 500_000, 2.5, "here", "1"))
        >>> pace.patience(job)
        210.0
        """
        nodes = job.budget * (READING if job.wanted is Wanted.PART else 1)
        due = GENEROUS * nodes * self._seconds / self._nodes if self._nodes else nodes / SLOWEST
        return min(PATIENCE + due, LONGEST)


class RemoteWorker:
    """A worker somewhere else, which is begun anew when it has died.

    A kind of them is a class that says how one is begun, asked and ended.

    Attributes:
        died: what is raised where a worker has died.
    """

    died: ClassVar[tuple[type[Exception], ...]]

    def __init__(self, whole: Position, memory: int) -> None:
        self.whole: Position = whole
        self.memory: int = memory
        self._last: Job | None = None
        self._closed = False
        self._lock = threading.Lock()  # of beginning and closing
        self._begin()

    def begin(self) -> None:
        """Begin a worker."""
        raise NotImplementedError

    def answer(self, job: Job, seconds: float) -> JobResult:
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

    def ask(self, job: Job, pace: Pace) -> JobResult:
        """Have a job answered, by its successors if it dies, hangs or is of another version.

        Raises:
            CancelledError: it has been closed.
            LedgerError: so it goes with one after the other.
        """
        self._last = job
        other: JobResult | None = None
        for _ in range(DEATHS):
            try:
                answer = self.answer(job, pace.patience(job))
            except self.died:
                self._begin()
                continue
            if answer.version == VERSION:
                return answer
            other = answer
            self.end()
            self._begin()
        if other is not None:
            raise LedgerError(
                f"a worker on {other.machine} is of Noughts {other.version}; all have to be of "
                f"{VERSION}, as this is"
            )
        raise LedgerError(
            f"{DEATHS} workers died or hung, one after the other, over whether {job.mark} wins "
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


class WorkerPool:
    """Workers somewhere else.

    A job goes to the worker, of those that are free, whose last job shares most stones with it: it
    knows that region. A worker that dies or hangs is replaced, and its job asked again.
    """

    def __init__(self, remotes: Sequence[RemoteWorker], shared: SharedMemory | None = None) -> None:
        self.size: int = len(remotes)
        self.workers: tuple[RemoteWorker, ...] = tuple(remotes)
        self.shared: SharedMemory | None = shared
        self._free = list(remotes)
        self._choosing = threading.Lock()
        self._pace = Pace()
        self._pool = ThreadPoolExecutor(self.size, "asking")

    def submit(self, job: Job) -> Future[JobResult]:
        """Have a job answered, once a worker is free: some may be at work for an earlier one."""
        return self._pool.submit(self._ask, job)

    def _ask(self, job: Job) -> JobResult:
        with self._choosing:  # the pool has as many threads, so one is free
            remote = max(self._free, key=lambda each: each.knows(job))
            self._free.remove(remote)
        try:
            answer = remote.ask(job, self._pace)
            self._pace.note(answer)
            return answer
        finally:
            self._free.append(remote)

    def close(self) -> None:
        """Break off what is being worked on."""
        for remote in self.workers:
            remote.close()
        self._pool.shutdown(cancel_futures=True)
        if self.shared is not None:
            self.shared.close()


def processes(whole: Position, memory: int, size: int) -> WorkerPool:
    """Return workers in so many processes of this machine; the memory is that of all of them.

    They share their tables, where that can be had.

    Raises:
        RulesError: what `Solver` does not take.
    """
    Worker(whole, memory // size)  # refuses here what no process could begin with
    shared = shared_memory(memory >> QUARTER, size)
    return WorkerPool([InProcess(whole, memory // size, shared) for _ in range(size)], shared)


class InProcess(RemoteWorker):
    """A worker in another process."""

    died: ClassVar[tuple[type[Exception], ...]] = (EOFError, OSError)

    def __init__(self, whole: Position, memory: int, shared: SharedMemory | None = None) -> None:
        self.shared: SharedMemory | None = shared
        super().__init__(whole, memory)

    def begin(self) -> None:
        """Begin a process."""
        context = multiprocessing.get_context("spawn")
        self._line, its = context.Pipe()
        told = (its, self.whole, self.memory, VERSION, self.shared)
        self._process = context.Process(target=_serve, args=told, daemon=True)
        self._process.start()
        its.close()

    def answer(self, job: Job, seconds: float) -> JobResult:
        """Have the process answer a job.

        Raises:
            OSError: it is gone, or hangs.
        """
        self._line.send(job)
        if not self._line.poll(seconds):
            self._process.kill()
            raise TimeoutError
        found: JobResult = self._line.recv()
        return found

    def end(self) -> None:
        """Kill the process."""
        self._process.kill()


def _serve(
    line: Connection, whole: Position, memory: int, asking: str, shared: SharedMemory | None
) -> None:
    """Answer jobs until whoever asks is gone; `asking` is of which version of Noughts that is."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for whoever asks
    end_with_parent()
    # What another version would write into the tables need not be what this one means by it.
    worker = Worker(whole, memory, shared if asking == VERSION else None)
    while True:
        try:
            line.send(worker.answer(line.recv()))
        except (EOFError, OSError):
            return


def end_with_parent() -> None:
    """End this process when the one that has begun it does, in the middle of a job too."""
    parent = multiprocessing.parent_process()

    def follow() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=follow, daemon=True).start()
