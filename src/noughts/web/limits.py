"""Limits on what comes from outside: how often one client may ask, and how much it may send.

How slowly it may send is the affair of `noughts.web.protocol`, what an answer may cost that of
`noughts.web.pool`.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from ipaddress import IPv6Network, ip_address
from math import ceil
from time import monotonic
from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException

from noughts.web import problems

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

_log = logging.getLogger(__name__)
_HANG_UP = {"Connection": "close"}


class Buckets:
    """A bucket of tokens for each client: a request takes one, time brings them back.

    Only the clients seen last are remembered, so that nobody can fill the memory with them.

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
        """Take a token and return 0, or return the seconds until there will be one."""
        tokens, then = self._buckets.pop(client, (float(self._burst), now))
        tokens = min(self._burst, tokens + (now - then) * self._rate)
        wait = max(0.0, (1 - tokens) / self._rate)
        self._buckets[client] = (tokens if wait else tokens - 1, now)
        if len(self._buckets) > self._clients:
            self._buckets.popitem(last=False)
        return wait


class RateLimit:
    """Answers 429 to a client that asks too often. Whoever asks after our health never does."""

    def __init__(self, app: ASGIApp, buckets: Buckets) -> None:
        self._app = app
        self._buckets = buckets

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] == "http" and scope["path"] not in {"/healthz", "/readyz"}:
            name = client(scope)
            wait = self._buckets.wait(name, monotonic())
            if wait:
                _log.warning("too many requests", extra={"client": name})
                seconds = ceil(wait)
                refusal = problems.response(
                    problems.RATE,
                    f"Too many requests from this address; try again in {seconds} s.",
                    {"Retry-After": str(seconds)},
                )
                await refusal(scope, receive, send)
                return
        await self._app(scope, receive, send)


def client(scope: Scope) -> str:
    """Name the client: its address, or of IPv6 its network, since that is what one person has.

    >>> client({"client": ("2001:db8::1:2", 80)}), client({"client": ("127.0.0.1", 80)})
    ('2001:db8::/64', '127.0.0.1')
    """
    host: str = scope["client"][0] if scope["client"] else ""
    if ":" not in host:
        return host
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host[:50]
    return str(IPv6Network((int(address) >> 64 << 64, 64)))


class BodyLimit:
    """Answers 413 to a body that is too large, as soon as that is known, and hangs up."""

    def __init__(self, app: ASGIApp, most: int) -> None:
        self._app = app
        self._most = most
        self._detail = f"The body has more than {most:,} bytes."

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        for name, value in scope["headers"]:
            if name == b"content-length" and int(value) > self._most:
                refusal = problems.response(problems.TOO_LARGE, self._detail, _HANG_UP)
                await refusal(scope, receive, send)
                return
        received = 0

        async def limited() -> Message:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            if received > self._most:
                raise HTTPException(413, self._detail, _HANG_UP)
            return message

        await self._app(scope, limited, send)
