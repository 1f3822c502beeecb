"""Your own engines, as module:Class."""

import io
import json
import os
import pty
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from noughts.cli import run
from noughts.engines import guest
from tests.sampling import sample
from tests.waiting import PATIENCE, until

ENGINE = """
from noughts import Choice, Engine

class First(Engine):
    name = "first"

    def play(self, position, limit=None):
        return Choice(position, position.legal[0])

class Broken:
    pass

class Wrong(First):
    def play(self, position, limit=None):
        return 1 / 0

class Nothing(First):
    def play(self, position, limit=None):
        pass

class Named(First):
    def play(self, position, limit=None):
        return Choice(position, "b2")

class Taken(First):
    def play(self, position, limit=None):
        return Choice(position, 4)

class Never(First):
    def play(self, position, limit=None):
        while True:
            try:
                sum(iter(int, 1))  # holds the interpreter, and ends by no exception
            except BaseException:
                pass

class Flip(First):
    def __init__(self):
        self.seen = set()

    def play(self, position, limit=None):
        first = position not in self.seen
        self.seen.add(position)
        return Choice(position, position.legal[0 if first else -1])

class Forgets(First):
    randomised = False

    def weights(self, position, limit=None):
        return dict.fromkeys(position.legal, 1)

class Says(Forgets):
    randomised = True

class Ends(First):
    def play(self, position, limit=None):
        import os
        os._exit(7)

class Leaves(First):
    def play(self, position, limit=None):
        raise SystemExit

class Prints(First):
    def play(self, position, limit=None):
        print("I am thinking")
        return Choice(position, position.legal[0])

class Asks(First):
    def play(self, position, limit=None):
        return Choice(position, int(input()))

class Abstract(Engine):
    name = "abstract"

def best_move(position):
    return position.legal[0]

one = First()
"""


Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def noughts(tmp_path: Path) -> Run:
    (tmp_path / "mine.py").write_text(ENGINE)

    def command(*arguments: str, text: str = "") -> tuple[int, str, str]:
        script = Path(sys.executable).with_name("noughts")  # as a user calls it
        done = subprocess.run(
            [str(script), *arguments],
            cwd=tmp_path,
            input=text,
            capture_output=True,
            text=True,
            check=False,
            start_new_session=True,  # no terminal, whoever runs the tests
            env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
        )
        return done.returncode, done.stdout, done.stderr

    return command


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Run:
    """Run a command in this process, and the engine in its own: where no terminal matters."""
    (tmp_path / "mine.py").write_text(ENGINE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")

    def command(*arguments: str, text: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        return run(arguments), *capfd.readouterr()

    return command


def test_every_command_takes_an_engine_of_ones_own(noughts: Run) -> None:
    code, out, err = noughts("move", ".X./.../...", "--engine", "mine:First", "--json")
    assert (code, err) == (0, "")
    assert json.loads(out)["move"] == "a1"
    assert json.loads(out)["engine"] == "mine:First"
    code, out, _ = noughts("analyse", ".X./.../...", "--engine", "mine:First", "--json")
    assert json.loads(out)["moves"][0]["move"] == "a1"
    code, out, _ = noughts("prove", "--engine", "mine:First", "--as", "O")
    assert code == 1
    assert out.startswith("mine:First as O on 3,3,3: ")
    code, out, _ = noughts("match", "hard", "mine:First", "--games", "4")
    assert code == 0
    assert out.startswith("hard against mine:First on 3,3,3: 4 games")
    lines = ".X./.../...\n" * 40
    code, out, _ = noughts("analyse", "-", "--engine", "mine:First", "--json", text=lines)
    assert (code, out.count('"engine": "mine:First"')) == (0, 40)


@pytest.mark.parametrize(
    "name", ["mine:Second", "yours:First", "mine:Broken", "mine:", ":First", "os:path", "mine:one"]
)
def test_what_is_no_engine_is_one_line(here: Run, name: str) -> None:
    for arguments in (
        ["move", ".../.../...", "--engine", name],
        ["analyse", ".../.../...", "--engine", name],
        ["prove", "--engine", name],
        ["match", "hard", name],
    ):
        code, out, err = here(*arguments)
        assert (code, out) == (2, "")
        assert err.count("\n") == 1
        assert name in err
        assert "TypeError" not in err
        assert len(err) < 300


def test_a_fault_in_it_is_not_called_a_bug_in_noughts(noughts: Run) -> None:
    code, out, err = noughts("move", ".../.../...", "--engine", "mine:Wrong")
    assert (code, out) == (2, "")
    assert "ZeroDivisionError: division by zero (mine.py:15: " in err
    assert "a bug in Noughts" not in err
    assert err.count("\n") == 1


EVERYWHERE = [
    ["move", "X../.O./..."],
    ["analyse", "X../.O./..."],
    ["prove", "--as", "O"],
    ["match", "hard"],
    ["review", "-"],
]

#: A fault of each kind: not loaded, an error, a wrong answer, no process any more. Each command
#: meets these; what else can go wrong is met by one command, and by all in `make test-deep`.
EACH_KIND = {"gone:Engine", "mine:Wrong", "mine:Nothing", "mine:Ends"}


def everywhere(
    noughts: Run, name: str, *options: str, commands: list[list[str]] = EVERYWHERE
) -> list[tuple[int, str]]:
    """Ask an engine by every command that takes one; return exit codes and lines on stderr."""
    asked = []
    for command in commands:
        words = [name] if command[0] == "match" else ["--engine", name]
        code, _, err = noughts(*command, *words, *options, text="b2 a1")
        assert err.count("\n") == 1, err
        assert "a bug in Noughts" not in err
        assert "Traceback" not in err
        assert err.startswith("noughts: ")
        asked.append((code, err))
    return asked


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("mine:Nothing", "mine:Nothing answers None in "),
        ("mine:Named", "mine:Named plays the cell 'b2' in "),
        ("mine:Wrong", "ZeroDivisionError: division by zero (mine.py:15: return 1 / 0)"),
        ("mine:Leaves", "SystemExit: (mine.py:62: raise SystemExit)"),
        ("mine:Ends", "mine:Ends ended its own process, with exit code 7"),
        (
            "mine:Asks",
            "EOFError: EOF when reading a line (mine.py:71: return Choice(position, int(input())))",
        ),
        ("mine:best_move", "Wrap it in a class: class Mine(noughts.Engine)"),
        ("mine:Abstract", "abstract method"),
        ("gone:Engine", "No module named 'gone'"),
        ("broken:Engine", "(broken.py, line 1)"),
        ("importing:Engine", "(importing.py:2: import nothing_of_that_name)"),
    ],
)
def test_its_faults_are_its_own_with_every_command(
    noughts: Run, here: Run, tmp_path: Path, name: str, told: str
) -> None:
    (tmp_path / "broken.py").write_text("def (:\n")
    (tmp_path / "importing.py").write_text("\nimport nothing_of_that_name\n")
    all_ = len(EVERYWHERE)
    commands = EVERYWHERE[: all_ if name in EACH_KIND else sample(1, all_)]
    # Who asks a person would ask whoever runs the tests at a terminal.
    command = noughts if name == "mine:Asks" else here
    for code, err in everywhere(command, name, commands=commands):
        assert code == 2
        assert name in err
        assert told in err


def test_an_engine_that_never_answers_is_stopped_at_its_limit(
    here: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guest, "GRACE", 0.1)
    commands = EVERYWHERE[: sample(1, len(EVERYWHERE))]
    for code, err in everywhere(here, "mine:Never", "--seconds", "0.1", commands=commands):
        assert code == 3
        assert "mine:Never had no answer in " in err
        assert "stopped at the limit of 0.1 seconds" in err
    lines = "X../.../...\nXX./.O./O..\n" * sample(1, 2)
    asked = ["analyse", "-", "--engine", "mine:Never", "--seconds", "0.001"]
    code, out, _ = here(*asked, text=lines)
    assert (code, out.count("mine:Never had no answer in ")) == (3, lines.count("\n"))


def test_an_illegal_move_is_told_with_the_moves_before(here: Run) -> None:
    _, _, err = here("prove", "--engine", "mine:Taken", "--as", "X")
    assert "mine:Taken plays b2 in O../.X./...: b2 is taken by X; free: b1 " in err
    assert err.endswith(" (after b2 a1)\n")
    code, _, err = here("match", "mine:Taken", "mine:First")
    assert code == 2
    assert "game 1, move 3: mine:Taken plays b2 in " in err
    assert err.endswith(" (after b2 a1)\n")


def test_two_answers_to_one_position_are_no_proof(here: Run) -> None:
    code, out, err = here("prove", "--engine", "mine:Flip", "--as", "X")
    assert (code, out) == (2, "")
    assert "when asked again" in err
    assert "randomised = True" in err
    code, _, err = here("prove", "--engine", "mine:Forgets", "--as", "X")
    assert code == 2
    assert "mine:Forgets may play a1 b1 c1 a2 b2 c2 a3 b3 c3 in .../.../...; " in err
    code, out, err = here("prove", "--engine", "mine:Says", "--as", "X")
    assert (code, err) == (1, "")
    assert out.startswith("mine:Says as X on 3,3,3: 255,168 games")


def test_what_it_prints_does_not_mix_with_the_answer(noughts: Run) -> None:
    code, out, err = noughts("move", "X../.../...", "--engine", "mine:Prints", "--json")
    assert (code, json.loads(out)["move"]) == (0, "b1")
    assert err == "I am thinking\n"


@pytest.mark.skipif(os.name != "posix", reason="a terminal of POSIX")
def test_it_may_ask_a_person_at_the_terminal(noughts: Run, tmp_path: Path) -> None:
    del noughts
    ours, its = pty.openpty()
    script = Path(sys.executable).with_name("noughts")
    with subprocess.Popen(
        [
            sys.executable,
            "-c",
            CONTROLLED,
            str(script),
            "move",
            ".../.../...",
            "--engine",
            "mine:Asks",
        ],
        cwd=tmp_path,
        stdin=its,
        stdout=subprocess.PIPE,
        stderr=its,
        start_new_session=True,
    ) as process:
        os.close(its)
        os.write(ours, b"4\n")
        out, _ = process.communicate(timeout=PATIENCE)
    os.close(ours)
    assert (process.returncode, out) == (0, b"b2\n")


#: Makes the terminal on stdin the one that /dev/tty is.
CONTROLLED = """
import fcntl, os, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execv(sys.argv[1], sys.argv[1:])
"""


def test_its_process_ends_with_the_command(noughts: Run, tmp_path: Path) -> None:
    del noughts
    script = Path(sys.executable).with_name("noughts")
    (tmp_path / "loops.py").write_text(
        "import os\nfrom mine import First\nclass Loops(First):\n"
        "    def play(self, position, limit=None):\n"
        "        open('pid.new', 'w').write(str(os.getpid()))\n"
        "        os.replace('pid.new', 'pid')\n"
        "        while True: pass\n"
    )
    asked = [str(script), "move", ".../.../...", "--engine", "loops:Loops"]
    for end in (signal.SIGINT, signal.SIGKILL):
        with subprocess.Popen(asked, cwd=tmp_path, stderr=subprocess.PIPE) as process:
            until((tmp_path / "pid").exists)
            pid = int((tmp_path / "pid").read_text())
            (tmp_path / "pid").unlink()
            process.send_signal(end)
            process.communicate(timeout=PATIENCE)
        assert process.returncode == {signal.SIGINT: 130, signal.SIGKILL: -9}[end]
        until(lambda: not alive(pid))  # noqa: B023  (called at once)


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except ProcessLookupError:
        return False
    except FileNotFoundError:  # ended just now, or not on Linux
        return not Path("/proc").exists()
    return state != "Z"
