"""Parallel work of one kind, such as analysing many positions, on all cores."""

import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from functools import partial
from itertools import islice
from typing import TypeVar

from noughts.core.errors import whole_number
from noughts.core.limit import Limit
from noughts.core.position import Position
from noughts.engines import Analysis, load_engine

Item = TypeVar("Item")
Result = TypeVar("Result")

CHUNK = 16  #: items sent to a process at once
AHEAD = 4  #: waiting chunks for each process, so that an endless source works


def analyse_many(
    positions: Iterable[Position | str],
    engine: str = "perfect",
    limit: Limit | None = None,
    *,
    workers: int | None = None,
) -> Iterator[Analysis]:
    """Yield the analysis of each position, in order, as soon as it is known.

    Args:
        positions: read as needed; they may belong to different games. A text is read by
            `Position.of`.
        engine: the name of an engine, or ``module:Class``.
        limit: the limit of each position.
        workers: the number of processes, by default one for each core. With 1, this process does
            all the work.

    Raises:
        UnknownNameError: No engine has this name.
        LimitReachedError: The engine had no answer within the limit.
        TypeError: The positions are not several.
        ValueError: There are no workers.

    >>> from noughts import Position
    >>> positions = [Position.parse("XX./OO./..."), Position.parse("X../.../...")]
    >>> for analysis in analyse_many(positions, workers=1):
    ...     print(analysis.position, analysis.score)
    XX./OO./... win in 1
    X../.../... draw
    """
    if isinstance(positions, str) or not isinstance(positions, Iterable):
        raise TypeError(f"the positions are a list, such as ['X../.O./...'], not {positions!r}")
    load_engine(engine)
    Limit.of(limit)
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
    """Yield the results of `work` for the items, in order, as soon as they are known.

    `work` gets some of the items at a time and yields a result for each. Items and results must be
    picklable. A single item is processed in this process.

    >>> list(in_processes(sorted, ["b", "a"], workers=1))
    ['a', 'b']
    """
    workers = _cores() if workers is None else whole_number(workers, "workers", 1)
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
    """Start a process: use the parent's module search path, and exit at once on Ctrl-C."""
    sys.path[:] = path
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _done(work: Callable[[list[Item]], Iterable[Result]], items: list[Item]) -> list[Result]:
    return list(work(items))
