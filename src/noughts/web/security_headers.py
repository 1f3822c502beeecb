"""For every answer: the security headers and a line in the log."""

import base64
import hashlib
import logging
import re
from collections.abc import Mapping
from functools import cache
from importlib.metadata import version
from time import perf_counter

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from noughts.core.catalogue import languages

_log = logging.getLogger(__name__)

#: Only content from this server; see `policy` for scripts and styles in a page. The page's search
#: is WebAssembly, which may do less than a script; text cannot become code.
CONTENT_POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    "img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "worker-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
#: This header tells the page's service worker that Noughts still answers here.
MARK = "x-noughts"
HEADERS = {
    MARK: version("noughts"),
    "content-security-policy": CONTENT_POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
}
#: These mean something for pages only. A first visit fetches dozens of assets. Assets have no
#: policy either: that of a script is its page's. Workers have their own, so another folder.
OF_PAGES = {
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
ASSETS = "/assets/"
#: The one page that others may show in a frame, in each language; otherwise it is as strict.
EMBEDDED = frozenset(
    f"{folder}/embed{suffix}"
    for folder in ["", *(f"/{tag}" for tag in languages())]
    for suffix in ["", ".html"]
)
#: The worker that runs visitors' programs. They are code from text, which the page itself forbids,
#: so they have no network, load no code and start no worker.
PROGRAMS = "/python/"
PROGRAM_POLICY = "default-src 'none'; script-src 'unsafe-eval' 'wasm-unsafe-eval'"
_LINK = re.compile(r"(?<=/)[A-Za-z0-9_-]{22}(?![^/])")  # the id of a game or a class
_WITHIN = re.compile(r"<(script|style)(?: id=\S+)?>(.*?)</\1>", re.DOTALL)


def policy(html: str, *, embedded: bool = False) -> str:
    """Return a page's policy: it allows only its own inline scripts and styles, by hash.

    >>> policy("<style>a{}</style>").split("; ")[2]
    "style-src 'self' 'sha256-X1RutGBrXCt9KkSaXMK7tHftWiRscFHOhxsS8tv8hBk='"
    >>> policy("") == CONTENT_POLICY
    True
    """
    whole = CONTENT_POLICY
    for kind, content in _WITHIN.findall(html):
        digest = base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
        known = f"{kind}-src 'self'"
        whole = whole.replace(known, f"{known} 'sha256-{digest}'")
    return whole.replace("ancestors 'none'", "ancestors *") if embedded else whole


def _raw(headers: dict[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.encode(), value.encode()) for name, value in headers.items()]


def _of_page(policy: str) -> list[tuple[bytes, bytes]]:
    return _raw({**HEADERS, **OF_PAGES, "content-security-policy": policy})


_RAW_ASSETS = _raw({k: v for k, v in HEADERS.items() if k != "content-security-policy"})
_RAW = _of_page(CONTENT_POLICY)
_RAW_PROGRAMS = _of_page(PROGRAM_POLICY)


def redacted(path: str) -> str:
    """Return a path for the log, without game ids, because they are links to free seats.

    >>> redacted("/api/v1/games/3q2-7wEJcMPwTGhnJ9uE8w/seat")
    '/api/v1/games/*/seat'
    """
    return _LINK.sub("*", path)


class SecurityHeaders:
    """Adds the security headers and logs method, path, status and time, but not the client."""

    def __init__(self, app: ASGIApp, pages: Mapping[str, str]) -> None:
        """Receive the HTML of the pages by their paths."""
        self._app = app
        once = cache(policy)  # a page has two addresses
        self._raw = {
            path: _of_page(once(html, embedded=path in EMBEDDED)) for path, html in pages.items()
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began = perf_counter()
        status = 0
        path = scope["path"]
        raw = self._raw.get(path, _RAW)
        if path.startswith(PROGRAMS):
            raw = _RAW_PROGRAMS
        elif path.startswith(ASSETS):
            raw = _RAW_ASSETS

        async def sealed(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message.get("headers", ()), *raw]
            await send(message)

        try:
            await self._app(scope, receive, sealed)
        finally:
            # The rate limit logs clients with too many requests now and then.
            if status != 429 and _log.isEnabledFor(logging.INFO):
                _log.info(
                    "request",
                    extra={
                        "method": scope["method"],
                        "path": redacted(path),
                        "status": status,
                        "ms": round((perf_counter() - began) * 1000, 2),
                    },
                )
