"""A program in JavaScript under check: its functions, classes and variables, as Python's.

JavaScript runs elsewhere, and is asked in JSON. Here each variable, and each field of an object,
that may be a board or a mark is an attribute. What was set is sent with the next call.
"""

import inspect
import json
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from keyword import iskeyword
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, Protocol

from noughts.check.arguments import Role, role
from noughts.check.board_forms import cell_numbers, lone_characters
from noughts.check.checked_game import CheckedGame
from noughts.check.loaded import chance
from noughts.check.loaded.held_boards import FREE, PLAYED, TURN, is_held
from noughts.check.loaded.loaded_program import LoadedProgram
from noughts.core.catalogue import say

_NAME = "program"  #: of the module
_UNSET = object()  #: a default, which JavaScript has itself
#: Flags that say that the game is over. Where a move is asked for, it is not.
_OVER = re.compile(
    r"over|end(ed|s)?$|finish|active|running|playing|winner|won$|tied?$|draw$|done$", re.IGNORECASE
)
_ITS = re.compile(r"ai|comp|cpu|bot", re.IGNORECASE)
_EVENT = re.compile(r"e|ev|evt|event", re.IGNORECASE)  #: what a function gets that hears of clicks
#: What stands in a line of TypeScript or JSX that is no JavaScript.
_TYPED = re.compile(
    r"</?[A-Za-z>]|[\w)\]?]\s*:\s*[A-Za-z{[(]|<[A-Za-z]|^\s*@\w"
    r"|\b(interface|type|enum|private|public|readonly|abstract|implements|declare|as)\s+\w"
)
_IMPORT = re.compile(r"\bimport\b[^;\"'()]*[\"'](?!https?:|//)([^\"'\n]+)[\"']")
_EARLY = 2  #: marks on the board after which no move ends the game


class JavaScriptHost(Protocol):
    """Runs a program in JavaScript."""

    def load(self) -> str:
        """Load it again; return what it has, as JSON."""

    def call(self, question: str) -> str:
        """Call a function of it, or make an object; both are JSON."""


class JavaScriptError(Exception):
    """An error of a program in JavaScript."""

    def __init__(self, said: Mapping[str, str]) -> None:
        self.said: dict[str, str] = dict(said)
        if page := self.said.get("page"):
            self.said["error"] = say("check", "reads page", what=page)
        if self.said["error"].startswith("SyntaxError") and _TYPED.search(self.said["code"]):
            self.said["typed"] = "yes"
        super().__init__(self.said["error"])


class _Standing(NamedTuple):
    """Where the game stands."""

    mark: Any  #: of the side that moves
    other: Any  #: of the other side
    free: int  #: cells
    cells: int


class _Mirror:
    """Variables of a program or fields of an object: attributes of what stands for it.

    Args:
        holder: has the attributes.
        number: of the object; None for the program's own variables.
        first: what they hold at first.
    """

    def __init__(self, holder: Any, number: int | None, first: Mapping[str, Any]) -> None:
        self.number = number
        self._now: dict[str, Any] = vars(holder)
        self._own: set[str] = set()  # set by the program when it moves, though the game goes on
        self.begin(first)

    def begin(self, first: Mapping[str, Any]) -> None:
        """Take what they hold at first."""
        self._first = {name: each for name, each in first.items() if not name.startswith("__")}
        for name, value in self._first.items():
            held = value is None and is_held(name)  # until a game begins
            self._now[name] = [] if held else value

    def changes(self, standing: _Standing) -> Iterator[tuple[str, Any]]:
        """Yield what to set before a call: what was set here, and where the game stands."""
        for name, first in self._first.items():
            now = self._now[name]
            if isinstance(now, list):
                if now and now is not first:
                    yield name, now
            elif now != first:
                yield name, now
            elif name not in self._own:
                yield from ((name, value) for value in self._stands(name, standing))

    def _stands(self, name: str, standing: _Standing) -> Iterator[Any]:
        """Yield what a variable must hold because of its name, if that is known."""
        first, played = self._first[name], standing.cells - standing.free
        unset = first is None or first == ""
        marks = (standing.mark, standing.other)
        says = isinstance(first, str) and len(first) == 1
        says = says or (type(first) is int and first in marks and not self._counts(name))
        if TURN.search(name) and (unset or says):
            yield standing.mark
        elif _OVER.search(name):
            yield first
        elif type(first) is int and first == standing.cells and FREE.search(name):
            yield standing.free
        elif type(first) is int and first == 0 and self._counts(name):
            yield played
        elif unset and role(name) in {Role.MARK, Role.OTHER}:
            its = [each for each in self._first if role(each) is Role.MARK and _ITS.search(each)]
            own = role(name) is Role.MARK and (not its or name in its)
            yield standing.mark if own else standing.other

    def _counts(self, name: str) -> bool:
        return bool(PLAYED.search(name)) or (self.number is not None and name == "depth")

    def left(self, name: str, before: Any, after: Any, standing: _Standing) -> None:
        """Note what a call has left of something that was set.

        A counter that it changes may count its own calls. So may a flag that changes before the
        game can be over.
        """
        if isinstance(before, list) or TURN.search(name) or after == before:
            return
        if type(before) is int or standing.free >= standing.cells - _EARLY:
            self._own.add(name)


class _Object:
    """An object of one of the program's classes."""

    __mirror__: _Mirror


class _Script:
    """A program that JavaScript runs."""

    def __init__(self, host: JavaScriptHost, target: str) -> None:
        self._host = host
        self.shown: str = ""  #: the last answer, as JavaScript shows it
        self.standing = _Standing(None, None, 0, 0)  #: where the game stands
        said = self._answer(host.load())
        self.ended: dict[str, str] | None = said.get("ended")  #: what ended it while it was loaded
        self.drew: bool = said["drew"]  #: whether it drew at random then
        self.module = ModuleType(_NAME)  #: its functions, classes and variables
        self.module.__file__ = str(Path(target).resolve())
        sys.modules[_NAME] = self.module
        self._mirror = _Mirror(self.module, None, said["variables"])
        for name, parts in said["functions"].items():
            if not (parts and _EVENT.fullmatch(parts[0]["name"])):
                setattr(self.module, name, self._function(name, parts))
        for name, functions in said["objects"].items():
            made = self._static(name, functions)
            setattr(self.module, name, type(name, (), made | {"__module__": _NAME}))
        for name, kind in said["kinds"].items():
            setattr(self.module, name, self._kind(name, kind))

    def begin(self) -> None:
        """Run it again."""
        self._mirror.begin(self._answer(self._host.load())["variables"])

    def _kind(self, name: str, said: Mapping[str, Any]) -> type:
        # `boxes` looks for boards among the names in it.
        def made(own: _Object, *given: Any) -> None:
            number, fields = self._call(name, None, given)
            own.__mirror__ = _Mirror(own, number, fields)

        parts = said["parameters"]
        if any(is_held(each) and value for each, value in said["fields"].items()):
            # It can be made without arguments; the board is put into it.
            names = [each["name"] for each in parts]
            parts = [
                {"name": "" if role(each) is Role.BOARD else each, "optional": True}
                for each in names
            ]
        made.__signature__ = _signature(parts, "self")  # type: ignore[attr-defined]
        # The class has the fields as well, so that it is known which of them may be a board.
        members: dict[str, Any] = dict.fromkeys(said["fields"])
        members |= self._static(name, said["static"])
        for each, parts in said["methods"].items():
            members[each] = self._function(f"{name}.{each}", parts, "self")
        return type(name, (_Object,), members | {"__init__": made, "__module__": _NAME})

    def _static(self, owner: str, functions: Mapping[str, Any]) -> dict[str, Any]:
        return {
            name: staticmethod(self._function(f"{owner}.{name}", parts))
            for name, parts in functions.items()
        }

    def _function(self, name: str, parts: Sequence[Any], *first: str) -> Callable[..., Any]:
        def called(*given: Any) -> Any:
            return self._call(name, given[0] if first else None, given[len(first) :])

        called.__signature__ = _signature(parts, *first)  # type: ignore[attr-defined]
        called.__module__ = _NAME
        return called

    def _call(self, name: str, on: _Object | None, given: Sequence[Any]) -> Any:
        objects = [each.__mirror__ for each in (on, *given) if isinstance(each, _Object)]
        put = [
            (fields, own, value)
            for fields in (self._mirror, *objects)
            for own, value in fields.changes(self.standing)
        ]
        question = {
            "name": name,
            "on": None if on is None else on.__mirror__.number,
            "given": [self._sent(each) for each in given],
            "put": [(fields.number, own, value) for fields, own, value in put],
            "lots": chance.given_lots(),
        }
        said = self._answer(self._host.call(json.dumps(question)))
        chance.note_drawn(said["drawn"], "Math.random", loose=said["loose"])
        lists = [*zip(given, said["given"], strict=True)]
        for (fields, own, value), left in zip(put, said["held"], strict=True):
            fields.left(own, value, left, self.standing)
            lists.append((value, left))
        for mine, left in lists:
            if isinstance(mine, list) and isinstance(left, list):
                mine[:] = left  # what the program changed
        self.shown = said["shown"]
        return said["returned"]

    def _sent(self, value: Any) -> dict[str, Any]:
        if value is _UNSET:
            return {}
        if isinstance(value, _Object):
            return {"object": value.__mirror__.number}
        for name, own in vars(self.module).items():
            if isinstance(value, list) and own is value:
                return {"held": (None, name)}
        return {"value": value}

    @staticmethod
    def _answer(said: str) -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(said)
        if "error" in answer:
            raise JavaScriptError(answer)
        return answer


def _signature(parts: Sequence[Mapping[str, Any]], *first: str) -> inspect.Signature:
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    found = [inspect.Parameter(name, kind) for name in first]
    for at, part in enumerate(parts):
        default = _UNSET if part["optional"] else inspect.Parameter.empty
        name = part["name"]
        if not name.isidentifier() or iskeyword(name):
            name = f"_{at}"
        found.append(inspect.Parameter(name, kind, default=default))
    # JavaScript may have two of one name, and one without a default after one with.
    return inspect.Signature(found, __validate_parameters__=False)


class LoadedJavaScript(LoadedProgram):
    """A program in JavaScript under check."""

    def __init__(self, host: JavaScriptHost) -> None:
        super().__init__()
        self._host = host
        self._script: _Script

    def load(self, target: str, named: str | None, rules: str = "3,3,3") -> dict[str, Any]:
        """Load it; return which interface it has."""
        self.game = CheckedGame(rules)
        self.folder = Path(target).resolve().parent
        self._script = _Script(self._host, target)
        self.home = self.module = self._script.module
        self.begins = True
        found = self.interface(named)
        if self._script.ended is not None and "kind" not in found:
            raise JavaScriptError(self._script.ended)
        if self._script.drew and "kind" in found:
            found["drew"] = True
        source = Path(target).read_text(encoding="utf-8")
        if (files := _IMPORT.findall(source)) and found.get("functions") == []:
            return {"none": say("check", "elsewhere", files=", ".join(files))}
        return found | {"written": [*lone_characters(source), *cell_numbers(source)]}

    def _taken(self, name: str, made: Any) -> dict[str, Any]:
        found = super()._taken(name, made)
        inner, script = self.choose, self._script

        def choose(mark: Any, other: Any) -> Any:
            script.standing = script.standing._replace(mark=mark, other=other)
            return inner(mark, other)

        self.choose = choose
        return found

    def move(
        self,
        board: str,
        turn: str,
        form: list[Any] | None,
        memory: bool = True,  # noqa: FBT001, FBT002  (as the class above has it)
        after: int | None = None,
    ) -> dict[str, Any]:
        """Ask for a move."""
        free = len(self.game.free(board))
        self._script.standing = _Standing(None, None, free, len(board))
        return super().move(board, turn, form, memory, after) | {"shown": self._script.shown}

    def begin(self) -> dict[str, Any]:
        """Run the script again, so that it forgets what it has seen."""
        self._script.begin()
        self.movers.clear()
        return {}

    def error(self, error: BaseException) -> dict[str, str]:
        """Return an error with the line of the program that raised it."""
        return error.said if isinstance(error, JavaScriptError) else super().error(error)
