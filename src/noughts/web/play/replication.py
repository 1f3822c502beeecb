"""Several servers on one database: the messages between them.

The transaction of a change sends a notice (`noughts.play.pubsub`). A server that hears of a newer
version of a game that somebody watches reads the game. Since a notice may be lost, the versions of
all such games are also compared now and then.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from time import monotonic
from typing import TYPE_CHECKING

from noughts.core.errors import StorageError
from noughts.play import pubsub
from noughts.play.play_errors import UnknownGameError
from noughts.web.play.broadcast import FORGET, Channels
from noughts.web.pool import BusyError

if TYPE_CHECKING:
    from noughts.play.store import Store

_log = logging.getLogger(__name__)
_AGAIN = 1.0  # seconds until it tries a lost database again
_COMPARE = 2.5  # seconds between two comparisons of all versions


class Replication:
    """The messages of one server to and from the others.

    Args:
        name: this server's name.
        store: the database.
        rooms: who watches through this server.
        ask: queries the database in a thread.
        refresh: reads a game again and publishes it.
    """

    def __init__(
        self,
        name: str,
        store: Store,
        rooms: Channels,
        ask: Callable[..., Coroutine[None, None, dict[str, int] | None]],
        refresh: Callable[[str], Coroutine[None, None, object]],
    ) -> None:
        self._name = name
        self._store = store
        self._rooms = rooms
        self._ask = ask
        self._refresh = refresh
        self._reading: dict[str, asyncio.Task[None]] = {}
        self._counted: set[str] = set()  # games whose local spectators the others do not know
        self._wondered: set[str] = set()  # games whose spectators elsewhere are unknown
        self._news = asyncio.Event()

    def counted(self, game: str) -> None:
        """Tell the others who watches a game here."""
        self._counted.add(game)
        self._news.set()

    def opened(self, game: str) -> None:
        """Ask the others who watches a game there."""
        self._wondered.add(game)
        self._news.set()

    async def run(self) -> None:
        """Send and receive, for as long as the server runs."""
        try:
            async with asyncio.TaskGroup() as group:
                for work in (self._tell, self._hear, self._compare):
                    group.create_task(self._for_ever(work))
        finally:
            for task in self._reading.values():
                task.cancel()

    async def _for_ever(self, work: Callable[[], Coroutine[None, None, None]]) -> None:
        while True:
            try:
                await work()
            except (StorageError, BusyError) as error:
                _log.warning("other servers are out of touch", extra={"why": str(error)})
            await asyncio.sleep(_AGAIN)

    async def _tell(self) -> None:
        reported = monotonic()
        while True:
            try:
                async with asyncio.timeout_at(asyncio.get_running_loop().time() + FORGET / 3):
                    await self._news.wait()
            except TimeoutError:
                pass
            self._news.clear()
            said: list[pubsub.Notice] = [self._rooms.here(game) for game in self._counted]
            said += (pubsub.Who(self._name, game) for game in self._wondered)
            self._counted.clear()
            self._wondered.clear()
            if monotonic() - reported >= FORGET / 3:
                said.append(pubsub.Alive(self._name))
                reported = monotonic()
            if said:  # lost messages are sent once the database is back
                await self._ask(self._store.say, *said)

    async def _hear(self) -> None:
        async for notice in pubsub.listen(self._store.shared):
            match notice:
                case None:  # from here on nothing is missed; earlier changes are queried
                    for game in self._rooms.all():
                        self.counted(game)
                        self.opened(game)
                    await self._catch_up()
                case pubsub.Changed(game, version):
                    self._read({game: version})
                case pubsub.Who(server, game) if server != self._name:
                    if self._rooms.of(game):
                        self.counted(game)
                case pubsub.Here() if notice.server != self._name:
                    self._rooms.heard(notice.server, monotonic(), notice)
                case pubsub.Alive(server) if server != self._name:
                    self._rooms.heard(server, monotonic())

    async def _compare(self) -> None:
        while True:
            await asyncio.sleep(_COMPARE)
            self._rooms.forget(monotonic() - FORGET)
            await self._catch_up()

    async def _catch_up(self) -> None:
        watched = self._rooms.all()
        if watched:
            versions = await self._ask(self._store.versions, watched)
            if versions is not None:
                self._rooms.end(set(watched).difference(versions))
                self._read(versions)

    def _read(self, versions: dict[str, int]) -> None:
        """Read the games that have a newer version."""
        for game in self._rooms.behind(versions):
            if game not in self._reading:
                self._reading[game] = asyncio.create_task(self._read_one(game))

    async def _read_one(self, game: str) -> None:
        try:
            await self._refresh(game)
        except (StorageError, BusyError, UnknownGameError) as error:
            _log.warning("a game could not be read again", extra={"why": str(error)})
        finally:
            del self._reading[game]
