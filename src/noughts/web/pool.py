"""Heavy work, in a bounded number of processes with a bounded queue.

If the pool is full, a request is rejected at once, with the seconds after which to retry. No client
can have more than a few places. A client without a place gets one even if all are taken: the client
with the most places loses a waiting job. The client served longest ago is next. A job that exceeds
its budget is ended with its process, and no other job. The processes are those of
`anyio.to_process`, which replaces any that has died.
"""

import asyncio
import logging
import signal
import traceback
from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from math import ceil
from typing import NamedTuple, TypeVar

from anyio import BrokenWorkerProcess, CapacityLimiter, to_process

from noughts.core.catalogue import language, say, speaking
from noughts.core.errors import NoughtsError
from noughts.web.clients import Held, widest

Result = TypeVar("Result")

_log = logging.getLogger(__name__)
_STARTING = 60.0  # seconds that a process may take to start, on a busy machine


class BusyError(NoughtsError):
    """The pool is full; `retry_after` is the number of seconds after which to retry."""

    def __init__(self, message: str, retry_after: int) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class ShareError(BusyError):
    """This client already has its share of the pool."""


_REMEMBERED = 1_000  # networks whose last service time is stored


class _Turn(NamedTuple):
    """A request that waits for a process."""

    client: str
    called: asyncio.Future[str]  #: the message of the group "server" that rejects it, or nothing


class Pool:
    """Some processes that do one job at a time each.

    Args:
        workers: how many processes.
        waiting: the most jobs that may wait for each of them.
        share: the most jobs of one client, running or waiting.
        patience: the seconds from its start after which a job is ended.
    """

    def __init__(self, workers: int, waiting: int, share: int, patience: float) -> None:
        self._workers = workers
        self._held = Held(share, workers * (1 + waiting))
        self._patience = patience
        self._idle = 0
        #: For clients and their widest networks: the number of the last job started.
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
        """Do a job and return its result, or raise its exception.

        A job may get more `patience` than others.

        A client that stops waiting for a running job does not end it. The job keeps its place until
        it is done, so hanging up is not a way to more places.

        Raises:
            BusyError: The pool is full, or the job was ended.
        """
        if not self.ready:
            raise _stopping()
        if self._held.over(client):
            raise ShareError(say("server", "share"), retry_after=1)
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
        """Accept no more work and reject waiting jobs; running jobs may finish."""
        self.ready = False
        for turn in self._waiting:
            if not turn.called.done():
                turn.called.set_result("stopping")

    async def close(self) -> None:
        """End the running jobs, with their processes."""
        self.drain()
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)

    async def _called(self, client: str) -> None:
        """Wait for a process for this client's job."""
        if self._idle:  # whoever still waits has just hung up
            self._idle -= 1
            return
        turn = _Turn(client, asyncio.get_running_loop().create_future())
        self._waiting.append(turn)
        try:
            rejected = await turn.called
        except asyncio.CancelledError:
            if turn.called.done() and not turn.called.cancelled() and not turn.called.result():
                self._free()  # called and cancelled at once
            raise
        finally:
            if turn in self._waiting:
                self._waiting.remove(turn)
        if rejected:  # in the language of this request
            raise _stopping() if rejected == "stopping" else _taken()

    def _free(self) -> None:
        """Call the network served longest ago, in it the client likewise, and its first job."""
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
        turn.called.set_result("")

    def _serve(self, client: str) -> None:
        """Record that a job of this client begins."""
        self._jobs += 1
        for name in (client, widest(client)):
            self._served[name] = self._jobs
            self._served.move_to_end(name)
        while len(self._served) > _REMEMBERED:
            self._served.popitem(last=False)

    def _make_room(self, client: str) -> bool:
        """Reject a waiting job, for a client whose widest network has no place.

        It is the newest job of the network with the most places, if that is more than one.
        """
        waiting = [turn for turn in self._waiting if not turn.called.done()]
        if self._held[widest(client)] or not waiting:
            return False
        turn = max(reversed(waiting), key=lambda turn: self._held[widest(turn.client)])
        if self._held[widest(turn.client)] < 2:
            return False
        self._waiting.remove(turn)
        turn.called.set_result("busy")
        return True

    def _done(self, client: str, task: asyncio.Task[object]) -> None:
        self._running.discard(task)
        if not task.cancelled():
            task.exception()  # the client may be gone: the place is not lost, it is free
        self._held.leave(client)
        self._free()

    async def _work(
        self, job: Callable[..., Result], arguments: tuple[object, ...], patience: float
    ) -> Result:
        """Do a job in a process; end both if it takes too long."""
        # A process that died while idle is only noticed by the next job, so retry once.
        for _ in range(2):
            try:
                async with asyncio.timeout(patience):
                    work = partial(_in_process, patience, language(), job, *arguments)
                    return await to_process.run_sync(work, cancellable=True, limiter=self._limiter)
            except TimeoutError:
                _log.warning("a job was ended", extra={"job": _name(job), "seconds": patience})
                raise BusyError(say("server", "late"), retry_after=5) from None
            except BrokenWorkerProcess:
                _log.warning("a worker died", extra={"job": _name(job)})
        raise BusyError(say("server", "died"), retry_after=5)


def _taken() -> BusyError:
    return BusyError(say("server", "busy"), retry_after=2)


def _stopping() -> BusyError:
    return BusyError(say("server", "stopping"), retry_after=5)


def _name(job: Callable[..., object]) -> str:
    return getattr(getattr(job, "func", job), "__name__", "job")


def _in_process(
    patience: float, language: str, job: Callable[..., Result], *arguments: object
) -> Result:
    """Do a job in this process, in the language of its request."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server handles Ctrl-C
    if hasattr(signal, "alarm"):
        signal.alarm(ceil(patience) + 5)  # ends a hanging job whose server was killed
    try:
        with speaking(language):
            return job(*arguments)
    except NoughtsError:
        raise
    except Exception as error:
        error.add_note(traceback.format_exc())  # only this process knows its traceback
        raise
    finally:
        if hasattr(signal, "alarm"):
            signal.alarm(0)
