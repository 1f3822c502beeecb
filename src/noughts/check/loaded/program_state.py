"""What a program remembers from move to move: taken after one, and put back before another.

A program that remembers what came before may err in some of its games only. So it is asked in each
position of its games with whatever the games before it may have left: all that its modules reach,
through variables, objects, classes, functions and the variables around them. Each object stays what
it is to the others; only its contents are put back.

What it remembers has a number, 0 when it has just been loaded; equal contents have the same number.
"""

import ast
import os
import random
import sys
from collections import deque
from collections.abc import Iterable
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from pickle import dumps
from types import ModuleType
from typing import Any
from warnings import catch_warnings

from noughts.check.loaded.held_contents import TOO_MUCH, Look, Saved, home
from noughts.check.loaded.loading import StandIn
from noughts.check.loaded.movers import is_own
from noughts.check.loaded.plain_contents import Places

_MOST_KEPT = 5_000_000  #: entries of all collections in all states
#: Names of functions that reach what is not looked at.
_REACHES = {
    *("getcontext", "setcontext", "localcontext", "setlocale", "get_objects", "get_referrers"),
    *("_getframe", "currentframe", "stack", "settrace", "setprofile", "filterwarnings"),
}
#: Python's names for what changes files.
_CHANGES = {f"os.{name}" for name in ("mkdir", "rename", "remove", "rmdir", "link", "symlink")}
_CHANGES |= {"os.truncate", "os.chmod", "os.utime", "os.chdir", "sqlite3.connect"}
_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_TRUNC


class ProgramState:
    """The state of a program that has just been loaded, and those after its moves.

    Args:
        module: the program.
        folder: where it is.
        made: what the check has made of it: objects that move.
    """

    def __init__(self, module: ModuleType, folder: Path, made: object) -> None:
        modules = [module]
        for each in modules:  # and those that it imports, and they
            for value in [*vars(each).values(), *_imports(each, folder)]:
                name = value.__name__ if isinstance(value, ModuleType) else home(value)
                found = sys.modules.get(name)
                if found is not None and found not in modules and _is_own(name, folder):
                    modules.append(found)
        self._own = {each.__name__ for each in modules}
        self.lost: str = ""  #: where the program may keep what cannot be put back, or ""
        self._roots = [*modules, made, os.environ, sys.argv, vars(random)["_inst"]]
        self._set: list[tuple[Any, str]] = []
        for each in modules:
            self._find_foreign(each)
        self._constants: dict[int, tuple[int, object]] = {}
        self._states: list[tuple[list[Saved], Places]] = []
        self._before: Places = {}
        self._numbers: dict[bytes, int] = {}
        self._entries = 0
        self._held: dict[int, tuple[object, object]] = {}
        sys.dont_write_bytecode = True  # so that it is the program that writes files
        _listen()
        self.take()

    def put(self, number: int) -> None:
        """Put back what it remembered once, before it moves."""
        global _moving  # noqa: PLW0603  (Python has one audit hook for all)
        _moving = self
        saved, self._before = self._states[number]
        for put, holder, contents in saved:
            put(holder, contents)

    def take(self) -> int:
        """Return the number of what it remembers now."""
        global _moving  # noqa: PLW0603
        _moving = None
        if self.lost and self._states:  # nothing will be proved
            return 0
        look = Look(self._own, self._constants, self._before)
        for root in self._roots:
            look.number(root)
        for module, name in self._set:
            look.add(_put_attribute, (module, name), [*_own_attribute(module, name)])
        look.add(_put_limit, None, [sys.getrecursionlimit()])
        image = look.image()
        lost = look.lost or self._changed(look.held)
        self.lost = self.lost or lost
        number = self._numbers.setdefault(image, len(self._states))
        if number == len(self._states):
            self._states.append((look.saved, look.plain))
            self._entries += look.entries
            if self._entries > _MOST_KEPT:
                self.lost = self.lost or TOO_MUCH
        return number

    def _changed(self, held: list[tuple[str, object]]) -> str:
        """Return the type of an object that cannot be put back, and that is not what it was."""
        for name, value in held:
            image: object = None
            with suppress(Exception), catch_warnings(action="ignore"):
                image = dumps(value)
            first, _ = self._held.setdefault(id(value), (None if self._states else image, value))
            if image is None or image != first:
                return name
        return ""

    def _find_foreign(self, module: ModuleType) -> None:
        """Find what a module may change in others that are not the program's."""
        tree = _tree(module)
        space = dict(vars(module))
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):  # in functions, too
                for each in node.names:
                    name = each.name if each.asname else each.name.partition(".")[0]
                    space.setdefault(each.asname or name, sys.modules.get(name))
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute):
                holder = _foreign(node.value, space, self._own)
                if holder is None:
                    continue
                held = getattr(holder, node.attr, None)
                if not isinstance(node.ctx, ast.Load):
                    self._set.append((holder, node.attr))
                elif node.attr == "__dict__" or node.attr in _REACHES or held is sys.modules:
                    self.lost = self.lost or node.attr
                elif isinstance(held, list | dict | set | deque | bytearray):
                    self._roots.append(held)
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                changes = node.func.id in {"setattr", "delattr", "vars"} and node.args
                if changes and _foreign(node.args[0], space, self._own) is not None:
                    self.lost = self.lost or node.func.id


_moving: ProgramState | None = None
_listens = False


def _listen() -> None:
    """Hear of files that a program changes while it moves."""
    global _listens  # noqa: PLW0603
    if not _listens:
        sys.addaudithook(_hear)
        _listens = True


def _hear(event: str, given: tuple[Any, ...]) -> None:
    if _moving is None or _moving.lost:
        return
    if event in _CHANGES or (event == "open" and given[2] & _WRITES and given[0] != os.devnull):
        _moving.lost = event


def _is_own(name: str, folder: Path) -> bool:
    return not name.startswith("noughts.") and is_own(name, folder)


def _imports(module: ModuleType, folder: Path) -> Iterable[ModuleType]:
    """Import the modules of a program that only its functions would import; yield them."""
    for node in ast.walk(_tree(module)):
        names = [each.name for each in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names = [node.module]
        for name in names:
            if name in sys.modules or (folder / f"{name}.py").is_file():
                with suppress(Exception):  # it may fail in any way
                    yield import_module(name)


def _foreign(node: ast.expr, space: dict[str, Any], own: set[str]) -> Any:
    """Return what a chain of names such as `sys.path` is, if it is not the program's."""
    if isinstance(node, ast.Name):
        made = space.get(node.id)
        is_foreign = isinstance(made, ModuleType) and made.__name__ not in own
        return made if is_foreign and not isinstance(made, StandIn) else None
    if isinstance(node, ast.Attribute):
        return getattr(_foreign(node.value, space, own), node.attr, None)
    return None


def _own_attribute(holder: Any, name: str) -> Iterable[object]:
    """Yield an attribute of an object, if it has it and not only its class."""
    with suppress(TypeError, KeyError):
        yield vars(holder)[name]


def _tree(module: ModuleType) -> ast.AST:
    try:
        return ast.parse(Path(module.__file__ or "").read_bytes())
    except (OSError, SyntaxError, ValueError):
        return ast.Module([], [])


def _put_attribute(where: tuple[Any, str], contents: list[Any]) -> None:
    holder, name = where
    if contents:
        setattr(holder, name, contents[0])
    else:
        with suppress(AttributeError, TypeError):
            delattr(holder, name)


def _put_limit(_: None, limit: list[int]) -> None:
    sys.setrecursionlimit(limit[0])
