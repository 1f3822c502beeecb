"""What a function that chooses a move gets: known by the names of its parameters."""

import inspect
import re
from collections.abc import Mapping, Sequence
from enum import StrEnum
from inspect import Parameter
from itertools import product
from typing import Any, NamedTuple


class Role(StrEnum):
    """What a parameter is for."""

    BOARD = "board"
    MARK = "mark"  #: of the side that moves
    OTHER = "other"  #: the mark of the other side
    DEPTH = "depth"
    ALPHA = "alpha"
    BETA = "beta"
    MAXIMIZES = "maximizes"  #: whether this call takes the highest value
    NAME = "name"  #: of a player
    FLAG = "flag"  #: a mark that is a truth value


_COMPUTER = frozenset({"ai", "computer", "comp", "cpu", "bot"})
_BY_WORD: Mapping[Role, frozenset[str]] = {
    Role.DEPTH: frozenset({"depth", "ply", "plies"}),
    Role.NAME: frozenset({"name"}),
    Role.ALPHA: frozenset({"alpha"}),
    Role.BETA: frozenset({"beta"}),
    Role.BOARD: frozenset({"board", "state", "grid", "cells", "squares", "position", "game"}),
    Role.OTHER: frozenset({"opponent", "human", "hu", "user", "enemy", "other", "opp"}),
    Role.MARK: _COMPUTER
    | {"player", "mark", "turn", "symbol", "letter", "me", "sign", "piece", "side", "who"}
    | {"token", "marker"},
}
#: What is neither a board nor a mark: the moves so far, or how many they are.
_MOVES = frozenset({"history", "moves", "played", "sequence", "count", "round", "turns"})
#: Nor are these a mark, if nothing else in the name says so: a `level` may mean careless play.
_NO_MARK = _MOVES | frozenset(
    {"n", "num", "number", "step", "index", "level", "difficulty", "mode", "last", "left"}
)
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_BOUND = 10**9  # above all values; JavaScript gets it as JSON, which has no infinity
_MAXIMIZES = re.compile(r"is|max", re.IGNORECASE)


def role(name: str) -> Role | None:
    """Return what a parameter is for, by its name; None if that does not say.

    >>> [str(role(name)) for name in ("newBoard", "ai_symbol", "opponentMark", "max_depth")]
    ['board', 'mark', 'other', 'depth']
    >>> [str(role(name)) for name in ("isMaximizing", "maximizing_player", "is_ai", "x")]
    ['maximizes', 'maximizes', 'maximizes', 'None']
    """
    words = {*words_of(name)}
    found = {role: bool(known & words) for role, known in _BY_WORD.items()}
    if not found[Role.DEPTH] and any(map(_MAXIMIZES.match, words)):
        return Role.MAXIMIZES
    return next((role for role, named in found.items() if named), None)


def words_of(name: str) -> list[str]:
    """Return the words of a name in small letters.

    >>> words_of("bestMove"), words_of("AI_row")
    (['best', 'move'], ['ai', 'row'])
    """
    return [word.lower() for word in _WORD.findall(name)]


def roles(parts: Sequence[Parameter], *, holds: bool) -> list[Role | None] | None:
    """Return what the arguments of a function are, in order; None for one with a default.

    If no name says which is the board, it is the first that must be given and whose name says
    nothing. The second such is the mark. A board and marks are given even if they have a default
    that could be one.

    Args:
        parts: the parameters.
        holds: whether the function may know the board without getting it.

    Returns:
        None if it needs something else, such as the moves so far, or gets no board.
    """
    found: list[Role | None] = []
    named = {role(part.name) for part in parts if part.default is part.empty}
    for part in parts:
        needed, known = part.default is part.empty, role(part.name)
        if known in found and known is not Role.MARK:
            if needed and known is Role.BOARD:  # one of them is something else
                return None
            known = None
        if needed and known in {None, Role.MARK}:
            unfit = _NO_MARK if known is None else _MOVES
            if unfit & {*words_of(part.name)}:
                return None
        if needed and known is None:
            left = {Role.BOARD, Role.MARK} - {*found} - named
            known = next((each for each in (Role.BOARD, Role.MARK) if each in left), None)
            if known is None:
                return None
        found.append(known if needed or _replaces(known, part.default) else None)
    if Role.BOARD not in found and not holds:
        if [each for each in found if each] != [Role.MARK]:
            return None
        found[found.index(Role.MARK)] = Role.BOARD
    while found and found[-1] is None:
        found.pop()
    return found


def roles_of_class(parts: Sequence[Parameter]) -> list[Role | None] | None:
    """Return what makes an object that moves, as `roles`; a player beside a computer is the other.

    >>> made = inspect.signature(lambda player="X", computer="O": None).parameters
    >>> [str(role) for role in roles_of_class([*made.values()])]
    ['other', 'mark']
    """
    found = roles(parts, holds=True)
    marks = [at for at, each in enumerate(found or ()) if each is Role.MARK]
    computers = [at for at in marks if _COMPUTER & {*words_of(parts[at].name)}]
    if found is not None and computers:
        for at in marks:
            if at not in computers and "player" in words_of(parts[at].name):
                found[at] = Role.OTHER
    return found


def _replaces(known: Role | None, default: object) -> bool:
    """Whether what is given for a parameter takes the place of its default."""
    if known is Role.BOARD:
        return not isinstance(default, int)
    if known not in {Role.MARK, Role.OTHER} or isinstance(default, bool | float):
        return False
    return len(default) < 2 if isinstance(default, str) else default not in range(3, 100)


def is_flag(made: Any, part: Parameter) -> bool:
    """Whether a parameter that could be a mark is a truth value, by how a function uses it."""
    code, name = getattr(inspect.unwrap(made), "__code__", None), part.name
    if code is None or name not in code.co_varnames or part.default is not part.empty:
        return False
    try:
        source = inspect.getsource(code)
    except OSError:
        return False
    tested = rf"\b(not|if|elif)\s+{name}\s*(:(?!\s*raise)|\)|,|$|else\b)"
    compared = rf"\b{name}\s*(==|is)\s*(True|False)|\b{name}: bool\b"
    used = re.search(f"{tested}|{compared}", source, re.MULTILINE)
    return used is not None and not re.search(rf"\]\s*=\s*{name}\b", source)


class Way(NamedTuple):
    """One way to call a function: what its parameters' names do not say."""

    down: bool = False  #: its depth begins with the number of free cells instead of 0
    maximizer: str = "XO"  #: the sides for which it takes the highest value, or whose flag is set
    mine: str = ""  #: the side that it always plays; for the other, it gets the marks swapped
    #: The class and the attribute that hold its board, as `Game.cells`; or as `.board`, a list of
    #: its module that is the board as well.
    box: str = ""


def ways(
    found: Sequence[Role | None], boxes: Sequence[str] = ("",), *, told: bool = False
) -> list[Way]:
    """Return the ways to call a function that are tried, the commonest first.

    A depth that is counted down is never mistaken: from 0 on, it gives no move.

    Args:
        found: what its arguments are.
        boxes: what may hold its board, or nothing.
        told: whether it is told which mark it plays.

    >>> len(ways([Role.BOARD])), len(ways([Role.BOARD, Role.DEPTH, Role.MAXIMIZES]))
    (3, 6)
    """
    sides: tuple[str, ...] = ("XO", "X", "O") if Role.MAXIMIZES in found else ("XO",)
    if Role.FLAG in found:
        sides = ("X", "O")
    return [
        Way(down, maximizer, mine, box)
        for box, down, maximizer, mine in product(
            boxes if Role.BOARD in found else ("",),
            (False, True) if Role.DEPTH in found else (False,),
            sides,
            ("",) if told or len(sides) > 1 else ("", "X", "O"),
        )
    ]


class SideToMove(NamedTuple):
    """Who moves, as the program writes it, and how many cells are free."""

    side: str
    mark: Any
    other: Any
    free: int


def filled(
    found: Sequence[Role | None], parts: Sequence[Parameter], way: Way, board: Any, turn: SideToMove
) -> list[Any]:
    """Return the arguments of a call.

    >>> turn = SideToMove("X", 1, -1, 9)
    >>> filled([Role.BOARD, Role.DEPTH, Role.OTHER], [], Way(down=True), "the board", turn)
    ['the board', 9, -1]
    """
    values = {
        Role.BOARD: board,
        Role.MARK: turn.mark,
        Role.OTHER: turn.other,
        Role.NAME: "Noughts",
        Role.DEPTH: turn.free if way.down else 0,
        Role.ALPHA: -_BOUND,
        Role.BETA: _BOUND,
        Role.MAXIMIZES: turn.side in way.maximizer,
        Role.FLAG: turn.side in way.maximizer,
    }
    return [parts[at].default if each is None else values[each] for at, each in enumerate(found)]
