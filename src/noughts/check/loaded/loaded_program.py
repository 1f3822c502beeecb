"""`LoadedProgram`: a Python program that is loaded and asked in this process."""

from __future__ import annotations

import importlib
import inspect
import linecache
import re
import sys
import traceback
from collections.abc import Callable, Iterator
from copy import deepcopy  # before the program can change it
from enum import Enum
from functools import partial
from marshal import dumps
from pathlib import Path
from time import perf_counter
from types import ModuleType
from typing import Any

from noughts.check.answer_styles import plain
from noughts.check.arguments import (
    Role,
    SideToMove,
    Way,
    filled,
    is_flag,
    role,
    roles,
    roles_of_class,
    ways,
)
from noughts.check.board_forms import CS50, Form, cell_numbers, encode, is_member, lone_characters
from noughts.check.checked_game import TICTACTOE, CheckedGame
from noughts.check.loaded.call_memory import CallMemory
from noughts.check.loaded.chance import all_choices, draws, watch, watch_numpy
from noughts.check.loaded.held_boards import Counts, Place, boxed, boxes, held, tell_turn, too
from noughts.check.loaded.loading import ReadsWindowError, StandIn, load_file
from noughts.check.loaded.movers import functions, is_own, is_unsure, movers
from noughts.check.loaded.plain_contents import MARSHAL
from noughts.check.loaded.program_state import ProgramState
from noughts.check.loaded.visible_caches import visible_caches
from noughts.core.catalogue import say
from noughts.core.errors import shorten
from noughts.engines import load_engine
from noughts.engines.base import Engine
from noughts.engines.checked import choose

SEVEN = ("player", "actions", "result", "winner", "terminal", "utility", "minimax")
_SWAPPED = str.maketrans("XO", "OX")
_MOST_MOVERS = 8  # functions of a program that are tried
_MOST_NAMED = 20  # and that are named in a message


class LoadedProgram:
    """A Python program under check, loaded into this very process: nothing limits it.

    Every answer can be written as JSON. `PythonProcess` runs it in a separate process.
    """

    def __init__(self) -> None:
        self.folder = Path.cwd()
        self.begins = False  # it is loaded, and can forget what it has seen without being loaded
        self.game = TICTACTOE
        self.module: ModuleType
        self.engine: Engine
        self.kind = ""
        self.name = "minimax"
        self.memory: CallMemory | None = None
        #: The function that chooses a move, for both marks; looked up now: `memory` replaces it.
        self.choose: Callable[..., Any] = lambda *_: getattr(self.module, self.name)
        self.home: ModuleType  # the module in which it is
        self.parts: list[inspect.Parameter] = []  # of that function
        self.roles: list[Role | None] = [Role.BOARD]  # of its arguments
        self.ways: list[Way] = [Way()]  # to call it
        self.boxes: dict[str, type] = {}  # classes whose objects hold a board
        self.held = ""  # what the board is called if it is no argument
        self.state: ProgramState | None = None
        #: By their marks: methods of the objects that move.
        self.movers: dict[tuple[Any, Any], Callable[..., Any]] = {}

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
        watch()
        with visible_caches():
            ended, drew = self._loaded(target)
        self.home = self.module
        found = self.interface(named)
        if drew and "kind" in found:
            found["drew"] = True
        if ended is not None and "kind" not in found:
            raise ended
        if "kind" in found:
            self.movers.clear()
            made = [self.engine] if self.kind == "engine" else []
            self.state = ProgramState(self.module, self.folder, [self.movers, *made])
        if self.kind in {"cs50", "function"}:
            try:
                source, own = inspect.getsource(self.home), inspect.getsource(self.module)
            except OSError:
                return found
            self.memory = CallMemory(vars(self.home), source)
            found["remembered"] = list(self.memory.names)
            found["written"] = [*lone_characters(source), *cell_numbers(source)]
            found["arrays"] = "numpy" in sys.modules and "numpy" in source
            found["enumerations"] = list(_enumerations(self.home))
            found["own"] = self._own_board()
            found["asks"] = re.search(r"(?<![\w.])input\(", own) is not None
        return found

    def _loaded(self, target: str) -> tuple[BaseException | None, bool]:
        """Load a file or a module; return what ended it, and whether it drew at random."""
        ended = None
        if target.endswith(".py"):
            path = Path(target).resolve()
            self.folder = path.parent
            sys.argv = [target]
            if b"numpy" in path.read_bytes():
                watch_numpy()
            loaded, drew = draws(partial(load_file, path))
            self.module, ended = loaded
        else:
            sys.path.insert(0, "")
            self.module, drew = draws(partial(importlib.import_module, target))
            self.folder = Path(self.module.__file__ or "x").resolve().parent
        return ended, drew

    def _own_board(self) -> str:
        """Return the board with which the program begins, as Python writes it, if it holds one."""
        holder = self.holder("X", "O") if self.held else self.home
        name = self.held or held(holder)
        return repr(getattr(holder, name)) if name else ""

    def interface(self, named: str | None) -> dict[str, Any]:
        """Return which interface the loaded module has."""
        return self._named(named) if named else self._found()

    def _named(self, name: str) -> dict[str, Any]:
        made = self._at(name)
        if made is None:
            return {"none": say("check", "without", name=shorten(name))}
        return self._taken(name, made)

    def _at(self, name: str) -> Any:
        made: Any = self.module
        for part in filter(None, name.split(".")):
            made = getattr(made, part, None)
        return made

    def _found(self) -> dict[str, Any]:
        own = vars(self.module)
        if all(callable(own.get(name)) for name in SEVEN):
            self.kind = "cs50"
            return {"kind": "cs50"}
        home = self.module.__name__
        for name, made in own.items():
            if isinstance(made, type) and issubclass(made, Engine) and made.__module__ == home:
                return self._taken(name, made)
        names = movers(self.module, self.folder)[:_MOST_MOVERS]
        found = {name: self.ask("_named", name) for name in names}
        fit = [name for name in names if "kind" in found[name]]
        known = [name for name, _ in functions(self.module, self.folder)][:_MOST_NAMED]
        if fit:
            search = is_unsure(fit[0])
            return self._named(fit[0]) | {"others": fit[1:], "search": search, "functions": known}
        refused = [found[name] for name in names if not is_unsure(name)]
        return refused[0] if refused else {"none": "", "functions": known}

    def _taken(self, name: str, made: Any) -> dict[str, Any]:
        if isinstance(made, type) and issubclass(made, Engine):
            self.kind = "engine"
            engine = load_engine(f"{self.module.__name__}:{name}")
            self.engine = engine
            return {"kind": "engine", "name": name, "randomised": bool(engine.randomised)}
        if not callable(made) or isinstance(made, type):
            return {"none": say("check", "neither", name=shorten(name))}
        parts, told = _parameters(made), False
        owner, _, method = name.rpartition(".")
        kind = self._at(owner)
        self.choose = lambda *_: self._at(name)
        home = getattr(made, "__module__", "")
        self.home = sys.modules[home] if is_own(home, self.folder) else self.module
        if isinstance(kind, type) and inspect.isfunction(inspect.getattr_static(kind, method)):
            # An object is made for each mark.
            wanted = roles_of_class(_parameters(kind))
            if wanted is None or Role.BOARD in wanted:
                return {"none": say("check", "makes no object", name=shorten(owner))}
            wants = _parameters(kind)[: len(wanted)]
            told = Role.MARK in wanted

            made_of: dict[tuple[Any, Any], Callable[..., Any]] = {}

            def choose(mark: Any, other: Any) -> Any:
                if (mark, other) not in made_of:
                    given = filled(wanted, wants, Way(), None, SideToMove("", mark, other, 0))
                    made_of[mark, other] = getattr(kind(*given), method)
                return made_of[mark, other]

            self.choose, self.movers = choose, made_of
            parts = parts[1:]
        told = told or any(role(part.name) is Role.MARK for part in parts)
        required = [part for part in parts if part.default is part.empty]
        knows = all(role(part.name) not in {None, Role.BOARD} for part in required)
        name_held = held(self.holder("X", "O")) if knows else ""
        found = roles(parts, holds=bool(name_held))
        if found is None:
            gets = shorten(f"({', '.join(part.name for part in required)})")
            return {"none": say("check", "arguments", name=shorten(name), arguments=gets)}
        if Role.MAXIMIZES not in found:
            found = [
                Role.FLAG if each is Role.MARK and is_flag(made, part) else each
                for each, part in zip(found, parts, strict=False)
            ]
        self.kind, self.name, self.parts, self.roles = "function", name, parts, found
        self.held = "" if Role.BOARD in found else name_held
        self.boxes = boxes(self.home, self.folder) | boxes(self.module, self.folder)
        columns, cells = self.game.rules.shape[0], self.game.rules.cells
        rows = cells // columns
        lists = too(self.home, [[cells], [rows, *[columns] * rows]])
        self.ways = ways(found, [*lists, "", *self.boxes], told=told)
        return {
            "kind": "function",
            "name": name,
            "mark": Role.MARK in found,
            "ways": self.ways,
            "calls": [self._extra(way) for way in self.ways],
            "search": False,
        }

    def _extra(self, way: Way) -> str:
        """Return the arguments of its first call as X that are neither the board nor a mark."""
        values = filled(
            self.roles, self.parts, way, None, SideToMove("X", "X", "O", self.game.rules.cells)
        )
        usual = {None, Role.BOARD, Role.MARK}
        found = zip(self.roles, self.parts, values, strict=False)
        return ", ".join(f"{part.name}={value}" for each, part, value in found if each not in usual)

    def holder(self, *marks: Any) -> Any:
        """Return the object whose method chooses a move for both marks, else the module."""
        return getattr(self.choose(*marks), "__self__", self.home)

    def move(
        self,
        board: str,
        turn: str,
        form: list[Any] | None,
        memory: bool = True,  # noqa: FBT001, FBT002  (from JSON)
        after: int | None = None,
    ) -> dict[str, Any]:
        """Ask for a move; say how many calls of remembered functions, and seconds, it took.

        If the program draws lots, `chance` has all its answers; if these cannot all be known,
        `drawn` has the function that gives it random numbers.
        """
        asked = partial(self._move, board, turn, form, memory)
        if self.kind == "engine":
            asked = partial(self._chosen, board)
        state = self.state if after is not None else None
        if state is not None:
            asked = partial(self._move_after, state, after or 0, asked)
        found, drawn = all_choices(asked)
        first: dict[str, Any] = found[0]
        left = [each["left"] for each in found if "left" in each]
        if state is not None and state.lost:
            first["lost"] = state.lost
        if drawn:
            return first | {"drawn": drawn, "left": left}
        chance = {"chance": [each["answer"] for each in found]} if len(found) > 1 else {}
        return first | chance | {"left": left}

    def _move_after(
        self, state: ProgramState, after: int, asked: Callable[[], dict[str, Any]]
    ) -> dict[str, Any]:
        """Ask for a move with what the game before it has left."""
        state.put(after)
        return asked() | {"left": state.take()}

    def _chosen(self, board: str) -> dict[str, Any]:
        return {"answer": choose(self.engine, self.game.position(board)).cell, "shown": ""}

    def _move(
        self,
        board: str,
        turn: str,
        form: list[Any] | None,
        memory: bool,  # noqa: FBT001
    ) -> dict[str, Any]:
        look = self._resolved(Form(*form)) if form else self.look()
        free = self.game.playable(board)
        way = self.ways[look.way]
        if way.mine and way.mine != turn:
            board, turn = board.translate(_SWAPPED), way.mine
        given = encode(board, look, self.game.rules)
        before = _image(given)
        marks = (look.x, look.o) if turn == "X" else (look.o, look.x)
        place, shown, (kind, _, name) = None, given, way.box.partition(".")
        if kind:
            counts = Counts(len(board) - board.count("."), board.count("."))
            place = boxed(self.boxes[way.box], name, given, marks, counts)
            shown = place.holder
        elif name or self.held:
            place = Place(self.home if name else self.holder(*marks), name or self.held)
            place.put(given)
            tell_turn(place.holder, marks)
        moves = SideToMove(turn, *marks, len(free))
        arguments = filled(self.roles, self.parts, way, shown, moves)
        if self.memory is not None:
            self.memory.use(on=memory)
            self.memory.calls = 0
        chosen = self.choose(*marks)
        StandIn.before, StandIn.reads = before, []
        StandIn.look = lambda: _image(given if place is None else place.taken())
        started, ended = perf_counter(), None
        try:
            answer = chosen(*arguments)
        except SystemExit as error:  # its move may have ended the game
            answer, ended = None, error
        finally:
            StandIn.look = None
        seconds = perf_counter() - started
        left = given if place is None else place.taken()
        image = _image(left)
        for then, read in StandIn.reads:
            if then == before or then != image:  # its move was not on the board
                raise ReadsWindowError(read)
        after = left if answer is None or isinstance(answer, bool) else answer
        if kind and place is not None and isinstance(after, type(place.holder)):
            after = Place(after, place.name).taken()  # another object, with the move
        placed = None
        if isinstance(after, type(given)):
            placed = self._placed(board, turn, look, after)
        if ended is not None and placed is None:
            raise ended
        found = {
            "answer": plain(answer) if placed is None else {"placed": placed},
            "shown": _shown(answer),
            "changed": not self.held and placed is None and self._change(board, turn, look, left),
            "seconds": seconds,
        }
        if self.memory is not None:
            found["calls"] = self.memory.calls
            self.memory.use(on=False)
        return found

    def _resolved(self, form: Form) -> Form:
        """Return a form with the members of enumerations that it names."""
        marks = [self._member(mark) for mark in (form.x, form.o, form.empty)]
        return form._replace(x=marks[0], o=marks[1], empty=marks[2])

    def _member(self, mark: Any) -> Any:
        if not is_member(mark):
            return mark
        kind, _, name = mark.rpartition(".")
        return getattr(getattr(self.home, kind), name)

    def _placed(self, board: str, turn: str, look: Form, after: Any) -> int | None:
        """Return the cell of the move that leads to a board; None if none does."""
        image = _image(after)
        return next(
            (
                cell
                for cell in self.game.playable(board)
                if _image(encode(_with(board, cell, turn), look, self.game.rules)) == image
            ),
            None,
        )

    def _change(self, board: str, turn: str, look: Form, left: Any) -> str:
        """Say whether a board was left with a move, or spoiled; nothing if as it was."""
        if _image(left) == _image(encode(board, look, self.game.rules)):
            return ""
        return "spoiled" if self._placed(board, turn, look, left) is None else "placed"

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
        if isinstance(error, ReadsWindowError):
            text = say("check", "reads page", what=error)
            return {"error": text, "line": line, "code": code.strip(), "page": text}
        said = error.msg if isinstance(error, SyntaxError) else str(error)
        text = " ".join(said.split())[:200]
        kind = type(error).__name__
        return {"error": f"{kind}: {text}" if text else kind, "line": line, "code": code.strip()}


def _enumerations(module: ModuleType) -> Iterator[list[str]]:
    """Yield the names of the members of each enumeration whose members may be marks."""
    for name, made in vars(module).items():
        if isinstance(made, type) and issubclass(made, Enum) and 1 < len(made) < 5:
            yield [f"{name}.{member.name}" for member in made]


def _with(board: str, cell: int, mark: str) -> str:
    return board[:cell] + mark + board[cell + 1 :]


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
        return dumps(board, MARSHAL)
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
