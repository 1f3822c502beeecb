"""Which functions of a program may choose its moves: by their names, the likeliest first."""

import inspect
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

from noughts.check.arguments import words_of

#: Names without underscores and capitals. The last are those of searches, which may give a value.
_BARE = "ai|computer|comp|cpu|bot|machine"  #: alone, `player` says whose turn it is
_ITS = f"{_BARE}|player"
_DOES = "(make|do|handle|play|perform|execute|run|trigger)"
_NAMES = tuple(
    re.compile(pattern)
    for pattern in (
        rf".*(best|optimal)(next|possible)?(move|action|column|spot|square|cell|position)({_BARE})?",
        rf"(?!getturn|nextturn)(get|choose|select|pick|find|calculate|next|minimax|{_ITS})+(move|action|column|turn|play)",
        rf"makemove|move|play|turn|choose|act|maketurn|{_BARE}|move({_ITS})|{_DOES}({_ITS})(move|turn|play)",
        r".*(minimax|minmax|negamax|al(ph|f)abeta).*",
    )
)
_SEARCH = len(_NAMES) - 1
_CLEVER = re.compile(r"mini_?max|hard|smart|perfect|genius|unbeatable", re.IGNORECASE)
#: Words that together may name a function, too, though not as clearly: of either, and of no other.
_COMPUTERS = {*_BARE.split("|"), "computers", "robot", "agent"}
_MOVES = {
    *("move", "turn", "coordinates", "coords", "position", "eval", "evaluate"),
    *("hard", "smart", "perfect", "unbeatable", "difficult", "impossible", "expert"),
}
_OTHERS = {"check", "is", "valid", "last", "human", "user", "text", "event", "vs", "display"}
_NOT_ITS_OWN = re.compile(r"human|user|person|random|dumb|easy|input", re.IGNORECASE)
_LIBRARY = Path(os.__file__).resolve().parent  # where Python has its own modules


def rank(name: str) -> int | None:
    """Return how likely a function chooses a move, 0 the likeliest; None if it hardly does.

    >>> [rank(name) for name in ("getBestMove", "ai_turn", "computer", "minimax", "getTurn")]
    [0, 1, 2, 3, None]
    >>> [rank(name) for name in ("get_ai_move_hard", "AI.eval", "available_moves", "check_ai_move")]
    [4, 4, None, None]
    """
    bare = name.rpartition(".")[2].replace("_", "").lower()
    words = {*words_of(name)}
    loose = words & _COMPUTERS and words & _MOVES and not words & _OTHERS
    named = [at for at, known in enumerate(_NAMES) if known.fullmatch(bare)]
    return named[0] if named else len(_NAMES) if loose else None


def is_unsure(name: str) -> bool:
    """Whether a function may give a value instead of a move: it is a search, by its name."""
    at = rank(name)
    return at is not None and at >= _SEARCH


def chooses(made: object) -> bool:
    """Whether something is a function: a method of an object and a function with a cache are."""
    return inspect.ismethod(made) or (callable(made) and inspect.isfunction(inspect.unwrap(made)))


def is_own(name: str, folder: Path) -> bool:
    """Whether a module that is loaded belongs to the program in a folder, or just above.

    Python's own modules may be there, too: below a home folder, or below the root.
    """
    file = Path(getattr(sys.modules.get(name), "__file__", None) or "/").resolve()
    library = _LIBRARY in file.parents or "site-packages" in file.parts
    return folder.parent in file.parents and not library


def functions(module: ModuleType, folder: Path) -> Iterator[tuple[str, Any]]:
    """Yield the functions of a program and its classes' methods, with their names in the module."""
    yield from _members(module, folder)
    for name, made in vars(module).items():
        if isinstance(made, ModuleType) and is_own(made.__name__, folder):
            yield from ((f"{name}.{each}", found) for each, found in _members(made, folder))


def _members(module: ModuleType, folder: Path) -> Iterator[tuple[str, Any]]:
    for name, made in vars(module).items():
        if not isinstance(made, type):
            if chooses(made):
                yield name, made
        elif made.__module__ == module.__name__ or is_own(made.__module__, folder):
            for method, function in vars(made).items():
                plain = getattr(function, "__func__", function)  # of a class or static method
                if inspect.isfunction(plain) and not method.startswith("_"):
                    yield f"{name}.{method}", plain


def movers(module: ModuleType, folder: Path) -> list[str]:
    """Return the functions that may choose a move, the likeliest first."""
    bases = {
        base.__name__
        for made in vars(module).values()
        if isinstance(made, type)
        for base in made.__bases__
    }

    def unlikely(each: tuple[str, Any]) -> tuple[object, ...]:
        name, made = each
        owner = name.rpartition(".")[0]
        asks = "input" in getattr(inspect.unwrap(made), "__code__", made).co_names
        return (
            asks or bool(_NOT_ITS_OWN.search(name)),
            rank(name),
            bool(owner),
            owner in bases,
            not _CLEVER.search(name),
        )

    found = [each for each in functions(module, folder) if rank(each[0]) is not None]
    return [name for name, _ in sorted(found, key=unlikely)]
