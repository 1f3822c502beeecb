"""What goes around every answer: the security headers and a line in the log."""

from __future__ import annotations

import logging
from importlib.metadata import version
from time import perf_counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

_log = logging.getLogger(__name__)

#: Nothing but what comes from this server, no script or style within a page.
CONTENT_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
#: By this header the page's service worker knows that it is still Noughts that answers here.
MARK = "x-noughts"
HEADERS = {
    MARK: version("noughts"),
    "content-security-policy": CONTENT_POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
#: The one page that others may show in a frame; everything else about it is as strict.
EMBEDDED = frozenset({"/embed", "/embed.html"})
EMBEDDED_HEADERS = {
    **HEADERS,
    "content-security-policy": CONTENT_POLICY.replace("ancestors 'none'", "ancestors *"),
}


def _raw(headers: dict[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.encode(), value.encode()) for name, value in headers.items()]


_RAW, _RAW_EMBEDDED = _raw(HEADERS), _raw(EMBEDDED_HEADERS)


class Envelope:
    """Adds the security headers and logs method, path, status and time; who asked is not kept."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began = perf_counter()
        status = 0
        raw = _RAW_EMBEDDED if scope["path"] in EMBEDDED else _RAW

        async def sealed(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message.get("headers", ()), *raw]
            await send(message)

        try:
            await self._app(scope, receive, sealed)
        finally:
            # Of those who ask too often the limit says something now and then.
            if status != 429 and _log.isEnabledFor(logging.INFO):
                _log.info(
                    "request",
                    extra={
                        "method": scope["method"],
                        "path": scope["path"],
                        "status": status,
                        "ms": round((perf_counter() - began) * 1000, 2),
                    },
                )
