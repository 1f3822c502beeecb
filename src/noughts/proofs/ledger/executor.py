"""Crews answer jobs. A crew takes as many at a time as it has workers."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Sequence
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from importlib.metadata import version
from typing import TYPE_CHECKING, ClassVar, Protocol

from noughts.core.errors import LedgerError
from noughts.core.limit import StoppableLimit
from noughts.core.position import Position
from noughts.proofs.ledger.worker import Job, JobResult, Wanted, Worker
from noughts.solver.shared import SharedMemory, shared_memory

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

DEATHS = 3  #: the most workers that may die on one job
PATIENCE = 60.0  #: seconds always allowed for a job
SLOWEST = 100  #: nodes per second, until answers have shown the speed
GENEROUS = 30  #: a worker this many times slower than earlier ones hangs
READING = 4  #: the most work for a part of the certificate, in budgets
LONGEST = 86_400.0  #: the most seconds of any job
VERSION = version("noughts")
QUARTER = 2  #: the share of memory of each shared table: two searches, for either side


class Executor(Protocol):
    """Workers, local or remote."""

    size: int  #: the number of workers

    def submit(self, job: Job) -> Future[JobResult]:
        """Let a worker answer a job."""

    def close(self) -> None:
        """Stop the jobs in progress; their results are not answers."""


class SerialExecutor:
    """One worker, in a thread of this process."""

    size: int = 1

    def __init__(self, whole: Position, memory: int) -> None:
        self._worker = Worker(whole, memory)
        self._pool = ThreadPoolExecutor(1, "worker")
        self._limit = StoppableLimit()

    def submit(self, job: Job) -> Future[JobResult]:
        """Answer a job."""
        self._limit = StoppableLimit()
        return self._pool.submit(self._worker.answer, job, self._limit)

    def close(self) -> None:
        """Stop the job in progress."""
        self._limit.stop()
        self._pool.shutdown(cancel_futures=True)


class Pace:
    """The speed of earlier jobs, and so the time limit of the next one."""

    def __init__(self) -> None:
        self._nodes = 0
        self._seconds = 0.0

    def note(self, answer: JobResult) -> None:
        """Record an answer."""
        self._nodes += answer.nodes
        self._seconds += answer.seconds

    def patience(self, job: Job) -> float:
        """Return the seconds after which a worker counts as hanging.

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
    """A worker in another process, which is restarted when it dies.

    A subclass defines how such a worker is started, asked and ended.
    """

    died: ClassVar[tuple[type[Exception], ...]]  #: the exceptions of a worker that has died

    def __init__(self, whole: Position, memory: int) -> None:
        self.whole: Position = whole
        self.memory: int = memory
        self._last: Job | None = None
        self._closed = False
        self._lock = threading.Lock()  # for starting and closing
        self._begin()

    def begin(self) -> None:
        """Start a worker."""
        raise NotImplementedError

    def answer(self, job: Job, seconds: float) -> JobResult:
        """Let the worker answer a job.

        Raises:
            Exception: One of `died`, also after a timeout.
        """
        raise NotImplementedError

    def end(self) -> None:
        """End the worker, whatever it is doing."""
        raise NotImplementedError

    def knows(self, job: Job) -> int:
        """Return how many stones the worker's last job shares with this one."""
        if self._last is None or self._last.mark is not job.mark:
            return -1
        last, now = self._last.position, job.position
        return (last.x & now.x).bit_count() + (last.o & now.o).bit_count()

    def ask(self, job: Job, pace: Pace) -> JobResult:
        """Let the worker answer a job, or its successors if it dies, hangs or has another version.

        Raises:
            CancelledError: The worker was closed.
            LedgerError: Several workers in a row failed.
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
            machine, version = other.machine, other.version
            raise LedgerError.said(
                "ledger", "versions", machine=machine, version=version, needed=VERSION
            )
        mark, position = job.mark, job.position
        raise LedgerError.said("ledger", "workers", number=DEATHS, mark=mark, position=position)

    def close(self) -> None:
        """End the worker for good."""
        with self._lock:
            self._closed = True
            self.end()

    def _begin(self) -> None:
        with self._lock:
            if self._closed:
                raise CancelledError
            self.begin()


class WorkerPool:
    """Workers in other processes.

    A job goes to the free worker whose last job shares the most stones with it, because that worker
    knows the region. A worker that dies or hangs is replaced, and its job is repeated.
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
        """Let a worker answer a job, once one is free."""
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
        """Stop the jobs in progress."""
        for remote in self.workers:
            remote.close()
        self._pool.shutdown(cancel_futures=True)
        if self.shared is not None:
            self.shared.close()


def processes(whole: Position, memory: int, size: int) -> WorkerPool:
    """Return workers in this many local processes, which share the memory.

    They share their tables, if the system supports it.

    Raises:
        RulesError: The solver does not support the game.
    """
    Worker(whole, memory // size)  # rejects here what no process could start with
    shared = shared_memory(memory >> QUARTER, size)
    return WorkerPool([InProcess(whole, memory // size, shared) for _ in range(size)], shared)


class InProcess(RemoteWorker):
    """A worker in another process."""

    died: ClassVar[tuple[type[Exception], ...]] = (EOFError, OSError)

    def __init__(self, whole: Position, memory: int, shared: SharedMemory | None = None) -> None:
        self.shared: SharedMemory | None = shared
        super().__init__(whole, memory)

    def begin(self) -> None:
        """Start a process."""
        context = multiprocessing.get_context("spawn")
        self._line, its = context.Pipe()
        arguments = (its, self.whole, self.memory, VERSION, self.shared)
        self._process = context.Process(target=_serve, args=arguments, daemon=True)
        self._process.start()
        its.close()

    def answer(self, job: Job, seconds: float) -> JobResult:
        """Let the process answer a job.

        Raises:
            OSError: It is gone, or hangs.
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
    """Answer jobs until the parent is gone; `asking` is the parent's version of Noughts."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent
    end_with_parent()
    # Another version may give the entries of the tables another meaning.
    worker = Worker(whole, memory, shared if asking == VERSION else None)
    while True:
        try:
            line.send(worker.answer(line.recv()))
        except (EOFError, OSError):
            return


def end_with_parent() -> None:
    """End this process with its parent, even in the middle of a job."""
    parent = multiprocessing.parent_process()

    def follow() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=follow, daemon=True).start()
