"""`Games`: the store of games, asked from the server's loop, and the rooms that hear of changes."""

from __future__ import annotations

import asyncio
import logging
import random
from functools import partial
from time import monotonic, time
from typing import TYPE_CHECKING, Any, TypeVar

from anyio import CapacityLimiter, to_thread

from noughts.games import seats
from noughts.games.errors import NotKeptError, SecretError, StorageError
from noughts.web.games.computer import LEFT, Computer
from noughts.web.games.exchange import Exchange
from noughts.web.games.rooms import Rooms
from noughts.web.games.writer import Writer
from noughts.web.limits import Buckets
from noughts.web.pool import BusyError, ShareError

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from noughts.games.game import SharedGame
    from noughts.games.store import Store
    from noughts.record import Record
    from noughts.web.games.rooms import Stream
    from noughts.web.settings import Settings

Result = TypeVar("Result")

_log = logging.getLogger(__name__)
_DAY = 86_400.0
_NOBODY = ""  # the client that what the server does by itself is done for
_TICK = 1.0  # seconds between two looks at the clocks
_CLEAR_UP = 3600.0  # seconds between two removals of what is old
_TAKEN_UP = 20  # games at a time that the computer has not moved in for long
_THREADS = 8  # connections to a database that takes several
_TOGETHER = 50  # changes in one transaction of a database that takes one at a time


class Games:
    """Games between people on this server.

    Args:
        settings: what is kept, and how much of it.
        choose: chooses the computer's moves, as `Answers.move`.
    """

    def __init__(
        self, settings: Settings, choose: Callable[..., Coroutine[Any, Any, bytes]]
    ) -> None:
        self._keeping = keeping = settings.keeping
        self._store: Store | None = None
        self._limiter: CapacityLimiter | None = None
        self._work: set[asyncio.Task[None]] = set()
        self.ping: float = keeping.ping if keeping else 0.0
        most, each = (keeping.streams, keeping.each) if keeping else (0, 0)
        self._name = seats.token()
        self._exchange: Exchange | None = None
        self._writer: Writer | None = None
        self.rooms: Rooms = Rooms(most, each, self._name, self._counted)
        self._computer = Computer(choose, self.change)
        made = keeping.made if keeping else 1
        self._made = Buckets(made / _DAY, max(1, made // 10), settings.clients)

    @property
    def kept(self) -> bool:
        """Whether games are kept."""
        return self._keeping is not None

    @property
    def days(self) -> float:
        """After how many days without a change a game is removed."""
        return self._keeping.days if self._keeping else 0.0

    async def start(self) -> None:
        """Open the database.

        Raises:
            StorageError: that is not possible.
        """
        if self._keeping is None:
            return
        from noughts.games.store import Store  # noqa: PLC0415  (an extra)

        self._store = await to_thread.run_sync(Store, self._keeping.database)
        threads, together = (_THREADS, 1) if self._store.shared else (1, _TOGETHER)
        self._limiter = CapacityLimiter(threads)
        self._writer = Writer(
            partial(self._ask, self._store.change_all),
            writers=threads,
            together=together,
            waiting=self._keeping.waiting,
        )
        self._do(self._tend(self._store))
        if self._store.shared:
            self._exchange = Exchange(self._name, self._store, self.rooms, self._ask, self._refresh)
            self._do(self._exchange.run())

    async def close(self) -> None:
        """Stop; changes that have begun are ended."""
        self.rooms.close()
        for task in self._work:
            task.cancel()
        await asyncio.gather(*self._work, return_exceptions=True)
        await self._computer.close()
        if self._writer is not None:
            await self._writer.close()
            self._writer = None
        if self._store is not None:
            await to_thread.run_sync(self._store.close)
            self._store = None

    def opened(self) -> Store:
        """Return the store.

        Raises:
            NotKeptError: there is none.
        """
        if self._store is None:
            raise NotKeptError("this server keeps no games")
        return self._store

    def may_make(self, client: str) -> None:
        """Count a new game.

        Raises:
            ShareError: this client makes too many.
        """
        wait = self._made.wait(client, monotonic())
        if wait:
            raise ShareError("too many new games from this address", retry_after=int(wait) + 1)

    async def add(self, game: SharedGame, client: str) -> None:
        """Keep a new game."""
        await self._ask(self.opened().add, game)
        self._computer.consider(game, client)

    async def read(self, game: str) -> SharedGame:
        """Return a game."""
        return await self._ask(self.opened().read, game)

    async def records(self, game: str) -> tuple[SharedGame, list[Record]]:
        """Return a game and the records of all its rounds."""
        return await self._ask(self.opened().records, game)

    async def change(
        self, game: str, how: Callable[[SharedGame], SharedGame], client: str
    ) -> SharedGame:
        """Change a game for a client, and tell whoever looks on."""
        self.opened()
        assert self._writer  # noqa: S101  (there is one as soon as there is a store)
        changed = await self._writer.change(game, how)
        self.rooms.tell(changed)
        self._computer.consider(changed, client)
        return changed

    async def enter(self, game: str, secret: str | None, client: str) -> Stream:
        """Look on at a game; with the secret of a seat, from there.

        Raises:
            UnknownGameError: there is no such game.
            SecretError: the secret is of neither seat.
        """
        shared = await self.read(game)
        seat = None if secret is None else shared.holder(secret)
        stream = self.rooms.enter(game, seat, client)
        try:
            # Read again, now that changes are heard of: nothing is missed in between.
            await self._refresh(game)
        except BaseException:
            self.rooms.leave(stream)
            raise
        if self._exchange and len(stream.room.streams) == 1:
            self._exchange.opened(game)
        return stream

    def leave(self, stream: Stream) -> None:
        """Stop looking on."""
        if self.rooms.leave(stream) and self._store is not None and self.rooms.open:
            self._do(self._note(stream.room.id, stream.seat or 0))

    # ----------------------------------------------------------------------------------------------

    async def _refresh(self, game: str) -> None:
        self.rooms.tell(await self.read(game))

    def _counted(self, game: str) -> None:
        if self._exchange is not None:
            self._exchange.counted(game)

    async def _ask(self, what: Callable[..., Result], *arguments: object) -> Result:
        """Ask the database in a thread; what cannot be asked soon is refused at once."""
        limiter = self._limiter
        assert limiter  # noqa: S101  (there is one as soon as there is a store)
        assert self._keeping  # noqa: S101  (as above)
        if limiter.statistics().tasks_waiting >= self._keeping.waiting:
            raise BusyError("too many wait for the database", retry_after=1)
        return await to_thread.run_sync(partial(what, *arguments), limiter=limiter)

    def _do(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._work.add(task)
        task.add_done_callback(self._work.discard)

    async def _note(self, game: str, seat: int) -> None:
        try:
            await self._ask(self.opened().seen, game, seat, time())
        except (StorageError, BusyError) as error:
            _log.warning("not noted when a seat was left", extra={"why": str(error)})

    async def _tend(self, store: Store) -> None:
        """Look at the clocks every second, and at what is old every hour."""
        cleared = -_CLEAR_UP
        while True:
            try:
                for game in await self._ask(store.overdue, time()):
                    await self.change(game, lambda shared: shared, _NOBODY)
                late = await self._ask(store.unanswered, time() - LEFT, _TAKEN_UP)
                # Not all servers take up the same one first.
                for game in random.sample(late, len(late)):
                    self._computer.consider(await self.read(game), _NOBODY)
                if monotonic() - cleared >= _CLEAR_UP:
                    cleared = monotonic()
                    removed = await self._ask(store.expire, time() - self.days * _DAY)
                    if removed:
                        _log.info("old games removed", extra={"games": removed})
            except (StorageError, BusyError, SecretError, LookupError) as error:
                _log.warning("games were not looked after", extra={"why": str(error)})
            await asyncio.sleep(_TICK)
