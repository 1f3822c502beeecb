"""How programs write a board, and how they answer.

`encode` makes the board that a program gets, `decode` reads what it answers. A `Form` is sent to
the program's process as JSON.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Collection, Iterator, Sequence
from itertools import permutations, product
from operator import index
from typing import Any, NamedTuple, TypeGuard

from noughts.core.catalogue import say
from noughts.core.notation import Cutout
from noughts.core.rules import Rules

#: Free cells that are numbered instead of empty: what they are, and the first number.
NUMBERED: tuple[tuple[str, int], ...] = (("numbers", 1), ("texts", 1), ("numbers", 0), ("texts", 0))


class Form(NamedTuple):
    """What the board of a program looks like."""

    nested: bool  #: a list of rows; otherwise all cells one after the other
    #: How X is written; a text of several characters names a member of an enumeration.
    x: Any
    o: Any  #: how O is written
    empty: Any  #: how a free cell is written; if it is numbered, the number of the first cell
    numbered: str = ""  #: "numbers" or "texts", if free cells are numbered
    text: bool = False  #: one text instead of a list, or for each row
    upwards: bool = False  #: the lowest row first, as some programs with gravity have it
    array: bool = False  #: one of NumPy's instead of a list
    #: "free" or "#": there is such a cell before the first; "dict": a dictionary, from 1 on.
    spare: str = ""
    way: int = 0  #: which of the ways to call its function, by number

    def words(self, rules: Rules) -> str:
        """Return what a program gets, in words.

        >>> from noughts import Rules
        >>> Form(True, 1, -1, 0).words(Rules("4,3,3"))
        'three lists of four, 1 and -1, 0 for a free cell'
        """
        columns = rules.shape[0]
        if self.nested:
            many = _number(rules.cells // columns), _number(columns)
            rows = "array" if self.array else "texts" if self.text else "lists"
            board = say("board form", rows, rows=many[0], columns=many[1])
            if self.upwards:
                board = say("board form", "upwards", board=board)
        else:
            cells = _number(rules.cells + (self.spare in {"free", "#"}))
            board = say("board form", "text" if self.text else "list", cells=cells)
            if self.spare == "dict":
                board = say("board form", "dict", cells=rules.cells)
        free = say("board form", "free", empty=shown(self.empty))
        if self.numbered:
            last = self.empty + rules.cells - 1
            free = say("board form", f"free {self.numbered}", first=self.empty, last=last)
        return say("board form", "board", board=board, x=shown(self.x), o=shown(self.o), free=free)


def is_member(mark: object) -> TypeGuard[str]:
    """Whether a mark is the name of a member of an enumeration."""
    return isinstance(mark, str) and len(mark) > 1


def shown(mark: object) -> str:
    """Return a mark as a program writes it."""
    return mark if is_member(mark) else repr(mark)


def _number(count: int) -> str:
    return say("number", str(count)) if 1 < count < 10 else str(count)


CS50 = Form(True, "X", "O", None)  # noqa: FBT003  (a field)


def is_plain(rules: Rules) -> bool:
    """Whether a board has rows and columns, without layers or holes."""
    return len(rules.shape) == 2 and not isinstance(rules.shape, Cutout)


def refused(rules: Rules, kind: str) -> str:
    """Return why programs with an interface cannot play a game; nothing if they can.

    >>> from noughts import Rules
    >>> refused(Rules("connect-four"), "cs50")[:44]
    'the seven functions of CS50 AI know no gravi'
    """
    if kind == "cs50" and rules.gravity:
        return say("command", "cs50 gravity")
    if kind == "cs50" and not is_plain(rules):
        return say("command", "cs50 shape")
    return ""


def forms(rules: Rules) -> tuple[Form, ...]:
    """Return the forms that are tried, the commonest first."""
    found = []
    for nested in (False, True) if is_plain(rules) else (False,):
        found += [Form(nested, "X", "O", empty) for empty in (" ", "", None, "-", "_", ".", 0)]
        found += [Form(nested, "X", "O", first, what) for what, first in NUMBERED]
        found += [Form(nested, "x", "o", empty) for empty in (" ", "", None, "-", "_", ".", 0)]
        found += [Form(nested, 1, -1, 0), Form(nested, -1, 1, 0), Form(nested, 1, 2, 0)]
    one = [form for form in found if not form.nested and rules.cells == 9]
    found += [form._replace(spare=spare) for spare in ("free", "#", "dict") for form in one]
    for nested in (False, True) if is_plain(rules) else (False,):
        for x, o in ("XO", "xo"):
            found += [Form(nested, x, o, empty, text=True) for empty in (".", " ", "-", "_")]
    if rules.gravity:
        found += [form._replace(upwards=True) for form in found if form.nested]
    return tuple(found)


_TEXT = re.compile(r"""(["'`])((?:\\.|(?!\1)[^\\\n])*)\1""")


def lone_characters(source: str) -> list[str]:
    """Return the texts of one character in a program, in Python or JavaScript.

    >>> lone_characters("me = 'X' if say('no','O') else 'x y'")
    ['O', 'X']
    """
    return sorted({text for _, text in _TEXT.findall(source) if len(text) == 1})


_NUMBER = re.compile(r"\]\s*==?=?\s*(2|-1)\b")
_NAMED = re.compile(
    r"\b\w*(?:piece|player|human|comp|computer|cpu|bot|ai|mark|opponent)\s*==?=?\s*(2|-1)\b",
    re.IGNORECASE,
)

_LAST = re.compile(r"\[\s*9\s*\]|\(1,\s*10\)|\*\s*10\b|range\(10\)|\b9\s*:")  #: if the first is 1


def cell_numbers(source: str) -> list[int | str]:
    """Return which of the numbers 2 and -1 a program writes into cells, or compares them with.

    Those that only a name tells are texts, and so is the number 9 of a cell.

    >>> cell_numbers("board[row][col] = 2; score = -1"), cell_numbers("AI_PIECE = 2; board[9]")
    ([2], ['=2', '[9]'])
    """
    named = sorted({f"={number}" for number in _NAMED.findall(source)})
    last = ["[9]"] if _LAST.search(source) else []
    return [*sorted({*map(int, _NUMBER.findall(source))}), *named, *last]


def _marks(written: Collection[str | int]) -> list[tuple[str, ...]]:
    """Return the pairs of marks that a program writes; none if it does not say."""
    zero = [] if {"O", "o"}.intersection(written) else ["X0", "x0"]
    known = [tuple(pair) for pair in ("XO", "xo", *zero) if {*pair} <= {*written}]
    others = [
        mark
        for mark in sorted(map(str, written))
        if len(mark) == 1 and (mark.isupper() or mark >= "\u25a0")  # from squares and circles on
    ]
    return known or (list(permutations(others)) if len(others) == 2 else [])


def likely_forms(
    written: Collection[str | int], rules: Rules, *, arrays: bool = False
) -> tuple[Form, ...]:
    """Return the forms that a program may expect.

    A program that writes "X" and "O" does not expect "x" and "o", and one that writes numbers and
    no letters expects no letters. It may well find a legal move there; and if it is wrong, even a
    better one.

    Args:
        written: the texts of one character in the program, and its `cell_numbers`.
        rules: of the game.
        arrays: whether the program uses NumPy, and may expect its arrays.

    >>> from noughts import Rules
    >>> [len(likely_forms(written, Rules("3,3,3"))) for written in ("", "XO", "xo", "XOxo", ["=2"])]
    [58, 36, 36, 66, 6]
    """
    numbers = {2, -1}.intersection(written)
    named = {number for number in (2, -1) if f"={number}" in written}
    spare = {"", "dict", "#" if "#" in written else "free"} if "[9]" in written else {""}
    pairs = _marks({*written})
    found = list[Form]()
    for form in forms(rules):
        if form.spare not in spare:
            continue
        if not isinstance(form.x, str):
            found += [form] if not numbers or numbers.intersection({form.x, form.o}) else []
        elif not pairs:
            found += [form] if not (numbers or named) else []
        elif form.x == "X":
            found += [form._replace(x=x, o=o) for x, o in pairs]
    if not pairs:
        found.sort(key=lambda form: named.isdisjoint({form.x, form.o}))
    if not arrays:
        return tuple(found)
    plain = [form for form in found if not (form.text or form.numbered or form.empty is None)]
    return *(form._replace(array=True) for form in plain if form.nested), *found


def member_forms(enumerations: Collection[Sequence[str]], rules: Rules) -> Iterator[Form]:
    """Yield forms whose marks are members of an enumeration of the program.

    Args:
        enumerations: the names of their members: X and O, and often a free cell or more.
        rules: of the game.

    >>> from noughts import Rules
    >>> forms = member_forms([["Cell.FREE", "Cell.X", "Cell.O"]], Rules("3,3,3"))
    >>> [(form.x, form.o) for form in forms if form.empty == "Cell.FREE" and not form.nested]
    [('Cell.X', 'Cell.O'), ('Cell.O', 'Cell.X')]
    """
    for nested in (False, True) if is_plain(rules) else (False,):
        for members in enumerations:
            frees = members if len(members) > 2 else (None, " ", "", 0)
            for (x, o), empty in product(permutations(members, 2), frees):
                if empty not in {x, o}:
                    yield Form(nested, x, o, empty)


def encode(board: str, form: Form, rules: Rules) -> Any:
    """Return the board as a program gets it.

    >>> from noughts import Rules
    >>> encode("X...O....", Form(True, 1, -1, 0), Rules("3,3,3"))
    [[1, 0, 0], [0, -1, 0], [0, 0, 0]]
    >>> encode("X........", Form(False, "X", "O", 1, "texts"), Rules("3,3,3"))[:3]
    ['X', '2', '3']
    >>> encode("X.....O.", Form(True, "X", "O", ".", text=True), Rules("4,2,3"))
    ['X...', '..O.']
    """
    cells: list[Any] = []
    for cell, mark in enumerate(board):
        if mark != ".":
            cells.append(form.x if mark == "X" else form.o)
        elif form.numbered:
            number = cell + form.empty
            cells.append(str(number) if form.numbered == "texts" else number)
        else:
            cells.append(form.empty)
    if form.spare in {"free", "#"}:
        return [form.empty if form.spare == "free" else "#", *cells]
    if form.spare == "dict":
        return dict(enumerate(cells, 1))
    if not form.nested:
        return "".join(cells) if form.text else cells
    width = rules.shape[0]
    lists = [cells[at : at + width] for at in range(0, len(cells), width)]
    lists = lists[::-1] if form.upwards else lists
    if form.array:
        return sys.modules["numpy"].array(lists)  # the program has loaded it
    return ["".join(row) for row in lists] if form.text else lists


_PAIRED = ("(row, column) from 0", "(row, column) from 1")
_ACROSS = ("(column, row) from 0", "(column, row) from 1")  #: as x and y have it
_BOARD = "the board"  #: with its move, returned or changed in place
_PARTS = (", first", ", last")  #: of an answer that has more, such as a move and its value


def styles(rules: Rules, *, cells: bool = False) -> tuple[str, ...]:
    """Return how a program may answer, by what it is called.

    Args:
        rules: of the game.
        cells: only the number of a cell, from 0.

    >>> from noughts import Rules
    >>> styles(Rules("3,3,3"))[:4]
    ('0-8', '1-9', '(row, column) from 0', '(row, column) from 1')
    >>> styles(Rules("3,3,3"))[6:10]
    ('a name', 'the board', '0-8, first', '1-9, first')
    >>> styles(Rules("connect-four"))[:2]
    ('a column, 0-6', 'a column, 1-7')
    """
    found = [f"0-{rules.cells - 1}", f"1-{rules.cells}"]
    if cells:
        return (found[0],)
    if is_plain(rules):
        found += [*_PAIRED, *_ACROSS]
    if rules.gravity and is_plain(rules):
        columns = rules.shape[0]
        found = [f"a column, 0-{columns - 1}", f"a column, 1-{columns}", *found]
    # Half of a row and a column would pass for a column and its value.
    whole = [style for style in found if not style.startswith("a column")]
    return (*found, "a name", _BOARD, *(style + part for part in _PARTS for style in whole))


def style_words(style: str) -> str:
    """Return what a style is called in a sentence.

    >>> style_words("(row, column) from 0"), style_words("0-8, last")
    ('(row, column) from 0', '0-8 at the end of its answer')
    """
    for part in _PARTS:
        if style.endswith(part):
            words = style_words(style.removesuffix(part))
            return say("board form", part.removeprefix(", "), style=words)
    if style in {"a name", _BOARD}:
        return say("board form", "name" if style == "a name" else "after")
    if style in _PAIRED + _ACROSS:
        return say("board form", "pair" if style in _PAIRED else "across", first=style[-1])
    return style


def decode(answer: object, style: str, rules: Rules, board: str) -> int | None:
    """Return the cell of an answer; None if it is not one of this style.

    With gravity, a column means its lowest free cell, or its highest if none is free.

    >>> from noughts import Rules
    >>> game, board = Rules("3,3,3"), "." * 9
    >>> decode(4, "0-8", game, board), decode("4", "1-9", game, board)
    (4, 3)
    >>> decode([1, 2], "(row, column) from 0", game, board), decode("B2", "a name", game, board)
    (5, 4)
    >>> decode([1, 2], "(column, row) from 0", game, board)
    7
    >>> decode([3, 0], "(row, column) from 0", game, board), decode(None, "0-8", game, board)
    (None, None)
    >>> decode(3, "a column, 0-6", Rules("connect-four"), "." * 38 + "X...")
    31
    >>> decode({"placed": 4}, "the board", game, board)
    4
    >>> decode([10, [1, 2]], "(row, column) from 0, last", game, board)
    5
    >>> decode([1, 2, 10], "(row, column) from 0, first", game, board)
    5
    """
    columns, cell = rules.shape[0], None
    for part in _PARTS:
        if style.endswith(part):
            style = style.removesuffix(part)
            answer = _end(answer, part == _PARTS[0], pair=style in _PAIRED + _ACROSS)
    if isinstance(answer, dict):
        return answer.get("placed") if style == _BOARD else None
    if isinstance(answer, str):
        word = answer.strip().lower()
        if style == "a name":
            if len(word) == 1 and word.isalpha() and rules.gravity and is_plain(rules):
                return _lowest(ord(word) - ord("a"), columns, board)
            return next((c for c in range(rules.cells) if rules.name(c) == word), None)
        answer = int(word) if len(word) <= 3 and word.isdecimal() else None
    base = "1-" in style or style.endswith("from 1")
    if isinstance(answer, int) and style.startswith("a column"):
        return _lowest(answer - base, columns, board)
    if isinstance(answer, int) and style[:2] in {"0-", "1-"}:
        cell = answer - base
    elif _is_pair(answer) and style in _PAIRED + _ACROSS:
        row, column = (number - base for number in (answer if style in _PAIRED else answer[::-1]))
        cell = columns * row + column if row >= 0 and 0 <= column < columns else None
    return cell if cell is not None and 0 <= cell < rules.cells else None


def _is_pair(answer: object) -> TypeGuard[list[int]]:
    return (
        isinstance(answer, list)
        and len(answer) == 2
        and all(isinstance(number, int) for number in answer)
    )


def _end(answer: object, first: bool, *, pair: bool) -> object:  # noqa: FBT001
    """Return the first or the last part of an answer; None if it has only one."""
    if not isinstance(answer, list):
        return None
    end = answer[0 if first else -1]
    if not pair or isinstance(end, list):
        return end
    return (answer[:2] if first else answer[-2:]) if len(answer) > 2 else None


def _lowest(column: int, columns: int, board: str) -> int | None:
    """Return the lowest free cell of a column; its highest cell if none is free."""
    if not 0 <= column < columns:
        return None
    free = [cell for cell in range(column, len(board), columns) if board[cell] == "."]
    return free[-1] if free else column


#: What a row and a column, or a cell, are called in an answer that is a dictionary or an object.
_PAIRS = (("row", "col"), ("row", "column"), ("r", "c"), ("i", "j"), ("y", "x"))
_CELLS = ("index", "move", "cell", "position", "square", "spot", "pos")


def _unnamed(answer: dict[Any, Any]) -> object:
    """Return the row and the column, or the cell, that a dictionary names."""
    for pair in _PAIRS:
        if answer.keys() >= {*pair}:
            return [answer[name] for name in pair]
    inner = next((answer[name] for name in _CELLS if name in answer), answer)
    return _unnamed(inner) if isinstance(inner, dict) and inner is not answer else inner


def plain(answer: object) -> object:
    """Return an answer as JSON: None, a number, a text or a few of them; otherwise an object.

    >>> plain((1, 2)), plain(True), plain("b2"), plain(None), plain((0.5, (1, 2)))
    ([1, 2], {}, 'b2', None, [{}, [1, 2]])
    >>> plain({"row": 1, "col": 2}), plain({"index": 4, "score": 10}), plain({"score": 10})
    ([1, 2], 4, {})
    """
    if isinstance(answer, dict):
        answer = _unnamed(answer)
    elif hasattr(answer, "tolist"):  # one of NumPy's
        answer = answer.tolist()
    if answer is None or isinstance(answer, str):
        return answer if answer is None else answer[:100]
    if isinstance(answer, bool):
        return {}
    if isinstance(answer, tuple | list):
        return [plain(part) for part in answer] if len(answer) in {2, 3} else {}
    try:
        number = index(answer)  # type: ignore[arg-type]
    except TypeError:
        return {}
    return number if abs(number) < 1000 else {}
