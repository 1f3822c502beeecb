"""What a link shows of itself elsewhere, and the board that other pages may frame."""

import struct
import zlib
from functools import cache
from html.parser import HTMLParser
from urllib.parse import quote, urlsplit

import pytest

from noughts.core.position import Position
from noughts.web.preview import HEIGHT, WIDTH, draw_png
from noughts.web.security_headers import HEADERS
from tests.web.asking import Site


class Tags(HTMLParser):
    """The meta tags of a page, by name."""

    def __init__(self, page: bytes) -> None:
        super().__init__()
        self.found: dict[str, str] = {}
        self.feed(page.decode())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        fields = dict(attrs)
        name = fields.get("property") or fields.get("name")
        if tag == "meta" and name:
            self.found[name] = fields.get("content") or ""


def tags(site: Site, path: str, headers: dict[str, str] | None = None) -> dict[str, str]:
    answer = site.ask(path, headers=headers or {})
    assert answer.status == 200
    return Tags(answer.body).found


@pytest.mark.parametrize(
    ("path", "title"),
    [("/", "Noughts"), ("/learn", "Learn"), ("/learn/trees", "Games are trees"), ("/lab", "Lab")],
)
def test_every_page_has_a_preview_with_an_absolute_picture(
    site: Site, path: str, title: str
) -> None:
    found = tags(site, path)
    assert found["og:title"] == title
    assert found["twitter:card"] == "summary_large_image"
    picture = urlsplit(found["og:image"])
    assert f"{picture.scheme}://{picture.netloc}" == site.url
    answer = site.ask(f"{picture.path}?{picture.query}")
    assert (answer.status, answer.headers["content-type"]) == (200, "image/png")


@pytest.mark.parametrize(
    ("query", "title", "stones", "position"),
    [
        ("position=X../.O./...", "X to move · 3,3,3", "X: a1. O: b2.", "X../.O./..."),
        ("moves=b2-a1-(c1-a2)-c3", "O to move · 3,3,3", "X: b2 c3. O: a1.", "O../.X./..X"),
        ("moves=b2-a1-c3&at=1", "O to move · 3,3,3", "X: b2. O: none.", ".../.X./..."),
        ("position=1+0+2/010/002", "X to move · 3,3,3", "X: a1 b2. O: c1 c3.", "X.O/.X./..O"),
        (
            "rules=3%C3%973+mis%C3%A8re&moves=b2",
            "O to move · 3,3,3 misere",
            "X: b2.",
            ".../.X./...",
        ),
        ("moves=a1-a2-b1-b2-c1", "X wins · 3,3,3", "X: a1 b1 c1.", "XXX/OO./..."),
        (
            "rules=7,6,4+gravity&moves=d-d",
            "X to move · 7,6,4 gravity",
            "X: d6. O: d5.",
            "......./......./......./......./...O.../...X...",
        ),
    ],
)
def test_a_shared_position_is_told_and_drawn_as_it_is(
    site: Site, query: str, title: str, stones: str, position: str
) -> None:
    found = tags(site, f"/?{query}")
    assert found["og:title"] == f"{title} · Noughts"
    assert stones in found["og:description"]
    assert found["og:image"].endswith(f"position={quote(position, safe='/')}")
    picture = urlsplit(found["og:image"])
    rules = title.split(" · ")[1]
    drawn = site.ask(f"{picture.path}?{picture.query}").body
    assert drawn == draw_png(Position.parse(position, rules))


def test_a_preview_is_in_the_language_of_the_address(site: Site) -> None:
    found = tags(site, "/de/?position=X../.O./...", {"Accept-Language": "fr"})
    assert found["og:title"] == "X am Zug · 3,3,3 · Noughts"
    # German from here,
    told = "X: a1. O: b2. Sieh sie dir an oder spiel von hier weiter."
    # and English again.
    assert found["og:description"] == found["og:image:alt"] == told
    assert tags(site, "/de/?position=XXX/OO./...")["og:title"].startswith("X gewinnt · ")


@pytest.mark.parametrize(
    "query", ["position=XXX/OOO/...", "rules=banana", "moves=b2-b2", "rules=9999,9999,5", "x=1"]
)
def test_a_page_whose_address_makes_no_sense_is_still_the_page(site: Site, query: str) -> None:
    assert tags(site, f"/?{query}")["og:title"] == "Noughts"


@pytest.mark.parametrize(
    "query", ["position=XXX/OOO/...", "rules=banana", "moves=z9", "rules=3,3+holes+a1+lines+b1-c1"]
)
def test_a_picture_of_no_position_is_refused(site: Site, query: str) -> None:
    assert site.ask(f"/preview.png?{query}").status == 422


@pytest.mark.parametrize("host", ['evil"><script>', "a b", "x" * 300])
def test_a_host_that_is_none_gets_into_no_page(site: Site, host: str) -> None:
    answer = site.ask("/", headers={"Host": host})
    assert host.encode() not in answer.body


@pytest.mark.parametrize("embedded", ["/embed", "/embed.html", "/de/embed"])
def test_only_the_embedded_board_may_be_framed(site: Site, embedded: str) -> None:
    allowed = site.ask(embedded).headers
    other = site.ask("/").headers
    assert {name for name in HEADERS if allowed[name] != other[name]} == {"content-security-policy"}
    policy = allowed["content-security-policy"]
    assert policy == other["content-security-policy"].replace("ancestors 'none'", "ancestors *")
    for path in ("/", "/de/", "/learn", "/lab", "/docs", "/api/v1/rules"):
        assert "frame-ancestors 'none'" in site.ask(path).headers["content-security-policy"]


def colours(file: bytes) -> set[str]:
    """Return the colours of a PNG of eight bits a channel, red, green, blue and opacity."""
    parts: dict[bytes, bytes] = {}
    at = 8
    while at < len(file):
        (size,) = struct.unpack(">I", file[at : at + 4])
        kind, data = file[at + 4 : at + 8], file[at + 8 : at + 8 + size]
        assert struct.unpack(">I", file[at + 8 + size : at + 12 + size])[0] == zlib.crc32(
            kind + data
        )
        parts[kind] = parts.get(kind, b"") + data
        at += 12 + size
    assert struct.unpack(">IIBB", parts[b"IHDR"][:10]) == (WIDTH, HEIGHT, 8, 6)
    stream, row = zlib.decompress(parts[b"IDAT"]), 4 * WIDTH
    assert len(stream) == HEIGHT * (row + 1)
    found, above = set(), bytes(row)
    for start in range(0, len(stream), row + 1):
        above = unfiltered(stream[start], stream[start + 1 : start + row + 1], above)
        found |= {above[i : i + 3] for i in range(0, row, 4)}
    return {colour.hex() for colour in found}


@cache  # many rows are the same
def unfiltered(method: int, given: bytes, above: bytes) -> bytes:
    """Return a row of a PNG."""
    line = bytearray(given)
    if method == 0 or (method == 2 and not any(line)):
        return given if method == 0 else above
    for i, step in enumerate(given):
        left, corner = (line[i - 4], above[i - 4]) if i >= 4 else (0, 0)
        near = left + above[i] - corner
        if method == 4:
            guess = min(left, above[i], corner, key=lambda value: abs(near - value))
        else:
            guess = (left, above[i], (left + above[i]) // 2)[method - 1]
        line[i] = step + guess & 255
    return bytes(line)


@pytest.mark.parametrize(
    ("position", "rules"),
    [("XXX/OO./...", "3,3,3"), (".../.../...//.../.X./...//.../.../..O", "3,3,3,3")],
)
def test_the_picture_is_a_png_in_which_every_mark_is_seen(position: str, rules: str) -> None:
    found = colours(draw_png(Position.parse(position, rules)))
    assert {"1d4fa3", "b5341c", "b9b6ab", "f8f4e9"} <= found
    assert ("5e5f60" in found) == ("XXX" in position)  # the line that ends the game
