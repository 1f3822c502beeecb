"""Rooms: who looks on at which game, and what they have not been told yet.

An event is the game as it stands, its id the game's version; so a stream needs no memory of what
it missed, one that is slow gets the newest at once, and one that comes back says with
`Last-Event-ID` what it has.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from time import time
from typing import TYPE_CHECKING

import orjson

from noughts.games import report
from noughts.web.pool import BusyError, ShareError

if TYPE_CHECKING:
    from noughts.games.game import SharedGame
    from noughts.games.shapes import Presence

_GATHER = 0.5  # seconds in which those who come to watch are counted together


class Stream:
    """Whoever looks on by one connection; `seat` is None for those who only watch."""

    __slots__ = ("client", "news", "room", "seat")

    def __init__(self, room: Room, seat: int | None, client: str) -> None:
        self.room: Room = room
        self.seat: int | None = seat
        self.client: str = client
        self.news: asyncio.Event = asyncio.Event()


class Room:
    """A game that somebody looks on at."""

    def __init__(self, game: str) -> None:
        self.id = game
        self.streams: set[Stream] = set()
        self.version: int = 0
        self.game: bytes = b""
        self.people: int = 0  # how often the presence has changed
        self._seen = [0.0, 0.0]
        self._gathering: asyncio.TimerHandle | None = None

    def tell(self, game: SharedGame) -> None:
        """Pass on how the game stands, unless something newer is known."""
        if game.version <= self.version:
            return
        self.version = game.version
        self.game = orjson.dumps(report.game(game, time()))
        seen = [seat.seen if seat.taken else 0.0 for seat in game.seats]
        self._seen = [max(pair) for pair in zip(self._seen, seen, strict=True)]
        self._wake()

    def presence(self) -> Presence:
        """Say who is there."""
        here = [any(stream.seat == seat for stream in self.streams) for seat in (0, 1)]
        away = [
            None if there or not seen else round(max(0.0, time() - seen), 1)
            for there, seen in zip(here, self._seen, strict=True)
        ]
        watching = sum(stream.seat is None for stream in self.streams)
        return {"seats": here, "away": away, "watching": watching}

    def changed(self, seat: int | None) -> None:
        """Take note that somebody came or went."""
        if seat is not None:
            self._seen[seat] = time()
            self._count()
        elif self._gathering is None:
            loop = asyncio.get_running_loop()
            self._gathering = loop.call_later(_GATHER, self._count)

    def _count(self) -> None:
        if self._gathering is not None:
            self._gathering.cancel()
            self._gathering = None
        self.people += 1
        self._wake()

    def _wake(self) -> None:
        for stream in self.streams:
            stream.news.set()


class Rooms:
    """All rooms of this server.

    Args:
        most: how many may look on at the same time.
        each: how many of them may be one client.
    """

    def __init__(self, most: int, each: int) -> None:
        self._most = most
        self._each = each
        self._rooms: dict[str, Room] = {}
        self._of_client: Counter[str] = Counter()
        self.open: bool = True

    def enter(self, game: str, seat: int | None, client: str) -> Stream:
        """Look on at a game.

        Raises:
            BusyError: too many do, or this client too often.
        """
        if self._of_client[client] >= self._each:
            raise ShareError(f"{self._each} streams of yours are open", retry_after=5)
        if self._of_client.total() >= self._most or not self.open:
            raise BusyError("all places to look on are taken", retry_after=5)
        room = self._rooms.setdefault(game, Room(game))
        stream = Stream(room, seat, client)
        self._of_client[client] += 1
        room.streams.add(stream)
        room.changed(seat)
        return stream

    def leave(self, stream: Stream) -> bool:
        """Stop looking on; return whether a seat has nobody there any longer."""
        room = stream.room
        room.streams.discard(stream)
        room.changed(stream.seat)
        self._of_client[stream.client] -= 1
        if not self._of_client[stream.client]:
            del self._of_client[stream.client]
        if not room.streams:
            self._rooms.pop(room.id, None)
        return stream.seat is not None and not any(s.seat == stream.seat for s in room.streams)

    def tell(self, game: SharedGame) -> None:
        """Pass on how a game stands to whoever looks on."""
        room = self._rooms.get(game.id)
        if room is not None:
            room.tell(game)

    def close(self) -> None:
        """End all streams; those who looked on come back to whichever server there is."""
        self.open = False
        for room in self._rooms.values():
            for stream in room.streams:
                stream.news.set()
