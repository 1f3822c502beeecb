"""Pictures of positions, as standalone SVG text.

One square cell is 64 units. Colours follow the viewer's light or dark scheme unless you choose a
theme. Every colour also has a letter and a shape. `<title>` and `<desc>` hold the same in words,
for people who cannot see the picture.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple, Protocol
from xml.etree import ElementTree as ET

from noughts.core.bits import bits
from noughts.core.notation import Cutout, format_cell, place_of
from noughts.core.outcome import Mark, Outcome
from noughts.core.rules import Rules
from noughts.core.score import Estimate, Score, Value

Theme = Literal["auto", "light", "dark"]

_CELL = 64
_MARGIN = 28  # space for coordinates
_REACH = 19  # from a cell's centre to the end of a mark

LIGHT = {"paper": "#f8f4e9", "ink": "#2b2d33", "line": "#b9b6ab", "x": "#1d4fa3", "o": "#b5341c"}
DARK = {"paper": "#1d2422", "ink": "#f1efe6", "line": "#56606a", "x": "#9cc7ff", "o": "#ffb199"}
LIGHT |= {"win": "#17683a", "draw": "#5a5e69", "loss": "#a62914", "last": "#f6e7b0"}
DARK |= {"win": "#8fdcae", "draw": "#d5d3c4", "loss": "#ffab97", "last": "#4b4526"}

# How a value looks: a letter, and a shape around it (points of a polygon, or a circle).
_SHAPES = {
    "win": "0,-21 19,14 -19,14",
    "loss": "0,21 19,-14 -19,-14",
    "draw": "-16,-16 16,-16 16,16 -16,16",
}

_BOUNDS = {"upper": "≤", None: "", "lower": "≥"}  # before an estimate


class Drawn(Protocol):
    """Something to draw: a `Position`, which draws itself in notebooks."""

    @property
    def rules(self) -> Rules:
        """The game."""

    @property
    def x(self) -> int:
        """The cells of X, a bitboard."""

    @property
    def o(self) -> int:
        """The cells of O, a bitboard."""

    @property
    def turn(self) -> Mark:
        """Who is to move."""

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, if it has."""

    def mark(self, cell: int) -> Mark | None:
        """Who has a cell."""


class Valued(Protocol):
    """A move with its value: a `MoveValue`."""

    @property
    def cell(self) -> int:
        """The cell it is played on."""

    @property
    def score(self) -> Score | Estimate | None:
        """Its value."""


class Values(Protocol):
    """The values of a position's moves: an `Analysis`."""

    @property
    def position(self) -> Drawn:
        """The position."""

    @property
    def moves(self) -> Sequence[Valued]:
        """Its moves."""


class _Frame(NamedTuple):
    """The places of the cells."""

    rules: Rules
    margin: int

    def centre(self, cell: int) -> tuple[int, int]:
        """Return a cell's middle; a box's layers are side by side."""
        column, row, *layer = place_of(cell, self.rules.shape)
        left = self.left(sum(layer))
        return left + column * _CELL + _CELL // 2, self.margin + row * _CELL + _CELL // 2

    def left(self, layer: int) -> int:
        """Return where a layer begins."""
        return self.margin + layer * (self.rules.shape[0] * _CELL + _MARGIN)

    @property
    def layers(self) -> int:
        """How many boards there are."""
        return self.rules.shape[2] if len(self.rules.shape) == 3 else 1

    @property
    def size(self) -> tuple[int, int]:
        """Width and height."""
        side = 4 if self.margin else 8
        width = self.left(self.layers - 1) + self.rules.shape[0] * _CELL + side
        return width, self.margin + self.rules.shape[1] * _CELL + side


def draw(
    position: Drawn,
    *,
    last: int | None = None,
    values: Values | None = None,
    coordinates: bool = True,
    theme: Theme = "auto",
) -> str:
    """Return a position as an SVG document.

    Args:
        position: what to draw; a completed line is struck through, or ringed where it is not
            straight on the paper.
        last: the cell of the last move, to be marked.
        values: an analysis of the position, to show in the empty cells what each is worth: a
            letter (W, D, L) in a shape, with the plies; a guess as a number without a shape.
        coordinates: whether columns and rows are named at the edge.
        theme: the colours; "auto" follows the viewer.

    Raises:
        ValueError: the analysis is of another position, or the last move's cell is empty.

    >>> from noughts.core.position import Position
    >>> picture = draw(Position.parse("X../.O./..."), last=4)
    >>> picture.startswith("<svg") and "<desc>X at a1. O at b2, the last move." in picture
    True
    """
    if values is not None and values.position != position:
        raise ValueError(f"these are values of {values.position}, not of {position}")
    if last is not None and position.mark(last) is None:
        raise ValueError(f"{position.rules.name(last)} is empty; it cannot be the last move")
    frame = _Frame(position.rules, _MARGIN if coordinates else 8)
    width, height = frame.size
    parts = [
        element("title", text=_title(position)),
        element("desc", text=_description(position, last, values)),
        element("style", text=_style(theme)),
        element("rect", {"class": "paper", "width": width, "height": height}),
        *([] if last is None else [_last_move(frame, last)]),
        *_grid(frame),
        *(_coordinates(frame) if coordinates else ()),
        *_marks(frame, position),
        *(_values(frame, values) if values is not None else ()),
        *_winning_line(frame, position),
    ]
    return document(width, height, f"noughts noughts-{theme}", parts)


# -- elements ------------------------------------------------------------------------------------


def element(
    tag: str,
    attributes: Mapping[str, str | float] | None = None,
    *inside: ET.Element,
    text: str | None = None,
) -> ET.Element:
    """Return an element of a picture; numbers are written as short as they are."""
    made = ET.Element(
        tag,
        {
            name: value if isinstance(value, str) else f"{value:g}"
            for name, value in (attributes or {}).items()
        },
    )
    made.text = text
    made.extend(inside)
    return made


def document(width: float, height: float, looks: str, parts: Iterable[ET.Element]) -> str:
    """Return a picture as text, a line for each of its parts; `looks` are its classes."""
    root = element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "viewBox": f"0 0 {width:g} {height:g}",
            "width": width,
            "height": height,
            "role": "img",
            "class": looks,
        },
        *parts,
    )
    root.text = "\n"
    for part in root:
        part.tail = "\n"
    return ET.tostring(root, encoding="unicode")


# -- in words ------------------------------------------------------------------------------------


def _title(position: Drawn) -> str:
    return f"{position.rules}: {position.outcome or f'{position.turn} to move'}"


def _description(position: Drawn, last: int | None, values: Values | None) -> str:
    rules = position.rules
    sentences = []
    for cell in range(rules.cells):
        if owner := position.mark(cell):
            note = ", the last move" if cell == last else ""
            sentences.append(f"{owner} at {rules.name(cell)}{note}.")
    ended = position.outcome
    if ended is not None and ended.line is not None:
        sentences.append(f"The line {rules.names(ended.line)} ends the game.")
    if values is not None:
        sentences += (f"{rules.name(move.cell)}: {move.score}." for move in values.moves)
    return " ".join(sentences) or "The board is empty."


def coloured(picture: str) -> str:
    """Return a picture in light colours instead of CSS variables, which some programs do not know.

    >>> coloured("fill:var(--ink)")
    'fill:#2b2d33'
    """
    return re.sub(r"var\(--(\w+)\)", lambda name: LIGHT[name[1]], picture)


# -- in strokes ----------------------------------------------------------------------------------


def _style(theme: Theme) -> str:
    def colours(palette: dict[str, str]) -> str:
        return "".join(f"--{name}:{colour};" for name, colour in palette.items())

    chosen = DARK if theme == "dark" else LIGHT
    # The class in the selector keeps two pictures on one page from changing each other.
    own = f".noughts-{theme}"
    rules = [f"{own}{{{colours(chosen)}}}"]
    if theme == "auto":
        rules.append(f"@media (prefers-color-scheme:dark){{{own}{{{colours(DARK)}}}}}")
    rules.append(
        ".noughts .paper{fill:var(--paper)}"
        ".noughts .grid{stroke:var(--line);stroke-width:2;stroke-linecap:round}"
        ".noughts .last{fill:var(--last)}"
        ".noughts .x,.noughts .o{fill:none;stroke-width:7;stroke-linecap:round}"
        ".noughts .x{stroke:var(--x)}.noughts .o{stroke:var(--o)}"
        ".noughts .strike{stroke:var(--ink);stroke-width:5;stroke-linecap:round;opacity:.75}"
        ".noughts .ring{fill:none;stroke:var(--ink);stroke-width:3;opacity:.75}"
        ".noughts text{font:600 15px system-ui,sans-serif;text-anchor:middle;"
        "dominant-baseline:central;fill:var(--ink)}"
        ".noughts .edge{font-weight:400;font-size:13px;opacity:.75}"
        ".noughts polygon{fill:none;stroke-width:2;stroke-linejoin:round}"
        + "".join(
            f".noughts .{name} polygon{{stroke:var(--{name})}}"
            f".noughts .{name} text{{fill:var(--{name})}}"
            for name in _SHAPES
        )
        + ".noughts .plies{font-size:11px}"
    )
    return "".join(rules)


def _grid(frame: _Frame) -> Iterator[ET.Element]:
    if isinstance(frame.rules.shape, Cutout):
        for x, y in map(frame.centre, range(frame.rules.cells)):
            place = {"x": x - _CELL // 2, "y": y - _CELL // 2, "width": _CELL, "height": _CELL}
            yield element("rect", {"class": "grid", "fill": "none", **place})
        return
    columns, rows = frame.rules.shape[:2]
    top, bottom = frame.margin, frame.margin + rows * _CELL
    for layer in range(frame.layers):
        left = frame.left(layer)
        right = left + columns * _CELL
        for column in range(1, columns):
            x = left + column * _CELL
            yield _line("grid", (x, top), (x, bottom))
        for row in range(1, rows):
            y = top + row * _CELL
            yield _line("grid", (left, y), (right, y))


def _line(kind: str, start: tuple[int, int], end: tuple[int, int]) -> ET.Element:
    (x1, y1), (x2, y2) = start, end
    return element("line", {"class": kind, "x1": x1, "y1": y1, "x2": x2, "y2": y2})


def _text(kind: str, x: int, y: int, text: str) -> ET.Element:
    return element("text", {"class": kind, "x": x, "y": y}, text=text)


def _coordinates(frame: _Frame) -> Iterator[ET.Element]:
    columns, rows = frame.rules.shape[:2]
    half = _MARGIN // 2
    for layer in range(frame.layers):
        left = frame.left(layer)
        for column in range(columns):
            name = format_cell(column, (columns, 1))[0]
            x = left + column * _CELL + _CELL // 2
            yield _text("edge", x, half, name)
        for row in range(rows):
            y = frame.margin + row * _CELL + _CELL // 2
            yield _text("edge", left - half, y, str(row + 1))
        if frame.layers > 1:
            name = format_cell(layer, (frame.layers, 1))[0]
            yield _text("edge", left - half, half, f"{name}:")


def _last_move(frame: _Frame, cell: int) -> ET.Element:
    x, y = frame.centre(cell)
    half = _CELL // 2 - 3
    size = 2 * half
    place = {"x": x - half, "y": y - half, "width": size, "height": size, "rx": 6}
    return element("rect", {"class": "last", **place})


def _marks(frame: _Frame, position: Drawn) -> Iterator[ET.Element]:
    for cell in bits(position.x | position.o):
        x, y = frame.centre(cell)
        if position.x >> cell & 1:
            a, b, c, d = x - _REACH, x + _REACH, y - _REACH, y + _REACH
            yield element("path", {"class": "x", "d": f"M{a} {c}L{b} {d}M{b} {c}L{a} {d}"})
        else:
            yield element("circle", {"class": "o", "cx": x, "cy": y, "r": _REACH})


def _values(frame: _Frame, values: Values) -> Iterator[ET.Element]:
    for move in values.moves:
        if move.score is not None:
            x, y = frame.centre(move.cell)
            place = {"transform": f"translate({x} {y})"}
            yield element("g", place | _kind(move.score), *_worth(move.score))


def _kind(score: Score | Estimate) -> dict[str, str]:
    return {} if isinstance(score, Estimate) else {"class": score.value.value}


def _worth(score: Score | Estimate) -> Iterator[ET.Element]:
    if isinstance(score, Estimate):
        yield element("text", {"class": "plies"}, text=f"{_BOUNDS[score.bound]}{score.points:+d}")
        return
    name = score.value.value
    yield element("polygon", {"points": _SHAPES[name]})
    # The letter sits where its triangle is wide.
    middle = {Value.WIN: 3, Value.DRAW: 0, Value.LOSS: -3}[score.value]
    yield element("text", {"y": middle}, text=name[0].upper())
    if score.plies is not None:
        yield _text("plies", 24, -22, str(score.plies))


def _winning_line(frame: _Frame, position: Drawn) -> Iterator[ET.Element]:
    ended = position.outcome
    if ended is None or ended.line is None:
        return
    rules = position.rules
    if len(rules.shape) == 2 and rules.k is not None and not rules.torus:
        yield _line("strike", frame.centre(ended.line[0]), frame.centre(ended.line[-1]))
        return
    # Across layers, around the edges of a torus or in a custom line: ring the cells instead.
    for cell in ended.line:
        x, y = frame.centre(cell)
        yield element("circle", {"class": "ring", "cx": x, "cy": y, "r": _REACH + 8})
