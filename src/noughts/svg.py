"""Pictures of positions, as SVG text that stands on its own.

One square cell is 64 units. Colours follow the viewer's light or dark scheme unless a theme is
chosen; whatever a colour says, a letter and a shape say too. `<title>` and `<desc>` hold the
same in words, for those who cannot see it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple
from xml.sax.saxutils import escape

from noughts.notation import format_cell
from noughts.position import Mark, Position
from noughts.record import result
from noughts.score import Estimate, Value

if TYPE_CHECKING:
    from collections.abc import Iterator

    from noughts.engines import Analysis, Worth
    from noughts.rules import Rules

Theme = Literal["auto", "light", "dark"]

_CELL = 64
_MARGIN = 28  # room for coordinates
_REACH = 19  # from a cell's centre to the end of a mark

LIGHT = {"paper": "#fdfcf8", "ink": "#2b2b33", "line": "#b9b6ab", "x": "#1d4f91", "o": "#b3381f"}
DARK = {"paper": "#20262b", "ink": "#e9e6dc", "line": "#56606a", "x": "#8fc1ff", "o": "#ffab8f"}
LIGHT |= {"win": "#1d7a3e", "draw": "#6b6a63", "loss": "#a3261b", "last": "#f6e7b0"}
DARK |= {"win": "#86d8a0", "draw": "#b5b3aa", "loss": "#ff9d92", "last": "#4b4526"}

# What a worth looks like: a letter, and a shape around it (as points of a polygon, or a circle).
_SHAPES = {
    "win": "0,-21 19,14 -19,14",
    "loss": "0,21 19,-14 -19,-14",
    "draw": "-16,-16 16,-16 16,16 -16,16",
}


class _Frame(NamedTuple):
    """Where the cells are."""

    rules: Rules
    margin: int

    def centre(self, cell: int) -> tuple[int, int]:
        """Return a cell's middle; a box's layers stand side by side."""
        columns, rows = self.rules.shape[:2]
        layer, within = divmod(cell, columns * rows)
        row, column = divmod(within, columns)
        return self.left(layer) + column * _CELL + _CELL // 2, (
            self.margin + row * _CELL + _CELL // 2
        )

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
    position: Position,
    *,
    last: int | None = None,
    values: Analysis | None = None,
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
        _opening(width, height, theme),
        f"<title>{escape(_title(position))}</title>",
        f"<desc>{escape(_description(position, last, values))}</desc>",
        f"<style>{_style(theme)}</style>",
        f'<rect class="paper" width="{width}" height="{height}"/>',
        *([] if last is None else [_last_move(frame, last)]),
        *_grid(frame),
        *(_coordinates(frame) if coordinates else ()),
        *(_mark(frame, position, cell) for cell in range(position.rules.cells)),
        *(_values(frame, values) if values is not None else ()),
        *_winning_line(frame, position),
        "</svg>",
    ]
    return "\n".join(part for part in parts if part)


# -- in words ------------------------------------------------------------------------------------


def _opening(width: int, height: int, theme: Theme) -> str:
    size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    look = f'role="img" class="noughts noughts-{theme}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} {look}>'


def _title(position: Position) -> str:
    if position.outcome is None:
        return f"{position.rules}: {position.turn} to move"
    return f"{position.rules}: {result(position)}"


def _description(position: Position, last: int | None, values: Analysis | None) -> str:
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


def _grid(frame: _Frame) -> Iterator[str]:
    columns, rows = frame.rules.shape[:2]
    top, bottom = frame.margin, frame.margin + rows * _CELL
    for layer in range(frame.layers):
        left = frame.left(layer)
        right = left + columns * _CELL
        for column in range(1, columns):
            x = left + column * _CELL
            yield f'<line class="grid" x1="{x}" y1="{top}" x2="{x}" y2="{bottom}"/>'
        for row in range(1, rows):
            y = top + row * _CELL
            yield f'<line class="grid" x1="{left}" y1="{y}" x2="{right}" y2="{y}"/>'


def _coordinates(frame: _Frame) -> Iterator[str]:
    columns, rows = frame.rules.shape[:2]
    half = _MARGIN // 2
    for layer in range(frame.layers):
        left = frame.left(layer)
        for column in range(columns):
            name = format_cell(column, (columns, 1))[0]
            x = left + column * _CELL + _CELL // 2
            yield f'<text class="edge" x="{x}" y="{half}">{name}</text>'
        for row in range(rows):
            y = frame.margin + row * _CELL + _CELL // 2
            yield f'<text class="edge" x="{left - half}" y="{y}">{row + 1}</text>'
        if frame.layers > 1:
            name = format_cell(layer, (frame.layers, 1))[0]
            yield f'<text class="edge" x="{left - half}" y="{half}">{name}:</text>'


def _last_move(frame: _Frame, cell: int) -> str:
    x, y = frame.centre(cell)
    half = _CELL // 2 - 3
    return (
        f'<rect class="last" x="{x - half}" y="{y - half}" '
        f'width="{2 * half}" height="{2 * half}" rx="6"/>'
    )


def _mark(frame: _Frame, position: Position, cell: int) -> str:
    owner = position.mark(cell)
    if owner is None:
        return ""
    x, y = frame.centre(cell)
    if owner is Mark.O:
        return f'<circle class="o" cx="{x}" cy="{y}" r="{_REACH}"/>'
    a, b, c, d = x - _REACH, x + _REACH, y - _REACH, y + _REACH
    return f'<path class="x" d="M{a} {c}L{b} {d}M{b} {c}L{a} {d}"/>'


def _values(frame: _Frame, values: Analysis) -> Iterator[str]:
    for move in values.moves:
        if move.score is not None:
            x, y = frame.centre(move.cell)
            yield f'<g transform="translate({x} {y})"{_worth(move.score)}</g>'


def _worth(score: Worth) -> str:
    if isinstance(score, Estimate):
        return f'><text class="plies">{score.points:+d}</text>'
    name = score.value.value
    shape = f'<polygon points="{_SHAPES[name]}"/>'
    # The letter sits where its triangle is wide.
    middle = {Value.WIN: 3, Value.DRAW: 0, Value.LOSS: -3}[score.value]
    plies = (
        "" if score.plies is None else f'<text class="plies" x="24" y="-22">{score.plies}</text>'
    )
    return f' class="{name}">{shape}<text y="{middle}">{name[0].upper()}</text>{plies}'


def _winning_line(frame: _Frame, position: Position) -> Iterator[str]:
    ended = position.outcome
    if ended is None or ended.line is None:
        return
    rules = position.rules
    if len(rules.shape) == 2 and rules.k is not None and not rules.torus:
        (x1, y1), (x2, y2) = (frame.centre(cell) for cell in (ended.line[0], ended.line[-1]))
        yield f'<line class="strike" x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"/>'
        return
    # Across layers, round the edges of a torus or in a hand-made line: ring the cells instead.
    for cell in ended.line:
        x, y = frame.centre(cell)
        yield f'<circle class="ring" cx="{x}" cy="{y}" r="{_REACH + 8}"/>'
