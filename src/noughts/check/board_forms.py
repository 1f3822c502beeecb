"""How programs write a board: `encode` makes the board that a program gets.

A `Form` is sent to the program's process as JSON.
"""

import re
import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import permutations, product, zip_longest
from typing import Any, NamedTuple, TypeGuard

from noughts.core.catalogue import say
from noughts.core.notation import Cutout
from noughts.core.rules import Rules

#: Free cells that are numbered instead of empty: what they are, and the first number.
NUMBERED: tuple[tuple[str, int], ...] = (("numbers", 1), ("texts", 1), ("numbers", 0), ("texts", 0))

#: The keys of a board that is a dictionary.
KEYS: dict[str, tuple[object, ...]] = {
    "dict": tuple(range(1, 10)),
    "keys": tuple("123456789"),
    "pairs": tuple(product(range(3), range(3))),
}

#: What a program may get instead of a board: the moves so far.
MOVES: dict[str, Callable[[list[Any]], Sequence[Any]]] = {"moves": list, "tuple of moves": tuple}


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
    #: "free" or "#": there is such a cell before the first; or a dictionary, one of `KEYS`; or one
    #: of `MOVES`: as numbers from `empty`, rows and columns if it is nested, or names if a text.
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
            if keys := KEYS.get(self.spare):
                board = say("board form", "dict", first=repr(keys[0]), last=repr(keys[-1]))
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
        found += [Form(nested, x=True, o=False, empty=None)]
    one = [form for form in found if not form.nested and rules.cells == 9]
    found += [form._replace(spare=spare) for spare in ("free", "#", *KEYS) for form in one]
    for nested in (False, True) if is_plain(rules) else (False,):
        for x, o in ("XO", "xo"):
            found += [Form(nested, x, o, empty, text=True) for empty in (".", " ", "-", "_")]
    if rules.gravity:
        found += [form._replace(upwards=True) for form in found if form.nested]
    return tuple(found)


def move_forms(rules: Rules) -> Iterator[Form]:
    """Yield forms that are the moves so far instead of a board."""
    for spare, nested, first in product(MOVES, (False, True)[: 1 + is_plain(rules)], (0, 1)):
        yield Form(nested, "X", "O", first, spare=spare)
    for spare in MOVES:
        yield Form(False, "X", "O", 0, text=True, spare=spare)  # noqa: FBT003  (a field)


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

_KEYED = re.compile(r"""\[\s*(['"])[1-9]\1\s*\]|[{,]\s*(['"])[1-9]\2\s*:""")
_PAIRED = re.compile(r"\{\s*\(\w+,\s*\w+\)\s*:|\[\(\w+,\s*\w+\)\]|\w\[\w+,\s*\w+\]")
_LAST = re.compile(r"\[\s*9\s*\]|\(1,\s*10\)|\*\s*10\b|range\(10\)|\b9\s*:")  #: if the first is 1


def cell_numbers(source: str) -> list[int | str]:
    """Return which of the numbers 2 and -1 a program writes into cells, or compares them with.

    Those that only a name tells are texts, and so are signs of a board with other cells: the number
    9 of a cell, and the keys of a dictionary.

    >>> cell_numbers("board[row][col] = 2; score = -1"), cell_numbers("AI_PIECE = 2; board[9]")
    ([2], ['=2', '[9]'])
    >>> cell_numbers("board['5']"), cell_numbers("{(row, column): None}")
    (['keys'], ['pairs'])
    """
    named = sorted({f"={number}" for number in _NAMED.findall(source)})
    signs = {"[9]": _LAST, "keys": _KEYED, "pairs": _PAIRED}
    found = [sign for sign, pattern in signs.items() if pattern.search(source)]
    return [*sorted({*map(int, _NUMBER.findall(source))}), *named, *found]


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
    [60, 38, 38, 68, 8]
    """
    numbers = {2, -1}.intersection(written)
    named = {number for number in (2, -1) if f"={number}" in written}
    spare = {"", *{"keys", "pairs"}.intersection(written)}
    if "[9]" in written:
        spare |= {"dict", "#" if "#" in written else "free"}
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


def expected_forms(found: Mapping[str, Any], rules: Rules) -> list[Form]:
    """Return the forms that a program may expect; first that of the board with which it begins.

    Args:
        found: what a program says of itself when it is loaded.
        rules: of the game.

    >>> from noughts import Rules
    >>> said = {"ways": ["as X", "as O"], "own": repr(["-"] * 9)}
    >>> [(form.empty, form.way) for form in expected_forms(said, Rules("3,3,3"))[1:5]]
    [('-', 0), ('-', 1), ('-', 1), (' ', 0)]
    """
    written, arrays = found.get("written", ()), found.get("arrays", False)
    forms = [
        form._replace(way=way)
        for way in range(len(found["ways"]))
        for form in (
            *likely_forms(written, rules, arrays=arrays),
            *member_forms(found.get("enumerations", ()), rules),
        )
    ]
    empty, own = "." * rules.cells, found.get("own")
    return sorted(forms, key=lambda form: form.array or repr(encode(empty, form, rules)) != own)


def encode(board: str, form: Form, rules: Rules) -> Any:
    """Return the board as a program gets it.

    >>> from noughts import Rules
    >>> encode("X...O....", Form(True, 1, -1, 0), Rules("3,3,3"))
    [[1, 0, 0], [0, -1, 0], [0, 0, 0]]
    >>> encode("X........", Form(False, "X", "O", 1, "texts"), Rules("3,3,3"))[:3]
    ['X', '2', '3']
    >>> encode("X.....O.", Form(True, "X", "O", ".", text=True), Rules("4,2,3"))
    ['X...', '..O.']
    >>> encode("X...O....", Form(True, "X", "O", 1, spare="moves"), Rules("3,3,3"))
    [(1, 1), (2, 2)]
    """
    if form.spare in MOVES:
        return MOVES[form.spare](_moves(board, form, rules))
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
    if form.spare in KEYS:
        return dict(zip(KEYS[form.spare], cells, strict=True))
    if not form.nested:
        return "".join(cells) if form.text else cells
    width = rules.shape[0]
    lists = [cells[at : at + width] for at in range(0, len(cells), width)]
    lists = lists[::-1] if form.upwards else lists
    if form.array:
        return sys.modules["numpy"].array(lists)  # the program has loaded it
    return ["".join(row) for row in lists] if form.text else lists


def _moves(board: str, form: Form, rules: Rules) -> list[Any]:
    """Return moves that lead to a board."""
    sides = [[at for at, mark in enumerate(board) if mark == side] for side in "XO"]
    cells = [cell for both in zip_longest(*sides) for cell in both if cell is not None]
    if form.text:
        return [rules.name(cell) for cell in cells]
    if form.nested:
        pairs = (divmod(cell, rules.shape[0]) for cell in cells)
        return [(row + form.empty, column + form.empty) for row, column in pairs]
    return [cell + form.empty for cell in cells]
