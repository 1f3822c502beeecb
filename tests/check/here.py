"""`Here`: a program under check in this process. It needs no start, and nothing limits it.

Tests of what a check says use it. Tests of processes and their limits use the real ones.
"""

import json
import sys
from contextlib import redirect_stdout
from io import StringIO
from math import inf
from pathlib import Path
from typing import Any, Self

from noughts.check import Report, check
from noughts.check.limited_process import Limits
from noughts.check.loaded_program import LoadedProgram


class Here:
    """A `Program` in this process."""

    until = inf

    def __init__(self, target: str) -> None:
        self.target = target
        self.python = True
        self._program = LoadedProgram()
        self._loaded: tuple[str | None, str] = None, ""

    def load(self, name: str | None, rules: str) -> dict[str, Any]:
        path, arguments, keys, finders = [*sys.path], [*sys.argv], sys.stdin, [*sys.meta_path]
        self._loaded = name, rules
        sys.stdin = StringIO()  # nobody types
        try:
            with redirect_stdout(StringIO()):
                return self._program.ask("load", self.target, name, rules)
        finally:
            sys.path[:], sys.argv[:], sys.stdin, sys.meta_path[:] = path, arguments, keys, finders

    def move(
        self,
        board: str,
        turn: str,
        form: tuple[Any, ...] | None,
        *,
        memory: bool = True,
        after: int | None = None,
    ) -> dict[str, Any]:
        return self._through_json("move", board, turn, form, memory, after)

    def rules(self, board: str) -> dict[str, Any]:
        return self._through_json("rules", board)

    def restart(self) -> None:
        self._program = LoadedProgram()
        self.load(*self._loaded)

    def _through_json(self, *question: Any) -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(json.dumps(self._program.ask(*question)))
        return answer


class Opened(Here):
    """`Here` in the place of `PythonProcess`: for what a command says of a harmless program."""

    def __init__(self, target: str, limits: Limits) -> None:
        super().__init__(target)
        self._limits = limits

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._limits.close()


def checked_here(folder: Path, text: str, **wanted: Any) -> Report:
    """Check a program, given as its text."""
    file = folder / "student.py"
    file.write_text(text)
    return check(Here(str(file)), **wanted)
