"""`LimitedProcess`: a process with limits on time, memory, output and processes.

What holds where:

- everywhere: the time of an answer and of all answers, and the size of the output. At a limit the
  process is killed, and on Unix with it all that it started and that stayed in its session.
- on Linux: the size of files, the processor's time, and the number of processes, which the kernel
  counts: by a limit for users, in a control group for root (`ControlGroup`). For the memory of a
  command, this process looks fifty times a second. A program in Python can start no process at all
  (`forbid_processes`).
- processes that left the session are found in the control group, or by a variable in their
  environment, on Linux.
"""

import os
import re
import select
import shutil
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty, Queue
from threading import Event, Thread
from time import monotonic
from uuid import uuid4

from noughts.check.processes.control_group import ControlGroup
from noughts.check.processes.input_wait import waits_for_input
from noughts.check.program import TOTAL, StoppedError, ended, too_late
from noughts.core.catalogue import say

_PAUSE, _LOOK = 0.002, 0.05  # seconds between two looks whether it waits for input
_SETTLED = 0.06  # seconds after which no more of its output comes, if it waits
_QUIET = 0.5  # seconds of silence after which it probably waits
_SAYS = re.compile(rb"[a-z]{2}|[?:>]\s*$")  # what a question has, and a board does not
_EVERY = 0.02  # seconds between two looks at what the process spends
_MOST_OUTPUT = 1 << 20  # bytes after one question
_KEPT = 1 << 14  # the last bytes of its stderr
_ERROR = re.compile(r"(?=\S).*(error|exception|panic)", re.IGNORECASE)
_MOST_PROCESSES = 16
_MOST_TASKS = 64  # more than now, of this user
_SUSPICIOUS = 24  # more tasks on this machine than before: look who they are
_MOST_FILE = 1 << 20  # bytes of a file that it writes
_TOKEN = "NOUGHTS_CHECK"  # noqa: S105  (no secret: it marks our processes)
_PROC = Path("/proc")


class Limits:
    """What a program may spend."""

    def __init__(self, seconds: float = 10.0, memory: int = 1 << 30) -> None:
        if not seconds > 0:
            raise ValueError(f"{seconds} seconds for an answer: it must be above 0")
        #: for one answer. All answers together may take `TOTAL` times as long.
        self.seconds: float = seconds
        self.memory: int = memory  #: bytes
        self.until: float = monotonic() + seconds * TOTAL  #: when all answers must have come
        self.token: str = uuid4().hex  #: marks the processes of this check, so that none is left
        self._group: ControlGroup | None = None

    def group(self) -> ControlGroup | None:
        """Return the control group of this check's commands; None where there are none."""
        if self._group is None and sys.platform == "linux":
            with suppress(OSError):
                self._group = ControlGroup(self.token, _MOST_TASKS)
        return self._group

    def close(self) -> None:
        """Kill the processes of this check that are left, on Linux."""
        if self._group is not None:
            self._group.remove()
            self._group = None
        _end_marked(self)


def unlimited(system: str, *, command: bool) -> str:
    """Return what a system does not limit, as a sentence; nothing if it limits all.

    Args:
        system: as `sys.platform` has it.
        command: the program is a command, not one in Python.

    >>> unlimited("win32", command=True)
    'On Windows, only the time and the output of a program are limited.'
    >>> unlimited("darwin", command=True)
    'On this system, only the time and the output of a command are limited.'
    >>> unlimited("linux", command=True), unlimited("darwin", command=False)
    ('', '')
    """
    if system == "linux" or (system != "win32" and not command):
        return ""
    return say("command", "Windows" if system == "win32" else "this system")


class LimitedProcess:
    """A process with questions on its stdin and answers on its stdout.

    Args:
        command: what to run.
        limits: what it may spend.
        environment: more variables.
        terminal: whether it shall believe that it talks with a terminal (not on Windows).
        own: whether it limits its memory and files itself.

    Raises:
        StoppedError: it cannot be started.
    """

    def __init__(
        self,
        command: Sequence[str],
        limits: Limits,
        *,
        environment: Mapping[str, str] | None = None,
        terminal: bool = False,
        own: bool = False,
    ) -> None:
        self.limits: Limits = limits
        self._why: tuple[str, int] | str = ""  # a limit, with its figure
        self._read = b""
        self._ended = False
        self._errors = b""
        self._unread = 0
        self._chunks: Queue[bytes] | None = None
        self._done = Event()
        self._group = None if own else limits.group()
        if self._group is not None:
            if shutil.which(command[0]) is None:
                raise StoppedError(say("command", "no such program"), late=False)
            command = self._group.command(command)
        child, self._output = (-1, -1) if not terminal else _terminal()
        self._slave = os.ttyname(child) if child >= 0 else ""
        pipe = subprocess.PIPE if child < 0 else child
        try:
            self.process: subprocess.Popen[bytes] = subprocess.Popen(  # noqa: S603  (the user's)
                command,
                stdin=pipe,
                stdout=pipe,
                stderr=subprocess.STDOUT if terminal else subprocess.PIPE,
                env=os.environ | dict(environment or {}) | {_TOKEN: limits.token},
                start_new_session=True,
            )
        except OSError as error:
            text = say("command", "not started", error=error.strerror)
            raise StoppedError(text, late=False) from None
        finally:
            if child >= 0:
                os.close(child)
        if child < 0:
            assert self.process.stdin is not None  # noqa: S101  (for the type checker)
            assert self.process.stdout is not None  # noqa: S101
            self._input, self._output = self.process.stdin.fileno(), self.process.stdout.fileno()
        else:
            self._input = self._output
        if not own:
            _limit(self.process.pid, int(limits.seconds * TOTAL) + 1)
        self._memory = 0 if own else limits.memory
        if os.name != "posix":
            self._chunks = Queue(maxsize=16)
            Thread(target=self._receive_all, args=(self._chunks,), daemon=True).start()
        self._listener = Thread(target=self._listen, daemon=True)
        self._listener.start()
        if _PROC.joinpath("loadavg").exists():
            Thread(target=self._watch, daemon=True).start()

    # -- talking ---------------------------------------------------------------------------------

    def send(self, text: str) -> None:
        """Write to its stdin."""
        self._unread = 0
        with suppress(OSError):  # it has ended: so much is said by reading
            os.write(self._input, text.encode())

    def close_input(self) -> None:
        """End its stdin."""
        if self.process.stdin is not None:
            with suppress(OSError):
                self.process.stdin.close()

    def line(self, seconds: float) -> bytes:
        """Return its next line.

        Raises:
            StoppedError: there is none.
        """
        until = min(monotonic() + seconds, self.limits.until)
        while b"\n" not in self._read:
            if not self._wait(until):
                self.stop(late=True)
            if self._ended:
                self.stop(late=False)
        found, _, self._read = self._read.partition(b"\n")
        return found

    def rest(self, seconds: float) -> bytes:
        """Return all that it writes until it ends.

        Raises:
            StoppedError: it does not end, or reaches a limit.
        """
        until = min(monotonic() + seconds, self.limits.until)
        while not self._ended:
            if not self._wait(until):
                self.stop(late=True)
        if self._why:
            self.stop(late=False)
        found, self._read = self._read, b""
        return found

    def until_input(self, seconds: float, endings: set[bytes]) -> bytes:
        """Return what it writes until it waits for input, or ends.

        On Linux the system says whether it waits. But what it wrote before may come a little later.
        Elsewhere a program that is silent for a while is taken to wait.

        Args:
            seconds: how long it may take.
            endings: how its output ended before when it waited; more are added.

        Raises:
            StoppedError: it does neither, or reaches a limit.
        """
        now = monotonic()
        until, quiet, pause = min(now + seconds, self.limits.until), now, _PAUSE
        while not self._ended and self._read.rpartition(b"\n")[2] not in endings:
            if self._wait(min(until, monotonic() + pause)):
                quiet, pause = monotonic(), _PAUSE
                continue
            waits = waits_for_input(self.process.pid, self._slave)
            usual = self._read.splitlines(keepends=True)[-1:]
            enough = 0.0 if {*usual} & endings else _SETTLED if self._read and waits else _QUIET
            if waits is not False and monotonic() >= quiet + enough and not self._wait(0.0):
                break
            if monotonic() >= until:
                self.stop(late=True)
            pause = min(2 * pause, _LOOK)
        if self._why:
            self.stop(late=False)
        found, self._read = self._read, b""
        endings |= {line for line in found.splitlines(keepends=True)[-1:] if _SAYS.search(line)}
        return found

    def error(self) -> str:
        """Return the line of its stderr that says best why it ended, once `end` has been called."""
        self._listener.join(1.0)  # a process that it left behind may still hold the pipe
        return _telling(self._errors.decode(errors="replace"))

    @property
    def ended(self) -> bool:
        """Whether it writes no more."""
        return self._ended

    def _wait(self, until: float) -> bool:
        """Wait for a chunk of output; return whether one came."""
        if self._ended:
            return True
        left = max(0.0, until - monotonic())
        try:
            if self._chunks is None:
                poll = select.poll()
                poll.register(self._output, select.POLLIN)
                if not poll.poll(left * 1000):
                    return False
                chunk = self._receive()
            else:
                chunk = self._chunks.get(timeout=left)
        except Empty:
            return False
        self._unread += len(chunk)
        if self._unread > _MOST_OUTPUT:
            self._kill("output", _MOST_OUTPUT >> 20)
            chunk = b""
        self._ended = not chunk
        self._read += chunk
        return True

    def stop(self, *, late: bool) -> None:
        """End it, and say why.

        Raises:
            StoppedError: always.
        """
        why, whole = self._why, monotonic() >= self.limits.until
        self.end()
        if why:
            raise StoppedError(say("command", why[0], most=why[1]), late=False)
        raise too_late(self.limits.seconds, whole=whole) if late else ended(self.error())

    # -- limits ----------------------------------------------------------------------------------

    def _receive(self) -> bytes:
        try:
            return os.read(self._output, 1 << 16)
        except OSError:  # a terminal whose program has ended
            return b""

    def _receive_all(self, chunks: Queue[bytes]) -> None:
        """Read in a thread, where nothing else can wait for a pipe."""
        chunk = b" "
        while chunk:
            chunk = self._receive()
            chunks.put(chunk)

    def _listen(self) -> None:
        """Keep the end of its stderr."""
        if self.process.stderr is not None:
            with self.process.stderr as pipe:
                while chunk := os.read(pipe.fileno(), 1 << 16):
                    self._errors = (self._errors + chunk)[-_KEPT:]

    def _watch(self) -> None:
        before = _tasks()
        while not self._done.wait(_EVERY):
            if self._group is not None:
                many = len(self._group.members()) > _MOST_PROCESSES
            else:
                many = (
                    _tasks() > before + _SUSPICIOUS and len(marked(self.limits)) > _MOST_PROCESSES
                )
            if many:
                self._kill("processes", _MOST_PROCESSES)
                return
            if self._memory and _resident(self.process.pid) > self._memory:
                self._kill("memory", self._memory >> 20)
                return

    def _kill(self, limit: str = "", most: int = 0) -> None:
        """End it; at a limit, note which. The thread that watches it knows no language."""
        self._why = self._why or (limit and (limit, most))
        with suppress(OSError):
            if os.name == "posix":
                os.killpg(self.process.pid, signal.SIGKILL)  # and those that it started
        with suppress(OSError):
            self.process.kill()
        if limit and self._group is not None:
            self._group.kill()
        elif limit:
            _end_marked(self.limits)

    def end(self) -> None:
        """Kill it."""
        self._done.set()
        self._kill()
        self.process.wait()
        if self._group is not None:
            self._group.kill()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()
        if self.process.stdin is None and self._output >= 0:
            with suppress(OSError):
                os.close(self._output)
            self._output = -1


def marked(limits: Limits) -> list[int]:
    """Return the processes of a check, on Linux: also those that left the session."""
    mark = f"{_TOKEN}={limits.token}".encode()
    found = []
    for folder in _PROC.glob("[0-9]*"):
        with suppress(OSError):  # it has ended, or is not ours
            if mark in folder.joinpath("environ").read_bytes():
                found.append(int(folder.name))
    return found


def _end_marked(limits: Limits) -> None:
    """Kill the processes of a check that its mark finds."""
    for _ in range(100):
        left = marked(limits)
        for each in left:
            with suppress(OSError):
                os.kill(each, signal.SIGKILL)
        if not left:
            break


def _telling(errors: str) -> str:
    r"""Return the last line that names an error, or else the last line.

    >>> _telling("bot.js:1\nboard.x\n\nTypeError: no x\n    at bot.js:1:7\n\nNode.js v22")
    'TypeError: no x'
    >>> _telling("Traceback:\n  line 3\nKeyboardInterrupt\n"), _telling("")
    ('KeyboardInterrupt', '')
    """
    lines = [line.rstrip() for line in errors.splitlines() if line.strip()]
    found = [line for line in lines if _ERROR.match(line)] or lines or [""]
    shown = "".join(sign for sign in found[-1] if sign.isprintable()).strip()
    return shown if len(shown) <= 200 else shown[:197] + "..."


def _terminal() -> tuple[int, int]:
    """Return both ends of a terminal that does not echo; of -1 where there is none."""
    try:
        import pty  # noqa: PLC0415  (not on Windows)
        import termios  # noqa: PLC0415
    except ImportError:
        return -1, -1
    ours, child = pty.openpty()
    modes = termios.tcgetattr(child)
    modes[1] &= ~termios.ONLCR
    modes[3] &= ~termios.ECHO
    termios.tcsetattr(child, termios.TCSANOW, modes)
    return child, ours


def _limit(process: int, seconds: int) -> None:
    """Limit another process, where the system can."""
    try:
        import resource  # noqa: PLC0415  (not on Windows)
    except ImportError:
        return
    if hasattr(resource, "prlimit"):
        with suppress(OSError):
            resource.prlimit(process, resource.RLIMIT_CPU, (seconds, seconds))
            resource.prlimit(process, resource.RLIMIT_FSIZE, (_MOST_FILE, _MOST_FILE))
            resource.prlimit(process, resource.RLIMIT_CORE, (0, 0))
            most = _tasks() + _MOST_TASKS
            resource.prlimit(process, resource.RLIMIT_NPROC, (most, most))


def _tasks() -> int:
    """Return how many tasks this machine has."""
    return int(_PROC.joinpath("loadavg").read_bytes().split()[3].partition(b"/")[2])


def _resident(process: int) -> int:
    """Return the bytes of memory that a process has."""
    try:
        pages = int(_PROC.joinpath(str(process), "statm").read_bytes().split()[1])
    except (OSError, IndexError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")
