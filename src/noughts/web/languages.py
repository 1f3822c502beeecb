"""The reader's language: the one that was chosen on the page, else the browser's own."""

from collections.abc import Collection

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import cookie_parser
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from noughts.core.catalogue import ENGLISH, closest, languages, speaking

#: The page stores a choice under this name (`web/src/site/language.ts`).
COOKIE = "language"
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


def spoken_in(scope: Scope) -> str:
    """Return the language of the answer to a program: that of `Accept-Language`."""
    return preferred(Headers(scope=scope).get("accept-language", ""), languages())


def asked(headers: Headers, offered: Collection[str]) -> str:
    """Return the language of a request: that of its cookie, else of `Accept-Language`."""
    chosen = cookie_parser(headers.get("cookie", "")).get(COOKIE)
    if chosen in offered:
        return str(chosen)
    return preferred(headers.get("accept-language", ""), offered)


def versions(address: str, pages: Collection[str]) -> dict[str, str]:
    """Return the addresses of a page in all languages that it is in, by their tags.

    >>> versions("/de/check", ["/check", "/de/check", "/de/"])
    {'en': '/check', 'de': '/de/check'}
    """
    first, _, rest = address.removeprefix("/").partition("/")
    english = f"/{rest}" if first in languages()[1:] else address
    found = {tag: f"/{tag}{english}" for tag in languages()[1:]}
    return {tag: each for tag, each in {ENGLISH: english, **found}.items() if each in pages}


class Languages:
    """Answers in the reader's language: the API's sentences, and pages with their own addresses.

    An English page's address leads to the reader's language. Other addresses have one language.
    """

    def __init__(self, app: ASGIApp, pages: Collection[str]) -> None:
        """Receive the paths of all pages."""
        self._app = app
        # The service worker keeps pages by the names of their files, which are what they say.
        every = {page: versions(page, pages) for page in pages if not page.endswith(".html")}
        self._versions = {
            page: found for page, found in every.items() if len(found) > 1 and found["en"] == page
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        path = scope["path"] if scope["type"] == "http" else ""
        if path.startswith(_API):
            language = spoken_in(scope)
            with speaking(language):
                await self._app(scope, receive, _told(send, language))
            return
        if path in self._versions and scope["method"] in {"GET", "HEAD"}:
            offered = self._versions[path]
            language = asked(Headers(scope=scope), offered)
            send = _varying(send)
            if language != ENGLISH:
                query = scope["query_string"].decode("latin-1")
                target = f"{offered[language]}{f'?{query}' if query else ''}"
                await RedirectResponse(target, 302, {"Cache-Control": "no-cache"})(
                    scope, receive, send
                )
                return
        await self._app(scope, receive, send)


def _varying(send: Send) -> Send:
    async def varying(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            headers.add_vary_header("Accept-Language")
            headers.add_vary_header("Cookie")
        await send(message)

    return varying


def _told(send: Send, language: str) -> Send:
    async def told(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            headers["content-language"] = language
            headers.add_vary_header("Accept-Language")
        await send(message)

    return told
