"""`Program`: what a check asks of somebody's program, wherever that runs.

`PythonProcess` runs it in a separate process. The page runs it in a worker.
"""

from collections.abc import Sequence
from typing import Any, Protocol

from noughts.core.catalogue import say
from noughts.core.errors import NoughtsError, UnknownNameError


class StoppedError(NoughtsError):
    """A program was stopped at a limit, or ended itself."""

    def __init__(self, text: str, *, late: bool, code: str = "") -> None:
        super().__init__(text)
        self.late: bool = late  #: whether it was stopped because it had no answer in time
        self.code: str = code  #: what a command that ended itself wrote about it, as one line


class UncheckableError(UnknownNameError):
    """A program has no way to choose a move.

    Attributes:
        functions: what it has instead; one of them may choose a move.
    """

    def __init__(self, text: str, functions: Sequence[str] = ()) -> None:
        super().__init__(text)
        self.functions: tuple[str, ...] = tuple(functions)


#: The whole check may take this many times the seconds of one answer.
TOTAL = 60


def ended(code: str = "") -> StoppedError:
    """Return the error of a program that ended its own process."""
    return StoppedError(say("check", "ended"), late=False, code=code)


def too_late(seconds: float, *, whole: bool) -> StoppedError:
    """Return the error of a program that was stopped.

    Args:
        seconds: how long one answer may take.
        whole: the whole check took too long, rather than this answer.

    >>> print(too_late(10, whole=False), "/", too_late(10, whole=True))
    it had no answer in 10 s / the check took longer than 600 s, 60 times the limit of one answer
    """
    if not whole:
        return StoppedError(say("check", "late", seconds=f"{seconds:g}"), late=True)
    took = f"{seconds * TOTAL:g}"
    return StoppedError(say("check", "all late", seconds=took, times=TOTAL), late=True)


def told_error(said: dict[str, Any]) -> str:
    """Return an error of a program as an answer has it, with its line.

    >>> told_error({"error": "NameError: name 'a'", "line": "mine.py, line 3"})
    "NameError: name 'a' (mine.py, line 3)"
    """
    file, _, number = said["line"].rpartition(", line ")
    if not number:
        return str(said["error"])
    return say("check", "error in line", error=said["error"], file=file, number=number)


def line_of(said: dict[str, Any]) -> int | None:
    """Return the number of the line that raised an error, if an answer has it.

    >>> line_of({"line": "mine.py, line 3"}), line_of({"line": ""})
    (3, None)
    """
    number = said["line"].rpartition(", line ")[2]
    return int(number) if number else None


class Program(Protocol):
    """A program under check.

    All answers are what `LoadedProgram` answers: objects of JSON. An error of the program is an
    answer with `error`, `line` and `code`. Every method raises StoppedError if no answer comes.
    """

    @property
    def target(self) -> str:
        """What it is called in messages."""
        ...

    @property
    def python(self) -> bool:
        """Whether advice about Python is of use to it."""
        ...

    @property
    def until(self) -> float:
        """When all answers must have come, by `time.monotonic`; infinite if that is not known."""
        ...

    def load(self, name: str | None, rules: str) -> dict[str, Any]:
        """Load the program, which plays a game; return its interface or an error."""
        ...

    def move(
        self,
        board: str,
        turn: str,
        form: tuple[Any, ...] | None,
        *,
        memory: bool = True,
        after: int | None = None,
    ) -> dict[str, Any]:
        """Ask for a move.

        Args:
            board: one sign for each cell.
            turn: who moves.
            form: how the program writes a board, as a `Form`; None if that is known.
            memory: whether answers of its pure functions may be kept (`CallMemory`).
            after: the number of what it remembers, 0 at the start of a game (`ProgramState`); None
                if that does not matter. `left` of the answer has what it remembers then, for
                each choice, if that is known.
        """
        ...

    def rules(self, board: str) -> dict[str, Any]:
        """Ask what CS50's functions say of a board."""
        ...

    def restart(self) -> None:
        """Restart it, after it was stopped or to forget what it has seen."""
        ...


class RemoteProgram:
    """A `Program` whose questions a `LoadedProgram` elsewhere answers; a subclass sends them."""

    target: str
    _loaded: tuple[str | None, str] = None, "3,3,3"  # the arguments of `load`

    def load(self, name: str | None, rules: str) -> dict[str, Any]:
        """Load the program; return its interface or an error."""
        self._loaded = name, rules
        return self._ask("load", self.target, name, rules)

    def move(
        self,
        board: str,
        turn: str,
        form: tuple[Any, ...] | None,
        *,
        memory: bool = True,
        after: int | None = None,
    ) -> dict[str, Any]:
        """Ask for a move."""
        return self._ask("move", board, turn, form, memory, after)

    def rules(self, board: str) -> dict[str, Any]:
        """Ask what CS50's functions say of a board."""
        return self._ask("rules", board)

    def _ask(self, what: str, *arguments: Any) -> dict[str, Any]:
        """Ask the `LoadedProgram`: `what` is the name of its method."""
        raise NotImplementedError
