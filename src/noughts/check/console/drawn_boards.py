"""What a program writes on a terminal: plain lines, and the boards of nine cells drawn in them."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

_QUOTED = re.compile(r"""'([^']*)'|"([^"]*)"|\b(None|\d)\b""")
_BRACKETS = re.compile(r"\[\s*(\S?)\s*\]")
_CELL = re.compile(r"\S|[a-cA-C][1-3]")  # between spaces
_FRAMED = re.compile(r"\| ?([XOxo_. ]) ([XOxo_. ]) ([XOxo_. ]) ?\|")
_COMPACT = re.compile(r"[XOxo._*#\d-]{3}")
_RULE = re.compile(r"[-+=|_~ ]*(?:[+=~]|--|__)[-+=|_~ ]*")
#: What stands before rows or above columns.
_HEADINGS = ({"1", "2", "3"}, {"0", "1", "2"}, {"A", "B", "C"}, {"a", "b", "c"})

# A cleared screen or a moved cursor begins a new line; colours and the rest are dropped.
_MOVES = re.compile(r"\x1b\[[\d;]*[HfJ]|\x1bc|\f")
_ESCAPES = re.compile(
    r"\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[()][0-9A-Za-z]|\x1b[@-~]"
)
_ALIKE = str.maketrans(
    {
        **dict.fromkeys("│┃║❘\uff5c¦", "|"),
        **dict.fromkeys("─━═—–", "-"),
        **dict.fromkeys("┼╋╬┌┐└┘├┤┬┴╔╗╚╝╠╣╦╩╭╮╰╯┏┓┗┛┣┫┳┻╪╫", "+"),
        **dict.fromkeys("❌✖✗✘✕×❎\uff38", "X"),
        **dict.fromkeys("⭕○◯\u3007⚪🔵🅾\uff2f", "O"),
        **dict.fromkeys("⬜◻□⬛▢🔲·•∙", "."),
        **dict.fromkeys("\u200b\ufe0e\ufe0f\u20e3\x07\x00"),
        "\u00a0": " ",
        "\t": "    ",
    }
)


class DrawnBoard(NamedTuple):
    """A board that a program has drawn."""

    cells: tuple[str, ...]  #: what stands in each of the nine cells; nothing for a blank
    after: int  #: the number of the line after it


class _Line(NamedTuple):
    """A line that may belong to a board: a row, a rule between rows (or what may be either)."""

    shape: str
    cells: tuple[str, ...]
    rule: bool
    number: int


def plain_lines(written: bytes) -> list[str]:
    r"""Return the lines of a program's output, without escapes, with X, O and | for their like.

    >>> plain_lines("\x1b[2J\x1b[31m❌\x1b[0m│⭕│ \r\nloading\rYour move: ".encode())
    ['', 'X|O| ', 'Your move: ']
    """
    text = _ESCAPES.sub("", _MOVES.sub("\n", written.decode(errors="replace")))
    while "\b" in text:
        text = re.sub("[^\b]\b|^\b", "", text)
    lines = text.replace("\r\n", "\n").translate(_ALIKE).split("\n")
    return [line.rstrip("\r").rpartition("\r")[2] for line in lines]


def drawn_boards(lines: Sequence[str]) -> list[DrawnBoard]:
    """Return the boards that lines show, in their order.

    >>> drawn_boards(["   |   | X", "---+---+---", "   | O |", "---+---+---", " X |   |  ", "You:"])
    [DrawnBoard(cells=('', '', 'X', '', 'O', '', 'X', '', ''), after=5)]
    >>> drawn_boards(["  1 2 3", "a . . X", "b . O .", "c X . ."])[0].cells
    ('.', '.', 'X', '.', 'O', '.', 'X', '.', '.')
    >>> drawn_boards(["| X ||   ||   |", "|   || O ||   |", "|   ||   || X |"])[0].cells
    ('X', '', '', '', 'O', '', '', '', 'X')
    """
    found: list[DrawnBoard] = []
    read = [_line(line, number) for number, line in enumerate(lines)]
    for belongs, run in groupby(read, lambda each: each is not None):
        if belongs:
            block = [line for line in run if line is not None]
            boards = [each for part in _parts(block, apart=True) for each in _boards(part)]
            found += boards or [
                each for part in _parts(block, apart=False) for each in _boards(part)
            ]
    return found


def _line(text: str, number: int) -> _Line | None:
    """Return a line as part of a board, if it may be one."""
    bare = text.strip()
    if not bare:
        return _Line("blank", (), rule=True, number=number)
    if framed := _FRAMED.fullmatch(text.rstrip()):
        return _Line("framed", tuple(map(str.strip, framed.groups())), rule=False, number=number)
    rule = _RULE.fullmatch(bare) is not None
    if "|" in bare and not (rule and "_|_" not in bare):
        cells = _between_bars(text)
        return None if cells is None else _Line("|", cells, rule, number)
    if rule and not _COMPACT.fullmatch(bare):
        return _Line("rule", (), rule, number)
    for shape, cells in _other_rows(bare):
        if len(cells) in {3, 4, 9}:
            return _Line(f"{shape}{len(cells)}", cells, rule=False, number=number)
    return None


def _other_rows(bare: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the ways to see a row without bars in a line."""
    if _COMPACT.fullmatch(bare):
        yield "compact", tuple(bare)
    if not _BRACKETS.sub("", bare).strip("123abcABC "):
        yield "[]", tuple(_BRACKETS.findall(bare))
    if not _QUOTED.sub("", bare).strip("[](), "):
        cells = ["".join(parts) for parts in _QUOTED.findall(bare)]
        if bare[0] in "[(":
            yield "list", tuple("" if each == "None" else each.strip() for each in cells)
    words = bare.split()
    if all(_CELL.fullmatch(word) for word in words) and not (
        len(words) == 4 and not any(words[0] in each for each in _HEADINGS)
    ):
        yield " ", tuple(words)


def _between_bars(text: str) -> tuple[str, ...] | None:
    """Return the three cells between bars; the first may begin with the heading of its row."""
    cells = text.split("|")
    if len(cells) == 7 and not any(cells[::2]):  # each cell has bars of its own
        cells = cells[1::2]
    if len(cells) == 5:
        cells = cells[1:-1]
    elif len(cells) == 4:  # a border on the right, or a border or a heading on the left
        cells = cells[:-1] if text.endswith("|") and not text.startswith("|") else cells[1:]
    if len(cells) != 3:
        return None
    bare = [cell.strip(" _") or ("_" if cell.strip() == "_" else "") for cell in cells]
    parts = bare[0].split()
    if len(parts) > 2 or any(len(each) > 3 for each in [*parts, *bare[1:]]):
        return None
    return tuple(bare)


def _parts(block: list[_Line], *, apart: bool) -> Iterator[list[_Line]]:
    """Yield the parts of a block whose rows have one shape; blank lines divide it, or not."""
    part: list[_Line] = []
    for line in block:
        shape = next((each.shape for each in part if each.cells), line.shape)
        if (apart and line.shape == "blank") or (line.cells and shape != line.shape):
            yield part
            part = []
        if line.shape != "blank":
            part.append(line)
    yield part


def _boards(part: list[_Line]) -> Iterator[DrawnBoard]:
    """Yield the boards of rows of one shape."""
    if not part:
        return
    whole = [line for line in part if len(line.cells) == 9]
    for line in whole:
        yield DrawnBoard(line.cells, line.number + 1)
    if whole:
        return
    groups = [
        [line for line in run if line.cells]
        for rule, run in groupby(part, lambda line: line.rule)
        if not rule
    ]
    groups = _split(groups)
    if len(groups) < 3:  # no rules between rows
        groups = [[line] for line in part if line.cells]
        if len(groups) == 5 and all(set(groups[at][0].cells) == {"-"} for at in (1, 3)):
            groups = groups[::2]
    if len(groups) % 3 == 1 and _is_heading(groups[0][0].cells[-3:]):
        groups = groups[1:]
    rows = [_joined(group) for group in groups]
    if len(rows) % 3:
        rows = rows[-3:]
    for at in range(0, len(rows) - 2, 3):
        last = groups[len(groups) - len(rows) + at + 2][-1]
        yield DrawnBoard(_without_headings(rows[at : at + 3]), last.number + 1)


def _split(groups: list[list[_Line]]) -> list[list[_Line]]:
    """Part the last row of a board from the first row of the next one."""
    usual = min(map(len, groups), default=0)
    found = []
    for group in groups:
        long = len(group) >= 2 * usual
        found += [group[:-usual], group[-usual:]] if long else [group]
    return found


def _joined(group: list[_Line]) -> tuple[str, ...]:
    """Return a row of cells that is drawn on several lines."""
    filled = [line.cells for line in group if any(line.cells)]
    if len(filled) < 2:
        return filled[0] if filled else group[0].cells
    columns = [{*column} - {""} for column in zip(*filled, strict=True)]
    return tuple(map("".join, columns)) if all(len(c) < 2 for c in columns) else filled[-1]


def _is_heading(cells: Sequence[str]) -> bool:
    return any({*cells} == each for each in _HEADINGS)


def _without_headings(rows: list[tuple[str, ...]]) -> tuple[str, ...]:
    """Return the nine cells of three rows."""
    first = [row[0].partition(" ")[0] for row in rows]
    rest = {cell for row in rows for cell in (row[0].partition(" ")[2].strip(), *row[1:])}
    if len(rows[0]) == 4:
        rows = [row[1:] for row in rows]
    elif _is_heading(first) and not any(cell.isdigit() for cell in rest):
        rows = [(row[0].partition(" ")[2].strip(), *row[1:]) for row in rows]
    return tuple(cell for row in rows for cell in row)
