"""Changes of games, one after the other or several in one transaction.

What a transaction costs is the way to the database and the wait for its disk. So those changes that
arrive meanwhile are made together in the next one; each is acknowledged when it is on the disk, and
refused by itself if the rules of the table refuse it.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING, NamedTuple

from noughts.web.pool import BusyError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from noughts.core.errors import NoughtsError
    from noughts.play.shared_game import SharedGame
    from noughts.play.store import Change


class _Wish(NamedTuple):
    game: str
    how: Change
    made: asyncio.Future[SharedGame]


class Writer:
    """Makes changes in turn.

    Args:
        write: makes some changes in one transaction, as `Store.change`.
        writers: how many transactions there may be at a time.
        together: how many changes one of them may make.
        waiting: how many changes may wait.
    """

    def __init__(
        self,
        write: Callable[[Sequence[tuple[str, Change]]], Awaitable[list[SharedGame | NoughtsError]]],
        *,
        writers: int,
        together: int,
        waiting: int,
    ) -> None:
        self._write = write
        self._writers = writers
        self._together = together
        self._waiting = waiting
        self._wishes: deque[_Wish] = deque()
        self._work: set[asyncio.Task[None]] = set()

    async def change(self, game: str, how: Change, *, always: bool = False) -> SharedGame:
        """Change a game, and return it once that is on the disk.

        What the server does by itself may `always` wait.

        Raises:
            BusyError: too many wait already.
            NoughtsError: the change is refused.
            StorageError: the database failed; nothing has changed.
        """
        if len(self._wishes) >= self._waiting and not always:
            raise BusyError("too many wait for the database", retry_after=1)
        wish = _Wish(game, how, asyncio.get_running_loop().create_future())
        self._wishes.append(wish)
        if len(self._work) < self._writers:
            self._work.add(asyncio.create_task(self._make()))
        return await wish.made

    async def close(self) -> None:
        """Wait until what has begun is done."""
        await asyncio.gather(*self._work)

    async def _make(self) -> None:
        """Make changes until none is left."""
        while self._wishes:
            some = [self._wishes.popleft() for _ in range(min(self._together, len(self._wishes)))]
            found: Sequence[SharedGame | Exception]
            try:
                found = await self._write([(wish.game, wish.how) for wish in some])
            except Exception as error:  # noqa: BLE001  (each who asked is told)
                found = [error] * len(some)
            for wish, result in zip(some, found, strict=True):
                if wish.made.done():
                    continue  # whoever asked is gone; the change is made all the same
                if isinstance(result, Exception):
                    wish.made.set_exception(result)
                else:
                    wish.made.set_result(result)
        # At once: whoever is told above may wish again before a callback of this task is called.
        task = asyncio.current_task()
        assert task is not None  # noqa: S101  (this is one)
        self._work.discard(task)
