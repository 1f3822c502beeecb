"""How a learner's file is loaded: as it is, though it opens a window or asks at once.

A file may belong to a package or to a folder with others, and it may draw its game. What it defines
is wanted here, not its game: modules for windows and colours are replaced by stand-ins that do
nothing, and where the file asks a question, or draws again and again, only what it defines below
that is loaded.
"""

import ast
import builtins
import dis
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from traceback import walk_tb
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any

#: Modules that open windows: never loaded here.
_WINDOWS = {
    *("pygame", "tkinter", "turtle", "customtkinter", "kivy", "kivymd", "arcade", "pyglet"),
    *("curses", "PyQt5", "PyQt6", "PySide2", "PySide6", "wx", "easygui", "PySimpleGUI"),
    *("graphics",),
}
#: Modules that show, colour, sound, or make a website: replaced if they are not installed. None
#: computes anything.
_SHOWS = {
    *("colorama", "termcolor", "rich", "colored", "emoji", "pyfiglet", "art", "playsound"),
    *("pyttsx3", "streamlit", "flask", "gradio", "PIL", "cv2", "matplotlib", "keyboard"),
    *("pyautogui", "IPython", "colorist", "tabulate", "prettytable", "pygame_menu", "pynput"),
    *("flask_session", "flask_cors", "flask_socketio", "socketio", "fastapi", "pydantic"),
    *("uvicorn", "django", "discord", "telegram", "requests", "dotenv"),
}
_ABOVE = 3  # folders above the file in which its imports are looked for
_MOST_DRAWN = 20_000  # calls of stand-ins while a file is loaded
_MOST_ASKED = 100  # questions that nobody answers, while a file is loaded
_DEFINES = (ast.FunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom)
_SET = {
    *(ast.Constant, ast.List, ast.Tuple, ast.Dict, ast.UnaryOp, ast.USub, ast.UAdd, ast.BinOp),
    *(ast.Mult, ast.Load, ast.ListComp, ast.comprehension, ast.Name, ast.Store, ast.Call),
}
_RELATIVE = re.compile(r"^[ \t]*from[ \t]+\.", re.MULTILINE)


class _DrawsForeverError(Exception):
    """A loop that draws, outside any function."""


class _Nobody:
    """`input` while a file is loaded: nobody answers.

    A game may take every error for a wrong answer, and ask again without end. Then the error is
    raised again where it is taken.
    """

    def __init__(self) -> None:
        self._input, self._left = builtins.input, _MOST_ASKED
        self._error: BaseException = EOFError()
        self._trace = sys.gettrace()  # a debugger's, or that of coverage

    def __call__(self, *prompt: object) -> str:
        """Raise EOFError, as there is no stdin."""
        self._left -= 1
        if self._left < 0 and builtins.input is self:
            frame: FrameType | None = sys._getframe(1)  # noqa: SLF001  (it is documented)
            while frame is not None:
                frame.f_trace = self._taken
                frame = None if frame.f_code.co_name == "<module>" else frame.f_back
            sys.settrace(lambda *_: None)  # of frames that begin later, nothing
        return self._input(*prompt)

    def _taken(self, _: FrameType, event: str, about: Any) -> Any:
        if event == "exception":
            self._error = about[1]
        elif event == "line":
            raise self._error
        return self._taken

    def __enter__(self) -> None:
        builtins.input = self

    def __exit__(self, *_: object) -> None:
        builtins.input = self._input
        sys.settrace(self._trace)


class ReadsWindowError(Exception):
    """A move that depends on what a stand-in says, which knows nothing."""


class StandIn:
    """Stands for whatever a module for windows has: takes every call, and does nothing."""

    drawn: int | None = None  #: calls so far, while a file is loaded
    look: Callable[[], object] | None = None  #: says how the board is while a move is asked for
    before: object = None  #: how it was before that
    reads: list[tuple[object, str]]  #: how it was whenever that move has read one, and of what
    _of = "a window"

    def __init__(self, *_: Any, **__: Any) -> None:
        """Take whatever a window is made of."""

    def __call__(self, *given: Any, **_: Any) -> Any:
        """Return this again; as a decorator, the function as it is."""
        if StandIn.drawn is not None:
            StandIn.drawn += 1
            if StandIn.drawn > _MOST_DRAWN:
                raise _DrawsForeverError
        return given[0] if len(given) == 1 and isinstance(given[0], FunctionType) else self

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return self

    def __mro_entries__(self, _: tuple[Any, ...]) -> tuple[type, ...]:
        return (StandIn,)

    def _same(self, _: Any) -> Any:
        return self

    def _said(self, value: Any) -> Any:
        """Return what is not known."""
        if StandIn.look is not None:
            board = StandIn.look()
            StandIn.reads.append((board, self._of))
            if board == StandIn.before:
                raise ReadsWindowError(self._of)
        return value

    def __iter__(self) -> Iterator[Any]:
        return iter(self._said(()))

    def __setitem__(self, *_: Any) -> None: ...

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *_: object) -> None: ...

    def __index__(self) -> int:
        return int(self._said(0))

    def __float__(self) -> float:
        return float(self._said(0))

    def __len__(self) -> int:
        return int(self._said(0))

    def _less(self, _: Any) -> bool:
        return bool(self._said(0))

    def __eq__(self, other: object) -> bool:
        return bool(self._said(self is other))

    __hash__ = object.__hash__
    __getitem__ = _same
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __or__ = __ror__ = _same
    __truediv__ = __rtruediv__ = __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = _same
    __lt__ = __le__ = __gt__ = __ge__ = _less


class _Variable(StandIn):
    """One of tkinter's variables: it holds what the program gives it."""

    value: Any = ""

    def __init__(self, _: Any = None, value: Any = None, **__: Any) -> None:
        self.value = self.value if value is None else value

    def get(self) -> Any:
        """Return the value."""
        return self.value

    def set(self, value: Any) -> None:
        """Change the value."""
        self.value = value


_VARIABLES = {"StringVar": "", "IntVar": 0, "DoubleVar": 0.0, "BooleanVar": False}


class _StandInModule(ModuleType):
    @property
    def __all__(self) -> Sequence[str]:
        """What `import *` defines: all that the file reads and does not define itself."""
        frame: FrameType | None = sys._getframe(1)  # noqa: SLF001  (it is documented)
        while frame is not None and frame.f_code.co_name != "<module>":
            frame = frame.f_back
        known = {*vars(builtins), *(frame.f_globals if frame else ())}
        return sorted(_missing(frame.f_code) - known) if frame else ()

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        if name in _VARIABLES:
            return type(name, (_Variable,), {"value": _VARIABLES[name]})
        found = StandIn()
        found._of = self.__name__  # noqa: SLF001  (its own)
        return found


def _missing(whole: CodeType) -> set[str]:
    """Return the global names that a module reads and does not set."""
    read, left = set[str](), [whole]
    stored = set[str]()
    while left:
        code = left.pop()
        left += [each for each in code.co_consts if isinstance(each, CodeType)]
        for step in dis.get_instructions(code):
            if step.opname in {"LOAD_NAME", "LOAD_GLOBAL"}:
                read.add(step.argval)
            elif step.opname in {"STORE_NAME", "STORE_GLOBAL"}:
                stored.add(step.argval)
    return read - stored


class _StandIns(MetaPathFinder, Loader):
    """Finds stand-ins for some modules."""

    def __init__(self, names: set[str]) -> None:
        self.names = names

    def find_spec(self, fullname: str, *_: Any) -> ModuleSpec | None:
        """Find a stand-in."""
        if fullname.partition(".")[0] not in self.names:
            return None
        return ModuleSpec(fullname, self, is_package=True)

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """Make a stand-in."""
        return _StandInModule(spec.name)

    def exec_module(self, _: ModuleType) -> None:
        """Add nothing to it."""


class _Above(MetaPathFinder):
    """Finds the modules of a project, for a file in one of its folders.

    Capitals do not count, as on Windows and macOS.
    """

    def __init__(self, folder: Path) -> None:
        self.folders = [folder, *folder.parents[:_ABOVE]]

    def find_spec(self, fullname: str, path: Any = None, _: Any = None) -> ModuleSpec | None:
        """Find a module or a package."""
        if path is not None:
            return None
        for folder in self.folders:
            for file in folder.glob("*"):
                if file.stem.lower() != fullname.lower():
                    continue
                if file.suffix == ".py":
                    return spec_from_file_location(fullname, file)
                if file.is_dir():
                    spec = ModuleSpec(fullname, None, is_package=True)
                    spec.submodule_search_locations = [str(file)]
                    return spec
        return None


class _Uncached(SourceFileLoader):
    """Compiles the file as it is now: neither reads nor writes `__pycache__`.

    Bytecode counts as fresh if the file has the size and the second of its last change.
    """

    def get_code(self, fullname: str) -> CodeType:
        path = self.get_filename(fullname)
        return self.source_to_code(self.get_data(path), path)


def load_file(path: Path) -> tuple[ModuleType, BaseException | None]:
    """Load a file and what it imports.

    Returns:
        The module, and what ended the file before its end, unless it only drew.

    Raises:
        BaseException: whatever the file raises.
    """
    others = [each for each in sys.meta_path if not isinstance(each, _StandIns | _Above)]
    sys.meta_path[:] = _StandIns(_WINDOWS), *others, _Above(path.parent), _StandIns(_SHOWS)
    sys.path.insert(0, str(path.parent))
    name = path.stem
    if _RELATIVE.search(path.read_text("utf-8", errors="replace")):
        package = ModuleType(path.parent.name)
        package.__path__ = [str(path.parent)]
        sys.modules[package.__name__] = package
        name = f"{package.__name__}.{name}"
    loader = _Uncached(name, str(path))
    module = module_from_spec(ModuleSpec(name, loader, origin=str(path)))
    module.__file__ = str(path)
    sys.modules[name] = module
    StandIn.drawn, ended = 0, None
    try:
        with _Nobody():
            loader.exec_module(module)
    except (EOFError, SystemExit, _DrawsForeverError) as error:
        _define_rest(module, path, error)
        ended = None if isinstance(error, _DrawsForeverError) else error
    finally:
        StandIn.drawn = None
    _set_of_game(module, path)
    return module, ended


def _define_rest(module: ModuleType, path: Path, error: BaseException) -> None:
    """Load what a file defines below the statement that ended it."""
    lines = [
        line
        for frame, line in walk_tb(error.__traceback__)
        if frame.f_code.co_filename == str(path) and frame.f_code.co_name == "<module>"
    ]
    for statement in ast.parse(path.read_bytes()).body:
        if isinstance(statement, _DEFINES) and lines and statement.lineno > lines[0]:
            _run(statement, module, path)


def _run(statement: ast.stmt, module: ModuleType, path: Path) -> None:
    code = compile(ast.Module([statement], []), str(path), "exec")
    exec(code, vars(module))  # noqa: S102  (the learner's file)


def _set_of_game(module: ModuleType, path: Path) -> None:
    """Set the variables that functions need, and that only the file's game sets.

    The game is below `if __name__ == "__main__"`, or below the statement that ended the file. It
    sets such a variable once, to what depends on no player: a board, or a mark.
    """
    found: dict[str, list[ast.Assign]] = {}
    left: list[ast.AST] = [ast.parse(path.read_bytes())]
    for part in left:  # which grows
        if isinstance(part, ast.Assign) and isinstance(part.targets[0], ast.Name):
            found.setdefault(part.targets[0].id, []).append(part)
        elif not isinstance(part, _DEFINES):
            left += ast.iter_child_nodes(part)
    for name, (first, *others) in found.items():
        if name not in vars(module) and not others and _is_set(first.value, vars(module)):
            _run(first, module, path)


def _is_set(value: ast.expr, known: Mapping[str, object]) -> bool:
    """Whether a value is made of constants alone, such as `[EMPTY for _ in range(9)]`."""
    parts = [*ast.walk(value)]
    names = [part for part in parts if isinstance(part, ast.Name)]
    loops = {name.id for name in names if isinstance(name.ctx, ast.Store)}
    return _SET.issuperset(map(type, parts)) and all(
        name.id in loops or name.id == "range" or isinstance(known.get(name.id), str | int)
        for name in names
    )
