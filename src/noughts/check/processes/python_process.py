"""`PythonProcess`: a Python program in a separate process, with limits."""

import json
import sys
from typing import Any, Self

from noughts.check.processes.limited_process import LimitedProcess, Limits
from noughts.check.program import TOTAL, RemoteProgram, StoppedError
from noughts.core.catalogue import language, say

_START = (
    "import sys; memory, seconds, language = sys.argv[1:4]; sys.path[:] = sys.argv[4:]; "
    "del sys.argv[1:]; "
    "from noughts.check.processes.program_server import serve; "
    "serve(int(memory), int(seconds), language)"
)
_START_SECONDS = 20.0  # a busy machine may take long to start Python


class PythonProcess(RemoteProgram):
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

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._process is not None:
            self._process.end()
        self.limits.close()

    def restart(self) -> None:
        """Restart it after it was stopped."""
        if self._process is not None:
            self._process.end()
            self._process = None
        self.load(*self._loaded)

    def _ask(self, what: str, *arguments: Any) -> dict[str, Any]:
        seconds = self.limits.seconds + (_START_SECONDS if what == "load" else 0.0)
        if self._process is None:
            self._process = self._start()
        process = self._process
        process.send(json.dumps([what, *arguments]) + "\n")
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
