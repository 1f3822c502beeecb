"""The solutions of the page's handout are right, in every language that is installed."""

import shutil
import subprocess
from pathlib import Path

import pytest

from noughts.check import Program, check
from noughts.check.processes.command_process import CommandProcess
from noughts.check.processes.limited_process import Limits
from tests.check.here import Here

SOLUTIONS = Path(__file__).parents[2] / "web/src/teach/solutions"
#: The page calls the function; here it is asked line by line.
ASKED = """
require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  console.log(bestMove([...line.replaceAll(".", " ")]));
});
"""


def accused_of_nothing(program: Program) -> None:
    report = check(program)
    assert (report.unbeatable, report.finding, report.advice) == (True, None, None)
    # All are the same program.
    assert {side: games.games for side, games in report.games.items()} == {"X": 73, "O": 569}


def test_in_python() -> None:
    accused_of_nothing(Here(str(SOLUTIONS / "best_move.py")))


@pytest.mark.parametrize(
    ("needed", "build", "command"),
    [
        pytest.param("node", None, ["node", "{out}/best-move.js"], marks=pytest.mark.deep),
        pytest.param(
            "g++",
            ["g++", "-Wall", "-Werror", "-o", "{out}/a", "unbeatable.cpp"],
            ["{out}/a"],
            marks=pytest.mark.deep,
        ),
        pytest.param(
            "javac",
            ["javac", "-d", "{out}", "Unbeatable.java"],
            ["java", "-cp", "{out}", "Unbeatable"],
            marks=pytest.mark.deep,
        ),
        pytest.param(
            "rustc",
            ["rustc", "-Dwarnings", "-o", "{out}/b", "unbeatable.rs"],
            ["{out}/b"],
            marks=pytest.mark.deep,
        ),
    ],
    ids=["JavaScript", "C++", "Java", "Rust"],
)
def test_in_other_languages(
    tmp_path: Path, needed: str, build: list[str] | None, command: list[str]
) -> None:
    if shutil.which(needed) is None:
        pytest.skip(f"there is no {needed}")
    source = (SOLUTIONS / "best-move.js").read_text(encoding="utf-8")
    (tmp_path / "best-move.js").write_text(source + ASKED, encoding="utf-8")
    if build is not None:
        subprocess.run([part.format(out=tmp_path) for part in build], cwd=SOLUTIONS, check=True)
    with CommandProcess([part.format(out=tmp_path) for part in command], Limits(30)) as program:
        accused_of_nothing(program)
