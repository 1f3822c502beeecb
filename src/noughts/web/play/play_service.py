"""`GameService`: the store of games, asked from the event loop, and the channels it informs."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable, Coroutine, Iterable
from contextlib import suppress
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Any, TypeVar

from anyio import CapacityLimiter, to_thread

from noughts.core.catalogue import say
from noughts.core.errors import StorageError
from noughts.core.record import Record
from noughts.play import play_report, seats
from noughts.play.clock import Clock
from noughts.play.play_errors import NotKeptError, SecretError, UnknownGameError
from noughts.web.play.broadcast import LOBBY, Channels, Listing, Stream
from noughts.web.play.computer import LEFT, Computer
from noughts.web.play.replication import Replication
from noughts.web.play.writer import Writer
from noughts.web.pool import BusyError, ShareError
from noughts.web.rate_limit import Buckets

if TYPE_CHECKING:
    from noughts.play.classrooms import Classroom
    from noughts.play.play_shapes import ClassCheck, WaitingGame
    from noughts.play.shared_game import SharedGame
    from noughts.play.store import Store
    from noughts.web.settings import Settings

Result = TypeVar("Result")

_log = logging.getLogger(__name__)
_DAY = 86_400.0
_NOBODY = ""  # the client for the server's own work
_TICK = 1.0  # seconds between two checks of clocks and lists
_LISTED = _DAY  # seconds for which a game is in the open list
_MOST_LISTED = 100  # the most games in the list, newest first
_LEFT = 60.0  # seconds after which a game is not listed whose creator has left
_STILL = 20.0  # seconds between two notes of which creators are still there
_BEAT = 10.0  # seconds between two signs of life
_CLEAR_UP = 3600.0  # seconds between two removals of old games
_TAKEN_UP = 20  # overdue games of the computer taken up at a time
_EXPORTS = 16  # games that may wait to be exported
_THREADS = 4  # connections to a database that allows several
_WRITERS = 2  # of them that make changes
_TOGETHER = 50  # changes in one transaction


class GameService:
    """Games between people on this server.

    Args:
        settings: which games are kept, and how many.
        ask: does a job of the computer's, as `Answers.ask`.
        clock: the time for playing and keeping games.
    """

    def __init__(
        self,
        settings: Settings,
        ask: Callable[..., Coroutine[Any, Any, Any]],
        clock: Clock | None = None,
    ) -> None:
        self._clock = clock or Clock()
        self.now = self._clock.now
        self._keeping = keeping = settings.keeping
        self._store: Store | None = None
        self._limiter: CapacityLimiter | None = None
        self._work: set[asyncio.Task[None]] = set()
        self.ping: float = keeping.ping if keeping else 0.0
        most, each = (keeping.streams, keeping.each) if keeping else (0, 0)
        self._name = seats.token()
        self._exporting = asyncio.Lock()
        self._exports = 0  # waiting ones included
        self._exchange: Replication | None = None
        self._writer: Writer | None = None
        self.rooms: Channels = Channels(most, each, self._name, self._counted, self.now)
        self._computer = Computer(ask, settings.budget, self.change, settings.share, self.now)
        made = keeping.made if keeping else 1
        self._made = Buckets(made / _DAY, max(1, made // 10), settings.clients)
        # A school has one address: ten of its teachers may begin at the same time.
        self._public = Buckets(made / 10 / _DAY, max(1, made // 30), settings.clients)

    @property
    def kept(self) -> bool:
        """Whether games are kept."""
        return self._keeping is not None

    @property
    def lobby(self) -> bool:
        """Whether there is an open list of waiting games."""
        return self._keeping is not None and self._keeping.lobby

    @property
    def days(self) -> float:
        """The days without a change after which a game is removed."""
        return self._keeping.days if self._keeping else 0.0

    async def start(self) -> None:
        """Open the database.

        Raises:
            StorageError: It cannot be opened.
        """
        if self._keeping is None:
            return
        from noughts.play.store import Store  # noqa: PLC0415  (an extra)

        self._store = await to_thread.run_sync(Store, self._keeping.database, self._clock)
        await to_thread.run_sync(self._store.begin)
        shared = bool(self._store.shared)
        self._limiter = CapacityLimiter(_THREADS if shared else 1)
        self._writer = Writer(
            partial(self._reach, self._store.change),
            writers=_WRITERS if shared else 1,
            together=_TOGETHER,
            waiting=self._keeping.waiting,
        )
        store = self._store
        for work, every in (
            (self._look_at_clocks, _TICK),
            (self._look_at_lists, _TICK),
            (self._look_at_creators, _STILL),
            (self._take_up, _TICK),
            (self._clear_up, _CLEAR_UP),
        ):
            self._do(self._tend(partial(work, store), every))
        self._do(self._tend(partial(self._reach, store.beat), _BEAT))
        if self._store.shared:
            self._exchange = Replication(
                self._name, self._store, self.rooms, self._reach, self._refresh
            )
            self._do(self._exchange.run())

    async def close(self) -> None:
        """Stop, after finishing the changes in progress."""
        self.rooms.close()
        for task in self._work:
            task.cancel()
        await asyncio.gather(*self._work, return_exceptions=True)
        await self._computer.close()
        if self._writer is not None:
            await self._writer.close()
            self._writer = None
        if self._store is not None:
            with suppress(StorageError):
                await to_thread.run_sync(self._store.beat)
            await to_thread.run_sync(self._store.close)
            self._store = None

    def opened(self) -> Store:
        """Return the store.

        Raises:
            NotKeptError: There is none.
        """
        if self._store is None:
            raise NotKeptError.said("server", "no games")
        return self._store

    def listing(self) -> Store:
        """Return the store, if the server has an open list.

        Raises:
            NotKeptError: The server has no list.
        """
        if not self.lobby:
            raise NotKeptError.said("server", "no lobby")
        return self.opened()

    def _may_make(self, client: str, *, public: bool) -> None:
        """Count a new game, or one of those for many people: a listed one, a class."""
        now = monotonic()
        asked = (self._made, self._public) if public else (self._made,)
        wait = max(buckets.lack(client, now) for buckets in asked)
        if wait:
            raise ShareError(say("server", "new games"), retry_after=int(wait) + 1)
        for buckets in asked:
            buckets.take(client, now)

    async def make(self, game: SharedGame, client: str) -> SharedGame:
        """Store a new game, or find it if only the answer was lost.

        Raises:
            ShareError: This client creates too many.
            SecretError: It exists, and its creator has left.
            MadeOtherwiseError: It exists with other settings.
        """
        store = self.opened()
        try:
            found = await self._ask(store.read, game.id)
        except UnknownGameError:
            self._may_make(client, public=game.listed)
            found = await self._ask(store.add, game)
        made = found.made_as(game)
        self._computer.consider(made, client)
        return made

    async def waiting(self) -> list[WaitingGame]:
        """Return the open list of games that anyone can join.

        Raises:
            NotKeptError: There is none.
        """
        return self._present(await self._ask(*self._waiting()))

    async def read(self, game: str) -> SharedGame:
        """Return a game."""
        return await self._ask(self.opened().read, game)

    async def records(self, game: str) -> tuple[SharedGame, list[Record]]:
        """Return a game and the records of all its rounds.

        One game at a time, because thousands of rounds block the database.

        Raises:
            BusyError: Too many exports are waiting.
        """
        store = self.opened()
        if self._exports >= _EXPORTS:
            raise BusyError(say("server", "busy"), retry_after=2)
        self._exports += 1
        try:
            async with self._exporting:
                return await self._ask(store.records, game)
        finally:
            self._exports -= 1

    async def change(
        self, game: str, how: Callable[[SharedGame], SharedGame], client: str
    ) -> SharedGame:
        """Change a game for a client, and publish it."""
        self.opened()
        assert self._writer  # noqa: S101  (there is one as soon as there is a store)
        changed = await self._writer.change(game, how, always=client == _NOBODY)
        self.rooms.tell(changed)
        self._computer.consider(changed, client)
        return changed

    async def enter(self, game: str, secret: str | None, client: str) -> Stream:
        """Watch a game; with the secret of a seat, as that seat.

        Raises:
            UnknownGameError: The game does not exist.
            SecretError: The secret belongs to neither seat.
        """
        shared = await self.read(game)
        seat = None if secret is None else shared.holder(secret)
        stream = self.rooms.enter(seat, client)
        try:
            await self._look(stream, game)
        except BaseException:
            self.rooms.leave(stream)
            raise
        return stream

    async def enter_lobby(self, client: str) -> Stream:
        """Watch the list of waiting games."""
        self.listing()
        stream = self.rooms.enter(None, client)
        self.rooms.read(stream, LOBBY, LOBBY)
        return stream

    async def enter_classroom(self, classroom: str, secret: str, client: str) -> Stream:
        """Watch all games of a class.

        Raises:
            UnknownGameError: The class does not exist.
            SecretError: The secret is not its teacher's.
        """
        await self.taught(classroom, secret)
        stream = self.rooms.enter(None, client)
        self.rooms.read(stream, classroom, "classroom")
        return stream

    async def make_classroom(self, classroom: Classroom, client: str) -> Classroom:
        """Store a new class, or find it if only the answer was lost.

        Raises:
            ShareError: This client creates too many.
            MadeOtherwiseError: It exists with other settings.
        """
        store = self.opened()
        try:
            found, _ = await self._ask(store.classroom, classroom.id)
        except UnknownGameError:
            self._may_make(client, public=True)
            found = await self._ask(store.add_classroom, classroom)
        return found.made_as(classroom)

    async def classroom(self, classroom: str) -> tuple[Classroom, list[str]]:
        """Return a class and its games."""
        return await self._ask(self.opened().classroom, classroom)

    async def taught(self, classroom: str, secret: str) -> tuple[Classroom, list[str]]:
        """Return a class and its games, to the holder of its secret.

        Raises:
            SecretError: The secret is not its teacher's.
        """
        found, games = await self.classroom(classroom)
        found.check(secret)
        return found, games

    async def checks(self, classroom: str) -> list[ClassCheck]:
        """Return what the students of a class show of their programs."""
        return await self._ask(self.opened().checks, classroom)

    async def arrive(self, classroom: str, secret: str, name: str) -> SharedGame:
        """Seat a student in a class."""
        seated = await self._ask(self.opened().arrive, classroom, secret, name, self.now())
        self.rooms.tell(seated)
        return seated

    async def remove_classroom(self, classroom: str, games: Iterable[str]) -> None:
        """Delete a class and its games, and tell those who watch them."""
        await self._ask(self.opened().remove_classroom, classroom)
        self.rooms.end(games)

    def leave(self, stream: Stream) -> None:
        """Stop watching."""
        self.rooms.leave(stream)
        if stream.seat is None or self._store is None or not self.rooms.open:
            return
        for room in stream.rooms:
            if not any(other.seat == stream.seat for other in room.streams):
                self._do(self._note([room.id], stream.seat))

    # ----------------------------------------------------------------------------------------------

    async def _look(self, stream: Stream, game: str) -> None:
        """Watch a game, and read its state."""
        room = self.rooms.look(stream, game)
        # Read after subscribing, so that no change is missed.
        await self._refresh(game)
        if self._exchange and len(room.streams) == 1:
            self._exchange.opened(game)

    async def _read_again(self, listing: Listing) -> None:
        if listing.id == LOBBY:
            listing.tell({"games": self._present(await self._reach(*self._waiting()))})
            return
        with suppress(UnknownGameError):  # a class may be removed while somebody watches
            found, games = await self._reach(self.opened().classroom, listing.id)
            for stream in list(listing.streams):
                for game in set(games).difference(room.id for room in stream.rooms):
                    if stream not in listing.streams:
                        continue  # it is gone by now
                    if self.rooms.of(game):  # already subscribed, so it was read
                        self.rooms.look(stream, game)
                    else:
                        await self._look(stream, game)
            checks = await self._reach(self.opened().checks, listing.id)
            listing.tell(play_report.classroom(found, games, checks))

    async def _refresh(self, game: str) -> None:
        self.rooms.tell(await self._reach(self.opened().read, game))

    def _waiting(
        self,
    ) -> tuple[Callable[[float, float, int], list[WaitingGame]], float, float, int]:
        now = self.now()
        return self.listing().waiting, now - _LISTED, now - _LEFT, _MOST_LISTED

    def _is_here(self, game: WaitingGame) -> bool:
        return self.rooms.here(game["id"]).seats[0]

    def _present(self, waiting: list[WaitingGame]) -> list[WaitingGame]:
        """Mark the creators who are there; those of other servers were noted lately."""
        lately = self.now() - 1.5 * _STILL
        for game in waiting:
            noted = self._exchange is not None and (game["away_since"] or 0.0) > lately
            if noted or self._is_here(game):
                game["away_since"] = None
        return waiting

    def _counted(self, game: str) -> None:
        if self._exchange is not None:
            self._exchange.counted(game)

    async def _ask(self, what: Callable[..., Result], *arguments: object) -> Result:
        """Query the database for a client; reject the query at once if it would wait too long."""
        assert self._limiter  # noqa: S101  (there is one as soon as there is a store)
        assert self._keeping  # noqa: S101  (as above)
        if self._limiter.statistics().tasks_waiting >= self._keeping.waiting:
            raise BusyError(say("server", "busy"), retry_after=1)
        return await self._reach(what, *arguments)

    async def _reach(self, what: Callable[..., Result], *arguments: object) -> Result:
        """Query the database in a thread. The server's own queries are never rejected."""
        limiter = self._limiter
        assert limiter  # noqa: S101  (there is one as soon as there is a store)
        return await to_thread.run_sync(partial(what, *arguments), limiter=limiter)

    def _do(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._work.add(task)
        task.add_done_callback(self._work.discard)

    async def _note(self, games: list[str], seat: int) -> None:
        try:
            await self._ask(self.opened().seen, games, seat, self.now())
        except (StorageError, BusyError) as error:
            _log.warning("not noted when a seat was left", extra={"why": str(error)})

    async def _tend(self, work: Callable[[], Coroutine[Any, Any, None]], every: float) -> None:
        """Repeat each of these in a separate task, so that none waits for another."""
        while True:
            try:
                await work()
            except (StorageError, BusyError, SecretError, LookupError) as error:
                _log.warning("the maintenance of games failed", extra={"why": str(error)})
            await asyncio.sleep(every)

    async def _look_at_clocks(self, store: Store) -> None:
        for game in await self._reach(store.overdue, self.now()):
            await self.change(game, lambda shared: shared, _NOBODY)

    async def _look_at_lists(self, store: Store) -> None:
        del store
        for listing in self.rooms.lists():
            await self._read_again(listing)

    async def _look_at_creators(self, store: Store) -> None:
        """Note which listed games still have their creators, for the lists of all servers."""
        if self.lobby:
            waiting = await self._reach(*self._waiting())
            here = [game["id"] for game in waiting if self._is_here(game)]
            await self._reach(store.seen, here, 0, self.now())

    async def _take_up(self, store: Store) -> None:
        """Take up games in which the computer is overdue."""
        known = self._computer.known
        asked = self.now() - LEFT, _TAKEN_UP + len(known)
        late = [game for game in await self._reach(store.unanswered, *asked) if game not in known]
        # In random order, so that servers take up different games.
        for game in random.sample(late, len(late)):
            self._computer.consider(await self._reach(store.read, game), _NOBODY)

    async def _clear_up(self, store: Store) -> None:
        now = self.now()
        removed = await self._reach(store.expire, now - self.days * _DAY, now)
        if removed:
            _log.info("old games removed", extra={"games": removed})
