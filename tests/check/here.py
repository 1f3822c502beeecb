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
from noughts.check.loaded.loaded_program import LoadedProgram
from noughts.check.processes.limited_process import Limits
from noughts.check.program import RemoteProgram


class Here(RemoteProgram):
    """A `Program` in this process."""

    until = inf
    python = True

    def __init__(self, target: str) -> None:
        self.target = target
        self._program = LoadedProgram()

    def load(self, name: str | None, rules: str) -> dict[str, Any]:
        path, arguments, keys, finders = [*sys.path], [*sys.argv], sys.stdin, [*sys.meta_path]
        sys.stdin = StringIO()  # nobody types
        try:
            with redirect_stdout(StringIO()):
                return super().load(name, rules)
        finally:
            sys.path[:], sys.argv[:], sys.stdin, sys.meta_path[:] = path, arguments, keys, finders

    def restart(self) -> None:
        self._program = LoadedProgram()
        self.load(*self._loaded)

    def _ask(self, what: str, *arguments: Any) -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(json.dumps(self._program.ask(what, *arguments)))
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
