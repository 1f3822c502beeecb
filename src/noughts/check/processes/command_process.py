"""`CommandProcess`: any program that reads a position as a line and writes a move as a line.

The position is like ``X.O.X....``, the move like ``4``, ``b2`` or ``1 2``. The program may live on
and answer line after line, or be started for each move; which one is found by trying.
"""

import re
from collections.abc import Sequence
from time import monotonic
from typing import Any, Self

from noughts.check.checked_game import TICTACTOE
from noughts.check.probing import probes
from noughts.check.processes.limited_process import LimitedProcess, Limits
from noughts.check.program import StoppedError
from noughts.check.sampled_game import SampledGame
from noughts.core.catalogue import say

_START_SECONDS = 5.0  # beside the time of an answer
_MOVE = re.compile(
    r"[\[(]?\s*(\d{1,2})\s*[,; ]\s*(\d{1,2})\s*[\])]?|(\d{1,3})|([a-zA-Z](?:\d{1,2}[a-zA-Z]?)?)"
)


class CommandProcess:
    """A `Program` that is a command.

    Args:
        command: the program and its arguments.
        limits: what it may spend.

    Use it in a `with` statement: its process ends there.
    """

    def __init__(self, command: Sequence[str], limits: Limits) -> None:
        self.target: str = " ".join(command)
        self.python: bool = False
        self.until: float = limits.until
        self._command = command
        self._limits = limits
        self._process: LimitedProcess | None = None
        self._lives = False
        self._found: dict[str, Any] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.restart()
        self._limits.close()

    def load(self, name: str | None, rules: str) -> dict[str, Any]:
        """Find out whether it answers, and whether it lives on."""
        del name
        if self._found is None:
            self._found = self._tried(rules)
        return self._found

    def _tried(self, rules: str) -> dict[str, Any]:
        game = TICTACTOE if rules == str(TICTACTOE.rules) else SampledGame(rules)
        first, second = (*probes(game, "X"), game.empty)[:2]
        started = monotonic()
        answer = self._once(first)
        wait = 1 + 4 * (monotonic() - started)
        if "answer" not in answer:
            text = say("command", "no move", line=first, answer=answer["shown"])
            return {"none": f"{text} ({answer['code']})" if answer["code"] else text}
        self._lives = True
        try:
            self._lives = all("answer" in self._next(board, wait) for board in (first, second))
        except StoppedError:
            self._lives = False
        self.restart()
        return {"kind": "command", "lives": self._lives, "remembered": []}

    def move(
        self, board: str, turn: str, form: tuple[Any, ...] | None, **_: object
    ) -> dict[str, Any]:
        """Ask for a move."""
        del turn, form
        wait = self._limits.seconds + _START_SECONDS
        return {"answer": None} | (self._next(board, wait) if self._lives else self._once(board))

    def rules(self, board: str) -> dict[str, Any]:
        """Ask nothing: it has no functions."""
        raise NotImplementedError(board)

    def restart(self) -> None:
        """Restart it at the next question."""
        if self._process is not None:
            self._process.end()
            self._process = None

    def _next(self, board: str, seconds: float) -> dict[str, Any]:
        """Ask the program that lives on."""
        if self._process is None:
            self._process = LimitedProcess(self._command, self._limits)
        self._process.send(board + "\n")
        try:
            return read(self._process.line(seconds))
        except StoppedError:
            self._process = None
            raise

    def _once(self, board: str) -> dict[str, Any]:
        """Start the program for one answer: the last line that it writes."""
        process = LimitedProcess(self._command, self._limits)
        process.send(board + "\n")
        process.close_input()
        said = process.rest(self._limits.seconds + _START_SECONDS)
        process.end()
        lines = [line for line in said.splitlines() if line.strip()]
        found = read(lines[-1] if lines else b"")
        # After a move, nobody reads why it ended, and that may take a second to come.
        return found if "answer" in found else found | {"code": process.error()}


def read(line: bytes) -> dict[str, Any]:
    """Return the answer on a line as JSON, and its text.

    >>> read(b"4"), read(b" (1, 2)")
    ({'answer': 4, 'shown': "'4'"}, {'answer': [1, 2], 'shown': "'(1, 2)'"})
    >>> read(b"b2")["answer"], read(b"no idea")
    ('b2', {'shown': "'no idea'"})
    """
    text = line.decode(errors="replace").strip()
    shown = repr(text) if len(text) <= 80 else repr(text[:77] + "...")
    if not text:
        shown = say("command", "nothing")
    found = _MOVE.fullmatch(text)
    if found is None:
        return {"shown": shown}
    row, column, number, name = found.groups()
    answer = name or (int(number) if number else [int(row), int(column)])
    return {"answer": answer, "shown": shown}
