"""Limits on connections: their number, speed and size.

The limits are applied around uvicorn's own protocol, which is unchanged. Bytes and seconds are
counted on the way to it, and the application reports where one request ends and the next begins. So
every byte of a request counts: headers, body, chunk framing and trailers.
"""

from __future__ import annotations

import asyncio
import socket
from http import HTTPStatus
from ipaddress import ip_address, ip_network
from typing import Any, cast

import orjson
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.auto import AutoHTTPProtocol

from noughts.web import problems
from noughts.web.clients import Held, network
from noughts.web.settings import Allowance

_END_OF_HEADERS = b"\r\n\r\n"
_CONNECTION = "noughts.connection"


class Connections:
    """All connections of a server. Connections from `proxies` are not counted by address."""

    def __init__(self, allowance: Allowance, proxies: tuple[str, ...] = ()) -> None:
        self.allowance = allowance
        self._proxies = [ip_network(proxy) for proxy in proxies]
        self._open: dict[object, Connection] = {}
        self._held = Held(allowance.each, allowance.most)

    def protocol(self, **given: Any) -> asyncio.Protocol:
        """Create the protocol for a new connection of uvicorn."""
        return Connection(self, AutoHTTPProtocol(**given))

    def watch(self, app: ASGIApp) -> ASGIApp:
        """Wrap the application so that each connection knows when its requests begin and end."""

        async def watched(scope: Scope, receive: Receive, send: Send) -> None:
            connection = self._open.get(scope.get("client"))
            if connection is None:
                await app(scope, receive, send)
                return
            connection.begun()
            try:
                await app({**scope, _CONNECTION: connection}, receive, send)
            finally:
                connection.answered()

        return watched

    def abort(self) -> None:
        """Close every remaining connection."""
        for connection in list(self._open.values()):
            connection.abort()

    def enter(self, connection: Connection, peer: tuple[str, int]) -> str:
        """Count a connection; return why it is rejected, or nothing."""
        name, held = network(peer[0]), self._held
        proxy = self._is_proxy(peer[0])
        full = held.total >= held.most if proxy else held.full(name)
        over = not proxy and held.over(name)
        self._open[peer] = connection
        held.take(name)
        if full:
            return "There are too many connections."
        if over:
            return f"There are more than {held.each} connections from this address or network."
        return ""

    def leave(self, peer: tuple[str, int]) -> None:
        """Stop counting a connection."""
        del self._open[peer]
        self._held.leave(network(peer[0]))

    def _is_proxy(self, host: str) -> bool:
        try:
            address = ip_address(host)
        except ValueError:
            return False
        return any(address in proxy for proxy in self._proxies)


def of(scope: Scope) -> Connection | None:
    """Return the connection of a request; None if it has none."""
    found: Connection | None = scope.get(_CONNECTION)
    return found


class Connection(asyncio.Protocol):
    """One connection: counts bytes and passes them on."""

    def __init__(self, connections: Connections, inner: asyncio.Protocol) -> None:
        self._connections = connections
        self._allowance = connections.allowance
        self._inner = inner
        self._transport: asyncio.Transport
        self._peer = ("", 0)
        self._timer: asyncio.TimerHandle | None = None
        self._in_headers = True
        self._bytes = 0  # bytes of the headers, then of the rest
        self._tail = b""  # the last bytes, in which the end of the headers may begin
        self._requests = 0  # requests begun and not answered
        self._arrived = True  # the last request

    # -- from the socket ---------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin to wait for a request, unless there are too many connections."""
        self._transport = cast("asyncio.Transport", transport)
        host, port = (transport.get_extra_info("peername") or ("", id(self)))[:2]
        self._peer = (str(host), int(port))
        stream = transport.get_extra_info("socket")
        if stream is not None and hasattr(socket, "TCP_USER_TIMEOUT"):
            milliseconds = int(self._allowance.reading * 1000)
            stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, milliseconds)
        refusal = self._connections.enter(self, self._peer)
        self._inner.connection_made(transport)
        if refusal:
            self._refuse(problems.BUSY, refusal)
        else:
            self._wait()

    def data_received(self, data: bytes) -> None:
        """Count a piece of a request and pass it on."""
        if self._transport.is_closing():
            return
        if self._in_headers and not self._bytes:
            self._wait()  # the first byte of a request
        self._count(data)
        if self._in_headers and self._bytes > self._allowance.headers:
            most = self._allowance.headers // 1024
            self._refuse(problems.HEADERS, f"There are more than {most} KiB of headers.")
        elif not self._in_headers and self._bytes > self._allowance.rest:
            self._refuse(problems.TOO_LARGE, "The request is too large.")
        else:
            self._inner.data_received(data)

    def eof_received(self) -> bool | None:
        """Pass on that nothing more will come."""
        return self._inner.eof_received()

    def pause_writing(self) -> None:
        """Pass on that the reader does not keep up."""
        self._inner.pause_writing()

    def resume_writing(self) -> None:
        """Pass on that the reader has caught up."""
        self._inner.resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """Clear up."""
        self._stop_waiting()
        self._connections.leave(self._peer)
        self._inner.connection_lost(exc)

    # -- from the application ----------------------------------------------------------------------

    @property
    def reading(self) -> float:
        """Seconds that a client may take to read a response."""
        return self._allowance.reading

    def begun(self) -> None:
        """Record that the headers of a request have arrived."""
        self._requests += 1
        self._in_headers = False
        self._arrived = False

    def arrived(self) -> None:
        """Record that the rest of the request has arrived."""
        self._arrived = True
        self._stop_waiting()

    def answered(self) -> None:
        """Wait for the next request; close if this one was answered before it arrived."""
        self._requests -= 1
        if not self._arrived:
            self._stop_waiting()
            self._transport.close()
        elif not self._requests and not self._transport.is_closing():
            self._in_headers = True
            self._bytes, self._tail = 0, b""
            self._wait()

    def abort(self) -> None:
        """Close the connection."""
        self._transport.abort()

    # ----------------------------------------------------------------------------------------------

    def _count(self, data: bytes) -> None:
        """Count bytes; those before the end of the headers apart from those after it."""
        if not self._in_headers:
            self._bytes += len(data)
            return
        known = self._tail + data
        end = known.find(_END_OF_HEADERS)
        headers = (len(known) if end < 0 else end + len(_END_OF_HEADERS)) - len(self._tail)
        self._bytes += headers
        self._tail = known[-len(_END_OF_HEADERS) + 1 :]
        if end >= 0 and self._bytes <= self._allowance.headers:
            self._in_headers = False
            self._bytes = len(data) - headers

    def _wait(self) -> None:
        self._stop_waiting()
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(self._allowance.arrival, self._give_up)

    def _stop_waiting(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _give_up(self) -> None:
        seconds = self._allowance.arrival
        self._refuse(problems.SLOW, f"The request did not arrive within {seconds:g} seconds.")

    def _refuse(self, kind: problems.Kind, detail: str) -> None:
        """Close the connection, with a reason unless a response may be under way."""
        self._stop_waiting()
        if self._transport.is_closing():
            return
        if not self._requests or not self._arrived:
            body = orjson.dumps(problems.problem(kind, detail))
            head = (
                f"HTTP/1.1 {kind.status} {HTTPStatus(kind.status).phrase}\r\n"
                f"Content-Type: {problems.MEDIA_TYPE}\r\n"
                f"Content-Length: {len(body)}\r\n"
                "Connection: close\r\n"
                "Retry-After: 5\r\n"
                "X-Content-Type-Options: nosniff\r\n\r\n"
            )
            self._transport.write(head.encode() + body)
        self._transport.close()
