"""Games in the terminal: played as a person plays them, and understood whatever they look like."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from noughts.check import Report, check
from noughts.check.console.console_process import ConsoleProcess
from noughts.check.processes.limited_process import Limits
from noughts.cli import run
from noughts.core.errors import UnknownNameError
from tests.check import console_games as games
from tests.check.console_styles import BLANK, NOT_AT_THE_END, NUMBERED, STYLES
from tests.sampling import some

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no terminal for it")


def python(folder: Path, text: str) -> list[str]:
    (folder / "game.py").write_text(text, encoding="utf-8")
    return [sys.executable, "-S", "-E", str(folder / "game.py")]


def report(command: list[str], seconds: float = 20) -> Report:
    with ConsoleProcess(command, Limits(seconds)) as program:
        return check(program)


@pytest.mark.parametrize(
    ("sides", "ends", "positions", "counts"),
    [
        ("X", 54, 81, {"X": 73}),
        pytest.param("both", 234, 507, {"X": 73, "O": 569}, marks=pytest.mark.deep),
    ],
)
def test_a_right_game_in_c_is_proved_unbeatable(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    sides: str,
    ends: int,
    positions: int,
    counts: dict[str, int],
) -> None:
    if shutil.which("cc") is None:
        pytest.skip("there is no cc")
    (tmp_path / "game.c").write_text(games.NUMBERED_C)
    subprocess.run(["cc", "-O1", "-o", tmp_path / "game", tmp_path / "game.c"], check=True)
    assert run(["check", "--json", "--as", sides, "--", str(tmp_path / "game")]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["unbeatable"], found["finding"], found["advice"]) == (True, None, None)
    assert found["interface"] == (
        "a game in the terminal, which asks 'Your move (1-9):' and numbers the cells 1-9; "
        "to 'Do you want to go first? (y/n)' it gets 'y'; it plays X or O"
    )
    said = {stage["name"]: stage["said"] for stage in found["stages"]}
    assert said["rules"] == f"{ends} ends of games, the right result announced in {ends}"
    assert said["again"].startswith(f"the same answer twice in all {positions} positions")
    assert {side: games["games"] for side, games in found["games"].items()} == counts


_HEADINGS = "numbers row and column from 1, as '1 1'; to 'Who goes first?"


@pytest.mark.parametrize(
    ("name", "words", "sides"),
    [
        ("HEADINGS", _HEADINGS, "X"),
        pytest.param("HEADINGS", _HEADINGS, "XO", marks=pytest.mark.deep),
        pytest.param(
            "LISTS",
            "asks 'Enter row (0-2):' and numbers row and column from 0, asked one after the other",
            "O",
            marks=pytest.mark.deep,
        ),
        pytest.param("SENTENCES", "and numbers the cells 0-8", "O", marks=pytest.mark.deep),
    ],
)
def test_right_games_in_python_are_accused_of_nothing(
    tmp_path: Path, name: str, words: str, sides: str
) -> None:
    with ConsoleProcess(python(tmp_path, getattr(games, name)), Limits(20)) as program:
        found = check(program, None, sides)
    assert (found.unbeatable, found.finding, found.advice) == (True, None, None)
    assert words in found.interface
    assert {*found.games} == {*sides}


@pytest.mark.deep
def test_a_game_in_node_with_a_menu_is_accused_of_nothing(tmp_path: Path) -> None:
    if shutil.which("node") is None:
        pytest.skip("there is no node")
    (tmp_path / "game.js").write_text(games.NODE, encoding="utf-8")
    found = report(["node", str(tmp_path / "game.js")])
    assert (found.unbeatable, found.finding, found.advice) == (True, None, None)
    assert "such as 'B1' for the top middle; to 'Your choice:' it gets '2'" in found.interface


@pytest.mark.deep
def test_a_keypad_s_numbers_are_found_by_trying(tmp_path: Path) -> None:
    found = report(python(tmp_path, games.KEYPAD))
    assert "as a keypad has its keys" in found.interface
    assert {side: each.losses for side, each in found.games.items()} == {"X": 2, "O": 46}


def test_a_game_in_awk_that_always_begins_is_checked_as_x(tmp_path: Path) -> None:
    if shutil.which("awk") is None:
        pytest.skip("there is no awk")
    (tmp_path / "game.awk").write_text(games.AWK)
    found = report(["awk", "-f", str(tmp_path / "game.awk")])
    assert found.finding is not None
    assert found.finding.text == (
        "As X it loses this game: b2 a1 b1 b3 c1 a3 c3 a2. Its mistake is c1."
    )
    assert {side: each.losses for side, each in found.games.items()} == {"X": 1}


_QUICK = (
    "the last cell is refused",
    "an error",
    "an error at the end",
    "the first free cell",
    "by chance",
    "it hangs",
)


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=() if name in _QUICK else pytest.mark.deep) for name in games.WRONG],
)
def test_what_is_wrong_with_a_game_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    text, kind, said = games.WRONG[name]
    seconds = 20.0
    if name == "it hangs":
        monkeypatch.setattr("noughts.check.console.console_process._START_SECONDS", 2.0)
        seconds = 0.5
    found = report(python(tmp_path, text), seconds)
    assert found.finding is not None
    assert (found.finding.kind, said in found.finding.text) == (kind, True), found.finding.text
    assert found.unbeatable is (False if kind == "loses" else None)


@pytest.mark.parametrize("name", some(STYLES, 9))
def test_many_styles_are_understood(tmp_path: Path, name: str) -> None:
    text, words, sides = STYLES[name]
    with ConsoleProcess(python(tmp_path, text), Limits(20)) as program:
        found = program.load(None, "3,3,3")
        replies = [
            program.move(board, "O", None).get("answer")
            for board in ("X........", "....X....")
            if "O" in found["sides"]
        ]
    assert f"and numbers {words};" in found["interface"]
    assert (found["sides"], replies) == (sides, [4, 0] if "O" in sides else [])


def test_a_last_move_need_not_be_drawn(tmp_path: Path) -> None:
    with ConsoleProcess(python(tmp_path, NOT_AT_THE_END), Limits(20)) as program:
        program.load(None, "3,3,3")
        assert program.rules("XXOXO.O..") == {"announced": True}


def test_a_numbered_board_on_which_the_program_has_begun(tmp_path: Path) -> None:
    with ConsoleProcess(python(tmp_path, NUMBERED), Limits(20)) as program:
        found = program.load(None, "3,3,3")
    assert (found["sides"], "numbers the cells 1-9;" in found["interface"]) == ("X", True), found


def test_a_game_given_as_a_file_is_said_to_be_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.py"
    file.write_text(games.LISTS)
    assert run(["check", str(file)]) == 1
    said = f"\nIf it is a game in the terminal: noughts check -- python3 {file}\n"
    assert said in capsys.readouterr().out


def test_a_game_for_two_people_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnknownNameError, match="it asks for the moves of both sides"):
        report(python(tmp_path, games.TWO_PLAYERS))


def test_a_board_whose_free_cells_are_blank_is_said_to_be_unseen(tmp_path: Path) -> None:
    with pytest.raises(UnknownNameError, match="so its moves cannot be seen"):
        report(python(tmp_path, BLANK))


def test_what_neither_reads_positions_nor_plays_is_refused(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["check", "--", sys.executable, "-c", "print('hello')"]) == 2
    assert "to the line " in (said := capsys.readouterr().err)
    assert said.count("\n") == 1
    assert run(["check", "--console", "--", sys.executable, "-c", "print('hello')"]) == 2
    assert "it ends before it asks for a move; it says 'hello'" in capsys.readouterr().err
    asks = "input('Ready? '); print('Bye')"
    assert run(["check", "--console", "--", sys.executable, "-c", asks]) == 2
    assert "so its moves cannot be seen: it says 'Bye'" in capsys.readouterr().err
    assert run(["check", "--console", "game.py"]) == 2
    assert "--console needs a command after --" in capsys.readouterr().err


_FIRST_FREE = """
def place(cell, mark):
    cells[cell] = mark
    rows = [" ".join(cells[at : at + 3]) for at in (0, 3, 6)]
    print("---------", *(f"| {row} |" for row in rows), "---------", sep="\\n")

def ends():
    lines = "012 345 678 036 147 258 048 246".split()
    full = " " not in cells or any(
        cells[int(a)] == cells[int(b)] == cells[int(c)] != " " for a, b, c in lines
    )
    return full and not print("The end")
"""


def test_a_command_says_who_begins_each_game(tmp_path: Path) -> None:
    text = (
        _FIRST_FREE
        + """
while (command := input("Input command: ")) != "exit":
    cells, sides = [" "] * 9, command.split()[1:]
    for turn in range(9):
        if sides[turn % 2] == "hard":
            print('Making move level "hard"')
            place(cells.index(" "), "XO"[turn % 2])
        else:
            row, column = map(int, input("Enter the coordinates: ").split())
            place(3 * row + column - 4, "XO"[turn % 2])
        if ends():
            break
"""
    )
    with ConsoleProcess(python(tmp_path, text), Limits(20)) as program:
        found = program.load(None, "3,3,3")
        assert found["sides"] == "XO"
        assert "to 'Input command:' it gets 'start user hard'" in found["interface"]
        asked = {"X": ".........", "O": "X........"}
        moves = [program.move(asked[side], side, None)["answer"] for side in "XOXO"]
    assert moves == [0, 1, 0, 1]


def test_a_menu_of_options_and_an_example_are_no_moves_of_the_program(tmp_path: Path) -> None:
    text = (
        _FIRST_FREE
        + """
print("So spielt man:", "X| | ", "-+-+-", " | | ", "-+-+-", " | | ", sep="\\n")
print("1. Player against computer", "2. Player against player", sep="\\n")
assert input() == "1"
cells = [" "] * 9
while not ends():
    place(3 * int(input("Zeile (0-2): ")) + int(input("Spalte (0-2): ")), "X")
    if not ends():
        place(cells.index(" "), "O")
"""
    )
    with ConsoleProcess(python(tmp_path, text), Limits(20)) as program:
        found = program.load(None, "3,3,3")
    assert found["sides"] == "O"
    assert "row and column from 0, asked one after the other" in found["interface"]
    assert "to '2. Player against player' it gets '1'" in found["interface"]


def test_a_game_that_is_not_understood_is_not_accused(tmp_path: Path) -> None:
    # It draws an example, and the name of a computer is no move.
    text = """
input("Your input is: ")
print("Please enter the name of Player 1 (Computer)")
print(" |X| ", "-+-+-", " | | ", "-+-+-", " | | ", sep="\\n")
input("Your input is: ")
"""
    with ConsoleProcess(python(tmp_path, text), Limits(20)) as program:
        assert "none" in program.load(None, "3,3,3")
