"""A stream of server-sent events."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress

import orjson
from fastapi.sse import format_sse_event
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from noughts.web.play.broadcast import Stream, event
from noughts.web.play.play_service import GameService

_RETRY = 1000  # milliseconds after which a browser reconnects


class Events(StreamingResponse):
    """The media type of a stream of events, for the OpenAPI document."""

    media_type = "text/event-stream"


class EventStream(Response):
    """Sends events until the client is gone, the game is removed, or the server stops.

    `last` is the version that the client already has.
    """

    media_type: str = Events.media_type

    def __init__(self, games: GameService, stream: Stream, last: int = 0) -> None:
        super().__init__(headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"})
        del self.headers["content-length"]
        self._games = games
        self._stream = stream
        self._last = last

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send."""
        del scope
        gone = asyncio.create_task(self._gone(receive))
        try:
            head = {"status": self.status_code, "headers": self.raw_headers}
            await send({"type": "http.response.start", **head})
            async for piece in self._events(gone):
                await send({"type": "http.response.body", "body": piece, "more_body": True})
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            gone.cancel()
            self._games.leave(self._stream)

    async def _gone(self, receive: Receive) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        self._stream.news.set()

    async def _events(self, gone: asyncio.Task[None]) -> AsyncIterator[bytes]:
        news = self._stream.news
        # for each room: its version, and that of its presence
        sent: dict[str, tuple[int, int]] = {}
        yield format_sse_event(retry=_RETRY, comment="each change, with the whole state")
        while not (gone.done() or self._stream.over) and self._games.rooms.open:
            news.clear()
            for room in list(self._stream.rooms):
                version, people = sent.get(room.id, (self._last, -1))
                sent[room.id] = room.version, room.people
                if room.version != version:
                    yield room.encoded
                presence = room.presence() if room.people != people else None
                if presence is not None:
                    yield event("presence", orjson.dumps(presence))
            if news.is_set():
                continue
            with suppress(TimeoutError):
                async with asyncio.timeout(self._games.ping):
                    await news.wait()
                continue
            yield format_sse_event(comment="still here")
