"""One class, checked once, as each tool reads it; one move; the fixture of pytest."""

import csv
import io
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from noughts.check import Report, check
from noughts.check.checked_game import TICTACTOE
from noughts.check.known_mistakes import MISTAKES
from noughts.check.one_move import judge
from noughts.check.reports.program_hints import CHAPTERS, hint
from noughts.check.reports.report_formats import FORMATS
from noughts.cli import run
from tests.check.here import Here, Opened
from tests.check.programs import CS50, RULES_ONLY

Reports = Sequence[tuple[str, Report]]

EXAMPLES = Path(__file__).parents[2] / "examples" / "check"


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> Reports:
    """A right program that dawdles, one that loses, one with an error in its third line."""
    folder = tmp_path_factory.mktemp("class")
    found = []
    wrong = (
        "def best_move(board, player):\n    if board.count(' ') == 8:\n        [][0]\n"
        "    return board.index(' ')\n"
    )
    for name, text in (
        ("ada.py", CS50),
        ("=ben.py", RULES_ONLY),
        ("c,:%.py", wrong),
        ("d.py", "1+"),
    ):
        file = folder / name
        file.write_text(text)
        found.append((name, check(Here(str(file)))))
    return found


def test_csv_has_a_line_for_each_and_no_formula(reports: Reports) -> None:
    rows = list(csv.DictReader(io.StringIO(FORMATS["csv"](reports))))
    assert [row["program"] for row in rows] == ["ada.py", "'=ben.py", "c,:%.py", "d.py"]
    assert [row["unbeatable"] for row in rows] == ["yes", "no", "not proved", "not proved"]
    assert [row["passed"] for row in rows] == ["as O", "as X", "loads", ""]
    assert [row["lost as O"] for row in rows] == ["0", "12", "", ""]
    assert rows[0]["mistake"] == "a minimax that ignores how soon the game ends"


def test_junit_fails_for_all_that_is_not_unbeatable(reports: Reports) -> None:
    suites = list(ET.fromstring(FORMATS["junit"](reports)))  # noqa: S314  (our own)
    assert [suite.get("failures") for suite in suites] == ["0", "1", "1", "1"]
    assert [len(suite) for suite in suites] == [int(suite.get("tests") or 0) for suite in suites]
    failure = suites[1].find(".//failure")
    assert failure is not None
    assert str(failure.get("message")).startswith("As O it loses this game: ")


def test_github_gets_the_line_that_raised(reports: Reports) -> None:
    lines = FORMATS["github"](reports).splitlines()
    assert [line.split(" ")[0] for line in lines] == ["::notice", "::error", "::error", "::error"]
    assert lines[2].startswith("::error file=c%2C%3A%25.py,line=3::It has no move in ")


def test_graders_get_a_point_for_each_stage(reports: Reports) -> None:
    found = json.loads(FORMATS["gradescope"](reports[1:2]))
    points = {test["name"]: test["score"] for test in found["tests"]}
    assert points == {"loads": 1, "moves": 1, "again": 1, "as X": 1, "as O": 0}
    results = json.loads(FORMATS["check50"](reports[1:2]))["results"]
    assert [each["passed"] for each in results] == [True, True, True, True, False]
    assert results[-1]["cause"]["rationale"].startswith("As O it loses this game: ")


def test_hints_are_given_for_every_mistake_and_name_chapters_that_exist(reports: Reports) -> None:
    for mistake in MISTAKES:
        found = hint(reports[0][1]._replace(mistakes=(mistake,)))
        assert found is not None
        assert found.chapter in {"", *CHAPTERS}
        assert (
            found != hint(reports[0][1]._replace(mistakes=()))
            or "hurr" in mistake
            or "soon" in mistake
        )
    chapters = json.loads((Path(__file__).parents[2] / "web/src/learn/chapters.json").read_text())
    titles = {chapter["slug"]: chapter["title"] for chapter in chapters}
    assert CHAPTERS.items() <= titles.items()


def test_a_judgement_is_wrong_if_and_only_if_a_value_is_given_away() -> None:
    texts = set()
    for board in TICTACTOE.positions[::7]:
        for cell in TICTACTOE.free(board):
            found = judge(board, cell)
            assert found.wrong is found.text.startswith("Wrong: ")
            texts.add(found.text.split(" ")[0])
    assert texts == {"Wrong:", "Not", "Right:", "Already"}


def test_the_command_judges_one_move_and_writes_a_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("noughts.cli.check.PythonProcess", Opened)
    file = tmp_path / "student.py"
    file.write_text(RULES_ONLY)
    assert run(["check", str(file), "--at", "X../.O./..."]) == 0
    assert capsys.readouterr().out.endswith("\nIt plays c1. Not wrong: all 7 moves draw.\n")
    assert run(["check", str(file), "--at", "X../.O./.X.", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["asked"]["wrong"] is True
    (tmp_path / "eve").mkdir()
    (tmp_path / "eve" / "tictactoe.py").write_text("x = 1")
    assert run(["check", str(tmp_path), "--as", "X", "--csv"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(",")[0] for line in lines] == ["program", "eve/tictactoe.py", "student.py"]
    assert run(["check", str(tmp_path), "--as", "X", "--json"]) == 1
    assert len(json.loads(capsys.readouterr().out)["programs"]) == 2
    assert run(["check", str(file), "--as", "X", "--format", "github"]) == 0
    for wrong in (["--at", "XXX/OO./..."], ["--at", "X"], ["--csv", "--json"]):
        assert run(["check", str(file), *wrong]) == 2
    assert run(["check", str(tmp_path), "--format", "check50"]) == 2
    (tmp_path / "none").mkdir()
    assert run(["check", str(tmp_path / "none")]) == 2


def test_the_fixture_of_pytest_fails_with_the_finding(tmp_path: Path) -> None:
    """With the right program, the test of the example passes where it is."""
    (tmp_path / "tictactoe.py").write_text(RULES_ONLY)
    shutil.copy(EXAMPLES / "test_student.py", tmp_path)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "noughts.bridges.pytest_plugin"]
    command += ["-p", "no:cacheprovider"]
    # Noughts' plugin alone: pytest would load those of all tools that stand here.
    alone = os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    ran = subprocess.run(
        command, cwd=tmp_path, env=alone, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 1
    assert "1 failed" in ran.stdout
    assert "FAILED test_student.py" in ran.stdout
    assert "As O it loses this game: " in ran.stdout
    assert "Traceback" not in ran.stdout
