"""`waits_for_input`: does a program wait until somebody types something?

On Linux the system says in which call each thread is. Other systems do not.
"""

import os
import platform
from collections.abc import Iterator
from contextlib import suppress

_FOREVER = {"0xffffffff", "0xffffffffffffffff"}
#: Calls that wait, by machine: the number of `read`; of others, where their timeout stands and
#: what it is if there is none.
_READ = {"x86_64": "0", "aarch64": "63"}
_WAITS: dict[str, dict[str, tuple[int, set[str]]]] = {
    "x86_64": {
        "7": (2, _FOREVER),  # poll
        "23": (4, {"0x0"}),  # select
        "232": (3, _FOREVER),  # epoll_wait
        "270": (4, {"0x0"}),  # pselect6
        "271": (2, {"0x0"}),  # ppoll
        "281": (3, _FOREVER),  # epoll_pwait
    },
    "aarch64": {"22": (3, _FOREVER), "72": (4, {"0x0"}), "73": (2, {"0x0"})},
}


def waits_for_input(process: int, terminal: str) -> bool | None:
    """Return whether a program waits for input; None if this system does not say.

    Args:
        process: its number. What it has started counts as well.
        terminal: the name of its terminal.
    """
    machine = platform.machine()
    if machine not in _READ:
        return None
    if _unread(terminal):  # this comes first: a program that reads it now is not waiting
        return False
    known = False
    for call in _calls(process):
        known = True
        number, *arguments = call
        if number == "running":
            return False
        at, never = _WAITS[machine].get(number, (0, set()))
        if number == _READ[machine]:
            at, never = 0, {"0x0"}
        if arguments[at] in never:
            return True
    return False if known else None


def _calls(process: int) -> Iterator[list[str]]:
    """Yield the system calls in which the threads of a process and of its children are."""
    with suppress(OSError):  # it has ended, or the system does not say
        for thread in sorted(os.listdir(f"/proc/{process}/task"), key=int):  # noqa: PTH208  (and so do paths)
            folder = f"/proc/{process}/task/{thread}"
            with suppress(OSError):
                call = _words(f"{folder}/syscall")
                yield call if len(call) > 6 else ["running", ""]
            with suppress(OSError):
                for child in _words(f"{folder}/children"):
                    yield from _calls(int(child))


def _words(file: str) -> list[str]:
    with open(file, encoding="ascii") as opened:  # noqa: PTH123  (a path costs more than the file)
        return opened.read().split()


def _unread(terminal: str) -> bool:
    """Whether a terminal has input that its program has not read yet."""
    import array  # noqa: PLC0415  (only here)
    import fcntl  # noqa: PLC0415  (not on Windows)
    import termios  # noqa: PLC0415  (not on Windows)

    waiting = array.array("i", [0])
    try:
        opened = os.open(terminal, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    except OSError:
        return False
    try:
        fcntl.ioctl(opened, termios.FIONREAD, waiting)
    finally:
        os.close(opened)
    return waiting[0] > 0
