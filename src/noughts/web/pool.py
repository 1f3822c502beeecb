"""Heavy work, in a bounded number of processes, with a bounded number of requests waiting.

A request that finds no place is refused at once, with the seconds after which to ask again. No
client can have more than a few places. A client that has none gets one even if all are taken: the
one that has the most gives up a job that waits. The client that was served longest ago is next. A
job that does not keep to its budget is ended with its process, and no other; the processes are
those of `anyio.to_process`, which replaces any that has died.
"""

from __future__ import annotations

import asyncio
import logging
import signal
import traceback
from collections import OrderedDict
from functools import partial
from math import ceil
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from anyio import BrokenWorkerProcess, CapacityLimiter, to_process

from noughts.core.errors import NoughtsError
from noughts.web.clients import Held, widest

if TYPE_CHECKING:
    from collections.abc import Callable

Result = TypeVar("Result")

_log = logging.getLogger(__name__)
_STARTING = 60.0  # seconds that a process may take to start, on a machine that has much to do


class BusyError(NoughtsError):
    """There is no room for this work now; `retry_after` says in how many seconds to ask again."""

    def __init__(self, message: str, retry_after: int) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class ShareError(BusyError):
    """There is room, but this client has its share of it already."""


_REMEMBERED = 1_000  # networks of which it is known when they were served


class _Turn(NamedTuple):
    """A request that waits for a process."""

    client: str
    called: asyncio.Future[None]


class Pool:
    """Some processes that do one job at a time each.

    Args:
        workers: how many processes.
        waiting: how many jobs may wait for each of them.
        share: how many jobs, running or waiting, one client may have.
        patience: seconds after which a job is given up, from when it begins.
    """

    def __init__(self, workers: int, waiting: int, share: int, patience: float) -> None:
        self._workers = workers
        self._held = Held(share, workers * (1 + waiting))
        self._patience = patience
        self._idle = 0
        #: Of clients and their widest networks, the number of the last job that began.
        self._served: OrderedDict[str, int] = OrderedDict()
        self._jobs = 0
        self._waiting: list[_Turn] = []
        self._running: set[asyncio.Task[object]] = set()
        self._limiter: CapacityLimiter | None = None
        self.ready: bool = False

    async def start(self, first: Callable[[], object]) -> None:
        """Start the processes and wait until each has done a first job."""
        self._limiter = CapacityLimiter(self._workers)
        await asyncio.gather(*(self._work(first, (), _STARTING) for _ in range(self._workers)))
        self._idle = self._workers
        self.ready = True

    async def run(
        self,
        job: Callable[..., Result],
        *arguments: object,
        client: str = "",
        patience: float = 0.0,
    ) -> Result:
        """Do a job and return its result, or raise what it raised.

        A job may be given more `patience` than the others have.

        Whoever stops waiting for a job that has begun does not end it: it keeps its place until
        it is done, so that hanging up is no way to more of them.

        Raises:
            BusyError: there is no room, or the job had to be given up.
        """
        if not self.ready:
            raise _stopping()
        if self._held.over(client):
            mine = self._held[client]
            raise ShareError(f"{mine} of your questions are being thought about", retry_after=1)
        if self._held.total >= self._held.most and not self._make_room(client):
            raise _taken()
        self._held.take(client)
        try:
            await self._called(client)
        except BaseException:
            self._held.leave(client)
            raise
        self._serve(client)
        task = asyncio.create_task(self._work(job, arguments, max(patience, self._patience)))
        self._running.add(task)
        task.add_done_callback(lambda task: self._done(client, task))
        return await asyncio.shield(task)

    def drain(self) -> None:
        """Take no more work and refuse what is waiting; what has begun may end."""
        self.ready = False
        for turn in self._waiting:
            if not turn.called.done():
                turn.called.set_exception(_stopping())

    async def close(self) -> None:
        """End what is still running, with its processes."""
        self.drain()
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)

    async def _called(self, client: str) -> None:
        """Wait until there is a process to work on this client's job."""
        if self._idle and not self._waiting:
            self._idle -= 1
            return
        turn = _Turn(client, asyncio.get_running_loop().create_future())
        self._waiting.append(turn)
        try:
            await turn.called
        except asyncio.CancelledError:
            if turn.called.done() and not turn.called.cancelled() and not turn.called.exception():
                self._free()  # called and cancelled at once
            raise
        finally:
            if turn in self._waiting:
                self._waiting.remove(turn)

    def _free(self) -> None:
        """Call the network that was served longest ago, in it the client, of its jobs the first."""
        waiting = [turn for turn in self._waiting if not turn.called.done()]
        if not waiting:
            self._idle += 1
            return
        served = self._served
        turn = min(
            waiting,
            key=lambda turn: (served.get(widest(turn.client), 0), served.get(turn.client, 0)),
        )
        self._waiting.remove(turn)
        turn.called.set_result(None)

    def _serve(self, client: str) -> None:
        """Take note that a job of this client begins."""
        self._jobs += 1
        for name in (client, widest(client)):
            self._served[name] = self._jobs
            self._served.move_to_end(name)
        while len(self._served) > _REMEMBERED:
            self._served.popitem(last=False)

    def _make_room(self, client: str) -> bool:
        """Refuse a job that waits, for a client whose widest network has no place.

        It is the newest of the network that has the most places, if that is more than one.
        """
        waiting = [turn for turn in self._waiting if not turn.called.done()]
        if self._held[widest(client)] or not waiting:
            return False
        turn = max(reversed(waiting), key=lambda turn: self._held[widest(turn.client)])
        if self._held[widest(turn.client)] < 2:
            return False
        self._waiting.remove(turn)
        turn.called.set_exception(_taken())
        return True

    def _done(self, client: str, task: asyncio.Task[object]) -> None:
        self._running.discard(task)
        if not task.cancelled():
            task.exception()  # whoever asked may be gone: it is not lost, it is nobody's
        self._held.leave(client)
        self._free()

    async def _work(
        self, job: Callable[..., Result], arguments: tuple[object, ...], patience: float
    ) -> Result:
        """Do a job in a process of its own for as long as it takes; end both if that is too long.

        Raises:
            BusyError: it took too long, or the process died.
        """
        # A process that died unseen while it was idle is found out by the job; so once more.
        for _ in range(2):
            try:
                async with asyncio.timeout(patience):
                    work = partial(_in_process, patience, job, *arguments)
                    return await to_process.run_sync(work, cancellable=True, limiter=self._limiter)
            except TimeoutError:
                _log.warning("a job was ended", extra={"job": _name(job), "seconds": patience})
                raise BusyError("this took too long and was given up", retry_after=5) from None
            except BrokenWorkerProcess:
                _log.warning("a worker died", extra={"job": _name(job)})
        raise BusyError("the process that worked on this has died", retry_after=5)


def _taken() -> BusyError:
    return BusyError("all places to think are taken", retry_after=2)


def _stopping() -> BusyError:
    return BusyError("the server is stopping", retry_after=5)


def _name(job: Callable[..., object]) -> str:
    return getattr(getattr(job, "func", job), "__name__", "job")


def _in_process(patience: float, job: Callable[..., Result], *arguments: object) -> Result:
    """Do a job in this process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the server's to answer
    if hasattr(signal, "alarm"):
        signal.alarm(ceil(patience) + 5)  # the end of a hanging job whose server was killed
    try:
        return job(*arguments)
    except NoughtsError:
        raise
    except Exception as error:
        error.add_note(traceback.format_exc())  # where it was is known in this process only
        raise
    finally:
        if hasattr(signal, "alarm"):
            signal.alarm(0)
