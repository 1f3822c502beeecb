"""Link previews: title, description and picture of the position in the link.

For search engines, a page also names its versions in other languages (`hreflang`).

Browsers never send the part of an address after `#`, so a link with a preview has its game after a
`?`: `/?rules=3,3,3&position=X../.O./...`. Absolute addresses use the request's host, if that is
valid.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from functools import lru_cache, partial
from html import escape, unescape
from typing import ParamSpec, TypeVar
from urllib.parse import urlencode
from xml.etree import ElementTree as ET

from anyio import CapacityLimiter, to_thread
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from noughts.core import svg
from noughts.core.bits import bits
from noughts.core.catalogue import ENGLISH, languages, say, speaking
from noughts.core.errors import NoughtsError, PositionError, shorten
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.web import jobs
from noughts.web.languages import versions
from noughts.web.pool import BusyError
from noughts.web.static import File, address

WIDTH, HEIGHT = 1200, 630  #: of a picture: the usual size
_MARGIN = 40
_NAMESPACE = "http://www.w3.org/2000/svg"
ET.register_namespace("", _NAMESPACE)
#: Enough for every board of the page; custom games have no preview.
_MOST_TEXT = 4000
_MOST_RULES = 60
_HOST = re.compile(r"([A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(:[0-9]{1,5})?")
_TITLE = re.compile(r"<title>(.*?)</title>", re.DOTALL)
_ABOUT = re.compile(r'<meta\s+name="description"\s+content="(.*?)"', re.DOTALL)
_PARENTHESIS = re.compile(r"[()]")
_DEEPEST = 100  # branches within branches
_PICTURE = "/preview.png"
_KEPT = 64  # pictures
_WAITING = 16  # previews that may wait for the current one

Asked = ParamSpec("Asked")
Result = TypeVar("Result")


class Previews:
    """Makes previews in a thread, one at a time: reading a large board takes milliseconds."""

    def __init__(self, pages: Collection[str] = ()) -> None:
        """Receive the paths of all pages."""
        self._limiter = CapacityLimiter(1)
        self._pages = pages

    def page(self, name: str, content: bytes) -> Page:
        """Return a page that shows previews."""
        return Page(self, name, content, versions(address(f"/{name}"), self._pages))

    def picture_route(self) -> Route:
        """Return the route of the pictures."""
        return Route(_PICTURE, self._picture)

    async def make(
        self, work: Callable[Asked, Result], *asked: Asked.args, **named: Asked.kwargs
    ) -> Result:
        """Do some work in the thread.

        Raises:
            BusyError: Too many previews are waiting.
        """
        if self._limiter.statistics().tasks_waiting >= _WAITING:
            raise BusyError(say("server", "busy"), retry_after=1)
        return await to_thread.run_sync(partial(work, *asked, **named), limiter=self._limiter)

    async def _picture(self, request: Request) -> Response:
        content = await self.make(_picture, request.query_params)
        headers = {"Cache-Control": "public, max-age=86400"}
        return Response(content, headers=headers, media_type="image/png")


class Page(File):
    """A page with the preview of itself or of the game in its address."""

    def __init__(
        self, previews: Previews, name: str, content: bytes, versions: Mapping[str, str]
    ) -> None:
        """Receive the page's addresses by language, beside its content."""
        super().__init__(name, content)
        self._previews = previews
        self._versions = versions
        self._name = name
        self._text = content.decode()
        self._on = lru_cache(8)(self._made)

    async def answer(self, request: Request) -> Response:
        """Answer with the page."""
        origin = _origin(request)
        made = self._on(origin, None)
        if request.query_params:
            # If this fails, the page itself explains what is wrong with its address.
            with suppress(NoughtsError):
                made = await self._previews.make(self._shown, origin, request.query_params)
        return await made.plain(request)

    async def plain(self, request: Request) -> Response:
        """Answer like any file."""
        return await super().answer(request)

    def _shown(self, origin: str, fields: Mapping[str, str]) -> Page:
        game = _game(fields)
        return self._made(origin, game) if game else self._on(origin, None)

    def _made(self, origin: str, game: Position | None) -> Page:
        found = _TITLE.search(self._text), _ABOUT.search(self._text)
        title, about = (unescape(each[1]) if each else "Noughts" for each in found)
        folder = self._name.partition("/")[0]
        with speaking(folder if folder in languages() else ENGLISH):
            if game is not None:
                title, about = _words(game)
            tags = _tags(origin, title, about, game) + _links(origin, self._versions)
        text = _TITLE.sub(lambda match: match[0] + tags, self._text, 1)
        return Page(self._previews, self._name, text.encode(), self._versions)


def _origin(request: Request) -> str:
    """Return the server's address in the request; empty if its Host is invalid."""
    host = request.headers.get("host", "")
    return f"{request.url.scheme}://{host}" if _HOST.fullmatch(host) else ""


def _tags(origin: str, title: str, about: str, game: Position | None) -> str:
    position = game or Position(Rules.parse("3,3,3"))
    asked = urlencode({"rules": str(position.rules), "position": str(position)}, safe=",/")
    tags = {
        "og:type": "website",
        "og:site_name": "Noughts",
        "og:title": title,
        "og:description": about,
        "og:image": f"{origin}{_PICTURE}?{asked}",
        "og:image:type": "image/png",
        "og:image:width": str(WIDTH),
        "og:image:height": str(HEIGHT),
        "og:image:alt": _words(position)[1],
    }
    lines = [f'<meta property="{name}" content="{escape(text)}">' for name, text in tags.items()]
    return "\n".join(["", *lines, '<meta name="twitter:card" content="summary_large_image">'])


def _links(origin: str, versions: Mapping[str, str]) -> str:
    """Return links to all languages of a page; other readers get English.

    >>> _links("https://a.org", {"en": "/"}) + _links("", {"en": "/", "de": "/de/"})
    ''
    >>> print(_links("https://a.org", {"en": "/", "de": "/de/"}).strip())
    <link rel="alternate" hreflang="en" href="https://a.org/">
    <link rel="alternate" hreflang="de" href="https://a.org/de/">
    <link rel="alternate" hreflang="x-default" href="https://a.org/">
    """
    if not origin or len(versions) < 2:
        return ""
    return "".join(
        f'\n<link rel="alternate" hreflang="{tag}" href="{origin}{path}">'
        for tag, path in [*versions.items(), ("x-default", versions[ENGLISH])]
    )


def _words(position: Position) -> tuple[str, str]:
    """Return a position's title and description.

    >>> _words(Position.parse("X../.O./..."))
    ('X to move · 3,3,3 · Noughts', 'X: a1. O: b2. Look at it, or play on from here.')
    >>> _words(Position.parse("XXX/OO./..."))[0]
    'X wins · 3,3,3 · Noughts'
    """
    rules = position.rules
    if position.outcome is None:
        state = say("preview", "to move", turn=position.turn)
    else:
        winner = position.outcome.winner
        state = say("solved", "wins" if winner else "draw", winner=winner)
    stones = f"{_stones(rules, 'X', position.x)} {_stones(rules, 'O', position.o)}"
    about = say("preview", "over" if position.outcome else "in play", stones=stones)
    return f"{state} · {rules} · Noughts", about


def _stones(rules: Rules, mark: str, board: int) -> str:
    """Name the cells of a mark, the first twelve of many."""
    taken = bits(board)
    cells = rules.names(taken[:12])
    if len(taken) > 12:
        cells = say("illegal", "more", cells=cells, more=len(taken) - 12)
    return say("preview", "stones" if taken else "no stones", mark=mark, cells=cells)


def _game(fields: Mapping[str, str]) -> Position | None:
    """Return the position in an address; None if there is none.

    Raises:
        NoughtsError: The position is impossible.

    >>> str(_game({"moves": "b2-a1-(c1-a2)-c3", "at": "2"}))
    'O../.X./...'
    """
    if not fields.keys() & {"rules", "position", "moves"}:
        return None
    named, marks, moves = (fields.get(key) for key in ("rules", "position", "moves"))
    named = named or "3,3,3"
    if len(named) > _MOST_RULES or sum(map(len, fields.values())) > _MOST_TEXT:
        raise PositionError.said("server", "no preview", rules=shorten(named))
    rules = jobs.read(named)
    start = Position.parse(marks, rules) if marks else Position(rules)
    positions = [start]
    for move in filter(None, re.split(r"[\s-]+", _main_line(moves or ""))):
        positions.append(positions[-1].play(move))
    at = fields.get("at", "")
    if not re.fullmatch(r"[0-9]{1,4}", at):
        return positions[-1]
    if int(at) >= len(positions):
        raise PositionError.said("record text", "no move", number=at, moves=len(positions) - 1)
    return positions[int(at)]


def _main_line(moves: str) -> str:
    """Return moves without the branches in parentheses, in one pass.

    >>> _main_line("b2-a1-(c1-(a2)-b3)-c3")
    'b2-a1--c3'
    """
    line, depth, end = [], 0, 0
    for found in _PARENTHESIS.finditer(moves):
        if not depth:
            line.append(moves[end : found.start()])
        depth += 1 if found[0] == "(" else -1
        end = found.end()
        if not 0 <= depth <= _DEEPEST:
            raise PositionError.said("server", "brackets", most=_DEEPEST)
    if depth:
        raise PositionError.said("server", "brackets", most=_DEEPEST)
    return "".join([*line, moves[end:]])


def _picture(fields: Mapping[str, str]) -> bytes:
    return _drawn(_game(fields) or Position(Rules.parse("3,3,3")))


@lru_cache(_KEPT)
def _drawn(position: Position) -> bytes:
    return draw_png(position)


def draw_png(position: Position) -> bytes:
    r"""Return the picture of `noughts.core.svg` as a PNG, in the light theme, for a preview.

    Most programs that show link previews do not accept SVG.

    >>> draw_png(Position.parse("X../.O./..."))[:4]
    b'\x89PNG'
    """
    import resvg_py  # noqa: PLC0415  (most servers draw nothing)

    board = ET.fromstring(svg.draw(position, coordinates=False, theme="light"))  # noqa: S314  (ours)
    place = {"x": _MARGIN, "y": _MARGIN}
    size = {"width": WIDTH - 2 * _MARGIN, "height": HEIGHT - 2 * _MARGIN}
    board.attrib |= {name: str(number) for name, number in (place | size).items()}
    whole = ET.Element("svg", {"xmlns": _NAMESPACE, "width": str(WIDTH), "height": str(HEIGHT)})
    ET.SubElement(whole, "rect", {"width": "100%", "height": "100%", "fill": svg.LIGHT["paper"]})
    whole.append(board)
    text = svg.coloured(ET.tostring(whole, encoding="unicode"))
    return bytes(resvg_py.svg_to_bytes(svg_string=text, skip_system_fonts=True))
