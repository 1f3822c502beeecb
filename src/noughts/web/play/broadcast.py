"""Rooms: who watches which game, and what they have not seen yet.

An event is the whole game, and its id the game's version. So a stream needs no memory of missed
events: a slow client gets the newest one, and one that reconnects sends its version in
`Last-Event-ID`. Spectators connected to another server are known from its notices, for as long as
these arrive.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Mapping

import orjson
from fastapi.sse import format_sse_event

from noughts.core.catalogue import say
from noughts.play import play_report
from noughts.play.play_shapes import Presence
from noughts.play.pubsub import Here
from noughts.play.shared_game import SharedGame
from noughts.web.clients import Held
from noughts.web.pool import BusyError, ShareError

_GATHER = 0.5  # seconds in which new spectators are counted together
FORGET = 10.0  #: seconds of silence after which a server counts as gone
LOBBY = "lobby"  #: the room of the open list, and its event; no game has this id


class Stream:
    """One connection that watches a game; `seat` is None for spectators. It ends when `over`."""

    __slots__ = ("client", "news", "over", "rooms", "seat")

    def __init__(self, seat: int | None, client: str) -> None:
        self.rooms: list[Channel] = []
        self.seat: int | None = seat
        self.client: str = client
        self.over: bool = False
        self.news: asyncio.Event = asyncio.Event()


class Channel:
    """Something that clients watch: its content, and how often that has changed."""

    def __init__(self, room: str, event: str) -> None:
        self.id = room
        self.event = event  #: the name of its content's event
        self.streams: set[Stream] = set()
        self.version: int = 0
        self.content: bytes = b""
        self.encoded: bytes = b""  # the content as an event, built once for everyone
        self.people: int = 0  # how often the presence has changed

    def came(self, stream: Stream) -> None:
        """Add a stream."""
        self.streams.add(stream)
        stream.rooms.append(self)

    def went(self, stream: Stream) -> None:
        """Remove a stream."""
        self.streams.discard(stream)

    def presence(self) -> Presence | None:
        """Publish who is present, if this room does that."""
        return None

    def say(self, version: int, content: bytes) -> None:
        """Publish the current content."""
        self.version = version
        self.content = content
        self.encoded = event(self.event, content, version)
        self.wake()

    def greet(self) -> None:
        """Publish that the presence has changed."""
        self.people += 1
        self.wake()

    def wake(self) -> None:
        """Wake the streams to check for news."""
        for stream in self.streams:
            stream.news.set()


def event(name: str, content: bytes, version: int | None = None) -> bytes:
    r"""Return a server-sent event.

    >>> event("lobby", b"{}", 3)
    b'event: lobby\ndata: {}\nid: 3\n\n'
    """
    number = None if version is None else str(version)
    return format_sse_event(event=name, id=number, data_str=content.decode())


class Listing(Channel):
    """A list that is read again every second while somebody watches."""

    def tell(self, found: object) -> None:
        """Publish it if it has changed."""
        content = orjson.dumps(found)
        if content != self.content:
            self.say(self.version + 1, content)


class GameChannel(Channel):
    """A game that somebody watches."""

    def __init__(
        self, game: str, server: str, counted: Callable[[str], None], now: Callable[[], float]
    ) -> None:
        super().__init__(game, "game")
        self._now = now
        self.elsewhere: dict[str, Here] = {}  # by server
        self._server = server
        self._counted = counted
        self._seen = [0.0, 0.0]
        # Counted as they come and go, because every stream gets the number of spectators.
        self._present: Counter[int | None] = Counter()
        self._gathering: asyncio.TimerHandle | None = None

    def came(self, stream: Stream) -> None:
        """Add a stream, and publish it."""
        super().came(stream)
        self._present[stream.seat] += 1
        self._changed(stream.seat)

    def went(self, stream: Stream) -> None:
        """Remove a stream, and publish it."""
        super().went(stream)
        self._present[stream.seat] -= 1
        self._changed(stream.seat)

    def tell(self, game: SharedGame) -> None:
        """Publish the game, unless a newer state is known."""
        if game.version <= self.version:
            return
        seen = [seat.seen if seat.taken else 0.0 for seat in game.seats]
        self._seen = [max(pair) for pair in zip(self._seen, seen, strict=True)]
        self.say(game.version, orjson.dumps(play_report.game(game, self._now())))

    def here(self) -> Here:
        """Return who watches through this server."""
        present = self._present
        return Here(self._server, self.id, (present[0] > 0, present[1] > 0), present[None])

    def presence(self) -> Presence:
        """Return who is present, through any server."""
        all_here = (self.here(), *self.elsewhere.values())
        here = [any(there.seats[seat] for there in all_here) for seat in (0, 1)]
        away = [
            None if there or not seen else round(max(0.0, self._now() - seen), 1)
            for there, seen in zip(here, self._seen, strict=True)
        ]
        watching = sum(there.watching for there in all_here)
        return {"game": self.id, "seats": here, "away": away, "watching": watching}

    def heard(self, there: Here) -> None:
        """Record who watches through another server."""
        before = self.elsewhere.get(there.server)
        if there == before:
            return
        if any(there.seats) or there.watching:
            self.elsewhere[there.server] = there
        else:
            self.elsewhere.pop(there.server, None)
        for seat, at in enumerate(before.seats if before else ()):
            if at and not there.seats[seat]:
                self._seen[seat] = self._now()
        self.greet()

    def _changed(self, seat: int | None) -> None:
        if seat is not None:
            self._seen[seat] = self._now()
            self._count()
        elif self._gathering is None:
            loop = asyncio.get_running_loop()
            self._gathering = loop.call_later(_GATHER, self._count)

    def _count(self) -> None:
        if self._gathering is not None:
            self._gathering.cancel()
            self._gathering = None
        self.greet()
        self._counted(self.id)


class Channels:
    """All rooms of this server.

    Args:
        most: the most streams at the same time.
        each: the most streams of one client.
        server: this server's name among those that share a database.
        counted: called with a game when somebody comes or goes.
        now: returns the time.
    """

    def __init__(
        self,
        most: int,
        each: int,
        server: str,
        counted: Callable[[str], None],
        now: Callable[[], float],
    ) -> None:
        self._now = now
        self._server = server
        self._counted = counted
        self._heard: dict[str, float] = {}  # the last sign of other servers
        self._held = Held(each, most)
        self._rooms: dict[str, GameChannel] = {}
        self._lists: dict[str, Listing] = {}
        self.open: bool = True

    def enter(self, seat: int | None, client: str) -> Stream:
        """Start watching.

        Raises:
            BusyError: There are too many streams, in all or of this client.
        """
        if self._held.over(client):
            raise ShareError(say("server", "share"), retry_after=5)
        if self._held.full(client) or not self.open:
            raise BusyError(say("server", "busy"), retry_after=5)
        self._held.take(client)
        return Stream(seat, client)

    def look(self, stream: Stream, game: str) -> GameChannel:
        """Watch a game."""
        room = self._rooms.setdefault(
            game, GameChannel(game, self._server, self._counted, self._now)
        )
        room.came(stream)
        return room

    def read(self, stream: Stream, listing: str, event: str) -> Listing:
        """Watch a list."""
        room = self._lists.setdefault(listing, Listing(listing, event))
        room.came(stream)
        return room

    def leave(self, stream: Stream) -> None:
        """Stop watching."""
        for room in stream.rooms:
            room.went(stream)
            if not room.streams:
                self._rooms.pop(room.id, None)
                self._lists.pop(room.id, None)
        self._held.leave(stream.client)

    def lists(self) -> list[Listing]:
        """Return the lists that somebody watches."""
        return list(self._lists.values())

    def tell(self, game: SharedGame) -> None:
        """Publish a game to its spectators."""
        room = self._rooms.get(game.id)
        if room is not None:
            room.tell(game)

    def behind(self, versions: Mapping[str, int]) -> list[str]:
        """Return those of these games that are newer than their published state."""
        return [
            game
            for game, version in versions.items()
            if game in self._rooms and self._rooms[game].version < version
        ]

    def heard(self, server: str, now: float, there: Here | None = None) -> None:
        """Record that another server is running, and who watches through it."""
        self._heard[server] = now
        if there is not None and there.game in self._rooms:
            self._rooms[there.game].heard(there)

    def forget(self, before: float) -> None:
        """Drop the spectators of servers that have been silent since then."""
        for server in [name for name, when in self._heard.items() if when < before]:
            del self._heard[server]
            for room in self._rooms.values():
                room.heard(Here(server, room.id, (False, False), 0))

    def of(self, game: str) -> bool:
        """Return whether somebody watches a game."""
        return game in self._rooms

    def here(self, game: str) -> Here:
        """Return who watches a game through this server."""
        room = self._rooms.get(game)
        return room.here() if room else Here(self._server, game, (False, False), 0)

    def all(self) -> list[str]:
        """Return the games that somebody watches."""
        return list(self._rooms)

    def end(self, games: Iterable[str]) -> None:
        """End the streams of games that were removed: their clients ask, and hear that."""
        for room in filter(None, map(self._rooms.get, games)):
            for stream in room.streams:
                stream.over = True
            room.wake()

    def close(self) -> None:
        """End all streams; their clients reconnect to any running server."""
        self.open = False
        for room in (*self._rooms.values(), *self._lists.values()):
            room.wake()
