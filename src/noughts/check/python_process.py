"""`PythonProcess`: somebody's Python program, in a process of its own, with limits."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from contextlib import suppress
from threading import Event, Thread
from time import monotonic
from typing import Any, Self

from noughts.check.program import TOTAL, StoppedError, ended, too_late

_START = (
    "import sys; memory, seconds = map(int, sys.argv[1:3]); sys.path[:] = sys.argv[3:]; "
    "del sys.argv[1:]; "
    "from noughts.check.program_server import serve; serve(memory, seconds)"
)
_MOST = 1 << 16  # bytes of one answer
_EVERY = 0.02  # seconds between two looks at the clock
_START_SECONDS = 20.0  # a busy machine may take long to start Python


class Limits:
    """What a program may spend.

    Attributes:
        seconds: for one answer. All answers together may take `TOTAL` times as long.
        memory: bytes.
    """

    def __init__(self, seconds: float = 10.0, memory: int = 1 << 30) -> None:
        self.seconds: float = seconds
        self.memory: int = memory


class PythonProcess:
    """A `Program` in Python, in a process of its own.

    Args:
        target: a file that ends in .py, or the name of a module.
        limits: what it may spend.

    Use it in a `with` statement: its process ends there.
    """

    def __init__(self, target: str, limits: Limits) -> None:
        self.target: str = target
        self.limits: Limits = limits
        self._until = monotonic() + limits.seconds * TOTAL
        self._process: subprocess.Popen[bytes] | None = None
        self._deadline: float | None = None
        self._killed = False
        self._done = Event()
        self._loaded: str | None = None
        Thread(target=self._watch, daemon=True).start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._done.set()
        self._end()

    def load(self, name: str | None) -> dict[str, Any]:
        """Load the program; return its interface or an error."""
        self._loaded = name
        return self._ask(["load", self.target, name], self.limits.seconds + _START_SECONDS)

    def move(
        self, board: str, turn: str, form: tuple[Any, ...] | None, *, memory: bool = True
    ) -> dict[str, Any]:
        """Ask for a move."""
        return self._ask(["move", board, turn, form, memory], self.limits.seconds)

    def rules(self, board: str) -> dict[str, Any]:
        """Ask what CS50's functions say of a board."""
        return self._ask(["rules", board], self.limits.seconds)

    def restart(self) -> None:
        """Start it anew after it was stopped."""
        self._end()
        self.load(self._loaded)

    def _ask(self, question: list[Any], seconds: float) -> dict[str, Any]:
        """Return an answer.

        Raises:
            StoppedError: there is none.
        """
        if self._process is None:
            self._start()
        process = self._process
        assert process is not None  # noqa: S101  (for the type checker)
        assert process.stdin is not None  # noqa: S101
        assert process.stdout is not None  # noqa: S101
        self._deadline = min(monotonic() + seconds, self._until)
        try:
            process.stdin.write(json.dumps(question).encode() + b"\n")
            process.stdin.flush()
            line = process.stdout.readline(_MOST)
            answer = json.loads(line)
        except (OSError, ValueError):
            self._deadline = None
            late = self._killed
            self._end()
            if not late:
                raise ended() from None
            raise too_late(self.limits.seconds, whole=monotonic() >= self._until) from None
        self._deadline = None
        if not isinstance(answer, dict):
            raise StoppedError("it wrote into the channel of its answers", late=False)
        return answer

    def _start(self) -> None:
        self._killed = False
        seconds = int(self.limits.seconds * TOTAL + _START_SECONDS)
        # Threads of libraries would count as processes.
        environment = os.environ | {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
        self._process = subprocess.Popen(  # noqa: S603  (this very Python)
            [sys.executable, "-c", _START, f"{self.limits.memory}", f"{seconds}", *sys.path],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment,
            start_new_session=True,
        )

    def _watch(self) -> None:
        """Kill the process when its time is up: reading from it cannot be interrupted."""
        while not self._done.wait(_EVERY):
            deadline = self._deadline
            if deadline is not None and monotonic() > deadline:
                self._killed, self._deadline = True, None
                self._kill()

    def _kill(self) -> None:
        process = self._process
        if process is None:
            return
        with suppress(OSError):
            if os.name == "posix":
                os.killpg(process.pid, signal.SIGKILL)  # and those that it started
        with suppress(OSError):
            process.kill()

    def _end(self) -> None:
        process, self._deadline = self._process, None
        if process is None:
            return
        self._kill()
        self._process = None
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()
