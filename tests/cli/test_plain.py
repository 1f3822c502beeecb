"""The line mode, from bytes in to lines out; and the command in front of it."""

import io
import subprocess
import sys

import pytest

from noughts import Level, Position, Rules, Starts
from noughts.cli import run
from noughts.cli.line_ui import LineMode, read_line
from noughts.cli.session import Session, Setup
from tests.waiting import PATIENCE


def played(text: str | bytes, setup: Setup) -> list[str]:
    """Return the answers to these lines."""
    said: list[str] = []
    data = text.encode() if isinstance(text, str) else text
    LineMode(Session(setup), said.append).run(io.BytesIO(data))
    return said


TWO = Setup(level=None)


def test_two_people_play_to_the_end() -> None:
    said = played("b2\na1\nc1\n7\n3\n1\na3\n", TWO)
    assert "Player 1 (X) plays b2, the centre." in said
    assert "c1 is taken by X; free: b1 a2 c2 b3 c3. Type help for help." in said
    assert said[-1] == "End of input: goodbye."


def test_a_won_game_brackets_its_line_and_keeps_the_score() -> None:
    said = played("1\n4\n2\n5\n3\nnew\nquit\n", TWO)
    assert any("[X][X][X]" in text for text in said)
    assert "Player 1 (X) wins with a1 b1 c1." in said
    assert "Player 1 1, Player 2 0, drawn 0." in said
    assert "Type review, undo, new or quit." in said
    assert said[-1] == "Goodbye."


def test_every_computer_move_is_said_in_words() -> None:
    said = played("a1\nquit\n", Setup())
    assert "You are X and move first. Level: hard." in said
    assert "The computer plays b2, the centre. (perfect)" in said


def test_the_computer_moves_first_if_you_are_o() -> None:
    said = played("", Setup(starts=Starts.SECOND))
    assert "You are O, the computer moves first. Level: hard." in said
    assert any(text.startswith("The computer plays ") for text in said)


def test_hints_values_and_review() -> None:
    said = played("1\n2\nhint\nh\nHINT\nvalues\nreview\n", TWO)
    at = said.index("You can force a win in 5 moves, counting both sides'.")
    assert said[at + 1].startswith("Look in ")
    assert said[at + 2].startswith("Play ")
    assert any(text.startswith("win in 5 moves: ") for text in said)
    assert any("(here the game was decided). Better: " in text for text in said)
    assert "Move 2 decided it: b1 loses in 6 moves because X answers a2: a2 a3 b2 b3 c2." in said


def test_undo_redo_score_board_and_help() -> None:
    said = played("undo\nredo\nreview\nb2\nundo\nredo\nscore\nboard\n?\n", TWO)
    assert "You have no move to take back." in said
    assert "You have no move to redo." in said
    assert "No move has been made yet." in said
    assert "Taken back: 1 move." in said
    assert "Played again: 1 move." in said
    assert said[-2].startswith("A move is a cell's name or number")


def test_after_the_end_a_move_is_explained_and_values_too() -> None:
    said = played("1\n4\n2\n5\n3\n9\nvalues\n", TWO)
    assert "c3 is a move after the end: X has won. Type new for another game." in said
    assert "The game is over, so no moves have values." in said


def test_a_new_game_in_the_middle_does_not_count() -> None:
    said = played("1\nnew\n", TWO)
    assert "This game was not finished and does not count." in said


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        (b"zz", "'zz' is not a cell; cells are a1 to c3, or 1 to 9. Type help for help."),
        (b"10", "cell 10 is off the board; cells are 1 to 9. Type help for help."),
        (b"d4", "d4 is off the board; cells are a1 to c3. Type help for help."),
        (b"\xff\xfe", "'\\ufffd\\ufffd' is not a cell; cells are a1 to c3, or 1 to 9."),
        (b"\x1b[2J\x00", "'\\x1b[2J\\x00' is not a cell; cells are a1 to c3, or 1 to 9."),
        (b"x" * 1_000_000, "(201 characters) is not a cell; cells are a1 to c3, or 1 to 9."),
    ],
)
def test_bad_lines_get_one_line_and_the_game_goes_on(line: bytes, answer: str) -> None:
    said = played(line + b"\n\n  \nb2\n", TWO)
    helped = [text for text in said if answer in text]
    assert len(helped) == 1
    assert "\n" not in helped[0]
    assert len(helped[0]) < 150
    assert "Player 1 (X) plays b2, the centre." in said


def test_a_long_line_is_read_in_bounds_and_skipped() -> None:
    stream = io.BytesIO(b"y" * 70_000 + b"\n5")
    assert len(read_line(stream) or "") == 201
    assert read_line(stream) == "5"
    assert read_line(stream) is None


def test_a_box_is_shown_layer_by_layer() -> None:
    said = played("b2b\n1\n", Setup(Rules.parse("3,3,3,3"), level=None))
    assert "Player 1 (X) plays b2b." in said
    assert "Player 2 (O) plays a1a." in said
    text = said[-3]
    assert [f"layer {name}" in text for name in "abc"] == [True] * 3


def test_large_boards_and_misere_say_their_rules() -> None:
    said = played("h8\n", Setup(Rules.parse("gomoku"), level=None))
    assert said[0] == "Gomoku: 15×15 board. 5 or more in a row wins."
    assert "Player 1 (X) plays h8, the centre." in said
    said = played("1\n4\n2\n5\n3\n", Setup(Rules.parse("3,3,3 misere"), level=None))
    assert said[0].endswith("3 in a row loses.")
    assert "Player 1 (X) completed a1 b1 c1, so Player 2 (O) wins." in said


def test_guessed_values_say_that_they_are_guesses() -> None:
    said = played("values\n", Setup(Rules.parse("9,9,5"), level=None))
    assert any(text.startswith("best guesses, not proved: ") for text in said)


def test_the_easy_level_can_be_beaten_line_by_line() -> None:
    session = Session(Setup(level=Level.EASY, seed=3))
    said: list[str] = []
    game = LineMode(session, said.append)
    while not session.over:
        game.obey(session.rules.name(session.analyse().moves[0].cell))
    assert said[-3].startswith("You win with ")


def test_the_board_lines_up_on_two_digit_rows() -> None:
    rows = Position(Rules.parse("12,12,5")).board().splitlines()
    assert rows[0].rstrip().endswith("l")
    assert {len(row) for row in rows[1:]} == {len(rows[1])}


# -- the command ---------------------------------------------------------------------------------


def command(*arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", "from noughts.cli import main; main()", "play", *arguments],
        input=text,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=PATIENCE,
    )


def test_without_a_terminal_the_command_goes_line_by_line() -> None:
    done = command("--level", "easy", "--seed", "1", "--you", "o", text="quit\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "You are O, the computer moves first. Level: easy." in done.stdout
    assert "Goodbye.\n\nRules: 3,3,3\nX: easy\nO: person\n\n" in done.stdout
    assert done.stdout.endswith(" *\n\nTo resume it: noughts play --resume\n")


def test_a_terminal_without_unicode_is_no_obstacle() -> None:
    done = subprocess.run(
        [sys.executable, "-c", "from noughts.cli import main; main()", "play"],
        input=b"\xc3\x97\n5\n",
        capture_output=True,
        env={"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"},
        check=False,
        timeout=PATIENCE,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"You play b2, the centre." in done.stdout


def test_the_line_mode_does_not_load_textual() -> None:
    code = (
        "import sys; from noughts.cli import run; run(['play', '--plain'])\n"
        "assert 'textual' not in sys.modules"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], input=b"", capture_output=True, check=False, timeout=PATIENCE
    )
    assert (done.returncode, done.stderr) == (0, b"")


def test_bad_options_are_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (
        ["--best-of", "2"], ["--level", "hrad"], ["--rules", "3,3"], ["--you", "Z"],
        ["--two", "--level", "easy"], ["--two", "--seed", "1"], ["--two", "--seconds", "1"],
        ["--plain", "--theme", "light"], ["--resume"],
        ["--resume", "--load", __file__], ["--load", __file__], ["--load", "/none"],
        ["--resume", "--rules", "4,4,4"], ["--load", __file__, "--two"], ["--save", "/none/x"],
    ):  # fmt: skip
        assert run(["play", *arguments]) == 2
        error = capsys.readouterr().err
        assert error.startswith("noughts: ")
        assert error.count("\n") == 1


def test_a_series_tells_its_score_at_every_start() -> None:
    said = played("1\n4\n2\n5\n3\nnew\n", Setup(level=None, best_of=3))
    assert "Player 1 0, Player 2 0, drawn 0; game 1 of at most 3." in said
    assert "Player 1 1, Player 2 0, drawn 0; game 2 of at most 3." in said


def test_on_a_terminal_the_app_opens_and_without_textual_the_line_mode(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    opened: list[float] = []
    monkeypatch.setattr("noughts.cli.play._can_fill_the_screen", lambda: True)
    monkeypatch.setattr("noughts.cli.tui.NoughtsApp.run", lambda app: opened.append(app.pause))
    assert run(["play", "--fast", "--two"]) == 0
    assert opened == [0.0]
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"quit\n")))
    assert run(["play"]) == 0
    said = capsys.readouterr().out
    assert "pip install 'noughts[tui]'" in said
    assert said.endswith("Goodbye.\n")


def test_stones_fall_in_the_column_that_is_typed() -> None:
    said = played("d\nD\nd6\nb4\nd4\n", Setup(Rules.parse("connect-four"), level=None))
    assert said[0] == "Connect Four: 7×6 board, with gravity. 4 or more in a row wins."
    assert said[1].startswith("Type a column such as b, or: hint")
    assert [text for text in said if " plays " in text] == [
        "Player 1 (X) plays d6.",
        "Player 2 (O) plays d5.",
        "Player 1 (X) plays d4.",
    ]
    assert any(text.startswith("d6 is taken by X; ") for text in said)
    assert any(text.startswith("b4 floats: b5 below it is empty; ") for text in said)


def test_a_column_comes_before_a_command_that_begins_with_its_letter() -> None:
    said = played("b\nB\nba\n", Setup(Rules.parse("connect-four"), level=None))
    plays = [text for text in said if " plays " in text]
    assert plays == ["Player 1 (X) plays b6.", "Player 2 (O) plays b5."]
    box = played("b\nba\n", Setup(Rules.parse("4,4,4,4 gravity"), level=None))
    assert "Type a column such as ba, or: hint, values, undo, new, quit, help." in box
    assert "Player 1 (X) plays b4a." in box
