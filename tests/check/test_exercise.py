"""The exercises of the course: their holes, and how the page watches a function."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from noughts.check import check
from noughts.check.browser.in_browser import check_program
from noughts.check.checked_game import TICTACTOE
from noughts.check.processes.command_process import CommandProcess
from noughts.check.processes.limited_process import Limits
from tests import sampling
from tests.check.watching import Watcher

pytestmark = pytest.mark.usefixtures("own_folder")
PROGRAMS = Path(__file__).parents[2] / "web/src/learn/programs"
HOLES: dict[str, list[dict[str, Any]]] = json.loads((PROGRAMS / "holes.json").read_text("utf-8"))
#: The command that builds a program from a file, if it needs one, and the command that runs it.
LANGUAGES = {
    "node": (None, ["node", "minimax.js"]),
    "g++": (["g++", "-Wall", "-Werror", "-o", "{out}/a", "minimax.cpp"], ["{out}/a"]),
    "javac": (["javac", "-d", "{out}", "Minimax.java"], ["java", "-cp", "{out}", "Minimax"]),
}
#: Three cells are free; without pruning, a minimax calls itself 14 times.
SMALL = "..O.OXXXO"


class Page(Watcher):
    """Hears what a function does."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: dict[str, Any] = {}

    def watched(self, what: str, answer: str) -> None:
        self.heard[what] = json.loads(answer)


def filled(name: str, **others: int) -> str:
    """Fill the holes of a program; each with its first choice, unless another is given."""
    own, rules = ((PROGRAMS / f"{each}.py").read_text("utf-8") for each in (name, "rules"))
    source = f"{own}\n\n{rules}"
    for number, hole in enumerate(HOLES[name], 1):
        choice = hole["choices"][others.get(f"hole{number}", 0)]
        source = source.replace("___", choice["code"], 1)
    assert "___" not in source
    return source


def run(source: str, page: Page | None = None, **wanted: Any) -> Any:
    task = {"language": "python", "source": source, "name": None, "sides": "XO", "seconds": 10}
    return json.loads(check_program(json.dumps({**task, "known": [], **wanted}), page or Page()))


@pytest.mark.deep  # the page's own test fills the holes of one
@pytest.mark.parametrize(
    ("name", "count", "drawn"), [("minimax", 549_946, 14), ("alphabeta", 18_297, 10)]
)
def test_with_its_holes_filled_a_program_is_unbeatable(name: str, count: int, drawn: int) -> None:
    page = Page()
    checked = run(filled(name), page, record=["minimax", SMALL, "X"])
    assert checked["report"]["unbeatable"] is True
    assert len(checked["answers"]) == 4520
    record = page.heard["record"]
    assert record["count"] == count
    calls = [each for each in record["events"] if "board" in each]
    assert (len(calls), len(record["events"])) == (drawn, 2 * drawn)
    assert calls[0]["board"] == SMALL
    assert ("window" in calls[0]) == (name == "alphabeta")
    assert record["events"][-1] == {"value": 0}


@pytest.mark.parametrize(
    "others",
    [
        {"hole1": 1},
        pytest.param({"hole1": 2}, marks=pytest.mark.deep),
        {"hole2": 2},
        pytest.param({"hole2": 1}, marks=pytest.mark.deep),
        pytest.param({"hole3": 1}, marks=pytest.mark.deep),
    ],
    ids=str,
)
def test_a_wrong_choice_is_found(others: dict[str, int]) -> None:
    checked = run(filled("minimax", **others))
    assert checked["report"]["unbeatable"] is not True
    assert checked["report"]["finding"] is not None


@pytest.mark.deep
def test_the_mean_never_loses_but_is_recognised() -> None:
    checked = run(filled("minimax", hole3=2))
    assert checked["report"]["unbeatable"] is True
    assert "takes the mean" in checked["behaviour"]


def test_an_error_is_told_with_its_line_and_the_calls_before_it() -> None:
    page = Page()
    run(filled("minimax", hole1=1), page, record=["minimax", SMALL, "X"])
    record = page.heard["record"]
    assert record["failed"]["error"].startswith("ValueError: min() ")
    assert record["failed"]["line"] == "program.py, line 12"
    assert 0 < len(record["events"]) < 28


def test_what_cannot_be_loaded_has_no_calls() -> None:
    page = Page()
    run("def best_move(board, player)\n", page, record=["minimax", SMALL, "X"])
    assert page.heard["record"]["error"].startswith("SyntaxError")
    assert page.heard["record"]["line"] == "program.py, line 1"


def test_a_function_of_another_name_has_no_calls() -> None:
    page = Page()
    run(filled("minimax").replace("minimax", "value"), page, record=["minimax", SMALL, "X"])
    assert page.heard["record"] == {"events": [], "count": None}


WIDE = """
seen = 0
def minimax(board, player, depth=11):
    global seen
    seen += 1
    return sum(minimax(board, player, depth - 1) for _ in range(3)) if depth else 0
def best_move(board):
    return board.index(" ")
"""


def test_too_many_calls_are_neither_drawn_nor_counted() -> None:
    page = Page()
    run(WIDE, page, record=["minimax", SMALL, "X"])
    record = page.heard["record"]
    assert sum("board" in each for each in record["events"]) == 200
    assert record["count"] is None
    assert "failed" not in record


def test_a_function_that_never_ends_is_told() -> None:
    page = Page()
    endless = WIDE.replace("if depth", "if True")
    run(endless, page, record=["minimax", SMALL, "X"])
    assert page.heard["record"]["failed"]["error"].startswith("RecursionError")


def test_a_stopped_recording_is_told_and_the_check_goes_on() -> None:
    page = Page()
    stopped = [json.dumps({"kind": "function", "name": "best_move", "mark": True})]
    known = [*stopped, json.dumps({"stopped": "late"})]
    wanted = {"record": ["minimax", SMALL, "X"], "known": known, "sides": "X"}
    checked = run(filled("minimax"), page, **wanted)
    assert checked["report"]["unbeatable"] is True
    assert page.heard["record"]["stopped"] is True
    assert page.heard["record"]["error"] == "It had no answer in 10 s"


def test_a_level_is_sampled_and_not_checked() -> None:
    page = Page()
    source = f"import random\nrandom.seed(1)\n{filled('level')}"
    checked = run(source, page, sample=["X........", "O", 100])
    assert checked == {"uncheckable": "", "functions": []}
    cells = page.heard["sample"]["cells"]
    assert sum(cells) == 100
    assert 40 < cells[4] < 75
    assert min(cells[1:]) > 0


@pytest.mark.parametrize(
    "needed",
    [
        "node",
        pytest.param("g++", marks=pytest.mark.deep),
        pytest.param("javac", marks=pytest.mark.deep),
    ],
)
def test_in_other_languages_it_plays_the_same_games(
    needed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not shutil.which(needed):
        pytest.skip(f"{needed} is not installed")
    build, command = LANGUAGES[needed]
    monkeypatch.chdir(PROGRAMS)
    if build:
        subprocess.run([part.format(out=tmp_path) for part in build], check=True)
    words = [part.format(out=tmp_path) for part in command]
    python: dict[str, Any] = {}
    exec(filled("minimax"), python)  # noqa: S102  (ours)
    # It searches without a memory. The positions near the end need no half a million calls.
    late = [b for b in TICTACTOE.positions if b.count(".") <= sampling.sample(4, 6)]
    boards = [b for b in late if not TICTACTOE.over(b)]
    moves = [python["best_move"]([*b.replace(".", " ")], TICTACTOE.mover(b)) for b in boards]
    asked = "".join(f"{board}\n" for board in boards)
    ran = subprocess.run(words, input=asked, capture_output=True, text=True, check=True)
    assert [*map(int, ran.stdout.split())] == moves
    if sampling.DEEP:
        with CommandProcess(words, Limits(60)) as program:
            report = check(program)
        assert report.unbeatable is True
        games = {side: found.games for side, found in report.games.items()}
        assert games == {"X": 101, "O": 681}
