"""Which requests are taken at all: what a page of another origin sends is not.

A browser says with `Sec-Fetch-Site` where a request comes from. Without this check any page on the
web, or a link on it, could spend the time of a server that runs on its reader's own machine.
"""

from __future__ import annotations

from ipaddress import ip_address
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from noughts.web import problems

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

_OURS = {b"same-origin", b"none"}  # none: somebody typed the address


class Origins:
    """Answers 403 to other origins' requests to the API; `local`: 421 to names not this machine's.

    A server that listens on this machine only is asked for by a name of this machine. Another name
    was made to point here by somebody else.
    """

    def __init__(self, app: ASGIApp, *, local: bool) -> None:
        self._app = app
        self._local = local

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it. HEAD is GET whose body the server leaves away."""
        if scope["type"] == "http":
            headers = dict(scope["headers"])
            if self._local and not is_local(headers.get(b"host", b"").decode("latin-1")):
                detail = "This server is asked for as localhost or 127.0.0.1."
                await problems.response(problems.HOST, detail)(scope, receive, send)
                return
            site = headers.get(b"sec-fetch-site", b"none")
            if site not in _OURS and scope["path"].startswith("/api/"):
                detail = "A page of another origin may not ask this server."
                await problems.response(problems.ORIGIN, detail)(scope, receive, send)
                return
            if scope["method"] == "HEAD":
                scope = {**scope, "method": "GET"}
        await self._app(scope, receive, send)


def is_local(host: str) -> bool:
    """Whether a Host header names this machine.

    >>> [is_local(host) for host in ("localhost:8000", "127.0.0.1", "[::1]:80", "evil.example")]
    [True, True, True, False]
    """
    try:
        name = urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return False
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return False
