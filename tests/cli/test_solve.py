"""`noughts solve` and `noughts table`, as a user meets them."""

import json
import os
import pty
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from noughts.cli import run
from tests.waiting import PATIENCE


def test_solve_says_the_value(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", "6,5,4"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("6,5,4: X wins in 11 plies, proved   alpha-beta, ")
    assert len(told.splitlines()[1].removeprefix("line: ").split()) == 11
    assert run(["solve", "--position", "XX./OO./..."]) == 0
    assert "X wins in 1 ply, proved" in capsys.readouterr().out


def test_where_stones_fall_the_customary_score_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", "4,3,3 gravity"]) == 0
    told = "(score 2: stones left to X, the last one played among them)"
    assert f"X wins in 9 plies {told}, proved" in capsys.readouterr().out
    assert run(["analyse", "--rules", "4,3,3 gravity", "..../..../...."]) == 0
    assert f"X to move: win in 9 plies, proved {told}\n" in capsys.readouterr().out


def test_json_tells_the_customary_score_too(capsys: pytest.CaptureFixture[str]) -> None:
    def told(*arguments: str) -> Any:
        assert run([*arguments, "--json"]) == 0
        return json.loads(capsys.readouterr().out)

    assert told("solve", "4,3,3 gravity")["customary"] == 2
    assert told("solve", "3,3,3")["customary"] is None
    found = told("analyse", "--rules", "4,3,3 gravity", "..../..../X...")
    assert (found["plies"], found["customary"]) == (10, -1)
    assert {(move["plies"], move["customary"]) for move in found["moves"]} == {(10, -1), (8, -2)}
    assert told("analyse", "X.O/.X./..O")["moves"][0]["customary"] is None


def test_a_review_counts_the_customary_score_at_each_move(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "game").write_text("Rules: 4,3,3 gravity\n\na3 b3 a2 b2 a1 X wins\n")
    assert run(["review", str(tmp_path / "game"), "--json"]) == 0
    moves = json.loads(capsys.readouterr().out)["moves"]
    assert [move["after"]["customary"] for move in moves][-1] == 4
    assert moves[0]["before"]["customary"] == 2


def test_solve_says_how_far_the_plies_are_known(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", "7,7,4", "--json", "--distance"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["value"], told["plies"], told["at_least"]) == ("win", 11, 11)
    assert len(told["line"]) == 11
    nodes = str(told["nodes"] - 1000)
    assert run(["solve", "7,7,4", "--distance", "--nodes", nodes]) == 3
    assert "7,7,4: X wins, in at least 11 plies, proved " in capsys.readouterr().out
    assert run(["solve", "7,7,4", "--distance", "--nodes", nodes, "--json"]) == 3
    told = json.loads(capsys.readouterr().out)
    assert (told["value"], told["plies"], told["at_least"], told["line"]) == ("win", None, 11, [])


LARGE = "/".join(  # X: h8 i8 j8, and O far away
    ["OO............O", *["." * 15] * 6, ".......XXX.....", *["." * 15] * 7]
)


def test_on_more_than_64_cells_a_win_by_threats_is_proved(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["solve", "15,15,5", "--position", LARGE]) == 0
    told = capsys.readouterr().out
    assert told.startswith("15,15,5: X wins in 3 plies, proved   threats, ")
    assert len(told.splitlines()[1].removeprefix("line: ").split()) == 3
    assert run(["solve", "15,15,5", "--json", "--position", LARGE]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["value"], told["plies"], told["proven"]) == ("win", 3, True)
    assert run(["solve", "15,15,5", "--position", LARGE.replace("XXX", "X.X", 1)]) == 2
    capsys.readouterr()
    quiet = LARGE.replace("XXX", "X..").replace("OO", "O.").replace("O/", "./", 1)
    assert run(["solve", "15,15,5", "--position", quiet]) == 0
    assert capsys.readouterr().out.startswith("15,15,5: X wins, proved   opening book, ")
    assert run(["solve", "15,15,5", "--no-book", "--position", quiet]) == 3
    said = capsys.readouterr()
    assert "unfinished; proved so far: nothing" in said.out
    assert "by threats" in said.err


def test_solve_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", "5,4,4", "--json", "--first-moves"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["rules"], told["value"], told["winner"]) == ("5,4,4", "draw", None)
    assert (told["proven"], told["winning"], told["unfinished"]) == (True, [], None)
    assert told["nodes"] > 0


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["4,3,3"], "winning moves for X: a1 b1 c1 d1 b2 c2 a3 b3 c3 d3"),
        (["3,3,3"], "winning moves for X: none"),
        (["--position", "XX./OO./X.."], "winning moves for O: c2"),
        (["--position", "X../OX./..."], "winning moves for O: none, every move of O's loses"),
        (
            ["--maker-breaker", "--position", ".XO/.X./X.O"],
            "winning moves for O: none, every move of O's loses",
        ),
        (
            ["--maker-breaker", "--position", "XX./OOO/X.."],  # O's row ends no game here
            "winning moves for X: c1 b3 c3",
        ),
        (
            ["4,4,4", "--maker-breaker", "--position", "X.../..../..../...."],
            "winning moves for O: none",
        ),
    ],
)
def test_first_moves_are_those_of_the_side_to_move(
    arguments: list[str], line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["solve", *arguments, "--first-moves"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == line


def test_solve_a_position(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", "--position", "X../O../...", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["winner"] == "X"
    assert run(["solve", "--position", "XXX/OO./..."]) == 0
    assert "X" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("6,5,4", []),
        ("5,5,4", []),
        ("3,3,3 misere", []),
        ("6,4,4", ["--maker-breaker"]),
        ("7,7,4", ["--threads", "2"]),
        ("4,4,4", ["--position", "X.../..../..../...."]),
    ],
)
def test_the_proof_that_was_found_is_written(
    game: str, options: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found, made = tmp_path / "found.cert", tmp_path / "made.cert"
    assert run(["solve", game, *options, "--json", "--certificate", str(found)]) == 0
    value = json.loads(capsys.readouterr().out)["value"]
    assert run(["solve", game, *options, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["value"] == value
    assert run(["verify", str(found)]) == 0
    if "--threads" not in options:
        assert run(["certify", game, str(made), *options]) == 0
        assert found.read_bytes() == made.read_bytes()


def test_a_proof_that_is_not_complete_is_not_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.cert"
    asked = ["solve", "7,4,4", "--certificate", str(path)]
    assert run([*asked, "--nodes", "5000"]) == 3
    assert not path.exists()
    assert run(["solve", "9,9,5", "--certificate", str(path)]) == 2
    assert run(["solve", "connect-four", "--certificate", str(path)]) == 2
    assert run(["solve", "6,5,4", "--force"]) == 2
    assert "--force" in capsys.readouterr().err.splitlines()[-1]
    path.write_text("mine")
    assert run(["solve", "6,5,4", "--certificate", str(path)]) == 2
    assert path.read_text() == "mine"
    assert run(["solve", "6,5,4", "--certificate", str(path), "--force"]) == 0


def test_a_limit_is_exit_code_3(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", "9,4,4", "--nodes", "5000"]) == 3
    told = capsys.readouterr()
    assert "unfinished; proved so far: O does not win" in told.out
    assert told.err == "noughts: stopped at the limit of 5,000 nodes\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ["solve", "9,9,5"],
        ["solve", "--seconds", "0"],
        ["solve", "--position", "XX"],
        ["solve", "x,y"],
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(arguments) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1


def test_a_table_is_built_and_probed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = str(tmp_path / "t")
    assert run(["table", "build", "4,3,3", file]) == 0
    told = capsys.readouterr()
    assert "MiB of memory" in told.err
    assert run(["table", "probe", file, "..../.X../...."]) == 0
    assert capsys.readouterr().out == "loss in 6 plies, proved\n"
    assert run(["table", "probe", file, "..../..../....", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["plies"] == 7
    assert run(["table", "probe", file, "XX"]) == 2
    assert run(["table", "probe", str(tmp_path / "none"), "XX"]) == 2
    assert run(["table", "build", "6,6,4", file]) == 2
    assert run(["table", "build", "5,4,4", file, "--memory", "1"]) == 2


# -- in a process of its own -----------------------------------------------------------------------

SOLVING = """
import sys
from noughts.cli import run
from noughts.solver.portfolio import Solver

def solve(*asked, prove=Solver.solve, **options):
    print("solving", flush=True)
    return prove(*asked, **options)

Solver.solve = solve
sys.exit(run(["solve", "8,8,5", "--json"]))
"""
SOLVE = [sys.executable, "-m", "noughts", "solve"]


def test_ctrl_c_says_what_is_known_and_is_exit_code_130() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", SOLVING], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout
        assert process.stdout.readline() == "solving\n"
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert "Traceback" not in err
    if out:  # nothing is known before it has really begun
        told = json.loads(out)
        assert (told["unfinished"], told["cannot_win"]) == ("interrupted", ["O"])


def test_the_progress_line_and_ctrl_c_on_a_terminal() -> None:
    ours, its = pty.openpty()
    with subprocess.Popen(
        [*SOLVE, "8,8,5"], stdout=subprocess.PIPE, stderr=its, text=True
    ) as process:
        os.close(its)
        seen = ""
        while "  pn " not in seen:  # until a search with proof numbers has had its turn
            seen += os.read(ours, 65_536).decode()
        process.send_signal(signal.SIGINT)
        assert process.stdout
        out = process.stdout.read()
    os.close(ours)
    assert process.returncode == 130
    assert out.startswith("8,8,5: unfinished; proved so far: O does not win")
    line = re.compile(
        r"X wins\? [A-Za-z -]+(\+ [A-Za-z -]+)*  [\d,]+ nodes  [\d,]+/s  pn \d+ dn \d+  [\d,]+ MiB"
    )
    assert line.search(seen)


LIMITED = """
import resource, sys
sys.dont_write_bytecode = True  # part of a file would be read again
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]),) * 2)
from noughts.cli import run
from tests.waiting import PATIENCE
sys.exit(run(["table", "build", "4,3,3", sys.argv[2]]))
"""


@pytest.mark.parametrize("most", [10, 2_000, 5_000])
def test_a_disk_that_fills_up_is_one_line_and_the_build_goes_on_later(
    most: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # What measures coverage writes files too, and this process may not.
    monkeypatch.delenv("COVERAGE_PROCESS_CONFIG", raising=False)
    file = tmp_path / "t"
    done = subprocess.run(
        [sys.executable, "-c", LIMITED, str(most), str(file)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1] == f"noughts: {file}: File too large"
    assert "Traceback" not in done.stderr
    assert not file.exists()
    assert run(["table", "build", "4,3,3", str(file)]) == 0
    assert run(["table", "probe", str(file), "..../..../...."]) == 0
    assert [path.name for path in tmp_path.iterdir()] == ["t"]


def test_memory_that_does_not_suffice_is_said_before(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["solve", "3,3,3", "--memory", "1000000000"]) == 2
    assert "noughts: 1,000,000,000 MiB of memory: this machine has " in capsys.readouterr().err
    assert run(["table", "build", "5,4,4", str(tmp_path / "t"), "--memory", "1"]) == 2
    assert " MiB of memory, and may use 1 MiB" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_plan_of_a_table_builds_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(tmp_path / "t")
    build = ["table", "build", "5,5,4", file, "--entry", "value", "--plan", "--threads"]
    assert run([*build, "1"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0].startswith("5,5,4: 20,378,188,636 arrangements of stones up to symmetry, ")
    assert [line.split()[0] for line in told[1:]] == ["cut", "on", "in", "1"]
    assert told[-1].endswith("estimated from the speed at 5,4,4")
    assert run([*build, "100"]) == 0
    assert capsys.readouterr().out.splitlines()[-1].startswith("100 workers: 3 seconds, ")
    assert run(["table", "build", "6,6,4", file, "--plan"]) == 2
    assert list(tmp_path.iterdir()) == []
