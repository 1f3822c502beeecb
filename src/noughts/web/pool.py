"""Heavy work, in a bounded number of processes, with a bounded number of requests waiting.

A request that finds no place is refused at once: an honest "later" is better than a queue that
nobody sees the end of. Workers that do not keep to their budget are ended and replaced.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from typing import TYPE_CHECKING, TypeVar

from noughts.errors import NoughtsError

if TYPE_CHECKING:
    from collections.abc import Callable

Result = TypeVar("Result")


class BusyError(NoughtsError):
    """There is no room for this work now; `retry_after` says in how many seconds to ask again."""

    def __init__(self, message: str, retry_after: int) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class Pool:
    """Some processes that do one job at a time each.

    Args:
        workers: how many processes.
        waiting: how many jobs may wait for each of them.
        patience: seconds after which a job is given up.
    """

    def __init__(self, workers: int, waiting: int, patience: float) -> None:
        self._workers = workers
        self._places = workers * (1 + waiting)
        self._patience = patience
        self._taken = 0
        self._crew: _Crew | None = None

    @property
    def ready(self) -> bool:
        """Whether it takes work."""
        return self._crew is not None and not self._crew.dismissed

    async def start(self) -> None:
        """Start the processes and wait until they can work."""
        self._crew = _Crew(self._workers)
        await self._crew.arrived()

    async def run(self, job: Callable[..., Result], *arguments: object) -> Result:
        """Do a job and return its result, or raise what it raised.

        Raises:
            BusyError: there is no room, or the job had to be given up.
        """
        crew = self._crew
        if crew is None or crew.dismissed:
            raise BusyError("the server is stopping", retry_after=5)
        if self._taken >= self._places:
            raise BusyError("all places to think are taken", retry_after=2)
        self._taken += 1
        try:
            return await crew.work(job, arguments, self._patience)
        except (BrokenExecutor, TimeoutError):
            if self._crew is crew and not crew.dismissed:
                crew.end()
                self._crew = _Crew(self._workers)
            raise BusyError("this took too long and was given up", retry_after=5) from None
        finally:
            self._taken -= 1

    def drain(self) -> None:
        """Take no more work and refuse what is waiting; what has begun may end."""
        if self._crew is not None:
            self._crew.dismiss()

    def close(self) -> None:
        """End every process, now."""
        if self._crew is not None:
            self._crew.end()


class _Crew:
    """Processes that live and die together."""

    def __init__(self, workers: int) -> None:
        self.dismissed = False
        # Spawned, not forked: a fork of a process with threads may hang.
        context = multiprocessing.get_context("spawn")
        self._executor = ProcessPoolExecutor(workers, context, _settle_in)
        others = set(multiprocessing.active_children())
        self._arrivals = [self._executor.submit(os.getpid) for _ in range(workers)]
        self._processes = set(multiprocessing.active_children()) - others

    async def arrived(self) -> None:
        await asyncio.gather(*map(asyncio.wrap_future, self._arrivals))

    async def work(
        self, job: Callable[..., Result], arguments: tuple[object, ...], patience: float
    ) -> Result:
        future = self._executor.submit(job, *arguments)
        try:
            async with asyncio.timeout(patience):
                return await asyncio.wrap_future(future)
        except asyncio.CancelledError:
            if not self.dismissed:
                raise
            raise BusyError("the server is stopping", retry_after=5) from None

    def dismiss(self) -> None:
        self.dismissed = True
        self._executor.shutdown(wait=False, cancel_futures=True)

    def end(self) -> None:
        self.dismiss()
        for process in self._processes:
            process.kill()


def _settle_in() -> None:
    """Make a worker live exactly as long as its server: Ctrl-C is the server's to answer."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    server = multiprocessing.parent_process()
    if server is not None:
        threading.Thread(target=_follow, args=(server,), daemon=True).start()


def _follow(server: multiprocessing.process.BaseProcess) -> None:
    server.join()
    os._exit(1)
