"""Rejects requests from pages of other origins.

Browsers send the origin of a request in `Sec-Fetch-Site`. Without this check, any page on the web,
or a link on it, could use the time of a server that runs on its reader's own machine.
"""

from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Receive, Scope, Send

from noughts.core.catalogue import say, speaking
from noughts.core.errors import shorten
from noughts.web import problems
from noughts.web.languages import spoken_in

_OURS = {b"same-origin", b"none"}  # none: the user typed the address
_READING = {"GET", "HEAD", "OPTIONS"}


class Origins:
    """Answers 403 to API requests of other origins, and 421 to unknown host names.

    Any page on the web can point its own host name to this server, and would then have the same
    origin. So requests must use an address or a name that the server knows.

    Args:
        app: the application for accepted requests.
        local: whether to accept only names and addresses of this machine.
        names: further accepted names; None accepts all.
    """

    def __init__(self, app: ASGIApp, *, local: bool, names: tuple[str, ...] | None) -> None:
        self._app = app
        self._local = local
        self._names = None if names is None else {name.lower().rstrip(".") for name in names}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or reject it. HEAD is GET without the body."""
        if scope["type"] == "http":
            headers = dict(scope["headers"])
            host = headers.get(b"host", b"").decode("latin-1")
            spoken = spoken_in(scope)
            if not self._knows(host):
                with speaking(spoken):
                    refusal = problems.response(
                        problems.HOST, say("problem", "host", host=shorten(host))
                    )
                await refusal(scope, receive, send)
                return
            if scope["path"].startswith("/api/") and not _is_ours(scope["method"], headers, host):
                with speaking(spoken):
                    refusal = problems.response(problems.ORIGIN, say("problem", "origin"))
                await refusal(scope, receive, send)
                return
            if scope["method"] == "HEAD":
                scope = {**scope, "method": "GET"}
        await self._app(scope, receive, send)

    def _knows(self, host: str) -> bool:
        if self._names is None and not self._local:
            return True
        name = _name(host)
        if is_local(host) or name.rstrip(".") in (self._names or ()):
            return True
        return not self._local and _is_address(name)


def _is_ours(method: str, headers: dict[bytes, bytes], host: str) -> bool:
    """Whether a request comes from a page of this server, or not from a page."""
    site = headers.get(b"sec-fetch-site")
    if site is not None:
        return site in _OURS
    # Older browsers at least send the origin of a change.
    origin = headers.get(b"origin")
    if origin is None or method in _READING:
        return True
    theirs = origin.decode("latin-1").partition("://")[2].lower()
    # A proxy may omit the port.
    return theirs == host.lower() or (":" not in host and _name(theirs) == _name(host) != "")


def _name(host: str) -> str:
    """Return the name or address in a Host header; empty if it is invalid."""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def is_local(host: str) -> bool:
    """Whether a Host header names this machine.

    >>> [is_local(host) for host in ("localhost:8000", "127.0.0.1", "[::1]:80", "evil.example")]
    [True, True, True, False]
    """
    name = _name(host)
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return False
