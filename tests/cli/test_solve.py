"""`noughts solve` and `noughts table`, as a user meets them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from noughts.cli import run

if TYPE_CHECKING:
    from pathlib import Path


def test_solve_says_the_value(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", "6,5,4"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("6,5,4: X wins in 11 plies, proved   alpha-beta, ")
    assert len(told.splitlines()[1].removeprefix("line: ").split()) == 11
    assert run(["solve", "--position", "XX./OO./..."]) == 0
    assert "X wins in 1 ply, proved" in capsys.readouterr().out


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


def test_solve_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", "5,4,4", "--json", "--first-moves"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["rules"], told["value"], told["winner"]) == ("5,4,4", "draw", None)
    assert (told["proven"], told["winning"], told["unfinished"]) == (True, [], None)
    assert told["nodes"] > 0


def test_solve_a_position(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", "--position", "X../O../...", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["winner"] == "X"
    assert run(["solve", "--position", "XXX/OO./..."]) == 0
    assert "X" in capsys.readouterr().out


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
    assert capsys.readouterr().out == "loss in 6, proved\n"
    assert run(["table", "probe", file, "..../..../....", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["plies"] == 7
    assert run(["table", "probe", file, "XX"]) == 2
    assert run(["table", "probe", str(tmp_path / "none"), "XX"]) == 2
    assert run(["table", "build", "6,6,4", file]) == 2
    assert run(["table", "build", "5,4,4", file, "--memory", "1"]) == 2
