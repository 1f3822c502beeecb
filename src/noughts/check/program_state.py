"""What a program remembers from move to move: taken after one, and put back before another.

A program that remembers what came before may err in its games only. So each position of its games
is asked for once with what the game before it has left: variables of its modules, attributes of its
classes and of the object that moves, and defaults of its functions.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from noughts.check.movers import is_own

#: All that an object, a class or a module holds, by its name.
_State = list[dict[str, Any]]


class ProgramState:
    """The state of a program that has just been loaded, and those after its moves.

    Args:
        module: the program.
        folder: where it is.
    """

    def __init__(self, module: ModuleType, folder: Path) -> None:
        named = [each for name, each in sys.modules.items() if is_own(name, folder)]
        modules = list({id(each): each for each in (module, *named)}.values())
        own = {each.__name__ for each in modules}
        made = [
            value
            for each in modules
            for value in vars(each).values()
            if isinstance(value, type | FunctionType) and value.__module__ in own
        ]
        self._holders: list[Any] = list({id(each): each for each in (*modules, *made)}.values())
        self._after: dict[str, _State | None] = {"": self._taken(None)}

    def put(self, after: str, mover: object) -> None:
        """Put back what it remembered after a move; after none, what it had when it was loaded.

        Args:
            after: the position in which it moved.
            mover: the object that has moved.
        """
        state = deepcopy(self._after.get(after))
        if state is None:
            return
        for holder, saved in zip((*self._holders, mover), state, strict=False):
            for name, _ in [*_data(holder)]:
                if name not in saved:
                    delattr(holder, name)
            for name, value in saved.items():
                setattr(holder, name, value)

    def take(self, board: str, mover: object) -> None:
        """Take what it remembers after its move in a position."""
        self._after[board] = self._taken(mover)

    def _taken(self, mover: object) -> _State | None:
        """Return what it holds; None if that cannot be copied."""
        held = [dict(_data(holder)) for holder in (*self._holders, mover)]
        try:
            return deepcopy(held if mover is not None else held[:-1])
        except Exception:  # noqa: BLE001  (an object may refuse in any way)
            return None


def _data(holder: object) -> Iterator[tuple[str, Any]]:
    """Yield what may change: neither code nor what Python itself puts there."""
    if isinstance(holder, FunctionType):
        yield "__defaults__", holder.__defaults__
    for name, value in getattr(holder, "__dict__", {}).items():
        if not (
            name.startswith("__")
            or callable(value)
            or isinstance(value, ModuleType | staticmethod | classmethod | property)
        ):
            yield name, value
