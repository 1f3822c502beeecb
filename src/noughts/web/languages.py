"""The language of a request: that of its `Accept-Language`, if it is offered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.datastructures import Headers, MutableHeaders

from noughts.core.catalogue import ENGLISH, closest, languages, speaking

if TYPE_CHECKING:
    from collections.abc import Collection

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

_MOST = 20  # languages that are read of a header
_API = "/api/"


def preferred(header: str, offered: Collection[str]) -> str:
    """Return the offered language that an `Accept-Language` header likes best, else English.

    >>> preferred("fr-CH, de;q=0.9, en;q=0.8", ["en", "de", "pt-BR"])
    'de'
    >>> preferred("pt", ["en", "pt-BR"]), preferred("zh-CN", ["en", "zh-Hans"])
    ('pt-BR', 'zh-Hans')
    >>> preferred("de;q=0, *", ["en", "de"]), preferred("", ["en", "de"])
    ('en', 'en')
    """
    wishes = []
    for at, wish in enumerate(header.split(",")[:_MOST]):
        tag, _, weight = wish.partition(";")
        try:
            quality = float(weight.strip().removeprefix("q=") or 1)
        except ValueError:
            continue
        if quality > 0:
            wishes.append((-quality, at, tag.strip()))
    for _, _, tag in sorted(wishes):
        if found := closest(tag, offered):
            return found
    return ENGLISH


class Languages:
    """Lets the API speak the reader's language: reasons, hints and puzzles; no field's name."""

    def __init__(self, app: ASGIApp) -> None:
        """Receive the application."""
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http" or not scope["path"].startswith(_API):
            await self._app(scope, receive, send)
            return
        header = Headers(scope=scope).get("accept-language", "")
        language = preferred(header, languages())
        with speaking(language):
            await self._app(scope, receive, _told(send, language))


def _told(send: Send, language: str) -> Send:
    async def told(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            headers["content-language"] = language
            headers.add_vary_header("Accept-Language")
        await send(message)

    return told
