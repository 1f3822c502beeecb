"""Commands that start many processes, leave their session or never end are held and killed."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from uuid import uuid4

import pytest

from noughts.check.processes.control_group import ControlGroup
from noughts.check.processes.limited_process import LimitedProcess, Limits
from noughts.check.program import StoppedError


@pytest.fixture
def limits() -> Iterator[Limits]:
    limits = Limits(20)
    yield limits
    limits.close()


def has_groups() -> bool:
    with suppress(OSError):
        ControlGroup(uuid4().hex, 10).remove()
        return True
    return False


GROUPS = pytest.mark.skipif(not has_groups(), reason="needs root and control groups")

#: Sixty processes at most, each in a session of its own, without the variable that marks them; they
#: end by themselves after ten seconds. Writes how many were started, and how many are refused.
_SPREAD = """
import os, sys, time
started = refused = 0
for _ in range(59):
    try:
        if os.fork() == 0:
            os.setsid()
            os.execve(sys.executable, [sys.executable, "-SEc", "import time; time.sleep(10)"], {})
        started += 1
    except OSError:
        refused += 1
print(started, refused, flush=True)
time.sleep(10)
"""


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@GROUPS
def test_the_kernel_counts_the_processes_of_root(
    limits: Limits, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("noughts.check.processes.limited_process._MOST_TASKS", 8)
    process = LimitedProcess([sys.executable, "-SEc", _SPREAD], limits)
    assert process.line(20) == b"7 52"
    process.end()


@GROUPS
def test_no_process_survives_however_far_it_has_gone(
    limits: Limits, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("noughts.check.processes.limited_process._MOST_TASKS", 8)
    process = LimitedProcess([sys.executable, "-SEc", _SPREAD], limits)
    process.line(20)
    group = limits.group()
    assert group is not None
    left = group.members()
    assert len(left) == 8
    process.end()
    assert not any(map(alive, left))
    limits.close()
    assert not group.members()


@GROUPS
def test_the_group_of_a_check_that_was_killed_is_removed() -> None:
    text = (
        "import os; from noughts.check.processes.control_group import ControlGroup as G; "
        "print(G('killed', 9)._folder, flush=True); os.abort()"
    )
    ran = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=False)
    folder = Path(ran.stdout.strip())
    assert folder.name.endswith("-killed")
    ControlGroup(uuid4().hex, 9).remove()
    assert not folder.exists()


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="Linux has /proc")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_a_check_that_is_ended_ends_the_program(name: str, tmp_path: Path) -> None:
    sent: int = getattr(signal, name)
    student, started = tmp_path / "student.py", tmp_path / "pid"
    student.write_text(
        "import os\n"
        "def best_move(board):\n"
        f"    print(os.getpid(), file=open({str(started)!r}, 'w'), flush=True)\n"
        "    while True: pass\n"
    )
    checking = subprocess.Popen([sys.executable, "-m", "noughts", "check", str(student)])
    while not (started.exists() and (pid := started.read_text())):
        time.sleep(0.01)
    checking.send_signal(sent)
    assert checking.wait(60) == 128 + sent
    assert not alive(int(pid))


def test_many_processes_end_the_check(limits: Limits) -> None:
    process = LimitedProcess(
        [sys.executable, "-SEc", _SPREAD.replace(", {})", ", os.environ)")], limits
    )
    with pytest.raises(StoppedError, match="it started more than 16 processes"):
        process.rest(20)


@pytest.mark.skipif(os.name != "posix", reason="Windows has no such signals")
def test_a_program_that_ignores_signals_is_killed(limits: Limits) -> None:
    text = "import signal\nfor s in (1, 2, 13, 15): signal.signal(s, signal.SIG_IGN)\n"
    process = LimitedProcess(
        [sys.executable, "-SEc", f"{text}print(1, flush=True)\nwhile 1: pass"], limits
    )
    assert process.line(20) == b"1"
    process.end()
    assert process.process.returncode == -9


def test_a_command_that_is_not_there_is_said(limits: Limits, tmp_path: Path) -> None:
    with pytest.raises(StoppedError, match="it cannot be started"):
        LimitedProcess([str(tmp_path / "none")], limits)


@pytest.mark.parametrize("seconds", [0, -1, float("nan")])
def test_an_answer_may_take_some_time(seconds: float) -> None:
    with pytest.raises(ValueError, match="it must be above 0"):
        Limits(seconds)
