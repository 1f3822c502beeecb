"""The built page, read once and served from memory.

No address is ever turned into a file name, so no address can reach another file. A page's address
is its file's name without the suffix; positions and games are after the `#` of an address.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from typing import TYPE_CHECKING

from starlette.concurrency import run_in_threadpool
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from noughts.check.page_words import words
from noughts.puzzles.shipped import FOLDER
from noughts.solver.opening_book import CHECKSUM, SHIPPED

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from starlette.requests import Request

#: Bytes below which compression saves nothing.
PACKED_FROM = 1000
#: The names of files here change with their content.
HASHED = ("assets/", "books/", "packs/", "python/", "words/", "workers/")
_FOR_EVER = "public, max-age=31536000, immutable"
_ASK_FIRST = "no-cache"
_PAGE = ".html"
_BOOK = ".book"  #: the build has a copy of each, for the list of offline files
_COPIES = {"packs", "words"}  #: folders of which the package has the content elsewhere
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


def routes(folder: Path, page: Callable[[str, bytes], File]) -> list[Route]:
    """Return one route for each built file, and one more for each page.

    `page` makes a page from its name and content.

    `shipped` serves what the package has beside the page.
    """
    copies = {folder / name for name in _COPIES}
    files = sorted(
        path
        for path in folder.rglob("*")
        if path.is_file() and path.suffix != _BOOK and path.parent not in copies
    )
    made = [
        route(
            path.relative_to(folder).as_posix(),
            path.read_bytes(),
            page if path.suffix == _PAGE else File,
        )
        for path in files
    ]
    pages = [Route(address(r.path), r.endpoint) for r in made if r.path.endswith(_PAGE)]
    return [*pages, *made] if pages else [Route("/", _not_built), *made]


def shipped() -> list[Route]:
    """Return the routes of what the package has only once: books, packs of puzzles, judge's words.

    What is part of an address changes with the content: a book's checksum, at its end, as in
    `web/vite.config.ts`, and the digest of a text, as in `web/packs.ts` and `web/python.ts`.
    """
    found = [(path.stem, path.read_bytes()) for path in sorted(SHIPPED.glob(f"*{_BOOK}"))]
    packs = [("packs", path.stem, path.read_bytes()) for path in sorted(FOLDER.glob("*.json"))]
    spoken = [("words", tag, text.encode()) for tag, text in words().items()]
    return [
        *(
            route(f"books/{stem}-{content[-CHECKSUM:].hex()}{_BOOK}", content)
            for stem, content in found
        ),
        *(
            route(f"{folder}/{stem}-{hashlib.sha256(content).hexdigest()[:8]}.json", content)
            for folder, stem, content in packs + spoken
        ),
    ]


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


def route(name: str, content: bytes, kind: Callable[[str, bytes], File] | None = None) -> Route:
    """Return the route of one file."""
    return Route(f"/{name}", (kind or File)(name, content).answer)


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
