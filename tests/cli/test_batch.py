"""`noughts analyse -`: many positions on stdin."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator

from noughts import Position, engine
from noughts.json import encode
from noughts.lab.batch import CHUNK
from tests.waiting import PATIENCE


def analyse(lines: bytes, *options: str) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [sys.executable, "-m", "noughts", "analyse", "-", *options],
        input=lines,
        capture_output=True,
        check=False,
    )
    return subprocess.CompletedProcess(
        done.args, done.returncode, done.stdout.decode(), done.stderr.decode()
    )


def reachable() -> Iterator[Position]:
    waiting = [Position.parse(".../.../...")]
    while waiting:
        position = waiting.pop(0)
        yield position
        waiting += [child for _, child in position.children()]


def test_many_positions_are_answered_in_order_by_all_cores() -> None:
    positions = [str(p) for p, _ in zip(reachable(), range(150), strict=False)]
    done = analyse("\n".join(positions).encode(), "--json")
    assert (done.returncode, done.stderr) == (0, "")
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer["position"] for answer in answers] == positions
    for text, answer in zip(positions, answers, strict=True):
        alone = encode.analysis(engine("perfect").analyse(Position.parse(text)))
        assert answer | {"seconds": 0} == alone | {"seconds": 0}


def test_a_line_that_cannot_be_answered_stops_no_other() -> None:
    long = b"X" * 250_000
    data = b"\xef\xbb\xbfX../.../...\r\nX..\n\n\xff\n" + long + b"\n.../.../...\n"
    done = analyse(data, "--json")
    assert done.returncode == 2
    first, second, third, fourth, last = map(json.loads, done.stdout.splitlines())
    assert (first["position"], last["position"]) == ("X../.../...", ".../.../...")
    assert (second["line"], third["line"], fourth["line"]) == (2, 4, 5)
    assert "3 needed" in second["error"]
    assert "not UTF-8" in third["error"]


def test_a_limit_is_said_line_by_line_too() -> None:
    options = ("--rules", "4,4,4", "--engine", "minimax", "--nodes", "50")
    done = analyse(b"..../..../..../....\n", *options)
    assert done.returncode == 3
    assert "stopped at the limit of 50 nodes" in done.stdout


def test_nothing_on_stdin_is_one_line() -> None:
    done = analyse(b"\n \n")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert "stdin is empty" in done.stderr


def test_the_answers_can_be_read_by_people() -> None:
    done = analyse(b"X.O/.X./..O\n.../.../...\n")
    assert done.stdout.count("* best   perfect, ") == 2


def test_ctrl_c_ends_all_processes_at_once() -> None:
    command = (sys.executable, "-m", "noughts", "analyse", "-", "--rules", "4,4,4")
    with subprocess.Popen(
        [*command, "--engine", "minimax", "--json"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as running:
        assert running.stdin
        assert running.stdout
        running.stdin.write(b"XXXX/OOO./..../....\n" * CHUNK)
        running.stdin.write(b"..../..../..../....\n" * CHUNK)  # minimax would take years
        running.stdin.close()
        for _ in range(CHUNK):
            assert running.stdout.readline()
        os.killpg(running.pid, signal.SIGINT)  # as a terminal does
        rest = running.stdout.read()
        said = running.stderr.read() if running.stderr else b""
        assert running.wait(PATIENCE) == 130
    assert (rest, b"Traceback" in said) == (b"", False)
