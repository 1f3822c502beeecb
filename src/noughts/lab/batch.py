"""Much work of one kind, such as many positions to analyse, done with all cores."""

from __future__ import annotations

import os
import signal
import sys
from collections import deque
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, TypeVar

from noughts.core.position import Position
from noughts.engines import load_engine

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from concurrent.futures import Future

    from noughts.core.limit import Limit
    from noughts.engines import Analysis

Item = TypeVar("Item")
Result = TypeVar("Result")

CHUNK = 16  #: items that a process is given at once
AHEAD = 4  #: chunks for each process that may wait, so that an endless source is no trouble


def analyse_many(
    positions: Iterable[Position | str],
    engine: str = "perfect",
    limit: Limit | None = None,
    *,
    workers: int | None = None,
) -> Iterator[Analysis]:
    """Yield the analysis of each position, in their order, as soon as it is known.

    Args:
        positions: read as they are needed; they may be of different games. A text is read as by
            `Position.of`.
        engine: the name of an engine, or ``module:Class``.
        limit: what each position may cost.
        workers: how many processes; as many as there are cores unless given. With 1 all is done
            in this process.

    Raises:
        UnknownNameError: there is no engine of that name.
        LimitReachedError: the engine had no answer within the limit.

    >>> from noughts import Position
    >>> positions = [Position.parse("XX./OO./..."), Position.parse("X../.../...")]
    >>> for analysis in analyse_many(positions, workers=1):
    ...     print(analysis.position, analysis.score)
    XX./OO./... win in 1
    X../.../... draw
    """
    load_engine(engine)
    work = partial(_analyse, engine=engine, limit=limit)
    yield from in_processes(work, positions, workers=workers)


def _analyse(
    positions: Iterable[Position | str], *, engine: str, limit: Limit | None
) -> Iterator[Analysis]:
    player = load_engine(engine)
    for position in positions:
        yield player.analyse(Position.of(position), limit)


def in_processes(
    work: Callable[[Iterable[Item]], Iterable[Result]],
    items: Iterable[Item],
    *,
    workers: int | None = None,
) -> Iterator[Result]:
    """Yield what `work` makes of the items, in their order, as soon as it is there.

    `work` gets some of the items at a time and yields a result for each; what goes to the
    processes and comes back has to be picklable. A single item is worked on in this process.

    >>> list(in_processes(sorted, ["b", "a"], workers=1))
    ['a', 'b']
    """
    workers = workers or _cores()
    source = iter(items)
    if workers == 1:
        yield from work(source)
        return
    chunk = list(islice(source, CHUNK))
    if len(chunk) <= 1:
        yield from work(chunk)
        return
    waiting: deque[Future[list[Result]]] = deque()
    with ProcessPoolExecutor(workers, initializer=_start, initargs=(sys.path,)) as pool:
        try:
            while chunk:
                waiting.append(pool.submit(_done, work, chunk))
                while waiting and (len(waiting) >= AHEAD * workers or waiting[0].done()):
                    yield from waiting.popleft().result()
                chunk = list(islice(source, CHUNK))
            while waiting:
                yield from waiting.popleft().result()
        finally:
            pool.shutdown(cancel_futures=True)


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _start(path: list[str]) -> None:
    """Begin a process: find the modules that the first one finds, end at once with Ctrl-C."""
    sys.path[:] = path
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _done(work: Callable[[list[Item]], Iterable[Result]], items: list[Item]) -> list[Result]:
    return list(work(items))
