"""The grammar of the text forms, on plain data.

Shapes, cell names, rows of stones and the words of a rules text. Everything here turns text into
numbers or back, and each parser has its printer. `Rules`, `Position` and `Record` call these
functions.

A *shape* is ``(columns, rows)`` or ``(columns, rows, layers)``. A *cell* is its index in reading
order, layer after layer::

    3,3,3 (columns a-c, rows 1-3)        its bits
        a   b   c
    1   0   1   2                        bit i of a board belongs to cell i,
    2   3   4   5                        so a1 is bit 0 and c3 is bit 8
    3   6   7   8
"""

import math
import re
from collections.abc import Collection, Iterable
from itertools import islice
from typing import NamedTuple, Self

from noughts.core.errors import IllegalMoveError, PositionError, RulesError, shorten, whole_number

Shape = tuple[int, ...]

MAX_SIDE = 26  #: a column's name is one letter
MAX_CELLS = MAX_SIDE * MAX_SIDE
MAX_TEXT = 100_000  #: characters; longer texts are rejected unread

LETTERS = "abcdefghijklmnopqrstuvwxyz"  #: of columns and layers
_CELL = re.compile(r"([a-z])([1-9][0-9]?)([a-z]?)")
_ROW = re.compile(r"[1-9][0-9]?")
_NUMBER = re.compile(r"[0-9]{1,9}")
_SQUARE = re.compile(r"3[x×]3")
_TIMES = re.compile(r"(?<=[0-9])[x×](?=[0-9])")
_MISERE = re.compile(r"^mis(è|e\u0300)re$")
_FLAGS = ("torus", "exact", "caro", "misere", "gravity")


class Cutout(Shape):
    """The columns and rows of a board with holes: only some of its places are cells.

    Attributes:
        places: the place of each cell, in reading order, counted as on the whole board.

    >>> place_of(2, Cutout((3, 2), (0, 2, 4))), cell_count(Cutout((3, 2), (0, 2, 4)))
    ((1, 1), 3)
    """

    places: tuple[int, ...]

    def __new__(cls, shape: Shape, places: Iterable[int]) -> Self:
        """Cut the other places out of a shape."""
        made = super().__new__(cls, shape)
        made.places = tuple(places)
        return made

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Cutout) and super().__eq__(other) and self.places == other.places

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash((tuple(self), self.places))

    def __reduce__(self) -> tuple[object, ...]:
        return Cutout, (tuple(self), self.places)

    @property
    def rows(self) -> list[int]:
        """How many cells each row has."""
        columns, rows = self
        return [sum(place // columns == row for place in self.places) for row in range(rows)]


def parse_shape(drawn: str) -> Shape:
    r"""Read a drawn board without stones: ``.`` is a cell, a blank in between is a hole.

    Raises:
        RulesError: a row has no cell, or there is something else.

    >>> parse_shape(" .\n...\n ."), parse_shape("...\n...")
    ((3, 3), (3, 2))
    """
    lines = drawn.strip("\n").rstrip().split("\n")
    margin = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    lines = [line.rstrip()[margin:] for line in lines]
    shape = max(map(len, lines)), len(lines)
    check_shape(shape)
    strange = set(drawn) - set(". \n")
    if strange:
        raise RulesError.said("rules text", "drawn", mark=repr(min(strange)))
    whole = "".join(line.ljust(shape[0]) for line in lines)
    return cut_out(shape, {place for place, mark in enumerate(whole) if mark == " "})


def cut_out(shape: Shape, holes: Collection[int]) -> Shape:
    """Return a shape with holes, given as places of the whole board.

    Raises:
        RulesError: a row has no cell left, or it is a box.
    """
    if not holes:
        return shape
    if len(shape) != 2:
        raise RulesError.said("rules text", "box holes")
    cut = Cutout(shape, (place for place in range(math.prod(shape)) if place not in holes))
    if not all(cut.rows):
        raise RulesError.said("rules text", "no cell", row=cut.rows.index(0) + 1)
    return cut


def flat(shape: Shape) -> Shape:
    """Return a shape without holes: one row of all the cells if the shape has holes."""
    return (len(shape.places), 1) if isinstance(shape, Cutout) else shape


def cell_count(shape: Shape) -> int:
    """Return how many cells a shape has.

    >>> cell_count((4, 4, 4))
    64
    """
    return len(shape.places) if isinstance(shape, Cutout) else math.prod(shape)


# -- cells -------------------------------------------------------------------------------------


def format_cell(cell: int, shape: Shape) -> str:
    """Name a cell: column letter, row number, and on a box the layer's letter.

    >>> format_cell(4, (3, 3)), format_cell(13, (3, 3, 3))
    ('b2', 'b2b')
    """
    column, row, *layer = place_of(cell, shape)
    return f"{LETTERS[column]}{row + 1}" + "".join(LETTERS[at] for at in layer)


def place_of(cell: int, shape: Shape) -> tuple[int, ...]:
    """Return a cell's column, row and on a box its layer, each counted from 0.

    >>> place_of(5, (3, 3)), place_of(13, (3, 3, 3))
    ((2, 1), (1, 1, 1))
    """
    place = []
    if isinstance(shape, Cutout):
        cell = shape.places[cell]
    for side in shape:
        cell, at = divmod(cell, side)
        place.append(at)
    return tuple(place)


def cell_at(place: tuple[int, ...], shape: Shape) -> int:
    """Return the cell at a column, a row and on a box a layer: undoes `place_of`.

    Raises:
        IllegalMoveError: The place does not exist, or is a hole.

    >>> cell_at((2, 1), (3, 3))
    5
    """
    if len(place) != len(shape) or not all(
        0 <= at < side for at, side in zip(place, shape, strict=True)
    ):
        sides = ", ".join(f"0 to {side - 1}" for side in shape)
        raise IllegalMoveError.said("illegal", "place", place=place, sides=sides)
    cell = 0
    for at, side in zip(reversed(place), reversed(shape), strict=True):
        cell = cell * side + at
    if isinstance(shape, Cutout):
        if cell not in shape.places:
            name = format_cell(cell, tuple(shape))
            raise IllegalMoveError.said("illegal", "hole", cell=name)
        cell = shape.places.index(cell)
    return cell


def parse_cell(text: str, shape: Shape) -> int:
    """Read a cell's name, or its number counted from 1 in reading order.

    Raises:
        IllegalMoveError: the text is not a cell of this shape.

    >>> parse_cell("B2", (3, 3)), parse_cell("5", (3, 3)), parse_cell("b2b", (3, 3, 3))
    (4, 4, 13)
    """
    word = text.strip().lower()
    count = cell_count(shape)
    if _NUMBER.fullmatch(word):
        if 1 <= int(word) <= count:
            return int(word) - 1
        raise IllegalMoveError.said("illegal", "number", number=word, last=count)
    found = _CELL.fullmatch(word)
    if found is None or bool(found[3]) != (len(shape) == 3):
        name = "unknown in box" if len(shape) == 3 else "unknown"
        last = format_cell(count - 1, shape)
        raise IllegalMoveError.said("illegal", name, text=shorten(text), last=last, most=count)
    place = [LETTERS.index(found[1]), int(found[2]) - 1]
    if found[3]:
        place.append(LETTERS.index(found[3]))
    if any(at >= side for at, side in zip(place, shape, strict=True)):
        last = format_cell(count - 1, shape)
        raise IllegalMoveError.said("illegal", "name", name=word, last=last)
    return cell_at(tuple(place), shape)


def parse_column(text: str, shape: Shape) -> tuple[int, ...] | None:
    """Read a column's letter (on a box also its layer's) as the cells of it, the lowest first.

    On a board of at most 9 columns, its number counted from 1 also works. Returns None if the text
    is not a column.

    >>> parse_column("B", (3, 3)), parse_column("b2", (3, 3)), parse_column("ba", (3, 3, 3))
    ((7, 4, 1), None, (7, 4, 1))
    >>> parse_column("2", (3, 3))
    (7, 4, 1)
    """
    word = text.strip().lower()
    if len(word) == 1 and are_columns(word, shape):
        word = LETTERS[int(word) - 1]
    sides = (shape[0], *shape[2:])
    at = [LETTERS.find(letter) for letter in word]
    if len(at) != len(sides) or any(not 0 <= a < s for a, s in zip(at, sides, strict=True)):
        return None
    return tuple(cell_at((at[0], row, *at[1:]), shape) for row in reversed(range(shape[1])))


def are_columns(text: str, shape: Shape) -> bool:
    """Whether a text is digits, each a column of a board that has at most 9, counted from 1.

    >>> are_columns("4453", (7, 6)), are_columns("48", (7, 6)), are_columns("12", (10, 10))
    (True, False, False)
    """
    digits = "123456789"[: shape[0]]
    return len(shape) == 2 and shape[0] <= 9 and text != "" and set(text) <= set(digits)


# -- positions ---------------------------------------------------------------------------------

#: X, O and empty in the alphabets that people use; the last two need a stone.
_ALPHABETS = (("Xx", "Oo0", "._-eE"), ("1", "2", "0._-"), ("Bb", "Ww", "._-eE"))


def format_rows(x: int, o: int, shape: Shape) -> str:
    """Print stones as rows from the top, joined by ``/``, a box's layers by ``//``.

    >>> format_rows(0b000010001, 0b100000100, (3, 3))
    'X.O/.X./..O'
    """
    stones = ("X" if x >> c & 1 else "O" if o >> c & 1 else "." for c in range(cell_count(shape)))
    return _slashed("".join(stones), shape)


def _wrong_count(
    things: str, count: int, needed: int, *, text: str, row: int = 0, layer: int | None = None
) -> PositionError:
    """Return the error for a text with too many or too few layers, rows or cells."""
    return PositionError.said(
        "position text",
        things if layer is None else f"{things} of layer",
        text=shorten(text),
        count=count,
        many=f"{count:,}",
        needed=needed,
        row=row,
        layer=layer,
    )


def _stripped(text: str) -> str:
    """Return a position's text without surrounding blanks."""
    if len(text) > MAX_TEXT:
        raise PositionError.said("position text", "too long", characters=f"{len(text):,}")
    if not text.strip():
        raise PositionError.said("position text", "empty")
    return text.strip()


def parse_rows(text: str, shape: Shape) -> tuple[int, int]:
    """Read rows of stones; lower case, ``0`` for O, ``_`` and ``-`` are understood.

    Blanks are ignored, and the slashes are optional if every cell is given. A drawn board also
    works: one line for each row, with or without coordinates and brackets around stones. Other
    alphabets are ``e`` for an empty cell, ``1``, ``2`` and ``0`` for X, O and empty, and ``b`` and
    ``w`` (black, white) for X and O.

    Raises:
        PositionError: a layer, row or character is wrong; says which.

    >>> parse_rows("x_o/-x-/..O", (3, 3)) == parse_rows("X.0.X...0", (3, 3))
    True
    >>> parse_rows("x e o / e x e / e e o", (3, 3)) == parse_rows("102/010/002", (3, 3))
    True
    """
    columns, rows = shape[:2]
    layers = shape[2] if len(shape) == 3 else 1
    text = _stripped(text)
    if isinstance(shape, Cutout):
        return _parse_cutout(text, shape)
    boards = (_undrawn(text, shape) if "\n" in text else _slashed(text, shape)).split("//")
    if len(boards) != layers:
        raise _wrong_count("layers", len(boards), layers, text=text)
    x = o = 0
    cell = 0
    crosses, noughts, empty = _alphabet(boards)
    for depth, board in enumerate(boards):
        layer = depth + 1 if layers > 1 else None
        lines = board.split("/")
        if len(lines) != rows:
            raise _wrong_count("rows", len(lines), rows, text=text, layer=layer)
        for row, written in enumerate(lines, start=1):
            line = "".join(written.split())
            if len(line) != columns:
                raise _wrong_count("cells", len(line), columns, text=written, row=row, layer=layer)
            for stone in line:
                if stone in crosses:
                    x |= 1 << cell
                elif stone in noughts:
                    o |= 1 << cell
                elif stone not in empty:
                    name = format_cell(cell, shape)
                    raise PositionError.said("position text", "stone", stone=repr(stone), cell=name)
                cell += 1
    return x, o


def _parse_cutout(text: str, shape: Cutout) -> tuple[int, int]:
    """Read the stones of a board with holes: the rows contain only cells."""
    rows = text.split("/")
    if "\n" in text:
        drawn = [line.replace("[", " ").replace("]", " ").split() for line in text.splitlines()]
        numbered = [words for words in drawn if words and _ROW.fullmatch(words[0])]
        rows = ["".join(words[1:]) for words in numbered]
    elif len(rows) == 1:
        rows = _slashed(text, shape).split("/")
    if len(rows) != len(shape.rows):
        raise _wrong_count("rows", len(rows), shape[1], text=text)
    for row, (stones, cells) in enumerate(zip(rows, shape.rows, strict=True), start=1):
        if len(stones) != cells:
            raise _wrong_count("cells", len(stones), cells, text=stones, row=row)
    whole = ["."] * math.prod(shape)
    for place, stone in zip(shape.places, "".join(rows), strict=True):
        whole[place] = stone
    plain = tuple(shape)
    x, o = parse_rows(_slashed("".join(whole), plain), plain)
    places = tuple(enumerate(shape.places))
    return (
        sum(1 << cell for cell, place in places if x >> place & 1),
        sum(1 << cell for cell, place in places if o >> place & 1),
    )


def is_stones(text: str) -> bool:
    """Whether a text looks like a position, valid or not, and not like rules.

    >>> is_stones("X.O/.X./..O"), is_stones("X.O.X...O"), is_stones("3,3,3")
    (True, True, False)
    """
    return ("/" in text or len(text) >= 9) and not text.strip("XxOo0._-/ \n")


def _slashed(text: str, shape: Shape) -> str:
    """Join all cells of a board, written without a break, as rows and layers."""
    stones = "".join(text.split())
    if "/" in text or len(stones) != cell_count(shape):
        return text
    if isinstance(shape, Cutout):
        each = iter(stones)
        return "/".join("".join(islice(each, cells)) for cells in shape.rows)
    columns, rows = shape[:2]
    lines = [stones[at : at + columns] for at in range(0, len(stones), columns)]
    return "//".join("/".join(lines[at : at + rows]) for at in range(0, len(lines), rows))


def _alphabet(boards: list[str]) -> tuple[str, str, str]:
    """Return the characters that a position uses for X, O and empty cells."""
    used = set("".join("".join(boards).split())) - {"/"}
    for alphabet in _ALPHABETS[1:]:
        if used <= set("".join(alphabet)) and used & set("".join(alphabet[:2])):
            return alphabet
    return _ALPHABETS[0]


def _undrawn(text: str, shape: Shape) -> str:
    """Turn a drawn board into rows joined by ``/``."""
    header = list(LETTERS[: shape[0]])
    rows: list[str] = []
    new_layer = False
    for line in text.split("\n"):
        words = line.replace("[", " ").replace("]", " ").split()
        if not words or words[0].lower() == "layer":
            new_layer = bool(rows)
        elif [word.lower() for word in words] != header:
            # A row's number is never 0, which is a stone, and a row must follow it.
            stones = "".join(words[1:])
            if not _ROW.fullmatch(words[0]) or len(stones) < len(header):
                stones = words[0] + stones
            rows.append("/" * new_layer + stones)
            new_layer = False
    return "/".join(rows)


def draw_board(rows: str, shape: Shape, line: tuple[int, ...] = ()) -> str:
    """Draw rows of stones with coordinates, a box's layers one below the other.

    The cells of `line` are in brackets.

    >>> print(draw_board("X.O/.X./..O", (3, 3)))
         a  b  c
     1   X  .  O
     2   .  X  .
     3   .  .  O
    """
    header = ("    " + "".join(f" {letter} " for letter in LETTERS[: shape[0]])).rstrip()
    lines = []
    cell = 0
    for number, layer in enumerate(rows.split("//")):
        if len(shape) == 3:
            lines += ([""] if number else []) + [f"layer {LETTERS[number]}"]
        lines.append(header)
        for row, stones in enumerate(layer.split("/"), start=1):
            text = f"{row:2}  "
            for stone in _spread(stones, row - 1, shape):
                text += f"[{stone}]" if cell in line and stone != " " else f" {stone} "
                cell += stone != " "
            lines.append(text.rstrip())
    return "\n".join(lines)


def _spread(stones: str, row: int, shape: Shape) -> str:
    """Put blanks where a row has holes."""
    if not isinstance(shape, Cutout):
        return stones
    at, places = iter(stones), range(row * shape[0], (row + 1) * shape[0])
    return "".join(next(at) if place in shape.places else " " for place in places)


# -- rules -------------------------------------------------------------------------------------


class RulesText(NamedTuple):
    """The words of a rules text, read but not yet checked.

    `lines` is None for an (m,n,k) game. A custom game has its list of lines, and `k` is None.
    """

    shape: Shape
    k: int | None
    lines: tuple[tuple[int, ...], ...] | None
    torus: bool = False
    exact: bool = False
    caro: bool = False
    misere: bool = False
    gravity: bool = False


def format_rules(rules: RulesText) -> str:
    """Print rules as text.

    >>> format_rules(RulesText((3, 3), 3, None, misere=True))
    '3,3,3 misere'
    >>> format_rules(RulesText((2, 2), None, ((0, 3), (1, 2))))
    '2,2 lines a1-b2 b1-a2'
    """
    numbers = rules.shape if rules.k is None else (*rules.shape, rules.k)
    words = [",".join(map(str, numbers))]
    if isinstance(rules.shape, Cutout):
        plain, cells = tuple(rules.shape), set(rules.shape.places)
        holes = [place for place in range(math.prod(plain)) if place not in cells]
        words += ["holes", "-".join(format_cell(hole, plain) for hole in holes)]
    if rules.lines is not None:
        words.append("lines")
        words += ("-".join(format_cell(c, rules.shape) for c in line) for line in rules.lines)
    words += (flag for flag in _FLAGS if getattr(rules, flag))
    return " ".join(words)


def parse_rules(text: str) -> RulesText:
    """Read ``m,n,k``, ``m,n,layers,k`` or ``m,n lines a1-b1-c1 ...``, then further words.

    Before ``lines``, ``holes a1-c1`` names places that are not cells.

    The further words are torus, exact, caro, misere and gravity. An ``x`` or ``×`` may stand for
    the comma; ``3x3`` is 3,3,3.

    Raises:
        RulesError: the text is none of these; says which word is wrong.

    >>> read = parse_rules("4,4,4 torus")
    >>> read.shape, read.k, read.torus, read.misere
    ((4, 4), 4, True, False)
    """
    if len(text) > MAX_TEXT:
        raise RulesError.said("rules text", "too long", characters=f"{len(text):,}")
    head, *words = text.replace(", ", ",").lower().split() or [""]
    words = [_MISERE.sub("misere", word) for word in words]
    head = "3,3,3" if _SQUARE.fullmatch(head) else _TIMES.sub(",", head)
    numbers = [_number(word, text) for word in head.split(",")]
    flags = {flag: flag in words for flag in _FLAGS}
    rest = [word for word in words if word not in _FLAGS]
    holes: tuple[int, ...] = ()
    if rest[:1] == ["holes"] and len(rest) > 2 and len(numbers) == 2:
        check_shape(tuple(numbers))
        holes, rest = _line(rest[1], tuple(numbers)), rest[2:]
    if rest[:1] == ["lines"]:
        if len(numbers) not in (2, 3):
            raise RulesError.said("rules text", "sizes first", text=shorten(text))
        check_shape(tuple(numbers))
        shape = cut_out(tuple(numbers), set(holes))
        return RulesText(shape, None, tuple(_line(word, shape) for word in rest[1:]), **flags)
    if "renju" in rest:
        raise RulesError.said("rules text", "renju")
    if rest:
        raise RulesError.said("rules text", "word", word=shorten(rest[0]), text=shorten(text))
    if len(numbers) not in (3, 4):
        raise RulesError.said("rules text", "numbers", text=shorten(text), count=len(numbers))
    return RulesText(tuple(numbers[:-1]), numbers[-1], None, **flags)


def check_shape(shape: Shape) -> None:
    """Reject an impossible board.

    Raises:
        RulesError: not 2 or 3 sides, a side below 1 or above 26, or more than 676 cells.
        TypeError: it is not a tuple of whole numbers.
    """
    if not isinstance(shape, tuple):
        raise TypeError(f"a shape is a tuple, such as (3, 3), not {shape!r}")
    if len(shape) not in (2, 3):
        raise RulesError.said("rules text", "sides", count=len(shape))
    for name, side in zip(("columns", "rows", "layers"), shape, strict=False):
        if not 1 <= whole_number(side, "a side") <= MAX_SIDE:
            raise RulesError.said("rules text", name, side=f"{side:,}", most=MAX_SIDE)
    if cell_count(shape) > MAX_CELLS:
        cells = f"{cell_count(shape):,}"
        raise RulesError.said("rules text", "cells", cells=cells, most=MAX_CELLS)


def _number(word: str, text: str) -> int:
    if not re.fullmatch(r"-?[0-9]{1,9}", word):
        raise RulesError.said("rules text", "no game", text=shorten(text))
    return int(word)


def _line(word: str, shape: Shape) -> tuple[int, ...]:
    try:
        return tuple(parse_cell(name, shape) for name in word.split("-"))
    except IllegalMoveError as error:
        raise RulesError.said("rules text", "line", text=shorten(word), problem=error) from None
