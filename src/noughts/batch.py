"""Many positions, analysed with all cores."""

from __future__ import annotations

import os
from collections import deque
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from typing import TYPE_CHECKING

from noughts.engines import load_engine

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from concurrent.futures import Future

    from noughts.engines import Analysis
    from noughts.limit import Limit
    from noughts.position import Position

CHUNK = 16  #: positions that a process is given at once
AHEAD = 4  #: chunks for each process that may wait, so that an endless source is no trouble


def analyse_many(
    positions: Iterable[Position],
    engine: str = "perfect",
    limit: Limit | None = None,
    *,
    workers: int | None = None,
) -> Iterator[Analysis]:
    """Yield the analysis of each position, in their order, as soon as it is known.

    Args:
        positions: read as they are needed; they may be of different games.
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
    workers = workers or os.cpu_count() or 1
    if workers == 1:
        yield from _analyse(positions, engine, limit)
        return
    source = iter(positions)
    waiting: deque[Future[list[Analysis]]] = deque()
    with ProcessPoolExecutor(workers) as pool:
        try:
            while chunk := list(islice(source, CHUNK)):
                waiting.append(pool.submit(_chunk, chunk, engine, limit))
                if len(waiting) >= AHEAD * workers:
                    yield from waiting.popleft().result()
            while waiting:
                yield from waiting.popleft().result()
        finally:
            pool.shutdown(cancel_futures=True)


def _chunk(positions: list[Position], engine: str, limit: Limit | None) -> list[Analysis]:
    return list(_analyse(positions, engine, limit))


def _analyse(positions: Iterable[Position], engine: str, limit: Limit | None) -> Iterator[Analysis]:
    player = load_engine(engine)
    for position in positions:
        yield player.analyse(position, limit)
