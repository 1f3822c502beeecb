"""What a program remembers from move to move: taken after one, and put back before another.

A program that remembers what came before may err in some of its games only. So it is asked in each
position of its games with whatever the games before it may have left: variables of its modules,
attributes of its classes and of the object that moves, defaults of its functions and the variables
around them. What it remembers has a number, 0 when it has just been loaded; equal contents have the
same number.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from types import BuiltinFunctionType, CellType, FunctionType, MethodType, ModuleType
from typing import Any

from noughts.check.chance import note_made
from noughts.check.loading import StandIn
from noughts.check.movers import is_own

#: All that an object, a class or a module holds, by its name.
_State = list[dict[Any, Any]]

_LEFT = type(None)  #: stands for what cannot be copied; copying leaves a class as it is
_CODE = type | FunctionType | BuiltinFunctionType | MethodType | ModuleType | StandIn
_LARGE = 300  #: entries; a larger collection is taken for kept answers, and stays as it is
_PLAIN = {bool, int, float, str, list, dict, set, tuple, type(None)}


class ProgramState:
    """The state of a program that has just been loaded, and those after its moves.

    Args:
        module: the program.
        folder: where it is.
    """

    def __init__(self, module: ModuleType, folder: Path) -> None:
        modules = [module]
        for each in modules:  # and those that it imports, and they
            for value in [*vars(each).values()]:
                name = value.__name__ if isinstance(value, ModuleType) else _home(value)
                found = sys.modules.get(name)
                if found is not None and found not in modules and is_own(name, folder):
                    modules.append(found)
        own = {each.__name__ for each in modules}
        made = [value for each in modules for value in vars(each).values()]
        made = [getattr(value, "__self__", value) for value in made]  # an object of its methods
        made = [value for value in made if _home(value) in own]
        inner = [
            value
            for each in made
            if isinstance(each, type)
            for value in vars(each).values()
            if isinstance(value, FunctionType)
        ]
        self._holders: list[Any] = list(
            {id(each): each for each in (*modules, *made, *inner)}.values()
        )
        self._states: list[_State] = []
        self._numbers: dict[object, int] = {}
        self.take(None)

    def put(self, number: int, mover: object) -> None:
        """Put back what it remembered once.

        Args:
            number: what it was.
            mover: the object that has moved.
        """
        state = deepcopy(self._states[number])
        for holder, saved in zip((*self._holders, mover), state, strict=False):
            for name, _ in [*_data(holder)]:
                if name not in saved and isinstance(name, str):
                    delattr(holder, name)
            for name, value in saved.items():
                if value is not _LEFT and isinstance(name, int):
                    holder.__closure__[name].cell_contents = value
                elif value is not _LEFT:
                    setattr(holder, name, value)

    def take(self, mover: object) -> int:
        """Return the number of what it remembers now."""
        state = self._taken(mover)
        number = self._numbers.setdefault(_image(state, {}), len(self._states))
        if number == len(self._states):
            self._states.append(state)
        return number

    def _taken(self, mover: object) -> _State:
        holders = (*self._holders, mover) if mover is not None else self._holders
        held = [
            {name: _LEFT if _is_large(value) else value for name, value in _data(holder)}
            for holder in holders
        ]
        try:
            return deepcopy(held)
        except Exception:  # noqa: BLE001  (an object may refuse in any way)
            # What can be copied is copied together, as its parts may be the same objects.
            return deepcopy(
                [{name: _copied(value) for name, value in each.items()} for each in held]
            )


def _image(value: Any, seen: dict[int, int]) -> object:
    """Return the contents of a value, which can be compared; of no other what cannot be read."""
    if isinstance(value, bool | int | float | complex | str | bytes | None):
        return type(value), value
    if isinstance(value, _CODE):
        return id(value)
    if id(value) in seen:
        return "again", seen[id(value)]
    seen[id(value)] = len(seen)
    if isinstance(value, list | tuple):
        parts: object = tuple(_image(each, seen) for each in value)
    elif isinstance(value, dict):
        parts = tuple((_image(key, seen), _image(each, seen)) for key, each in value.items())
    elif isinstance(value, set | frozenset):
        parts = frozenset(_image(each, seen) for each in value)
    else:
        try:
            made, *rest = value.__reduce_ex__(4)
            rest = [[*each] if hasattr(each, "__next__") else each for each in rest]
            parts = made, _image(rest, seen)
        except Exception:  # noqa: BLE001  (an object may refuse in any way)
            parts = object()
    return type(value), parts


def _home(made: object) -> str:
    """Return the module of a class or a function; nothing for what says none."""
    name = getattr(made, "__module__", None)
    return name if isinstance(name, str) else ""


def _is_large(value: object) -> bool:
    """Whether it is a collection that is too large for a game: known answers, which are kept."""
    return isinstance(value, dict | list | set) and len(value) > _LARGE


def _copied(value: object) -> object:
    """Return a value if it can be copied, otherwise what says that it stays as it is.

    A generator in it goes on where it is, whatever is put back. So nothing is proved then.
    """
    try:
        deepcopy(value)
    except Exception as error:  # noqa: BLE001
        if "generator" in str(error) or "itertools" in str(error):
            note_made("next")
        return _LEFT
    return value


def _data(holder: object) -> Iterator[tuple[str | int, Any]]:
    """Yield what may change: neither code nor what Python itself puts there.

    The variables around a function have numbers.
    """
    found: list[tuple[str | int, Any]] = []
    if isinstance(holder, FunctionType):
        yield "__defaults__", holder.__defaults__
        yield "__kwdefaults__", holder.__kwdefaults__
        cells = enumerate(holder.__closure__ or ())
        found += [(at, cell.cell_contents) for at, cell in cells if cell != CellType()]
    found += getattr(holder, "__dict__", {}).items()
    for name, value in found:
        plain = not isinstance(holder, type) or type(value) in _PLAIN
        hidden = isinstance(name, str) and name.startswith("__")
        if plain and not hidden and not isinstance(value, _CODE):
            yield name, value
