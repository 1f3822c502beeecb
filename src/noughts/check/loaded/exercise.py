"""`LoadedExercise`: a program of the course, whose function the page also draws."""

import inspect
from collections.abc import Callable
from typing import Any

from noughts.check.board_forms import Form
from noughts.check.loaded.loaded_program import LoadedProgram

_MOST_DRAWN = 200  # calls of the function in a small position
_MOST_COUNTED = 20_000  # calls from the empty board, if its answers cannot be kept
_SIGNS = {"X": "X", "O": "O"}
_LIST = Form(False, "X", "O", " ")  # noqa: FBT003  (a list of nine)


class _EnoughError(BaseException):
    """A function has called itself often enough. No program catches this."""


class LoadedExercise(LoadedProgram):
    """A Python program under check, of which one function can be watched."""

    def record(self, name: str, board: str, turn: str) -> dict[str, Any]:
        """Return the calls of a function in a position, in order, and how many the game takes.

        It is called with a list of nine and the mark that moves. Each call is
        `{"board": "XO.......", "window": [alpha, beta]}`, and each return `{"value": 1}`. The
        window has the numbers that follow board and mark.

        Args:
            name: the function; one that is missing has no calls.
            board: where it is called, one sign for each cell.
            turn: who moves.

        Returns:
            `events`; `count`, the calls from the empty board, or None if they are too many to
            count; and `failed` if the function raised an error, as `error` returns it.
        """
        made = vars(self.module).get(name)
        found: dict[str, Any] = {"events": [], "count": None}
        if not inspect.isfunction(made):
            return found
        events = found["events"]
        signature = inspect.signature(made)

        def entered(*arguments: Any, **named: Any) -> None:
            bound = signature.bind(*arguments, **named)
            bound.apply_defaults()
            marks, *others = bound.arguments.values()
            cells = marks if isinstance(marks, list) else []
            call = {"board": "".join(_SIGNS.get(str(each), ".") for each in cells)}
            numbers = [each for each in others if type(each) in {int, float}]
            events.append(call | ({"window": numbers} if numbers else {}))

        def left(value: object) -> None:
            number = type(value) in {int, float, bool} and -1e9 < value < 1e9  # type: ignore[operator]
            events.append({"value": float(value) if number else None})  # type: ignore[arg-type]

        try:
            self._watched(name, made, [list(board.replace(".", " ")), turn], entered, left)
            found["count"] = self._count(name, made)
        except Exception as error:  # noqa: BLE001  (whatever a program may raise)
            found["failed"] = self.error(error)
        return found

    def _watched(
        self,
        name: str,
        made: Callable[..., Any],
        given: list[Any],
        entered: Callable[..., None] | None = None,
        left: Callable[[object], None] | None = None,
        most: int = _MOST_DRAWN,
    ) -> int | None:
        """Call a function and hear of each call; return how many, None if they are too many."""
        calls, space = 0, vars(self.module)

        def watching(*arguments: Any, **named: Any) -> Any:
            nonlocal calls
            calls += 1
            if calls > most:
                raise _EnoughError
            if entered is not None:
                entered(*arguments, **named)
            answer = made(*arguments, **named)
            if left is not None:
                left(answer)
            return answer

        space[name] = watching
        try:
            watching(*given)
        except _EnoughError:
            return None
        finally:
            space[name] = made
        return calls

    def _count(self, name: str, made: Callable[..., Any]) -> int | None:
        """Return how often a function is called from the empty board on."""
        given: list[Any] = [[" "] * 9, "X"]
        memory = self.memory
        if memory is None or name not in memory.names:
            return self._watched(name, made, given, most=_MOST_COUNTED)
        memory.use(on=True)
        memory.calls = 0
        vars(self.module)[name](*given)
        memory.use(on=False)
        return memory.calls

    def sample(self, board: str, turn: str, times: int) -> dict[str, Any]:
        """Ask for a move again and again; return how often each cell was the answer."""
        cells = [0] * len(board)
        for _ in range(times):
            answer = self.move(board, turn, list(_LIST))["answer"]
            if type(answer) is not int or not 0 <= answer < len(board):
                return {"cells": None, "answer": repr(answer)[:80]}
            cells[answer] += 1
        return {"cells": cells}
