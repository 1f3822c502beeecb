"""How cells are named in the terminal: 1-9, 0-8, a row and a column, a letter and a number."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from noughts.core.catalogue import say


class Numbering(NamedTuple):
    """What a person types for a cell."""

    kind: str  #: which numbering it is: the name of a message
    inputs: tuple[tuple[str, ...], ...]  #: for each cell the lines that are typed, one or two

    @property
    def words(self) -> str:
        """Which numbering it is, in words."""
        first, second, *_, last = (each[0] for each in self.inputs)
        if self.kind == "on board":
            return say("console", self.kind, first=repr(first), last=repr(last))
        example = second if self.kind.endswith("letter") else first
        return say("console", self.kind, first=first[0], last=last, example=repr(example))

    def cell(self, text: str) -> int | None:
        """Return the cell that a sentence of the program names, such as "I play 5"."""
        if len(self.inputs[0]) == 2 or not self.inputs[0][0].isalnum():
            signs = re.findall(r"(?<![\w.])\d(?![\w.])", text)
        elif self.inputs[0][0].isdigit():
            signs = re.findall(r"(?<![\w.-])\d(?![\w-])", text)[-1:]
        else:
            signs = [each.lower() for each in re.findall(r"\b[a-cA-C][1-3]\b", text)][-1:]
        known = ["".join(re.findall(r"\w", "".join(each))).lower() for each in self.inputs]
        typed = "".join(signs[-2:])
        return known.index(typed) if typed in known else None


def _numbers(kind: str, names: Sequence[object]) -> Numbering:
    return Numbering(kind, tuple((str(name),) for name in names))


NINE = _numbers("cells", range(1, 10))
ZERO = _numbers("cells", range(9))
KEYPAD = _numbers("keypad", (7, 8, 9, 4, 5, 6, 1, 2, 3))


def _pairs(base: int, *, column_first: bool, between: str | None) -> Numbering:
    """Return a numbering by row and column; they are asked apart unless `between` joins them."""
    inputs = []
    for cell in range(9):
        pair = [str(cell // 3 + base), str(cell % 3 + base)]
        if column_first:
            pair.reverse()
        inputs.append((*pair,) if between is None else (between.join(pair),))
    kind = "column row" if column_first else "row column"
    return Numbering(f"{kind} apart" if between is None else kind, tuple(inputs))


def _letters(*, upper: bool, by_row: bool, digit_first: bool) -> Numbering:
    letters = "ABC" if upper else "abc"
    names = []
    for cell in range(9):
        row, column = divmod(cell, 3)
        pair = [letters[row if by_row else column], str(1 + (column if by_row else row))]
        names.append("".join(pair[::-1] if digit_first else pair))
    return _numbers("row letter" if by_row else "column letter", names)


_ROW, _COLUMN = (
    re.compile(r"\b(rows?|linhas?|filas?|rig(a|he)|lignes?|zeilen?|wiersz)\b", re.IGNORECASE),
    re.compile(r"\b(col(umn)?s?|colun\w+|colonn\w+|spalten?|kolumn\w*)\b", re.IGNORECASE),
)
_XY = re.compile(r"\bx\s*[, ]\s*y\b|coordinate", re.IGNORECASE)
_NAME = re.compile(r"(?<!\w)([a-c]\s?[1-3]|[1-3][a-c])(?!\w)|\bletter\b", re.IGNORECASE)
#: From 0 to 3 are a row and a sign for the end.
_FROM_0 = re.compile(r"(?<!\d)0\s*(?:-|to|,|\.\.+)\s*[124-8]", re.IGNORECASE)
_COMMA = re.compile(r"\d\s*,\s*\d|\brow\s*,\s*col", re.IGNORECASE)


def numberings(question: str, said: str, labels: Sequence[str]) -> list[Numbering]:
    """Return the numberings that a program may mean, the likeliest first.

    Args:
        question: how it asks for a move.
        said: what it says before.
        labels: what it writes in its nine cells while they are free.

    >>> [each.words for each in numberings("Move (0-8):", "", [""] * 9)[:2]]
    ['the cells 0-8', 'the cells 1-9']
    >>> numberings("Row (1-3)?", "Give row and column.", [""] * 9)[0].words
    'row and column from 1, asked one after the other'
    """
    return list(dict.fromkeys(_guesses(question, f"{question} {said}", labels)))


def _guesses(question: str, asked: str, labels: Sequence[str]) -> Iterator[Numbering]:
    bases = (0, 1) if _FROM_0.search(asked) else (1, 0)
    row, column = _ROW.search(question), _COLUMN.search(question)
    if (row is None) != (column is None):  # it asks for the other next
        for base in bases:
            yield _pairs(base, column_first=column is not None, between=None)
    row, column = _ROW.search(asked), _COLUMN.search(asked)
    numbers = [NINE, ZERO, KEYPAD] if bases[0] else [ZERO, NINE, KEYPAD]
    shown = [
        each
        for each in (*numbers, *_all_letters())
        if any(labels)
        and all(label in {"", name[0]} for label, name in zip(labels, each.inputs, strict=True))
    ]
    pair = bool(row and column) or _XY.search(asked)
    if not pair:
        yield from shown
        if len({*labels}) == 9 and all(labels):
            yield _numbers("on board", labels)
    later = column is not None and (row is None or column.start() < row.start())
    if pair:
        comma = _COMMA.search(asked)
        for between in (",", " ") if comma else (" ", ","):
            for base in bases:
                for other in (later, not later):
                    yield _pairs(base, column_first=other, between=between)
        for base in bases:
            yield _pairs(base, column_first=later, between=None)
    if _NAME.search(asked):
        yield from _all_letters(upper=re.search(r"\b[A-C][1-3]|[1-3][A-C]\b", asked) is not None)
    yield from numbers
    for base in bases:
        yield _pairs(base, column_first=False, between=" ")
        yield _pairs(base, column_first=False, between=",")
    yield from _all_letters()


def _all_letters(*, upper: bool = False) -> Iterator[Numbering]:
    for digit_first in (False, True):
        for case in (upper, not upper):
            for by_row in (False, True):
                yield _letters(upper=case, by_row=by_row, digit_first=digit_first)
