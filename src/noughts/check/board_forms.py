"""How programs write a board, and how they answer.

`encode` makes the board that a program gets, `decode` reads what it answers. A `Form` is sent to
the program's process as JSON.
"""

from __future__ import annotations

import re
from operator import index
from typing import TYPE_CHECKING, Any, NamedTuple

from noughts.core.rules import Rules

if TYPE_CHECKING:
    from collections.abc import Collection

RULES: Rules = Rules.parse("3,3,3")
NAMES: tuple[str, ...] = tuple(RULES.name(cell) for cell in range(9))

#: Free cells that are numbered instead of empty: the first number, and whether it is text.
NUMBERED: dict[str, tuple[int, bool]] = {
    "the numbers 1-9": (1, False),
    "the texts 1-9": (1, True),
    "the numbers 0-8": (0, False),
    "the texts 0-8": (0, True),
}


class Form(NamedTuple):
    """What the board of a program looks like.

    Attributes:
        nested: three rows of three; otherwise nine cells.
        x: how X is written.
        o: how O is written.
        empty: how a free cell is written, or a key of `NUMBERED`.
        numbered: whether it is one.
    """

    nested: bool
    x: Any
    o: Any
    empty: Any
    numbered: bool = False

    @property
    def words(self) -> str:
        """What a program gets, in words."""
        board = "three lists of three" if self.nested else "a list of nine"
        cells = self.empty if self.numbered else f"{self.empty!r} for a free cell"
        numbered = "for free cells" * self.numbered
        return f"{board}, {self.x!r} and {self.o!r}, {cells} {numbered}".rstrip()


CS50 = Form(True, "X", "O", None)  # noqa: FBT003  (a field)


def _forms() -> tuple[Form, ...]:
    """Return the forms that are tried, the commonest first."""
    found = []
    for nested in (False, True):
        found += [Form(nested, "X", "O", empty) for empty in (" ", "", None, "-", "_", ".", 0)]
        found += [Form(nested, "X", "O", name, numbered=True) for name in NUMBERED]
        found += [Form(nested, "x", "o", empty) for empty in (" ", "", None, "-", "_", ".")]
        found += [Form(nested, 1, -1, 0), Form(nested, -1, 1, 0), Form(nested, 1, 2, 0)]
    return tuple(found)


FORMS = _forms()
_TEXT = re.compile(r"""(["'`])((?:\\.|(?!\1)[^\\\n])*)\1""")


def lone_characters(source: str) -> list[str]:
    """Return the texts of one character in a program, in Python or JavaScript.

    >>> lone_characters("me = 'X' if say('no','O') else 'x y'")
    ['O', 'X']
    """
    return sorted({text for _, text in _TEXT.findall(source) if len(text) == 1})


def likely_forms(written: Collection[str]) -> tuple[Form, ...]:
    """Return the forms that a program may expect.

    A program that writes "X" and "O" does not expect "x" and "o". It may well find a legal move
    there; and if it is wrong, even a better one.

    Args:
        written: the texts of one character in the program.

    >>> [len(likely_forms(written)) for written in ("", "XO", "xo", "XOxo")]
    [40, 28, 18, 40]
    """
    return tuple(
        form
        for form in FORMS
        if not isinstance(form.x, str)
        or {form.x, form.o} <= {*written}
        or not {form.x.swapcase(), form.o.swapcase()} <= {*written}
    )


def encode(board: str, form: Form) -> list[Any]:
    """Return the board as a program gets it.

    >>> encode("X...O....", Form(True, 1, -1, 0))
    [[1, 0, 0], [0, -1, 0], [0, 0, 0]]
    >>> encode("X........", Form(False, "X", "O", "the texts 1-9", True))[:3]
    ['X', '2', '3']
    """
    cells: list[Any] = []
    first, text = NUMBERED[form.empty] if form.numbered else (0, False)
    for cell, mark in enumerate(board):
        if mark != ".":
            cells.append(form.x if mark == "X" else form.o)
        elif form.numbered:
            cells.append(str(cell + first) if text else cell + first)
        else:
            cells.append(form.empty)
    return [cells[row : row + 3] for row in (0, 3, 6)] if form.nested else cells


#: How a program may answer, by what it is called.
ANSWERS: tuple[str, ...] = ("0-8", "1-9", "(row, column) from 0", "(row, column) from 1", "a name")


def decode(answer: object, style: str) -> int | None:
    """Return the cell of an answer; None if it is not one of this style.

    >>> decode(4, "0-8"), decode("4", "1-9"), decode([1, 2], "(row, column) from 0")
    (4, 3, 5)
    >>> decode("B2", "a name"), decode([3, 0], "(row, column) from 0"), decode(None, "0-8")
    (4, None, None)
    """
    cell = None
    if isinstance(answer, str):
        word = answer.strip().lower()
        if style == "a name" and word in NAMES:
            return NAMES.index(word)
        answer = int(word) if len(word) == 1 and word.isdecimal() else None
    base = style in {"1-9", "(row, column) from 1"}
    if isinstance(answer, int) and style in {"0-8", "1-9"}:
        cell = answer - base
    elif isinstance(answer, list) and style.startswith("(row"):
        row, column = (number - base for number in answer)
        cell = 3 * row + column if 0 <= row < 3 and 0 <= column < 3 else None
    return cell if cell is not None and 0 <= cell < 9 else None


#: What a row and a column, or a cell, are called in an answer that is a dictionary or an object.
_PAIRS = (("row", "col"), ("row", "column"), ("r", "c"), ("i", "j"))
_CELLS = ("index", "move", "cell", "position", "square")


def _unnamed(answer: dict[Any, Any]) -> object:
    """Return the row and the column, or the cell, that a dictionary names."""
    for pair in _PAIRS:
        if answer.keys() >= {*pair}:
            return [answer[name] for name in pair]
    return next((answer[name] for name in _CELLS if name in answer), answer)


def plain(answer: object) -> object:
    """Return an answer as JSON: None, a number, a text or two numbers; otherwise an object.

    >>> plain((1, 2)), plain(True), plain("b2"), plain(None)
    ([1, 2], {}, 'b2', None)
    >>> plain({"row": 1, "col": 2}), plain({"index": 4, "score": 10}), plain({"score": 10})
    ([1, 2], 4, {})
    """
    if isinstance(answer, dict):
        answer = _unnamed(answer)
    if answer is None or isinstance(answer, str):
        return answer if answer is None else answer[:100]
    if isinstance(answer, bool):
        return {}
    if isinstance(answer, tuple | list):
        both = [plain(part) for part in answer[:3]]
        return both if len(both) == 2 and all(isinstance(part, int) for part in both) else {}
    try:
        number = index(answer)  # type: ignore[arg-type]
    except TypeError:
        return {}
    return number if abs(number) < 1000 else {}
