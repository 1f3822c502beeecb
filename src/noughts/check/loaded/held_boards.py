"""Boards that a program holds itself: in its module, or in an object of one of its classes."""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from noughts.check.board_forms import KEYS
from noughts.check.loaded.movers import is_own

#: What such a board is called, without underscores and capitals.
_HELD = {
    *("board", "grid", "state", "gameboard", "theboard", "gamestate", "currentboard"),
    *("origboard", "boardstate", "boardarray", "boardarr", "gamegrid", "gamearray"),
}
_CELLS = {"cells", "spaces", "squares", "tiles", "fields"}
#: Who moves.
TURN = re.compile(r"(?<!re)turn|current_?(player|mark)|to_?move", re.IGNORECASE)
#: Counters of free cells, and of moves.
FREE = re.compile(r"free|avail|remain|vacant|empty|left$", re.IGNORECASE)
PLAYED = re.compile(
    r"(move|turn|play)s$|(move|turn|play)s?_?(count|number|made)"
    r"|(count|number|num)_?(of)?_?(move|turn|play)|^(marked|filled|taken|occupied)",
    re.IGNORECASE,
)
_MANY = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)


class Place(NamedTuple):
    """Where a board is held: an attribute of an object or of a module."""

    holder: Any
    name: str

    def put(self, board: Any) -> None:
        """Replace the board."""
        setattr(self.holder, self.name, board)

    def taken(self) -> Any:
        """Return the board as it is now; one of tuples as one of lists."""
        board = getattr(self.holder, self.name)
        return _as(list, board) if isinstance(board, tuple) else board


class Counts(NamedTuple):
    """How many cells of a board have a mark, and how many have none."""

    played: int
    free: int


def is_held(name: str) -> bool:
    """Whether a board may be called so."""
    return name.replace("_", "").lower() in _HELD | _CELLS


def held(holder: Any) -> str:
    """Return what the board of an object or module is called; nothing if it has none."""
    lists = [
        name
        for name in filter(is_held, dir(holder))
        if isinstance(getattr(holder, name, None), list)
        or _is_numbered(getattr(holder, name, None))
    ]
    return max(lists, key=lambda name: len(getattr(holder, name)) > 0, default="")


def _is_numbered(board: object) -> bool:
    """Whether something is a dictionary with the keys of nine cells, or an array of NumPy's."""
    if isinstance(board, dict):
        return {*board} in map(set, KEYS.values())
    return type(board).__name__ == "ndarray"


def too(home: ModuleType, shapes: Sequence[list[int]]) -> list[str]:
    """Return the lists of a module that look like a board, each as `.name`.

    In the program, they may be the very board that its function gets.

    Args:
        home: the module.
        shapes: the lengths of a board and of its rows.
    """
    return [
        f".{name}"
        for name, own in vars(home).items()
        if name.replace("_", "").lower() in _HELD and _shape(own) in shapes
    ]


def _shape(board: Any) -> list[int]:
    """Return the lengths of a list and its rows; nothing for what is no board."""
    if not isinstance(board, list):
        return [len(board)] if _is_numbered(board) else []
    return [len(board), *(len(row) for row in board if isinstance(row, list))]


def boxes(module: ModuleType, folder: Path) -> dict[str, type]:
    """Return the program's classes whose objects hold a board, and are made of no more than that.

    They may also need to know who moves. They are named with the attribute: `Game.cells`.
    """
    names: set[str] = set()
    for made in vars(module).values():
        named = made.__name__ if isinstance(made, ModuleType) else getattr(made, "__module__", "")
        names |= {named} if isinstance(named, str) and is_own(named, folder) else set()
    found = {}
    for home in [module, *(sys.modules[name] for name in sorted(names))]:
        for kind in vars(home).values():
            made = inspect.getattr_static(kind, "__init__") if isinstance(kind, type) else None
            fixed = made is not None and _is_fixed(kind)
            if (inspect.isfunction(made) or fixed) and is_own(kind.__module__, folder):
                parts = _parts(kind)
                used = made.__code__.co_names if inspect.isfunction(made) else ()
                if "input" in used or not all(map(_is_known, parts.values())):
                    continue
                for name in sorted(parts if fixed else {*vars(kind), *used}):
                    if is_held(name) and not callable(getattr(kind, name, None)):
                        found[f"{kind.__name__}.{name}"] = kind
    return found


@lru_cache(maxsize=32)
def _parts(kind: type) -> Mapping[str, inspect.Parameter]:
    """Return what an object of a class is made of; each question makes one."""
    return inspect.signature(kind).parameters


def _is_fixed(kind: type) -> bool:
    """Whether objects of a class never change: a frozen dataclass, or a tuple with names."""
    frozen = getattr(getattr(kind, "__dataclass_params__", None), "frozen", False)
    return bool(frozen) or (issubclass(kind, tuple) and hasattr(kind, "_fields"))


def _is_known(part: inspect.Parameter) -> bool:
    """Whether an argument may be left out, or is a board or who moves."""
    known = is_held(part.name) or TURN.search(part.name) is not None
    return known or part.default is not part.empty or part.kind in _MANY


def boxed(kind: type, name: str, board: Any, marks: Sequence[Any], counts: Counts) -> Place:
    """Return an object of a class with a board; it knows who moves, and how many marks there are.

    It knows that if it holds it.
    """
    given, fixed = {}, _is_fixed(kind)
    for own, part in _parts(kind).items():
        needed = part.default is part.empty and part.kind not in _MANY
        if is_held(own) and (needed or (fixed and own == name)):
            tuples = fixed or "tuple" in str(part.annotation).lower()
            given[own] = _as(tuple, board) if tuples else board
        elif needed or (fixed and _says_turn(own, part.default, marks)):
            given[own] = marks[0]
    place = Place(kind(**given), name)
    if fixed:
        return place
    if not any(map(is_held, given)):
        place.put(board)
    tell_turn(place.holder, marks)
    for own, value in getattr(place.holder, "__dict__", {}).items():
        if type(value) is int and value == 0 and PLAYED.search(own):
            setattr(place.holder, own, counts.played)
        elif type(value) is int and value == sum(counts) and FREE.search(own):
            setattr(place.holder, own, counts.free)
    return place


def _as(kind: type[list[Any] | tuple[Any, ...]], board: Any) -> Any:
    """Return a board of lists or tuples as one of lists, or of tuples."""
    if not isinstance(board, list | tuple):
        return board
    return kind(_as(kind, row) for row in board)


def _says_turn(name: str, value: Any, marks: Sequence[Any]) -> bool:
    """Whether an attribute says who moves: it holds a mark, or nothing."""
    known = value is None or (type(value) in {str, int} and value in marks)
    return known and TURN.search(name) is not None


def tell_turn(holder: Any, marks: Sequence[Any]) -> None:
    """Set what says who moves in an object or a module, if it holds a mark or nothing.

    Args:
        holder: the object or module.
        marks: of the side that moves, and of the other.
    """
    for own, value in [*getattr(holder, "__dict__", {}).items()]:
        if _says_turn(own, value, marks):
            setattr(holder, own, marks[0])
