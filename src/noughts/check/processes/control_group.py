"""`ControlGroup`: processes that the kernel counts, with all that they start. For root, on Linux.

A limit on the number of processes (`RLIMIT_NPROC`) does not hold root. A control group does, and a
process cannot leave it by a new session or a new environment.
"""

import os
import signal
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from time import sleep

_JOIN = 'echo 0 >"$0" && exec "$@"'


class ControlGroup:
    """A group of processes.

    Args:
        name: its name, of letters and digits.
        most: how many tasks (processes and their threads) it may have.

    Raises:
        OSError: this process may make no groups, or the system has none.
    """

    def __init__(self, name: str, most: int) -> None:
        self._most = str(most)
        parent = _parent()
        for left in parent.glob("noughts-check-*"):  # by a check that was killed
            if not Path("/proc", left.name.split("-")[2]).exists():
                with suppress(OSError):
                    left.rmdir()
        self._folder: Path = parent / f"noughts-check-{os.getpid()}-{name}"
        self._folder.mkdir()
        try:
            self._write("pids.max", self._most)
        except OSError:
            self._folder.rmdir()
            raise

    def command(self, command: Sequence[str]) -> list[str]:
        """Return a command that joins the group and then is another command."""
        return ["/bin/sh", "-c", _JOIN, str(self._folder / "cgroup.procs"), *command]

    def members(self) -> list[int]:
        """Return its processes."""
        try:
            return [*map(int, self._folder.joinpath("cgroup.procs").read_text().split())]
        except OSError:
            return []

    def kill(self) -> None:
        """Kill its processes, which can start no more meanwhile."""
        if not self.members():
            return
        with suppress(OSError):
            self._write("pids.max", "0")
            for _ in range(1000):
                left = self.members()
                for each in left:
                    with suppress(OSError):
                        os.kill(each, signal.SIGKILL)
                if not left:
                    break
                sleep(0.001)
            self._write("pids.max", self._most)

    def remove(self) -> None:
        """Kill its processes, and remove it."""
        self.kill()
        for _ in range(1000):
            try:
                self._folder.rmdir()
            except FileNotFoundError:
                break
            except OSError:  # a process is still ending
                sleep(0.001)
            else:
                break

    def _write(self, file: str, text: str) -> None:
        self._folder.joinpath(file).write_text(text)


def _parent() -> Path:
    """Return where a group can be made that counts processes.

    Raises:
        OSError: the system has no such place.
    """
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        raise PermissionError("only root can make control groups")
    for line in Path("/proc/self/mountinfo").read_text().splitlines():
        mounted, _, kind = line.partition(" - ")
        folder = Path(mounted.split()[4])
        if kind.startswith("cgroup ") and "pids" in kind.split()[2].split(","):
            return folder
        control = folder / "cgroup.subtree_control"
        if kind.startswith("cgroup2 ") and "pids" in control.read_text().split():
            return folder
    raise FileNotFoundError("there are no control groups that count processes")
