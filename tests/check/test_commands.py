"""Programs in any language: one line in, one line out."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from noughts.check import FindingKind, check
from noughts.check.processes.command_process import CommandProcess
from noughts.check.processes.limited_process import Limits
from noughts.check.reports.program_hints import hint
from noughts.cli import run
from noughts.core.errors import UnknownNameError
from tests.check.languages import AWK, NODE, PERL, C
from tests.sampling import some


def has(program: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(shutil.which(program) is None, reason=f"there is no {program}")


@has("node")
def test_a_program_that_lives_on_is_known(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One is asked in every position by `test_handout.py`."""
    (tmp_path / "bot.js").write_text(NODE)
    assert run(["check", "--at", "XO.X.....", "--", "node", str(tmp_path / "bot.js")]) == 0
    said = capsys.readouterr().out
    assert "a line in, such as X.O.X...., a line out; it lives on; it answers 0-8\n" in said
    assert "It plays a3. " in said


@has("perl")
@has("awk")
@has("cc")
@pytest.mark.parametrize("language", some(["c", "perl", "awk"], 3))
def test_programs_in_other_languages_are_accused_of_nothing(tmp_path: Path, language: str) -> None:
    text = {"perl": PERL, "awk": AWK, "c": C}[language]
    file = tmp_path / f"bot.{language}"
    file.write_text(text)
    command = {
        "perl": ["perl", str(file)],
        "awk": ["awk", "-f", str(file)],
        "c": [str(tmp_path / "bot")],
    }
    if language == "c":
        subprocess.run(["cc", "-o", str(tmp_path / "bot"), str(file)], check=True)
    with CommandProcess(command[language], Limits(30)) as program:
        report = check(program, sides="X")
    assert (report.unbeatable, report.finding, report.advice) == (True, None, None)


def test_a_command_that_thinks_before_it_answers_needs_more_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("noughts.check.processes.command_process._START_SECONDS", 0.1)
    with CommandProcess([sys.executable, "-c", "while True: pass"], Limits(0.2)) as program:
        finding = check(program).finding
    assert finding is not None
    assert (finding.kind, finding.late) == (FindingKind.NOT_LOADED, True)


def test_a_command_that_answers_no_move_is_refused(tmp_path: Path) -> None:
    for text, said in (
        ("print(1, 2, 3)", "writes '1 2 3', and not a move"),
        ("", "writes nothing"),
    ):
        command = CommandProcess([sys.executable, "-c", text], Limits(30))
        with command as program, pytest.raises(UnknownNameError, match=said):
            check(program)
    assert run(["check", "--", str(tmp_path / "none")]) == 1


#: Programs that fail in a position with two stones, and live on or are started for each move.
_FAILS = """import sys
for line in sys.stdin:
    if line.count(".") == 7:
        raise LookupError("not in the book")
    print(line.index("."), flush=True)
"""
_FAILS_ONCE = _FAILS + "    break\n"


@pytest.mark.parametrize("text", [_FAILS, _FAILS_ONCE])
def test_what_a_command_writes_about_its_error_is_shown(text: str) -> None:
    with CommandProcess([sys.executable, "-c", text], Limits(30)) as program:
        report = check(program, sides="X")
    assert report.finding is not None
    assert report.finding.code == "LookupError: not in the book"
    assert hint(report) is None  # it was not too slow


def test_a_command_that_fails_at_once_says_why() -> None:
    command = CommandProcess([sys.executable, "-c", "from os import nothing"], Limits(30))
    with command as program, pytest.raises(UnknownNameError, match=r"\(ImportError: cannot import"):
        check(program)


def test_either_a_program_or_a_command_is_given(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check"]) == 2
    assert run(["check", "a.py", "--", "b"]) == 2
    assert "give either PROGRAM or, after --, a command" in capsys.readouterr().err


LINUX = pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="Linux has /proc")
_LOOP = "while True: pass"


#: Forty processes, which end by themselves after ten seconds.
_FORKS = "import os, time\nfor _ in range(40):\n    os.fork() or (time.sleep(10), os._exit(0))\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (f"{_FORKS}{_LOOP}", "it started more than 16 processes"),
        ("while True: print('x' * 10**6)", "it wrote more than 1 MiB"),
        (f"x = b'x' * 10**9\n{_LOOP}", "it used more than 128 MiB of memory"),
        ("import time; time.sleep(60)", "it had no answer in 0.5 s"),
        ("import os; os.abort()", "writes nothing, and not a move"),
    ],
)
@LINUX
def test_a_command_ends_at_its_limits(
    monkeypatch: pytest.MonkeyPatch, text: str, said: str
) -> None:
    monkeypatch.setattr("noughts.check.processes.command_process._START_SECONDS", 3.0)
    with CommandProcess([sys.executable, "-c", text], Limits(0.5, 128 << 20)) as program:
        try:
            finding = check(program).finding
            told = "" if finding is None else finding.text
        except UnknownNameError as error:
            told = str(error)
    assert said in told
    assert "__name__" not in told


@pytest.mark.parametrize(("writes", "why"), [("4", None), ("no idea", "ValueError: full")])
def test_only_a_refusal_needs_what_a_command_says_of_itself(writes: str, why: str | None) -> None:
    text = f"import sys; print({writes!r}); sys.exit('ValueError: full')"
    with CommandProcess([sys.executable, "-c", text], Limits(20)) as program:
        assert program.move("." * 9, "X", None).get("code") == why


@LINUX
def test_no_process_is_left(tmp_path: Path) -> None:
    """Not even one that has left the session of the program that started it."""
    file = tmp_path / "pid"
    text = (
        "import os, time\n"
        f"if os.fork() == 0:\n    os.setsid()\n    open({str(file)!r}, 'w').write("
        "str(os.getpid()))\n"
        "    os.close(1)\n    time.sleep(600)\n"
        "print(4)\n"
    )
    with CommandProcess([sys.executable, "-c", text], Limits(30)) as program:
        program.load(None, "3,3,3")
        while not file.exists() or not file.read_text():
            pass
    state = Path("/proc", file.read_text(), "stat")
    assert not state.exists() or state.read_text().rpartition(")")[2].split()[0] == "Z"
