"""`LoadedProgram`: a Python program that is loaded and asked in this process."""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import linecache
import sys
import traceback
from collections.abc import Callable
from copy import deepcopy  # before the program can change it
from functools import cache
from importlib.machinery import SourceFileLoader
from marshal import dumps
from pathlib import Path
from time import perf_counter
from types import CodeType, ModuleType
from typing import Any

from noughts.check.board_forms import CS50, Form, encode, lone_characters, plain
from noughts.check.call_memory import CallMemory
from noughts.check.checked_game import TICTACTOE, CheckedGame
from noughts.core.catalogue import say
from noughts.core.errors import shorten
from noughts.engines import load_engine
from noughts.engines.base import Engine
from noughts.engines.checked import choose

SEVEN = ("player", "actions", "result", "winner", "terminal", "utility", "minimax")
MOVERS = (
    *("best_move", "bestMove", "get_best_move", "getBestMove", "find_best_move", "findBestMove"),
    *("get_move", "getMove", "ai_move", "aiMove", "get_ai_move", "computer_move", "computerMove"),
    *("choose_column", "chooseColumn", "get_column", "best_column", "pick_best_move"),
    *("get_computer_move", "bot_move", "choose_move", "make_move", "next_move", "move", "play"),
)
_MARKS = {"player", "mark", "turn", "symbol", "letter", "me", "ai", "sign", "piece", "side", "who"}
#: What a board is called that a function finds in its module or in its object.
_BOARDS = (
    *("board", "grid", "cells", "spaces", "squares", "state"),
    *("game_board", "gameBoard", "the_board", "theBoard"),
)


class _Uncached(SourceFileLoader):
    """Compiles the file as it is now: neither reads nor writes `__pycache__`.

    Bytecode counts as fresh if the file has the size and the second of its last change.
    """

    def get_code(self, fullname: str) -> CodeType:
        path = self.get_filename(fullname)
        return self.source_to_code(self.get_data(path), path)


class LoadedProgram:
    """A Python program under check, loaded into this very process: nothing limits it.

    Every answer can be written as JSON. `PythonProcess` runs it in a separate process.
    """

    def __init__(self) -> None:
        self.folder = Path.cwd()
        self.game = TICTACTOE
        self.module: ModuleType
        self.engine: Engine
        self.kind = ""
        self.name = "minimax"
        self.memory: CallMemory | None = None
        #: The function that chooses a move, for a mark; looked up now, as `memory` replaces it.
        self.choose: Callable[[Any], Any] = lambda _: getattr(self.module, self.name)
        self.mark_at: int | None = None  # where the mark stands among the arguments
        self.held = ""  # what the board is called if it is no argument

    def ask(self, what: str, *arguments: Any) -> dict[str, Any]:
        """Return the answer of a method by its name; of an error, the program's line."""
        try:
            answer: dict[str, Any] = getattr(self, what)(*arguments)
        except BaseException as error:  # noqa: BLE001  (whatever a program may raise)
            answer = self.error(error)
        return answer

    def load(self, target: str, named: str | None, rules: str = "3,3,3") -> dict[str, Any]:
        """Load a file or a module; return which interface it has."""
        self.game = CheckedGame(rules)
        if target.endswith(".py"):
            path = Path(target).resolve()
            self.folder = path.parent
            sys.path.insert(0, str(path.parent))
            sys.argv = [target]
            loader = _Uncached(path.stem, str(path))
            spec = importlib.util.spec_from_file_location(path.stem, path, loader=loader)
            if spec is None or spec.loader is None:
                return {"none": say("command", "not Python")}
            self.module = importlib.util.module_from_spec(spec)
            sys.modules[path.stem] = self.module
            spec.loader.exec_module(self.module)
        else:
            sys.path.insert(0, "")
            self.module = importlib.import_module(target)
            self.folder = Path(self.module.__file__ or "x").resolve().parent
        found = self.interface(named)
        if self.kind in {"cs50", "function"}:
            try:
                source = inspect.getsource(self.module)
            except OSError:
                return found
            self.memory = CallMemory(vars(self.module), source)
            found["remembered"] = list(self.memory.names)
            found["written"] = lone_characters(source)
            found["arrays"] = "numpy" in sys.modules and "numpy" in source
        return found

    def interface(self, named: str | None) -> dict[str, Any]:
        """Return which interface the loaded module has."""
        return self._named(named) if named else self._found()

    def _named(self, name: str) -> dict[str, Any]:
        made: Any = self.module
        for part in name.split("."):
            made = getattr(made, part, None)
        if made is None:
            return {"none": say("check", "without", name=shorten(name))}
        return self._taken(name, made)

    def _found(self) -> dict[str, Any]:
        own = vars(self.module)
        if all(callable(own.get(name)) for name in SEVEN):
            self.kind = "cs50"
            return {"kind": "cs50"}
        home = self.module.__name__
        classes = [
            name
            for name, made in own.items()
            if isinstance(made, type) and issubclass(made, Engine) and made.__module__ == home
        ]
        functions = [name for name in MOVERS if _chooses(own.get(name))]
        methods = [
            f"{name}.{method}"
            for name, made in own.items()
            if isinstance(made, type) and made.__module__ == home
            for method, function in vars(made).items()
            if inspect.isfunction(function) and not method.startswith("_")
        ]
        movers = [each for each in methods if each.rpartition(".")[2] in MOVERS]
        for name in [*classes, *functions, *movers]:
            return self._named(name)
        others = [name for name, made in own.items() if inspect.isfunction(made)]
        return {"none": "", "functions": [*others, *methods][:20]}

    def _taken(self, name: str, made: Any) -> dict[str, Any]:
        if isinstance(made, type) and issubclass(made, Engine):
            self.kind = "engine"
            engine = load_engine(f"{self.module.__name__}:{name}")
            self.engine = engine
            return {"kind": "engine", "name": name, "randomised": bool(engine.randomised)}
        if not callable(made) or isinstance(made, type):
            return {"none": say("check", "neither", name=shorten(name))}
        parts = _parameters(made)
        owner, dot, method = name.rpartition(".")
        kind = getattr(self.module, owner, None)
        if isinstance(kind, type):  # an object is made for each mark
            wanted = _parameters(kind)
            mine = [each.name for each in wanted if each.name.lower() in _MARKS][:1]
            if any(each.default is each.empty and each.name not in mine for each in wanted):
                return {"none": say("check", "makes no object", name=shorten(owner))}
            self.choose = cache(lambda mark: getattr(kind(**dict.fromkeys(mine, mark)), method))
            parts = parts[1:]
        elif dot:
            self.choose = lambda _: made
        needed = sum(part.default is part.empty for part in parts)
        self.kind, self.name = "function", name
        if all(part.name.lower() in _MARKS for part in parts[:needed]) and needed < 2:
            holds = vars(self.holder("X"))
            self.held = next((each for each in _BOARDS if isinstance(holds.get(each), list)), "")
        if self.held:
            self.mark_at = 0 if needed else None
            return {"kind": "function", "name": name, "mark": bool(needed)}
        if not parts or needed > 2:
            return {"none": say("check", "arguments", name=shorten(name), needed=needed)}
        marks = [at for at, part in enumerate(parts[:2]) if part.name.lower() in _MARKS]
        self.mark_at = marks[0] if marks and len(parts) > 1 else (1 if needed == 2 else None)
        return {"kind": "function", "name": name, "mark": self.mark_at is not None}

    def holder(self, mark: Any) -> Any:
        """Return the object whose method chooses a move for a mark, else the module."""
        return getattr(self.choose(mark), "__self__", self.module)

    def move(
        self,
        board: str,
        turn: str,
        form: list[Any] | None,
        memory: bool = True,  # noqa: FBT001, FBT002  (from JSON)
    ) -> dict[str, Any]:
        """Ask for a move; say how many calls of remembered functions, and seconds, it took."""
        if self.kind == "engine":
            return {"answer": choose(self.engine, self.game.position(board)).cell, "shown": ""}
        look = Form(*form) if form else self.look()
        given = encode(board, look, self.game.rules)
        before = _image(given)
        arguments: list[Any] = [] if self.held else [given]
        mark = look.x if turn == "X" else look.o
        if self.held:
            setattr(self.holder(mark), self.held, given)
        if self.mark_at is not None:
            arguments.insert(self.mark_at, mark)
        if self.memory is not None:
            self.memory.use(on=memory)
            self.memory.calls = 0
        started = perf_counter()
        answer = self.choose(mark)(*arguments)
        seconds = perf_counter() - started
        after = answer
        if answer is None or isinstance(answer, bool):
            after = getattr(self.holder(mark), self.held) if self.held else given
        placed = self._placed(board, look, after) if isinstance(after, type(given)) else None
        found = {
            "answer": plain(answer) if placed is None else {"placed": placed},
            "shown": _shown(answer),
            "changed": not self.held and placed is None and _image(given) != before,
            "seconds": seconds,
        }
        if self.memory is not None:
            found["calls"] = self.memory.calls
            self.memory.use(on=False)
        return found

    def _placed(self, board: str, look: Form, after: Any) -> int | None:
        """Return the cell of the move that leads from a board to another; None if none does."""
        game, image = self.game, _image(after)
        return next(
            (
                cell
                for cell in game.free(board)
                if _image(encode(game.place(board, cell), look, game.rules)) == image
            ),
            None,
        )

    def look(self) -> Form:
        """Return the form of CS50's board, with the module's own marks if it has them."""
        own = vars(self.module)
        return Form(True, own.get("X", CS50.x), own.get("O", CS50.o), own.get("EMPTY"))  # noqa: FBT003

    def rules(self, board: str) -> dict[str, Any]:
        """Return what CS50's functions say of a board; the game is over in some."""
        look, module, game = self.look(), self.module, self.game
        given = encode(board, look, self.game.rules)
        before = _image(given)
        said: dict[str, Any] = {}
        ended = game.over(board)
        names = ["winner", "terminal", *(["utility"] if ended else ["player"])]
        for name in names:
            answer = getattr(module, name)(given)
            said[name] = _mark(answer, look) if name in {"winner", "player"} else plain(answer)
            if isinstance(answer, bool):
                said[name] = answer
            said[f"{name} shown"] = _shown(answer)
            if _image(given) != before:
                return {"changed": name}
        if not ended:
            answer = module.actions(given)
            said["actions"] = sorted(map(repr, map(plain, answer)))
            said["actions shown"] = _shown(answer)
            if _image(given) != before:
                return {"changed": "actions"}
            for cell in game.free(board):
                after = module.result(given, divmod(cell, game.rules.shape[0]))
                if _image(given) != before:
                    return {"changed": "result"}
                if _image(after) != _image(encode(game.place(board, cell), look, game.rules)):
                    return said | {"result": cell, "result shown": _shown(after)}
        return said

    def error(self, error: BaseException) -> dict[str, str]:
        """Return an error with the line of the program that raised it."""
        line, code = "", ""
        for frame, number in reversed(list(traceback.walk_tb(error.__traceback__))):
            file = frame.f_code.co_filename
            if not file.startswith("<") and Path(file).resolve().parent == self.folder:
                line, code = f"{Path(file).name}, line {number}", linecache.getline(file, number)
                break
        if isinstance(error, SyntaxError) and error.filename:
            line, code = f"{Path(error.filename).name}, line {error.lineno}", error.text or ""
        said = error.msg if isinstance(error, SyntaxError) else str(error)
        text = " ".join(said.split())[:200]
        kind = type(error).__name__
        return {"error": f"{kind}: {text}" if text else kind, "line": line, "code": code.strip()}


def _chooses(made: object) -> bool:
    """Whether something is a function: a method of an object and a function with a cache are."""
    return inspect.ismethod(made) or (callable(made) and inspect.isfunction(inspect.unwrap(made)))


def _parameters(made: Any) -> list[inspect.Parameter]:
    """Return the parameters that can be given by their places."""
    return [
        part
        for part in inspect.signature(made).parameters.values()
        if part.kind in {part.POSITIONAL_ONLY, part.POSITIONAL_OR_KEYWORD}
    ]


def _image(board: Any) -> object:
    """Return what is equal for boards of equal contents and types only."""
    try:
        return dumps(board, 2)  # writes the same for equal contents, whichever objects they are
    except ValueError:  # marks of its own types
        return deepcopy(board)


def _mark(answer: object, look: Form) -> str | None:
    """Return a mark as X or O, None for nobody, ? for anything else."""
    if answer is None:
        return None
    return "X" if answer == look.x else "O" if answer == look.o else "?"


def _shown(answer: object) -> str:
    try:
        text = repr(answer)
    except Exception:  # noqa: BLE001  (a program may define it)
        text = f"an object of type {type(answer).__name__}"
    return text if len(text) <= 80 else f"{text[:77]}..."
