"""Changes of games, one by one or several in one transaction.

The cost of a transaction is the round trip to the database and its disk. So changes that arrive
meanwhile share the next transaction. Each is acknowledged when it is on disk, and rejected
separately if the rules of the table reject it.
"""

from __future__ import annotations

import asyncio
import contextvars
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from noughts.core.catalogue import say
from noughts.core.errors import NoughtsError
from noughts.web.pool import BusyError

if TYPE_CHECKING:
    from noughts.play.shared_game import SharedGame
    from noughts.play.store import Change


class _Wish(NamedTuple):
    game: str
    how: Change
    made: asyncio.Future[SharedGame]


class Writer:
    """Makes changes in order.

    Args:
        write: makes several changes in one transaction, like `Store.change`.
        writers: the most transactions at a time.
        together: the most changes in one transaction.
        waiting: the most changes that may wait.
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
        """Change a game, and return it once the change is on disk.

        The server's own changes may `always` wait.

        Raises:
            BusyError: Too many are already waiting.
            NoughtsError: The change is rejected.
            StorageError: The database failed; nothing has changed.
        """
        if len(self._wishes) >= self._waiting and not always:
            raise BusyError(say("server", "busy"), retry_after=1)
        # A rejection is worded in the language of its request, whoever else's change it goes with.
        here = contextvars.copy_context()
        made = asyncio.get_running_loop().create_future()
        wish = _Wish(game, lambda found: here.run(how, found), made)
        self._wishes.append(wish)
        if len(self._work) < self._writers:
            self._work.add(asyncio.create_task(self._make()))
        return await wish.made

    async def close(self) -> None:
        """Wait for the changes in progress."""
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
                    continue  # the client is gone, but the change is still made
                if isinstance(result, Exception):
                    wish.made.set_exception(result)
                else:
                    wish.made.set_result(result)
        # At once: a client may send another change before a callback of this task runs.
        task = asyncio.current_task()
        assert task is not None  # noqa: S101  (this is one)
        self._work.discard(task)
