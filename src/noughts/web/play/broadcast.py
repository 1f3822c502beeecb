"""Rooms: who looks on at which game, and what they have not been told yet.

An event is the game as it stands, its id the game's version; so a stream needs no memory of what
it missed, one that is slow gets the newest at once, and one that comes back says with
`Last-Event-ID` what it has. Who looks on by way of another server is known by its notices, for as
long as it is heard of.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import TYPE_CHECKING

import orjson
from fastapi.sse import format_sse_event

from noughts.play import play_report
from noughts.play.pubsub import Here
from noughts.web.clients import Held
from noughts.web.pool import BusyError, ShareError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from noughts.play.play_shapes import Presence
    from noughts.play.shared_game import SharedGame

_GATHER = 0.5  # seconds in which those who come to watch are counted together
FORGET = 10.0  #: seconds after which a server that is not heard of is taken to be gone
LOBBY = "lobby"  #: the room of the open list, and its event; no game has such an id


class Stream:
    """Whoever looks on by one connection; `seat` is None for those who only watch."""

    __slots__ = ("client", "news", "rooms", "seat")

    def __init__(self, seat: int | None, client: str) -> None:
        self.rooms: list[Channel] = []
        self.seat: int | None = seat
        self.client: str = client
        self.news: asyncio.Event = asyncio.Event()


class Channel:
    """Something that somebody looks on at: what is told of it, and how often that has changed.

    Args:
        room: its id.
        event: what its content is called when it is told.
    """

    def __init__(self, room: str, event: str) -> None:
        self.id = room
        self.event = event
        self.streams: set[Stream] = set()
        self.version: int = 0
        self.content: bytes = b""
        self.told: bytes = b""  # the content as an event, made once for all who look on
        self.people: int = 0  # how often the presence has changed

    def came(self, stream: Stream) -> None:
        """Take note of somebody."""
        self.streams.add(stream)
        stream.rooms.append(self)

    def went(self, stream: Stream) -> None:
        """Take note that somebody is gone."""
        self.streams.discard(stream)

    def presence(self) -> Presence | None:
        """Say who is there, if that is told here."""
        return None

    def say(self, version: int, content: bytes) -> None:
        """Tell those who look on what there is to see."""
        self.version = version
        self.content = content
        self.told = event(self.event, content, version)
        self.wake()

    def greet(self) -> None:
        """Tell those who look on that others are there than before."""
        self.people += 1
        self.wake()

    def wake(self) -> None:
        """Let those who look on see whether there is something to tell."""
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
    """A list that is read again every second while somebody looks on."""

    def tell(self, found: object) -> None:
        """Pass it on if it is another one."""
        content = orjson.dumps(found)
        if content != self.content:
            self.say(self.version + 1, content)


class GameChannel(Channel):
    """A game that somebody looks on at."""

    def __init__(
        self,
        game: str,
        server: str,
        counted: Callable[[str], None],
        now: Callable[[], float],
    ) -> None:
        super().__init__(game, "game")
        self._now = now
        self.elsewhere: dict[str, Here] = {}  # by server
        self._server = server
        self._counted = counted
        self._seen = [0.0, 0.0]
        # Counted as they come and go: each of many who look on is told how many there are.
        self._present: Counter[int | None] = Counter()
        self._gathering: asyncio.TimerHandle | None = None

    def came(self, stream: Stream) -> None:
        """Take note of somebody, and tell it."""
        super().came(stream)
        self._present[stream.seat] += 1
        self._changed(stream.seat)

    def went(self, stream: Stream) -> None:
        """Take note that somebody is gone, and tell it."""
        super().went(stream)
        self._present[stream.seat] -= 1
        self._changed(stream.seat)

    def tell(self, game: SharedGame) -> None:
        """Pass on how the game stands, unless something newer is known."""
        if game.version <= self.version:
            return
        seen = [seat.seen if seat.taken else 0.0 for seat in game.seats]
        self._seen = [max(pair) for pair in zip(self._seen, seen, strict=True)]
        self.say(game.version, orjson.dumps(play_report.game(game, self._now())))

    def here(self) -> Here:
        """Say who looks on by way of this server."""
        present = self._present
        return Here(self._server, self.id, (present[0] > 0, present[1] > 0), present[None])

    def presence(self) -> Presence:
        """Say who is there, by way of whichever server."""
        all_here = (self.here(), *self.elsewhere.values())
        here = [any(there.seats[seat] for there in all_here) for seat in (0, 1)]
        away = [
            None if there or not seen else round(max(0.0, self._now() - seen), 1)
            for there, seen in zip(here, self._seen, strict=True)
        ]
        watching = sum(there.watching for there in all_here)
        return {"game": self.id, "seats": here, "away": away, "watching": watching}

    def heard(self, there: Here) -> None:
        """Take note of who looks on by way of another server."""
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
        most: how many may look on at the same time.
        each: how many of them may be one client.
        server: what this server is called among those that share a database.
        counted: called with a game at which somebody came or went.
        now: tells the time.
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
        self._heard: dict[str, float] = {}  # of other servers, when
        self._held = Held(each, most)
        self._rooms: dict[str, GameChannel] = {}
        self._lists: dict[str, Listing] = {}
        self.open: bool = True

    def enter(self, seat: int | None, client: str) -> Stream:
        """Begin to look on.

        Raises:
            BusyError: too many do, or this client too often.
        """
        if self._held.over(client):
            raise ShareError(f"{self._held.each} streams of yours are open", retry_after=5)
        if self._held.full(client) or not self.open:
            raise BusyError("all places to look on are taken", retry_after=5)
        self._held.take(client)
        return Stream(seat, client)

    def look(self, stream: Stream, game: str) -> GameChannel:
        """Look on at a game."""
        room = self._rooms.setdefault(
            game, GameChannel(game, self._server, self._counted, self._now)
        )
        room.came(stream)
        return room

    def read(self, stream: Stream, listing: str, event: str) -> Listing:
        """Look on at a list."""
        room = self._lists.setdefault(listing, Listing(listing, event))
        room.came(stream)
        return room

    def leave(self, stream: Stream) -> None:
        """Stop looking on."""
        for room in stream.rooms:
            room.went(stream)
            if not room.streams:
                self._rooms.pop(room.id, None)
                self._lists.pop(room.id, None)
        self._held.leave(stream.client)

    def lists(self) -> list[Listing]:
        """Return the lists that somebody looks on at."""
        return list(self._lists.values())

    def tell(self, game: SharedGame) -> None:
        """Pass on how a game stands to whoever looks on."""
        room = self._rooms.get(game.id)
        if room is not None:
            room.tell(game)

    def behind(self, versions: Mapping[str, int]) -> list[str]:
        """Return those of these games that are newer than what was told of them."""
        return [
            game
            for game, version in versions.items()
            if game in self._rooms and self._rooms[game].version < version
        ]

    def heard(self, server: str, now: float, there: Here | None = None) -> None:
        """Take note that another server is there, and of who looks on by way of it."""
        self._heard[server] = now
        if there is not None and there.game in self._rooms:
            self._rooms[there.game].heard(there)

    def forget(self, before: float) -> None:
        """Take those who looked on by way of servers not heard of since to be gone."""
        for server in [name for name, when in self._heard.items() if when < before]:
            del self._heard[server]
            for room in self._rooms.values():
                room.heard(Here(server, room.id, (False, False), 0))

    def of(self, game: str) -> bool:
        """Return whether somebody looks on at a game."""
        return game in self._rooms

    def here(self, game: str) -> Here:
        """Say who looks on at a game by way of this server."""
        room = self._rooms.get(game)
        return room.here() if room else Here(self._server, game, (False, False), 0)

    def all(self) -> list[str]:
        """Return the games that somebody looks on at."""
        return list(self._rooms)

    def close(self) -> None:
        """End all streams; those who looked on come back to whichever server there is."""
        self.open = False
        for room in (*self._rooms.values(), *self._lists.values()):
            room.wake()
