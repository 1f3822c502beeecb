"""The board as characters: the cells' places, the marks, and what covers what.

A pure function from the state (`BoardView`) to rows of styled characters, so it can be tested
without a terminal. Colour is never the only sign: the cursor and the winning line have brackets or
corners, values have letters and shapes, and the marks are X and O.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import hypot
from typing import NamedTuple

from noughts.cli.phrases import Label
from noughts.core.notation import Shape
from noughts.core.position import Mark, Position

# A cell's width and height, and the width of the lines between cells; the largest first.
_SIZES = ((20, 9, 1), (16, 7, 1), (12, 5, 1), (8, 3, 1), (3, 1, 1), (3, 1, 0), (2, 1, 0))
_MARGIN = 3  # columns left of the board, for the row numbers
_APART = 2  # columns between two layers of a box

_LETTERS = "abcdefghijklmnopqrstuvwxyz"


class Placement(NamedTuple):
    """The cells' places on the screen; only some are shown if not all fit."""

    shape: Shape
    cell_width: int
    cell_height: int
    gap: int
    across: int  #: how many layers of a box are side by side
    columns: range  #: which columns are shown
    rows: range  #: which rows
    layers: range  #: which layers

    @property
    def board_size(self) -> tuple[int, int]:
        """Width and height of one layer with its labels."""
        width = _MARGIN + len(self.columns) * (self.cell_width + self.gap) - self.gap
        return width, 1 + len(self.rows) * (self.cell_height + self.gap) - self.gap

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of everything."""
        width, height = self.board_size
        down = -(-len(self.layers) // self.across)
        return self.across * (width + _APART) - _APART, down * (height + 1) - 1

    def layer_corner(self, layer: int) -> tuple[int, int]:
        """Return the top left corner of a layer with its labels."""
        width, height = self.board_size
        down, across = divmod(layer - self.layers.start, self.across)
        return across * (width + _APART), down * (height + 1)

    def shows(self, cell: int) -> bool:
        """Whether a cell is shown."""
        column, row, layer = coordinates(self.shape, cell)
        return column in self.columns and row in self.rows and layer in self.layers

    def corner(self, cell: int) -> tuple[int, int]:
        """Return the top left corner of a shown cell."""
        column, row, layer = coordinates(self.shape, cell)
        left, top = self.layer_corner(layer)
        x = left + _MARGIN + (column - self.columns.start) * (self.cell_width + self.gap)
        return x, top + 1 + (row - self.rows.start) * (self.cell_height + self.gap)

    def cell_at(self, x: int, y: int) -> int | None:
        """Return the cell at a point, None between cells.

        >>> place = fit((3, 3), 80, 24)
        >>> [place.cell_at(*place.corner(cell)) for cell in range(9)] == list(range(9))
        True
        """
        for layer in self.layers:
            left, top = self.layer_corner(layer)
            column, across = divmod(x - left - _MARGIN, self.cell_width + self.gap)
            row, down = divmod(y - top - 1, self.cell_height + self.gap)
            is_inside = across < self.cell_width and down < self.cell_height
            if is_inside and 0 <= column < len(self.columns) and 0 <= row < len(self.rows):
                above = layer * self.shape[1] + self.rows[row]
                return above * self.shape[0] + self.columns[column]
        return None


@lru_cache(maxsize=16)  # each line of the screen asks where the board is
def fit(shape: Shape, width: int, height: int, around: int = 0) -> Placement | None:
    """Return the largest drawing of a board for this many columns and rows of characters.

    If the board does not fit, a box is drawn layer by layer. If a layer does not fit either, as
    many cells as possible are drawn, with the cell `around` in the middle. None means that not even
    3×3 cells fit.

    >>> fit((3, 3), 50, 22).size, fit((15, 15), 50, 22).size, fit((26, 26), 50, 22, 351).size
    ((41, 18), (48, 16), (49, 22))
    >>> fit((26, 26), 50, 22, 351).columns, fit((26, 26), 50, 22, 351).rows
    (range(2, 25), range(3, 24))
    """
    _, _, layer = coordinates(shape, around)
    for layers in (range(_layers(shape)), range(layer, layer + 1)):
        for place in _places(shape, layers):
            if place.size[0] <= width and place.size[1] <= height:
                return place
    return _window(shape, width, height, around)


def coordinates(shape: Shape, cell: int) -> tuple[int, int, int]:
    """Return column, row and layer of a cell.

    >>> coordinates((4, 3, 2), 13)
    (1, 0, 1)
    """
    layer, within = divmod(cell, shape[0] * shape[1])
    row, column = divmod(within, shape[0])
    return column, row, layer


def _places(shape: Shape, layers: range) -> Iterator[Placement]:
    """Yield the ways to draw whole layers, the largest first."""
    columns, rows = range(shape[0]), range(shape[1])
    for cell_width, cell_height, gap in _SIZES:
        for across in range(len(layers), 0, -1):
            yield Placement(shape, cell_width, cell_height, gap, across, columns, rows, layers)


def _window(shape: Shape, width: int, height: int, around: int) -> Placement | None:
    """Return a small drawing of as much of a layer as fits."""
    cell_width, cell_height, gap = _SIZES[-1]
    column, row, layer = coordinates(shape, around)
    across, down = (width - _MARGIN) // cell_width, (height - 1) // cell_height
    if across < min(3, shape[0]) or down < min(3, shape[1]):
        return None
    return Placement(
        shape,
        cell_width,
        cell_height,
        gap,
        1,
        _stretch(shape[0], across, column),
        _stretch(shape[1], down, row),
        range(layer, layer + 1),
    )


def _stretch(of: int, most: int, around: int) -> range:
    """Return this many of the numbers below `of`, with one of them in the middle if possible."""
    count = min(of, most)
    first = min(max(0, around - count // 2), of - count)
    return range(first, first + count)


def _layers(shape: Shape) -> int:
    return shape[2] if len(shape) == 3 else 1


# -- marks ---------------------------------------------------------------------------------------


@lru_cache(maxsize=32)
def glyph(mark: Mark, width: int, height: int) -> tuple[str, ...]:
    """Draw a mark in half blocks, two pixels to a character, or a letter if it does not fit.

    >>> for row in glyph(Mark.O, 12, 5):
    ...     print(row.rstrip())
        ▄▄▄▄
      ▄█▀▀▀▀█▄
      ██    ██
      ▀█▄▄▄▄█▀
        ▀▀▀▀
    """
    if height < 3:
        return (str(mark).center(width),)
    side = 2 * height - (2 if height > 3 else 0)
    left, top = (width - side) // 2, (2 * height - side) // 2
    half, pen = side / 2, max(0.8, side / 9)

    def inked(x: int, y: int) -> bool:
        u, v = x - left + 0.5 - half, y - top + 0.5 - half
        if max(abs(u), abs(v)) > half:
            return False
        if mark is Mark.X:
            return abs(abs(u) - abs(v)) < 1.15 * pen
        return abs(hypot(u, v) - half + pen) < pen

    return tuple(
        "".join(" ▀▄█"[inked(x, 2 * y) + 2 * inked(x, 2 * y + 1)] for x in range(width))
        for y in range(height)
    )


# -- painting ------------------------------------------------------------------------------------


class BoardView(NamedTuple):
    """The state to draw."""

    position: Position
    cursor: int | None = None
    last: int | None = None
    hinted: frozenset[int] = frozenset()
    labels: Mapping[int, Label] = {}


class Span(NamedTuple):
    """Characters of one style: the names of their kind and of their background."""

    text: str
    ink: str
    ground: str


def paint(view: BoardView, place: Placement) -> list[list[Span]]:
    """Draw the board: rows of spans, each row as wide as `place.size`."""
    canvas = _Canvas(*place.size)
    for layer in place.layers:
        _paint_layer(canvas, place, layer)
    for cell in filter(place.shows, range(view.position.rules.cells)):
        _paint_cell(canvas, place, view, cell)
    return canvas.rows()


class _Canvas:
    def __init__(self, width: int, height: int) -> None:
        self._cells = [[(" ", "", "")] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, ink: str, ground: str = "") -> None:
        self._cells[y][x : x + len(text)] = [(char, ink, ground) for char in text]

    def is_free(self, x: int, y: int) -> bool:
        return self._cells[y][x][0] == " "

    def rows(self) -> list[list[Span]]:
        rows = []
        for cells in self._cells:
            row: list[Span] = []
            for char, ink, ground in cells:
                if row and row[-1][1:] == (ink, ground):
                    row[-1] = Span(row[-1].text + char, ink, ground)
                else:
                    row.append(Span(char, ink, ground))
            rows.append(row)
        return rows


def _paint_layer(canvas: _Canvas, place: Placement, layer: int) -> None:
    """Draw the labels and the lines between the cells."""
    left, top = place.layer_corner(layer)
    width, height = place.cell_width, place.cell_height
    if len(place.shape) == 3:
        canvas.put(left, top, f" {_LETTERS[layer]}", "layer")
    elif _more(place):
        canvas.put(left, top, _more(place), "layer")
    for number, column in enumerate(place.columns):
        x = left + _MARGIN + number * (width + place.gap) + (width - 1) // 2
        canvas.put(x, top, _LETTERS[column], "label")
    for number, row in enumerate(place.rows):
        y = top + 1 + number * (height + place.gap) + height // 2
        canvas.put(left, y, f"{row + 1:2}", "label")
    if place.gap:
        bar, cross = (f.join([g * width] * len(place.columns)) for f, g in ("│ ", "┼─"))
        for y in range(place.board_size[1] - 1):
            line = cross if y % (height + 1) == height else bar
            canvas.put(left + _MARGIN, top + 1 + y, line, "grid")


def _more(place: Placement) -> str:
    """Point to where the board continues beyond the shown part."""
    columns, rows = place.shape[:2]
    across = {(True, True): "↔", (True, False): "◂", (False, True): "▸"}
    down = {(True, True): "↕", (True, False): "▴", (False, True): "▾"}
    return across.get((place.columns.start > 0, place.columns.stop < columns), "") + down.get(
        (place.rows.start > 0, place.rows.stop < rows), ""
    )


def _paint_cell(canvas: _Canvas, place: Placement, view: BoardView, cell: int) -> None:
    position = view.position
    mark, outcome = position.mark(cell), position.outcome
    line = (outcome.line if outcome else None) or ()
    label = view.labels.get(cell) if mark is None else None
    width, height = place.cell_width, place.cell_height

    row, column = divmod(cell, place.shape[0])
    ground = "odd" if not place.gap and (row + column) % 2 else "cell"
    if cell in line:
        ground = "line"
    elif cell == view.cursor and height == 1:
        ground = "cursor"
    elif cell in view.hinted and mark is None:
        ground = "hint"
    elif cell == view.last:
        ground = "last"

    middle: Sequence[str] = [" " * width] * height
    ink = "number"
    if mark is not None:
        middle = glyph(mark, width, height)
        ink = ("x" if mark is Mark.X else "o") if not outcome or cell in line else "lost"
    elif label is not None:
        ink = label.value.value if label.value else "guess"
        middle = _label(label, width, height)
    elif cell in view.hinted:
        ink, middle = "line", _centred(["?"], width, height)
    elif height == 1 and not place.gap:
        middle = ["·".center(width)]
    x, y = place.corner(cell)
    for down, text in enumerate(middle):
        canvas.put(x, y + down, text, ink, ground)
    if height > 1 and mark is None and position.rules.cells <= 9 and not outcome:
        canvas.put(x + width - 2, y + height - 1, str(cell + 1), "number", ground)
    if cell == view.cursor or cell in line:
        _frame(canvas, place, cell, ("line" if cell in line else "cursor", ground))


def _label(label: Label, width: int, height: int) -> list[str]:
    """Put a value into a cell: the shape above the letter or beside it, as it fits."""
    if height > 1:
        return _centred([label.shape, label.text], width, height)
    fits = len(label.text) < width and label.value is not None
    text = label.shape + label.text if fits else label.text
    return [text[:width].center(width)]


def _centred(lines: list[str], width: int, height: int) -> list[str]:
    above = (height - len(lines)) // 2
    rows = [""] * above + lines + [""] * (height - above - len(lines))
    return [row.center(width) for row in rows]


def _frame(canvas: _Canvas, place: Placement, cell: int, style: tuple[str, str]) -> None:
    """Give a cell corners, or brackets if they hide nothing."""
    x, y = place.corner(cell)
    right, bottom = x + place.cell_width - 1, y + place.cell_height - 1
    corners = [(x, y, "["), (right, y, "]")]
    if place.cell_height > 1:
        corners = [(x, y, "┏"), (right, y, "┓"), (x, bottom, "┗"), (right, bottom, "┛")]
    for corner_x, corner_y, corner in corners:
        if canvas.is_free(corner_x, corner_y):
            canvas.put(corner_x, corner_y, corner, *style)
