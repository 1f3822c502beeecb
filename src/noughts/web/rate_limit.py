"""Rate and size limits for clients.

`noughts.web.connections` limits connections, and `noughts.web.pool` limits the work for answers.
"""

import asyncio
import logging
from collections import OrderedDict
from math import ceil, inf
from time import monotonic

from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from noughts.core.catalogue import grouped, say, speaking
from noughts.web import connections, problems
from noughts.web.clients import client, networks
from noughts.web.connections import Connection
from noughts.web.languages import spoken_in

_log = logging.getLogger(__name__)
_HANG_UP = {"Connection": "close"}
_LONGEST = 3600.0  # the most seconds of Retry-After
_MOST_FIELDS = 16  # fields of a query: reading thousands of them takes milliseconds
_QUIET = 10.0  # seconds between two equal lines of the log


class Buckets:
    """A token bucket for each client: a request takes a token, and time refills the bucket.

    A client's wider networks also have buckets, each for several clients. Only the most recent
    clients are stored, so that nobody can fill the memory with them.

    >>> buckets = Buckets(rate=2.0, burst=1, clients=100)
    >>> buckets.wait("someone", now=0.0), buckets.wait("someone", now=0.1)
    (0.0, 0.4)
    """

    def __init__(self, rate: float, burst: int, clients: int) -> None:
        self._rate = rate
        self._burst = burst
        self._clients = clients
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, client: str, now: float) -> float:
        """Take a token and return 0, or return the seconds until there is one."""
        wait = self.lack(client, now)
        if not wait:
            self.take(client, now)
        return wait

    def lack(self, client: str, now: float) -> float:
        """Return the seconds until there is a token; 0 if there is one now."""
        return max(
            min(_LONGEST, max(0.0, (1 - self._tokens(name, count, now)) / (self._rate * count)))
            for name, count in networks(client).items()
        )

    def take(self, client: str, now: float) -> None:
        """Take a token."""
        for name, count in networks(client).items():
            tokens = self._tokens(name, count, now)
            self._buckets[name] = (tokens - 1, now)
            self._buckets.move_to_end(name)
        while len(self._buckets) > self._clients:
            self._buckets.popitem(last=False)

    def _tokens(self, name: str, count: int, now: float) -> float:
        most = float(self._burst * count)
        tokens, then = self._buckets.get(name, (most, now))
        return min(most, tokens + (now - then) * self._rate * count)


class RateLimit:
    """Answers 429 to a client that sends too many requests.

    Monitoring requests have a separate bucket, so that a page at the same address cannot empty it.
    """

    def __init__(self, app: ASGIApp, rate: float, burst: int, clients: int) -> None:
        self._app = app
        self._buckets = Buckets(rate, burst, clients)
        self._health = Buckets(rate, burst, clients)
        self._refused = 0
        self._told = -inf

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or reject it."""
        if scope["type"] == "http":
            name, now = client(scope), monotonic()
            buckets = self._health if scope["path"] in {"/healthz", "/readyz"} else self._buckets
            wait = buckets.wait(name, now)
            if wait:
                self._tell(name, now)
                seconds = ceil(wait)
                with speaking(spoken_in(scope)):
                    detail = say("server", "rate", seconds=grouped(seconds))
                    wanted = {"Retry-After": str(seconds)}
                    refusal = problems.response(problems.RATE, detail, wanted)
                await refusal(scope, receive, send)
                return
        await self._app(scope, receive, send)

    def _tell(self, name: str, now: float) -> None:
        """Log that requests were rejected, but not each of them: a flood would fill the disk."""
        self._refused += 1
        if now - self._told >= _QUIET:
            _log.warning("too many requests", extra={"client": name, "refused": self._refused})
            self._refused, self._told = 0, now


class WholeRequests:
    """Reads a whole request before it is processed; the client must read the response in time.

    Answers 413 to a query with too many fields, or a body that is too large, as soon as that is
    known, and closes the connection.
    """

    def __init__(self, app: ASGIApp, most: int) -> None:
        self._app = app
        self._most = most

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or reject it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        if scope["query_string"].count(b"&") >= _MOST_FIELDS:
            detail = f"The address has more than {_MOST_FIELDS} fields after its question mark."
            await problems.response(problems.TOO_LARGE, detail, _HANG_UP)(scope, receive, send)
            return
        body = b""
        if _has_body(scope):
            read = await self._read(scope, receive)
            if not isinstance(read, bytes):
                await read(scope, receive, send)
                return
            body = read
        connection = connections.of(scope)
        if connection is not None:
            connection.arrived()
            send = _in_time(connection, send)
        messages: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

        async def whole() -> Message:
            return messages.pop() if messages else await receive()

        await self._app(scope, whole, send)

    async def _read(self, scope: Scope, receive: Receive) -> bytes | Response:
        """Return the body, or the problem with it.

        The connection limits the time and closes itself.
        """
        if _announced(scope) > self._most:
            return self._too_large()
        body, more = b"", True
        while more:
            message = await receive()
            body += message.get("body", b"")
            more = message.get("more_body", False)
            if len(body) > self._most:
                return self._too_large()
        return body

    def _too_large(self) -> Response:
        detail = f"The body has more than {self._most:,} bytes."
        return problems.response(problems.TOO_LARGE, detail, _HANG_UP)


def _has_body(scope: Scope) -> bool:
    return any(
        (name == b"content-length" and value != b"0") or name == b"transfer-encoding"
        for name, value in scope["headers"]
    )


def _announced(scope: Scope) -> int:
    """Return the declared length of the body; the parser has rejected non-numbers."""
    for name, value in scope["headers"]:
        if name == b"content-length":
            return int((value.lstrip(b"0") or b"0")[:19])
    return 0


def _in_time(connection: Connection, send: Send) -> Send:
    """Send while the client keeps up; close the connection if reading takes too long."""
    loop = asyncio.get_running_loop()
    left = connection.reading

    async def sent(message: Message) -> None:
        nonlocal left
        began = loop.time()
        overdue = loop.call_later(left, connection.abort)
        try:
            await send(message)
        finally:
            overdue.cancel()
        left -= loop.time() - began

    return sent
