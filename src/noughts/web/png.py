"""A position as a PNG for previews of links: many of those who show them take no SVG.

Only what such a picture needs, with the standard library: strokes at one size, stamped into the
cells, on one background. The colours of a pixel are an index into a palette, in which each ink
has its shades on each ground.
"""

from __future__ import annotations

import struct
import zlib
from math import hypot
from typing import TYPE_CHECKING

from noughts.core.notation import place_of
from noughts.core.position import Mark
from noughts.core.svg import LIGHT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from noughts.core.position import Position
    from noughts.core.rules import Rules

#: The size that previews of links are shown at.
WIDTH, HEIGHT = 1200, 630
_MARGIN = 40
_GAP = 0.6  # between the layers of a box, in cells
_SHADES = 15  # of an ink on a ground
_GROUNDS = ("paper", "last")
_INKS = ("line", "x", "o")
_PLAIN = {"paper": 0, "last": 1}


def _palette() -> bytes:
    def rgb(name: str) -> tuple[int, ...]:
        return tuple(bytes.fromhex(LIGHT[name][1:]))

    colours = [rgb(ground) for ground in _GROUNDS]
    for ground in _GROUNDS:
        for ink in _INKS:
            for shade in range(1, _SHADES + 1):
                share = shade / _SHADES
                pairs = zip(rgb(ground), rgb(ink), strict=True)
                colours.append(tuple(round(a + (b - a) * share) for a, b in pairs))
    return b"".join(map(bytes, colours))


_PALETTE = _palette()


def _first(ground: str, ink: str) -> int:
    """Return where the shades of an ink on a ground begin, less one."""
    block = _GROUNDS.index(ground) * len(_INKS) + _INKS.index(ink)
    return len(_GROUNDS) + block * _SHADES - 1


def draw(position: Position) -> bytes:
    """Return the picture: the board, its marks, the cells of the line that ended the game.

    >>> from noughts import Position
    >>> draw(Position.parse("X../.O./..."))[:8] == PNG
    True
    """
    rules = position.rules
    columns, rows, *rest = rules.shape
    layers = rest[0] if rest else 1
    across = columns * layers + _GAP * (layers - 1)
    cell = int(min((WIDTH - 2 * _MARGIN) / across, (HEIGHT - 2 * _MARGIN) / rows))
    step = int(cell * (columns + _GAP))
    left = (WIDTH - (step * (layers - 1) + cell * columns)) // 2
    top = (HEIGHT - cell * rows) // 2
    canvas = [bytearray(WIDTH) for _ in range(HEIGHT)]

    line = position.outcome.line if position.outcome else None
    grounds = {each: "last" if line and each in line else "paper" for each in range(rules.cells)}
    corners = dict(_corners(rules, cell, step, (left, top)))
    for each in line or ():
        x, y = corners[each]
        for row in canvas[y : y + cell]:
            row[x : x + cell] = bytes([_PLAIN["last"]]) * cell
    for layer in range(layers):
        _rule(canvas, (left + layer * step, top), cell, (columns, rows))
    stamps: dict[tuple[Mark, str], list[bytes]] = {}
    for each, (x, y) in corners.items():
        mark = position.mark(each)
        if mark is None:
            continue
        ground = grounds[each]
        if (mark, ground) not in stamps:
            stamps[mark, ground] = _stamp(mark, ground, cell)
        # Inside the ruled lines, which lie under the marks.
        for row, strip in zip(canvas[y + _inset(cell) :], stamps[mark, ground], strict=False):
            row[x + _inset(cell) : x + _inset(cell) + len(strip)] = strip
    return _file(canvas)


def _inset(cell: int) -> int:
    return max(2, cell // 8)


def _corners(
    rules: Rules, cell: int, step: int, start: tuple[int, int]
) -> Iterator[tuple[int, tuple[int, int]]]:
    left, top = start
    for each in range(rules.cells):
        column, row, *layer = place_of(each, rules.shape)
        yield each, (left + sum(layer) * step + column * cell, top + row * cell)


def _rule(
    canvas: list[bytearray], start: tuple[int, int], cell: int, size: tuple[int, int]
) -> None:
    """Draw the lines between the cells."""
    (left, top), (columns, rows) = start, size
    thick = max(2, cell // 40)
    ink = bytes([_first("paper", "line") + _SHADES])
    right, bottom = left + columns * cell, top + rows * cell
    for row in range(1, rows):
        for y in range(top + row * cell - thick // 2, top + row * cell - thick // 2 + thick):
            canvas[y][left:right] = ink * (right - left)
    for column in range(1, columns):
        x = left + column * cell - thick // 2
        for y in range(top, bottom):
            canvas[y][x : x + thick] = ink * thick


def _stamp(mark: Mark, ground: str, cell: int) -> list[bytes]:
    """Return a mark in its cell, less the inset all round: rows of indices."""
    size = cell - 2 * _inset(cell)
    middle = (size - 1) / 2
    half = max(1.0, cell / 22)  # of the stroke
    reach = middle - half - 1

    def of_o(x: float, y: float) -> float:
        return abs(hypot(x, y) - reach)

    def of_x(x: float, y: float) -> float:
        x, y = abs(x), abs(y)
        along = min((x + y) / 2, reach)
        return hypot(x - along, y - along)

    distance: Callable[[float, float], float] = of_x if mark is Mark.X else of_o
    first, plain = _first(ground, mark.value.lower()), _PLAIN[ground]

    def index(x: int, y: int) -> int:
        cover = min(1.0, max(0.0, half + 0.5 - distance(x - middle, y - middle)))
        shade = round(cover * _SHADES)
        return first + shade if shade else plain

    # Both marks are their own mirror images, both ways.
    near = range((size + 1) // 2)
    rows = [bytes(index(x, y) for x in near) for y in near]
    whole = [row + row[::-1][size % 2 :] for row in rows]
    return whole + whole[::-1][size % 2 :]


PNG = b"\x89PNG\r\n\x1a\n"


def _file(canvas: list[bytearray]) -> bytes:
    """Write the picture as a file: eight bits a pixel, with a palette."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    head = struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 3, 0, 0, 0)
    pixels = zlib.compress(b"".join(b"\0" + row for row in canvas), 6)
    return (
        PNG
        + chunk(b"IHDR", head)
        + chunk(b"PLTE", _PALETTE)
        + chunk(b"IDAT", pixels)
        + chunk(b"IEND", b"")
    )
