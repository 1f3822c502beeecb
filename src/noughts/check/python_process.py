"""`PythonProcess`: a Python program in a separate process, with limits."""

from __future__ import annotations

import json
import sys
from typing import Any, Self

from noughts.check.limited_process import LimitedProcess, Limits
from noughts.check.program import TOTAL, StoppedError
from noughts.core.catalogue import language, say

_START = (
    "import sys; memory, seconds, language = sys.argv[1:4]; sys.path[:] = sys.argv[4:]; "
    "del sys.argv[1:]; "
    "from noughts.check.program_server import serve; serve(int(memory), int(seconds), language)"
)
_START_SECONDS = 20.0  # a busy machine may take long to start Python


class PythonProcess:
    """A `Program` in Python, in a separate process.

    Args:
        target: a file that ends in .py, or the name of a module.
        limits: what it may spend.

    Use it in a `with` statement: its process ends there.
    """

    def __init__(self, target: str, limits: Limits) -> None:
        self.target: str = target
        self.python: bool = True
        self.until: float = limits.until
        self.limits: Limits = limits
        self._process: LimitedProcess | None = None
        self._loaded: tuple[str | None, str] = None, "3,3,3"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._process is not None:
            self._process.end()
        self.limits.close()

    def load(self, name: str | None, rules: str) -> dict[str, Any]:
        """Load the program; return its interface or an error."""
        self._loaded = name, rules
        return self._ask(["load", self.target, name, rules], self.limits.seconds + _START_SECONDS)

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
        return self._ask(["move", board, turn, form, memory, after], self.limits.seconds)

    def rules(self, board: str) -> dict[str, Any]:
        """Ask what CS50's functions say of a board."""
        return self._ask(["rules", board], self.limits.seconds)

    def restart(self) -> None:
        """Restart it after it was stopped."""
        if self._process is not None:
            self._process.end()
            self._process = None
        self.load(*self._loaded)

    def _ask(self, question: list[Any], seconds: float) -> dict[str, Any]:
        if self._process is None:
            self._process = self._start()
        process = self._process
        process.send(json.dumps(question) + "\n")
        try:
            answer = json.loads(process.line(seconds))
        except StoppedError:
            self._process = None
            raise
        except ValueError:
            answer = None
        if not isinstance(answer, dict):
            process.end()
            self._process = None
            raise StoppedError(say("command", "channel"), late=False)
        return answer

    def _start(self) -> LimitedProcess:
        spent = int(self.limits.seconds * TOTAL + _START_SECONDS)
        given = f"{self.limits.memory}", f"{spent}", language()
        return LimitedProcess(
            [sys.executable, "-c", _START, *given, *sys.path],
            self.limits,
            # Threads of libraries would count as processes.
            environment={"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"},
            own=True,
        )
