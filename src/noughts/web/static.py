"""The built page, read once and served from memory.

No address is ever turned into a file name, so no address can reach another file. A page's address
is its file's name without the suffix; positions and games are after the `#` of an address.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from asyncio import Lock
from collections.abc import Awaitable, Callable, Iterable, Mapping
from pathlib import Path

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Match, Route
from starlette.types import Receive, Scope, Send

from noughts.atlas.atlas_file import FILE as ATLAS
from noughts.check.browser.page_words import words
from noughts.puzzles.shipped import FOLDER
from noughts.solver.opening_book import CHECKSUM, SHIPPED

Endpoint = Callable[[Request], Awaitable[Response]]

#: Bytes below which compression saves nothing.
PACKED_FROM = 1000
#: The names of files here change with their content.
HASHED = ("assets/", "atlas/", "books/", "packs/", "python/", "words/", "workers/")
_FOR_EVER = "public, max-age=31536000, immutable"
_ASK_FIRST = "no-cache"
_PAGE = ".html"
_BOOK = ".book"  #: the build has a copy of each, for the list of offline files
_COPIES = {"atlas", "packs", "words"}  #: folders of which the package has the content elsewhere
#: Types that compression makes smaller.
_PACKABLE = (
    "text/",
    "application/json",
    "application/manifest+json",
    "application/octet-stream",
    "application/wasm",
    "image/svg+xml",
)
_LEVEL = 6  #: the highest takes five times as long for a hundredth of the bytes
_TYPES = {
    _BOOK: "application/octet-stream",
    ".cert": "application/gzip",
    ".js": "text/javascript",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
_NOT_BUILT = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Noughts</title>
<h1>The page has not been built</h1>
<p>This is a clone of Noughts without its page. With Node installed,
<code>npm ci &amp;&amp; npm run build</code> in <code>web/</code> builds it.
Then start the server again.
<p>The <a href="/docs">API</a> is here already.
"""


class Files(BaseRoute):
    """The route of all files: it looks up the address.

    An address with a slash too many or too few, such as `/de`, leads to the right one.

    A route for each of a thousand files takes half of the time that a server needs to start.
    """

    def __init__(self, endpoints: Mapping[str, Endpoint]) -> None:
        self._endpoints = endpoints
        self._routes: dict[str, Route] = {}

    def _route(self, scope: Scope) -> Route | None:
        path = scope["path"]
        if path not in self._routes:
            other = path[:-1] if path.endswith("/") else f"{path}/"
            if path in self._endpoints:
                self._routes[path] = Route(path, self._endpoints[path])
            elif other in self._endpoints and path != "//":
                self._routes[path] = Route(path, _moved(other))
        return self._routes.get(path)

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Return whether a file has this address, and with this method."""
        route = self._route(scope)
        return route.matches(scope) if route else (Match.NONE, {})

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with the file."""
        route = self._route(scope)
        assert route  # noqa: S101  (it matches)
        await route.handle(scope, receive, send)


def built(folder: Path, page: Callable[[str, bytes], File]) -> dict[str, Endpoint]:
    """Return the answers of the built files by address; a page has two addresses.

    `page` makes a page from its name and content.

    `shipped` has the rest of the package.
    """
    copies = {folder / name for name in _COPIES}
    files = sorted(
        path
        for path in folder.rglob("*")
        if path.is_file() and path.suffix != _BOOK and path.parent not in copies
    )
    made: dict[str, Endpoint] = {}
    for path in files:
        made |= file(
            path.relative_to(folder).as_posix(),
            path.read_bytes(),
            page if path.suffix == _PAGE else File,
        )
    pages = {address(name): made[name] for name in made if name.endswith(_PAGE)}
    return {**(pages or {"/": _not_built}), **made}


def shipped() -> dict[str, Endpoint]:
    """Return what the package has only once, by address.

    It is the books, the packs of puzzles, the judge's words, and the atlas. A part of an address
    changes with the content: a book's checksum, at its end, and the digest of a text, as in
    `web/vite.config.ts`, `web/packs.ts` and `web/python.ts`.
    """
    found = [(path.stem, path.read_bytes()) for path in sorted(SHIPPED.glob(f"*{_BOOK}"))]
    texts = [("atlas", ATLAS.name, ATLAS.read_bytes())]
    texts += [("packs", path.name, path.read_bytes()) for path in sorted(FOLDER.glob("*.json"))]
    texts += [("words", f"{tag}.json", text.encode()) for tag, text in words().items()]
    made: dict[str, Endpoint] = {}
    for stem, content in found:
        made |= file(f"books/{stem}-{content[-CHECKSUM:].hex()}{_BOOK}", content)
    for folder, name, content in texts:
        stem, _, suffix = name.rpartition(".")
        digest = hashlib.sha256(content).hexdigest()[:8]
        made |= file(f"{folder}/{stem}-{digest}.{suffix}", content)
    return made


def pages(folder: Path) -> dict[str, str]:
    """Return the HTML of each built page, by its paths."""
    found = {}
    for path in folder.rglob(f"*{_PAGE}"):
        name = f"/{path.relative_to(folder).as_posix()}"
        found[name] = found[address(name)] = path.read_text(encoding="utf-8")
    return found


def address(name: str) -> str:
    """Return the path of a page: `/learn.html` at `/learn`, `/index.html` at `/`."""
    return name.removesuffix(_PAGE).removesuffix("index")


def file(
    name: str, content: bytes, kind: Callable[[str, bytes], File] | None = None
) -> dict[str, Endpoint]:
    """Return the answer of one file by its address."""
    return {f"/{name}": (kind or File)(name, content).answer}


def later(names: Iterable[str], made: Callable[[], Mapping[str, bytes]]) -> dict[str, Endpoint]:
    """Return the answers of files by address; all are made at the first request, in a thread."""
    files: dict[str, File] = {}
    making = Lock()

    def endpoint(name: str) -> Endpoint:
        async def answer(request: Request) -> Response:
            async with making:
                if not files:
                    contents = await run_in_threadpool(made)
                    files.update({each: File(each, content) for each, content in contents.items()})
            return await files[name].answer(request)

        return answer

    return {f"/{name}": endpoint(name) for name in names}


def _moved(target: str) -> Endpoint:
    async def answer(request: Request) -> Response:
        query = request.url.query
        return RedirectResponse(f"{target}?{query}" if query else target)

    return answer


async def _not_built(request: Request) -> Response:
    del request
    return HTMLResponse(_NOT_BUILT, 503, {"Retry-After": "60"})


class File:
    """One file: plain and compressed, with an ETag for the browser's cache."""

    def __init__(self, name: str, content: bytes) -> None:
        suffix = name[name.rfind(".") :] if "." in name else ".html"
        self._type = _TYPES.get(suffix) or mimetypes.guess_type(f"x{suffix}")[0] or "text/plain"
        tag = hashlib.sha256(content).hexdigest()[:16]
        self._headers = {
            "Cache-Control": _FOR_EVER if name.startswith(HASHED) else _ASK_FIRST,
            "ETag": f'"{tag}"',
        }
        self._content = content
        self._packed: bytes | None = None
        self._packable = len(content) >= PACKED_FROM and self._type.startswith(_PACKABLE)
        # For plain responses, the compression middleware adds this header.
        self._vary = {"Vary": "Accept-Encoding"} if self._packable else {}
        # Two encodings are two representations, each with its own tag.
        self._headers_packed = {**self._headers, "ETag": f'"{tag}-gzip"'}

    async def _pack(self) -> bytes:
        """Compress the file on its first request, without blocking the server."""
        if self._packed is None:
            self._packed = await run_in_threadpool(gzip.compress, self._content, _LEVEL, mtime=0)
        return self._packed

    async def answer(self, request: Request) -> Response:
        """Answer with the file, or that the browser's copy is current."""
        packed = self._packable and "gzip" in request.headers.get("accept-encoding", "")
        headers = self._headers_packed if packed else self._headers
        if headers["ETag"] in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers={**headers, **self._vary})
        if packed:
            headers = {**headers, **self._vary, "Content-Encoding": "gzip"}
            return Response(await self._pack(), headers=headers, media_type=self._type)
        return Response(self._content, headers=headers, media_type=self._type)
