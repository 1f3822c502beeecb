"""What others show of a link: title, description and picture, true to the position it names.

What stands after the `#` of an address never reaches a server, so a link that is to be shown has
its game after a `?`: `/?rules=3,3,3&position=X../.O./...`. A picture's address has to be absolute:
it is on the host that was asked for, if that is the name of one.
"""

from __future__ import annotations

import re
from functools import lru_cache
from html import escape, unescape
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from starlette.concurrency import run_in_threadpool
from starlette.responses import Response
from starlette.routing import Route

from noughts.errors import NoughtsError, PositionError, shorten
from noughts.position import Position
from noughts.record import result
from noughts.rules import Rules
from noughts.web import jobs, png
from noughts.web.static import File

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.requests import Request

#: No board of the page needs more; a game made by hand has no preview.
_MOST_TEXT = 4000
_RULES = re.compile(r"[a-z0-9, -]{1,60}")
_HOST = re.compile(r"([A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(:[0-9]{1,5})?")
_TITLE = re.compile(r"<title>(.*?)</title>", re.DOTALL)
_ABOUT = re.compile(r'<meta\s+name="description"\s+content="(.*?)"', re.DOTALL)
_BRANCH = re.compile(r"\([^()]*\)")
_PICTURE = "/preview.png"
_KEPT = 64  # pictures


def picture_route() -> Route:
    """Return the route of the pictures."""
    return Route(_PICTURE, _picture)


class Page(File):
    """A page that says of itself, or of the game in its address, what a preview shows."""

    def __init__(self, name: str, content: bytes) -> None:
        super().__init__(name, content)
        self._name = name
        self._text = content.decode()
        self._on = lru_cache(8)(self._made)

    async def answer(self, request: Request) -> Response:
        """Answer with the page."""
        origin = _origin(request)
        try:
            game = _game(request.query_params) if request.query_params else None
        except NoughtsError:
            game = None  # the page itself says what is wrong with its address
        made = self._made(origin, game) if game else self._on(origin, None)
        return await made.plain(request)

    async def plain(self, request: Request) -> Response:
        """Answer as any file does."""
        return await super().answer(request)

    def _made(self, origin: str, game: Position | None) -> Page:
        found = _TITLE.search(self._text), _ABOUT.search(self._text)
        title, about = (unescape(each[1]) if each else "Noughts" for each in found)
        if game is not None:
            title, about = _words(game)
        text = _TITLE.sub(lambda match: match[0] + _tags(origin, title, about, game), self._text, 1)
        return Page(self._name, text.encode())


def _origin(request: Request) -> str:
    """Return where the request was sent to; empty if its Host is no name of one."""
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
        "og:image:width": str(png.WIDTH),
        "og:image:height": str(png.HEIGHT),
        "og:image:alt": _words(position)[1],
    }
    lines = [f'<meta property="{name}" content="{escape(text)}">' for name, text in tags.items()]
    return "\n".join(["", *lines, '<meta name="twitter:card" content="summary_large_image">'])


def _words(position: Position) -> tuple[str, str]:
    """Return a position's title and description.

    >>> _words(Position.parse("X../.O./..."))
    ('X to move · 3,3,3 · Noughts', 'X: a1. O: b2. Look at it, or play on from here.')
    >>> _words(Position.parse("XXX/OO./..."))[0]
    'X wins · 3,3,3 · Noughts'
    """
    rules = position.rules
    over = position.outcome is not None
    state = result(position) if over else f"{position.turn} to move"
    stones = []
    for name, board in (("X", position.x), ("O", position.o)):
        cells = [rules.name(cell) for cell in range(rules.cells) if board >> cell & 1]
        more = f" and {len(cells) - 12} more" if len(cells) > 12 else ""
        stones.append(f"{name}: {' '.join(cells[:12]) or 'none'}{more}.")
    invitation = "Look at the game." if over else "Look at it, or play on from here."
    return f"{state} · {rules} · Noughts", f"{' '.join(stones)} {invitation}"


def _game(fields: Mapping[str, str]) -> Position | None:
    """Return the position that an address names; None if it names none.

    Raises:
        NoughtsError: it names one that cannot be.

    >>> str(_game({"moves": "b2-a1-(c1-a2)-c3", "at": "2"}))
    'O../.X./...'
    """
    if not fields.keys() & {"rules", "position", "moves"}:
        return None
    named, marks, moves = (fields.get(key) for key in ("rules", "position", "moves"))
    named = named or "3,3,3"
    if not _RULES.fullmatch(named) or sum(map(len, fields.values())) > _MOST_TEXT:
        raise PositionError(f"{shorten(named)} has no preview")
    rules = jobs.read(named)
    start = Position.parse(marks, rules) if marks else Position(rules)
    played = moves or ""
    while (shorter := _BRANCH.sub("", played)) != played:
        played = shorter
    positions = [start]
    for move in filter(None, re.split(r"[\s-]+", played)):
        positions.append(positions[-1].play(move))
    at = fields.get("at", "")
    if not re.fullmatch(r"[0-9]{1,4}", at):
        return positions[-1]
    if int(at) >= len(positions):
        raise PositionError(f"move {at} is outside the game; it has {len(positions) - 1}")
    return positions[int(at)]


async def _picture(request: Request) -> Response:
    position = _game(request.query_params) or Position(Rules.parse("3,3,3"))
    content = await run_in_threadpool(_drawn, position)
    headers = {"Cache-Control": "public, max-age=86400"}
    return Response(content, headers=headers, media_type="image/png")


@lru_cache(_KEPT)
def _drawn(position: Position) -> bytes:
    return png.draw(position)
