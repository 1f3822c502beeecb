"""HTTP as uvicorn speaks it, to clients that may take only so long and be only so many.

uvicorn waits for a request for as long as the client likes. Here a request that has not arrived
whole in time is cut off, so that nobody can hold the server's connections by sending slowly. Who
does not read what was answered is cut off by the system.
"""

from __future__ import annotations

import socket
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from noughts.web import problems

if TYPE_CHECKING:
    from asyncio import TimerHandle, Transport

    from uvicorn.protocols.http.httptools_impl import RequestResponseCycle

_READING_SECONDS = 30


class Guarded(HttpToolsProtocol):
    """One connection.

    Attributes:
        arrival: seconds that a request may take to arrive, from its first byte to its last.
        headers_most: bytes that may come before the body.
        connections_most: how many connections there may be at once.
    """

    arrival = 10.0
    headers_most = 16 * 1024
    connections_most = 2_000

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._timer: TimerHandle | None = None
        self._in_headers = True
        self._header_bytes = 0

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request, unless there are too many connections."""
        super().connection_made(transport)
        stream = transport.get_extra_info("socket")
        if stream is not None and hasattr(socket, "TCP_USER_TIMEOUT"):
            stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _READING_SECONDS * 1000)
        if len(self.connections) > self.connections_most:
            self._refuse(problems.BUSY, "There are too many connections.")
        else:
            self._wait()

    def data_received(self, data: bytes) -> None:
        """Read some of a request."""
        if self.transport.is_closing():
            return
        self._wait()
        self._header_bytes += len(data)
        super().data_received(data)
        if self._in_headers and self._header_bytes > self.headers_most:
            self._refuse(problems.HEADERS, "There are more than 16 KiB of headers.")

    def on_message_begin(self) -> None:
        """Begin with a request."""
        super().on_message_begin()
        self._in_headers = True
        self._wait()

    def on_headers_complete(self) -> None:
        """Begin to answer."""
        self._in_headers = False
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Be content: the request is here."""
        self._header_bytes = 0
        self._stop_waiting()
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """Go on to the next request; if this one was answered before it was all here, hang up."""
        early = not self.pipeline and self.cycle.more_body
        super().on_response_complete()
        if early:
            self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Clear up."""
        self._stop_waiting()
        super().connection_lost(exc)

    def _wait(self) -> None:
        if self._timer is None:
            self._timer = self.loop.call_later(self.arrival, self._give_up)

    def _stop_waiting(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _give_up(self) -> None:
        self._refuse(problems.SLOW, f"The request did not arrive within {self.arrival:g} seconds.")

    def _refuse(self, kind: problems.Kind, detail: str) -> None:
        """Hang up, and say why unless an answer is under way."""
        self._stop_waiting()
        if self.transport.is_closing():
            return
        cycle: RequestResponseCycle | None = self.cycle
        if cycle is None or cycle.response_complete or not cycle.response_started:
            body = problems.document(kind, detail)
            head = (
                f"HTTP/1.1 {kind.status} {HTTPStatus(kind.status).phrase}\r\n"
                f"Content-Type: {problems.MEDIA_TYPE}\r\n"
                f"Content-Length: {len(body)}\r\n"
                "Connection: close\r\n"
                "Retry-After: 5\r\n"
                "X-Content-Type-Options: nosniff\r\n\r\n"
            )
            self.transport.write(head.encode() + body)
        self.transport.close()
