"""How programs answer: `decode` reads what a program says in one of the styles."""

from operator import index
from typing import Any, TypeGuard

from noughts.check.arguments import words_of
from noughts.check.board_forms import is_plain
from noughts.core.catalogue import say
from noughts.core.rules import Rules

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


#: What a row and a column, or a cell, are called in an answer that is a dictionary or an object:
#: the word may be one of several, as in `bestRow`. Of a cell it is the last, as in `bestMove`.
_PAIRS = (("row", "col"), ("row", "column"), ("r", "c"), ("i", "j"), ("y", "x"))
_CELLS = ("index", "move", "cell", "position", "square", "spot", "pos")


def _unnamed(answer: dict[Any, Any]) -> object:
    """Return the row and the column, or the cell, that a dictionary names."""
    words = {name: words_of(name) for name in answer if isinstance(name, str)}
    for pair in _PAIRS:
        found = [[name for name in words if word in words[name]] for word in pair]
        if all(len(names) == 1 for names in found):
            return [answer[name] for (name,) in found]
    ends = [name for name in words if words[name][-1:] and words[name][-1] in _CELLS]
    named = next((name for name in _CELLS if name in answer), ends[0] if len(ends) == 1 else None)
    if named is None:
        return answer
    inner = answer[named]
    return _unnamed(inner) if isinstance(inner, dict) else inner


def plain(answer: object) -> object:
    """Return an answer as JSON: None, a number, a text or a few of them; otherwise an object.

    >>> plain((1, 2)), plain(True), plain("b2"), plain(None), plain((0.5, (1, 2)))
    ([1, 2], {}, 'b2', None, [{}, [1, 2]])
    >>> plain({"row": 1, "col": 2}), plain({"index": 4, "score": 10}), plain({"score": 10})
    ([1, 2], 4, {})
    >>> plain({"score": 0, "bestMove": {"rowPos": 1, "colPos": 2}})
    [1, 2]
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
