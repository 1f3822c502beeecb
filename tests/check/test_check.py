"""Programs under check: what is right is accused of nothing, and what is wrong is found."""

import json
import random
import re
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread
from unittest.mock import ANY

import numpy.random
import pytest

from noughts.check import FindingKind, Report, check
from noughts.check.checked_game import TICTACTOE, CheckedGame
from noughts.check.checking import ask
from noughts.check.loaded import chance
from noughts.check.loaded.loading import load_file
from noughts.check.processes.limited_process import Limits
from noughts.check.processes.python_process import PythonProcess
from noughts.check.reports.program_hints import hint
from noughts.check.reports.report_text import verdict
from noughts.cli import run
from noughts.core.errors import UnknownNameError
from noughts.core.position import Position
from noughts.core.score import Score
from noughts.engines.perfect import Perfect
from tests.check.here import Here, Opened, checked_here
from tests.check.programs import CS50, RIGHT, RULES_ONLY, THINK
from tests.sampling import some

Checked = Callable[..., Report]

_FIRST = "next(cell for cell in range(9) if board[cell] == ' ')"


@pytest.fixture
def report(tmp_path: Path) -> Checked:
    """Check a program, given as its text."""

    def checked(text: str, sides: str = "XO") -> Report:
        return checked_here(tmp_path, text, sides=sides)

    return checked


@pytest.fixture
def apart(tmp_path: Path) -> Checked:
    """Check a program in a process of its own."""

    def checked(text: str, sides: str = "XO", seconds: float = 5) -> Report:
        file = tmp_path / "student.py"
        file.write_text(text)
        with PythonProcess(str(file), Limits(seconds)) as program:
            return check(program, None, sides)

    return checked


def changed(old: str, new: str, text: str = CS50) -> str:
    assert old in text
    return text.replace(old, new)


def test_the_scores_are_those_of_the_perfect_engine() -> None:
    for board in TICTACTOE.positions[::97]:
        analysis = Perfect().analyse(Position.parse(board))
        for move in analysis.moves:
            assert TICTACTOE.move_score(board, move.cell) == move.score
    assert TICTACTOE.score("." * 9) == Score.draw()


def test_cs50_s_functions_are_proved_unbeatable(report: Checked) -> None:
    found = report(CS50)
    assert found.interface == "the seven functions of CS50 AI"
    assert (found.unbeatable, found.finding) == (True, None)
    assert {side: tally.losses for side, tally in found.games.items()} == {"X": 0, "O": 0}
    assert {side: tally.games for side, tally in found.games.items()} == {"X": 101, "O": 681}
    assert found.advice is not None
    assert found.advice.kind is FindingKind.DAWDLES
    assert found.mistakes == ("a minimax that ignores how soon the game ends",)
    assert all(stage.passed for stage in found.stages if stage.name != "quickest")


@pytest.mark.parametrize("name", some(RIGHT, 6))
def test_right_programs_of_different_make_are_accused_of_nothing(
    report: Checked, name: str
) -> None:
    found = report(THINK + RIGHT[name])
    assert (found.unbeatable, found.finding, found.advice) == (True, None, None)


#: What is asked of them, and what they answer.
_FORMS = {
    "small letters in one text, the board with its move": (
        "next_move: it gets a text of nine, 'x' and 'o', '-' for a free cell; "
        "it answers the board with its move"
    ),
    "its move made on the board": (
        "computer_move: it gets a list of nine, 'X' and 'O', ' ' for a free cell; "
        "it answers the board with its move"
    ),
    "members of an enumeration": (
        "choose_move: it gets three lists of three, Mark.CROSS and Mark.NOUGHT, None for a free "
        "cell and the mark that moves; it answers 0-8"
    ),
    "an object for each mark": (
        "Computer.best_move: it gets a list of nine, 'X' and 'O', '.' for a free cell; "
        "it answers 0-8"
    ),
    "a board of its own": (
        "ai_move: it gets a list of nine, 'X' and 'O', ' ' for a free cell; it answers 0-8"
    ),
    "a board in an object": (
        "Game.computer_move: it gets three lists of three, 'X' and 'O', '_' for a free cell "
        "and the mark that moves; it answers the board with its move"
    ),
    "a search with its depth, and a row, a column and a value": (
        "minimax: it gets three lists of three, 1 and -1, 0 for a free cell and the mark that "
        "moves; it answers (row, column) from 0 at the beginning of its answer; its first call "
        "has depth=9"
    ),
    "a search with bounds, and a value and a cell": (
        "alphabeta: it gets a list of nine, 'X' and 'O', '.' for a free cell; it answers 0-8 at "
        "the end of its answer; its first call has depth=0, alpha=-1000000000, beta=1000000000, "
        "is_max=True"
    ),
    "an object as the board, and lots at its first move": (
        "Clever.get_move: it gets an object with Game.squares, a list of nine, 'X' and 'O', "
        "' ' for a free cell; it answers 0-8"
    ),
    "a window, and always one mark": (
        "bot_turn: it gets three lists of three, 'X' and 'O', '' for a free cell; it answers "
        "(row, column) from 0; it always plays X: where the other side moves, it gets the marks "
        "swapped"
    ),
    "a column and a row, as on a screen": (
        "get_move: it gets three lists of three, 'X' and 'O', '' for a free cell; it answers "
        "(column, row) from 0"
    ),
    "NumPy's array, a pair in another": (
        "best_move: it gets a NumPy array of three rows of three, 1 and -1, 0 for a free cell "
        "and the mark that moves; it answers (row, column) from 0"
    ),
}


@pytest.mark.parametrize("name", _FORMS)
def test_the_form_of_a_program_is_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr("noughts.cli.check.PythonProcess", Opened)
    file = tmp_path / "student.py"
    file.write_text(THINK + RIGHT[name])
    assert run(["check", str(file), "--at", "XO.X....."]) == 0
    out = capsys.readouterr().out
    assert out.startswith(f"{file}: the function {_FORMS[name]}\n")
    assert "It plays a3. " in out


#: Plays at random, among the cells of a list if they are free, else among all free cells.
_LOTS = """
import random
def best_move(board):
    free = [at for at, mark in enumerate(board) if mark == " "]
    good = [at for at in GOOD if at in free] or free
    return LOTS
"""


def test_a_mistake_of_a_program_that_answers_column_and_row_is_shown_there(report: Checked) -> None:
    right = RIGHT["a column and a row, as on a screen"]
    wrong = right.replace("think(cells)", "1 if cells == 'X........' else think(cells)")
    found = report(THINK + wrong, "O")
    assert found.finding is not None
    assert "As O it loses this game: a1 b1 " in found.finding.text
    assert found.answers["X........"] == 1


def test_every_lot_that_a_program_draws_is_tried(report: Checked) -> None:
    """A program that loses only by one of its lots is found to lose."""
    text = "cells = ''.join(board).replace(' ', '.')"
    first = "random.randrange(9) if len(free) == 9 else think(cells)"
    lots = _LOTS.replace("good = [at for at in GOOD if at in free] or free", text)
    found = report(THINK + lots.replace("LOTS", first))
    assert (found.unbeatable, found.finding) == (True, None)
    assert found.games["X"].games > 900
    assert "it chooses at random in 1 of them" in found.stages[2].said
    bad = "random.choice([think(cells), free[0]]) if len(free) == 8 else think(cells)"
    found = report(THINK + lots.replace("LOTS", bad))
    assert found.finding is not None
    assert found.finding.kind is FindingKind.LOSES
    assert found.games["O"].losses > 0 == found.games["X"].losses
    assert found.games["O"].wins > 0


def test_lots_without_end_prove_nothing(report: Checked) -> None:
    again = "next(at for at in iter(lambda: random.randint(0, 8), 9) if at in (good or [at]))"
    for lots in "random.sample(good or free, 1)[0]", again:
        found = report(_LOTS.replace("GOOD", "[0, 8]").replace("LOTS", lots), "X")
        assert found.finding is not None
        assert found.finding.kind is FindingKind.TWO_ANSWERS
        assert found.finding.text.startswith("It draws with random.")
        assert found.unbeatable is None


def test_a_program_that_waits_is_not_waited_for(apart: Checked) -> None:
    waits = "import time\ntime.sleep(60)\n" + RULES_ONLY
    found = apart(waits.replace("    other =", "    time.sleep(60)\n    other ="), "O", 2)
    assert found.interface.startswith("the function best_move")


def test_lots_that_take_too_long_are_not_all_known(monkeypatch: pytest.MonkeyPatch) -> None:
    chance.watch()
    assert chance.all_choices(lambda: random.choice("ab")) == (["a", "b"], "")
    monkeypatch.setattr(chance, "_SECONDS", -1.0)
    assert chance.all_choices(lambda: random.choice("ab") > "") == ([True], "random.choice")
    assert chance.all_choices(lambda: 4) == ([4], "")


def test_who_else_makes_numbers_does_not_matter(report: Checked) -> None:
    report("import numpy\n" + THINK + RIGHT["nine texts, 0-8"], "X")
    numpy.random.default_rng()  # as a test does in the same process
    ended = Event()

    def draw() -> None:
        while not ended.wait(0.001):
            random.sample("ab", 1)

    other = Thread(target=draw)
    other.start()
    try:
        assert report(THINK + RIGHT["nine texts, 0-8"], "X").unbeatable
    finally:
        ended.set()
        other.join()


def test_what_a_clock_or_a_machine_may_change_is_not_proved(report: Checked) -> None:
    asks = "def best_move(board, player):\n    if time.time() < 0:\n        return 0\n"
    source = (THINK + RIGHT["nine texts, 0-8"]).replace("def best_move(board, player):\n", asks, 1)
    assert asks in source
    found = report(f"import time\n{source}", "X")
    assert found.unbeatable
    assert "another machine or another day" in verdict(found)[-1]


def test_what_a_file_draws_while_it_loads_is_told(report: Checked) -> None:
    said = "Not proved: that it never draws at random."
    source = THINK + RIGHT["nine texts, 0-8"]
    for drawn in "random.seed()", "first = random.choice('XO')", "random.random()":
        found = report(f"import random\n{drawn}\n{source}", "X")
        assert found.unbeatable
        assert any(line.startswith(said) for line in verdict(found)) is ("seed" not in drawn)


@pytest.mark.parametrize(
    ("before", "never", "name"),
    some([
        ("", "random.random() < 0", "random.random"),
        ("from random import random as number", "number() < 0", "random.random"),
        ("own = random.Random(1)", "own.randint(0, 9) > 9", "random.Random"),
        ("", "random.Random(1).choice([0, 0])", "random.Random"),
        ("own = random.SystemRandom()", "own.random() < 0", "random.SystemRandom"),
        ("import secrets", "secrets.randbelow(1)", "random.SystemRandom"),
        ("import uuid", "uuid.uuid4().int < 0", "os.urandom"),
        ("import numpy", "numpy.random.rand() < 0", "numpy.random.rand"),
        ("from numpy.random import rand", "rand() < 0", "numpy.random.rand"),
        ("import numpy as np; own = np.random.default_rng(1)", "own.random() < 0",
         "numpy.random.default_rng"),
        ("import numpy as np; own = np.random.RandomState(1)", "own.rand() < 0",
         "numpy.random.RandomState"),
        ("from numpy.random import Generator, PCG64", "Generator(PCG64(1)).random() < 0",
         "numpy.random.Generator"),
        ("", "any(random.choice([0, 0]) for _ in range(90))", "random.choice"),
        ("import functools; drawn = functools.cache(lambda *_: random.choice([0, 9]))",
         "drawn(cells) and len(cells) > 9", "random.choice"),
    ], 4),
)  # fmt: skip
def test_a_mistake_that_chance_may_make_one_day_is_not_proved_away(
    report: Checked, before: str, never: str, name: str
) -> None:
    """As often as it is asked, the program errs never; a rarer draw would be no different."""
    source = f"""
import random
{before}
def best_move(board):
    cells = "".join(board).replace(" ", ".")
    return cells.index(".") if {never} else think(cells)
"""
    found = report(THINK + source, "X")
    assert found.unbeatable is None
    assert found.finding is not None
    assert found.finding.kind is FindingKind.TWO_ANSWERS
    assert f"It draws with {name}, " in found.finding.text


def test_an_engine_that_draws_is_not_proved_either(apart: Checked) -> None:
    found = apart("""
import random
from noughts import Choice, Engine
from noughts.engines.perfect import Perfect

class Careless(Engine):
    name = "careless"

    def play(self, position, limit=None):
        if random.random() < 0:
            return Choice(position, position.legal[0])
        return Perfect().play(position, limit)
""")
    assert found.unbeatable is None
    assert found.finding is not None
    assert "It draws with random.random, " in found.finding.text


@pytest.mark.parametrize(
    ("files", "target"),
    [
        ({"Brain.py": "", "main.py": "from brain import *\nbest_move"}, "main.py"),
        ({"rules.py": "", "bots/bot.py": "from rules import best_move"}, "bots/bot.py"),
        ({"bots/brain.py": "", "bots/bot.py": "from .brain import best_move"}, "bots/bot.py"),
        ({"brain.py": "", "main.py": "import brain\nwhile True:\n    input()"}, "main.py"),
        ({"main.py": "import tkinter as tk\nclass W(tk.Tk): pass\nW().mainloop()\n"}, "main.py"),
        ({"brain.py": "import main\nclass A: pass\n", "main.py": "import brain\n"}, "main.py"),
        ({"main.py": "def stop():\n    exit()\n"}, "main.py"),
    ],
)
def test_a_program_is_found_in_its_files(
    tmp_path: Path, files: dict[str, str], target: str, capsys: pytest.CaptureFixture[str]
) -> None:
    own = THINK + RIGHT["nine texts, 0-8"]
    for name, text in files.items():
        file = tmp_path / name
        file.parent.mkdir(exist_ok=True)
        whole = name == "main.py" and "best_move" not in text and "input" not in text
        file.write_text(text + own if whole else text or own)
    assert run(["check", str(tmp_path / target), "--at", "XO.X....."]) == 0
    assert "It plays a3. " in capsys.readouterr().out


def test_a_search_that_gives_values_is_not_taken_for_one_that_moves(report: Checked) -> None:
    values = "def minimax(board, depth, is_max):\n    return board.count(' ') % 3 - 1\n"
    with pytest.raises(UnknownNameError, match=r"as FILE\.py:FUNCTION; there are: minimax$"):
        report(values)
    moves = "def make_move(board, player):\n    return 4\n"
    best = "def cpu_turn(board):\n    return think(''.join(board).replace(' ', '.'))\n"
    found = report(THINK + values + moves + best)
    assert found.unbeatable is True
    assert found.interface.startswith("the function cpu_turn")


def test_an_engine_is_checked_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mine_checked.py").write_text(
        "from noughts import Choice, Engine\n"
        "class First(Engine):\n"
        "    name = 'first'\n"
        "    def play(self, position, limit=None):\n"
        "        return Choice(position, position.legal[0])\n"
    )
    monkeypatch.chdir(tmp_path)
    assert run(["check", "mine_checked:First", "--as", "O"]) == 1
    assert "mine_checked:First: the noughts.Engine First\n" in (out := capsys.readouterr().out)
    assert "As O it loses this game: " in out


def test_the_shortest_lost_game_shows_the_first_wrong_move(report: Checked) -> None:
    found = report(RULES_ONLY)
    assert found.unbeatable is False
    assert found.games["X"].losses == 0
    assert found.games["O"] == (489, 350, 127, 12)
    lost = found.finding
    assert lost is not None
    assert (lost.kind, lost.board) == (FindingKind.LOSES, "X...O..X.")
    assert lost.move is not None
    assert TICTACTOE.score("X...O..X.") == Score.draw()
    assert TICTACTOE.move_score("X...O..X.", lost.move) == Score.loss(4)
    assert found.mistakes == (
        "rules that win, block, and then take centre, corner, side, and see no forks",
    )
    assert lost.reasons[lost.move].startswith("threatens c1 b2 a3, but loses in 4 moves")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("[(i, i) for i in range(3)]", "[(i, i) for i in range(2)]", "winner: nobody has won X"),
        (", [(i, 2 - i) for i in range(3)]]", "]", "It does not know the line c1 b2 a3."),
        ("== cells.count(O)", "> cells.count(O)", "player: it is X's turn in .../.../...; .* 'O'"),
        (" or not actions(board)", "", "terminal: .* over because the board is full"),
        ("None: 0", "None: -1", "utility: .* is worth 0; it answers -1"),
        ("[row[:] for row in board]", "board[:]", "result changes the board .*copy the list of"),
        (
            "board[i][j] is EMPTY",
            "board[j][i] is EMPTY",
            "actions: the free cells of .X./.../... a",
        ),
    ],
)
def test_wrong_rules_are_named_before_anything_else(
    report: Checked, old: str, new: str, said: str
) -> None:
    found = report(changed(old, new))
    assert found.finding is not None
    assert re.search(said, found.finding.text), found.finding.text
    assert found.finding.kind is FindingKind.OTHER_RULES
    assert found.unbeatable is None
    assert found.stages[0].passed is False


def test_a_minimax_that_answers_no_move_is_told_where(report: Checked) -> None:
    found = report(CS50 + "\ndef minimax(board):\n    return 0\n")
    assert found.finding is not None
    assert found.finding.kind is FindingKind.NO_MOVE
    assert found.finding.text == "It has no move in .../.../...: it answers 0, not a move."


def test_an_error_is_told_with_the_program_s_own_line(report: Checked) -> None:
    text = "def best_move(board, player):\n    if board.count(' ') == 8:\n        [][0]\n"
    found = report(f"{text}    return {_FIRST}\n", "O")
    assert found.finding is not None
    assert found.finding.kind is FindingKind.ERROR
    assert "(after a1): IndexError: list index out of range (student.py, line 3)" in (
        found.finding.text
    )
    assert (found.finding.code, found.unbeatable) == ("[][0]", None)


def test_a_function_that_only_plays_o_is_told_of_the_option(report: Checked) -> None:
    # As X it takes the first free cell; it is not told who moves.
    body = "    cells = ''.join(board).replace(' ', '.')\n"
    body += "    return think(cells) if turn(cells) == 'O' else cells.index('.')\n"
    found = report(f"{THINK}\ndef best_move(board):\n{body}")
    assert found.finding is not None
    assert found.finding.kind is FindingKind.LOSES
    assert found.finding.text.startswith("As X it loses this game: ")
    assert "if it only ever plays O, check it with --as O." in found.finding.text


def test_answers_that_change_prove_nothing(report: Checked) -> None:
    text = "asked = []\ndef best_move(board):\n    asked.append(1)\n"
    text += "    free = [cell for cell in range(9) if board[cell] == ' ']\n"
    found = report(f"{text}    return free[len(asked) * 7 // 2 % len(free)]\n", "O")
    assert found.finding is not None
    assert found.finding.kind is FindingKind.TWO_ANSWERS
    assert found.unbeatable is None


@pytest.mark.parametrize(
    "made",
    [
        "class Bot:\n    def on(self, board):\n        return choose(board)\nbest_move = Bot().on",
        "import functools\n@functools.cache\ndef best_move(board):\n    return choose(board)",
    ],
)
def test_a_method_and_a_function_with_a_cache_are_found(made: str, report: Checked) -> None:
    choose = "def choose(board):\n    return think(''.join(board).replace(' ', '.'))"
    found = report(f"{THINK}\n{choose}\n{made}\n")
    assert found.interface.startswith("the function best_move")
    assert found.unbeatable is True


def test_a_program_that_loses_only_in_a_game_is_not_unbeatable(report: Checked) -> None:
    """It plays well in each position, unless it was asked in the position two plies before."""
    body = "    cells = ''.join(board).replace(' ', '.')\n"
    body += "    last, before[0] = before[0], cells\n"
    body += "    new = len([1 for a, b in zip(last, cells) if a != b]) if last else 0\n"
    body += "    follows = last.count('.') - cells.count('.') == new == 2\n"
    body += "    return cells.index('.') if follows else think(cells)\n"
    found = report(f"{THINK}\nbefore = ['']\ndef best_move(board):\n{body}")
    assert found.finding is not None
    assert found.finding.kind is FindingKind.TWO_ANSWERS
    assert found.unbeatable is None
    advised = hint(found)
    assert advised is not None
    assert "key" in advised.text


def test_a_changed_board_is_advice(report: Checked) -> None:
    told = "    board[cell] = 'x'\n    return cell\n"
    body = "    cell = think(''.join(board).replace(' ', '.'))\n"
    found = report(f"{THINK}\ndef best_move(board):\n{body}{told}", "O")
    assert found.unbeatable is True
    assert found.advice is not None
    assert found.advice.kind is FindingKind.CHANGES_BOARD


def test_marks_left_on_the_board_come_before_a_late_win_and_explain_a_loss(report: Checked) -> None:
    left = "def best_move(board):\n    cell = {}\n    board[:] = ['X'] * 9\n    return cell\n"
    slow = "3 if board == [*'XXO O  X '] else think(''.join(board).replace(' ', '.'))"
    found = report(THINK + left.format(slow), "O")
    assert (found.unbeatable, found.stages[-1]) == (True, ("quickest", False, ANY, True))
    assert found.advice is not None
    assert found.advice.kind is FindingKind.CHANGES_BOARD
    found = report(left.format("board.index(' ', 2 if board.count(' ') > 7 else 0)"), "O")
    assert found.finding is not None
    assert found.finding.kind is FindingKind.LOSES
    assert "It changes the board" in found.finding.text
    advised = hint(found)
    assert advised is not None
    assert advised.text.startswith("Search on a copy")


#: Programs that misbehave, the kind of the finding, and a part of what is said.
_MISBEHAVE = (
    ("while True: pass", FindingKind.NOT_LOADED, "no answer in 0.2 s. While it loads, it may"),
    ("input()", FindingKind.NOT_LOADED, "EOFError.*it may be asking for input"),
    ("1 +", FindingKind.NOT_LOADED, r"SyntaxError: .* \(student.py, line 1\)"),
    ("raise SystemExit(3)", FindingKind.NOT_LOADED, "SystemExit: 3"),
    ("import os; os._exit(0)", FindingKind.NOT_LOADED, "it ended its own process"),
    ("x = [0] * 10**10", FindingKind.NOT_LOADED, "MemoryError"),
    ("def best_move(board):\n    while True: pass", FindingKind.STOPPED, "no answer in 0.2 s"),
    ("def best_move(board):\n    while True: print('x' * 10**6)", FindingKind.STOPPED, ""),
    ("import sys\ndef best_move(board):\n    return sys.stdin.read()", FindingKind.NO_MOVE, ""),
    ("def best_move(board):\n    return best_move(board)", FindingKind.NO_MOVE, "RecursionErr"),
    ("import os\ndef best_move(b):\n    os.kill(os.getpid(), 9)", FindingKind.STOPPED, "ended"),
    ("import os\ndef best_move(b):\n    return os.fork()", FindingKind.NO_MOVE, "Error"),
    ("import ctypes\ndef best_move(b):\n    ctypes.string_at(0)", FindingKind.STOPPED, "ended"),
    (
        "import json, copy\njson.dumps = copy.copy = 1\ndef best_move(b):\n    return 99",
        FindingKind.NO_MOVE,
        "it answers 99",
    ),
    (
        "def best_move(b):\n    open(__file__ + 'x', 'w').truncate(2**21)",
        FindingKind.NO_MOVE,
        "File too large",
    ),
)


@pytest.mark.parametrize(("text", "kind", "said"), some(_MISBEHAVE, 3))
def test_programs_that_misbehave_are_answered_within_limits(
    apart: Checked, monkeypatch: pytest.MonkeyPatch, text: str, kind: FindingKind, said: str
) -> None:
    monkeypatch.setattr("noughts.check.processes.python_process._START_SECONDS", 5.0)
    late = kind is FindingKind.STOPPED or "0.2 s" in said
    if late and kind is FindingKind.NOT_LOADED:
        monkeypatch.setattr("noughts.check.processes.python_process._START_SECONDS", 0.5)
    found = apart(text, "O", 0.2 if late else 5.0)
    assert found.finding is not None
    assert found.finding.kind is kind
    assert re.search(said, found.finding.text), found.finding.text
    assert found.unbeatable is None


@pytest.mark.parametrize(
    ("handler", "ask"), [("except:", "input()"), ("except Exception as error:", "ask()")]
)
def test_a_game_that_takes_every_error_and_asks_again_ends(
    apart: Checked, handler: str, ask: str
) -> None:
    text = f"""
def best_move(board):
    return board.index(" ")
def ask():
    return input()
while True:
    try:
        cell = int({ask})
    {handler}
        print("A number, please.")
"""
    found = apart(text, "O").finding
    assert found is not None
    assert found.kind is FindingKind.LOSES


def test_a_file_is_loaded_under_a_debugger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", sys.path.copy())
    monkeypatch.setattr(sys, "meta_path", sys.meta_path.copy())
    monkeypatch.setitem(sys.modules, "student", sys)
    file, before = tmp_path / "student.py", sys.gettrace()
    file.write_text("x = 1\n")

    def trace(*_: object) -> None: ...

    try:
        sys.settrace(trace)
        load_file(file)
        assert sys.gettrace() is trace
    finally:
        sys.settrace(before)


def test_what_cannot_be_asked_is_refused_in_one_line(
    report: Checked, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(UnknownNameError, match=r"as FILE\.py:FUNCTION; there are: helper"):
        report("def helper(x): pass")
    with pytest.raises(UnknownNameError, match="it defines no function"):
        report("x = 1")
    with pytest.raises(UnknownNameError, match=r"gets '\(a, b, c\)'; give a function of the board"):
        report("def best_move(a, b, c): pass")
    # The moves so far are no board, though a list of nine cells would pass for them.
    with pytest.raises(UnknownNameError, match=r"gets '\(move_history\)'; give a"):
        report("def best_move(move_history): pass")
    with pytest.raises(UnknownNameError, match=r"there are: Agent\.reply$"):
        report("class Agent:\n    def reply(self, board): pass\n    def _own(self): pass")
    with pytest.raises(UnknownNameError, match="'Agent' needs more than the mark that it plays"):
        report(
            "class Agent:\n    def __init__(self, a): pass\n    def best_move(self, board): pass"
        )
    for target in ("missing.py", "bot.js", "nothing", str(tmp_path / "student.py:none")):
        assert run(["check", target]) == 2
        assert capsys.readouterr().err.count("\n") == 1


def test_the_command_says_what_was_proved(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "student.py"
    file.write_text(THINK + RIGHT["nine texts, 0-8"])
    assert run(["check", f"{file}:best_move"]) == 0
    monkeypatch.setattr("noughts.cli.check.PythonProcess", Opened)
    out = capsys.readouterr().out
    assert re.search(
        r"\nUnbeatable: every possible game was played, \d+ as X and \d+ as O, none lost\.\n", out
    )
    assert run(["check", str(file), "--json", "--as", "O"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["unbeatable"] is True
    assert document["games"].keys() == {"O"}


def test_a_wrong_program_gets_the_marks_that_it_writes(report: Checked, tmp_path: Path) -> None:
    # With "x" and "o" it sees no stones of its own, and happens to play better.
    text = """
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

def winner(board):
    for a, b, c in LINES:
        if board[a] != " " and board[a] == board[b] == board[c]:
            return board[a]

def minimax(board, player, me):
    who = winner(board)
    if who:
        return 1 if who == me else -1
    scores = []
    for i in range(9):
        if board[i] == " ":
            after = board[:i] + [player] + board[i + 1:]
            scores.append(minimax(after, "O" if player == "X" else "X", me))
    return max(scores, default=0)

def best_move(board, player):
    scores = {}
    for i in range(9):
        if board[i] == " ":
            after = board[:i] + [player] + board[i + 1:]
            scores[i] = minimax(after, "O" if player == "X" else "X", player)
    return max(scores, key=scores.get)
"""
    found = report(text, "O")
    assert "'X' and 'O', ' ' for a free cell" in found.interface
    assert "takes the highest value for both sides" in " ".join(found.mistakes)
    file = tmp_path / "lower.py"
    file.write_text(text.replace('"O"', '"o"').replace('"X"', '"x"'))
    assert "'x' and 'o', ' ' for a free cell" in ask(Here(str(file)), "X........").interface


def test_a_program_too_slow_to_be_asked_everywhere_is_stopped_early(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class NoTime(Opened):
        until = 0.0

    file = tmp_path / "student.py"
    file.write_text("def best_move(board):\n    return board.index(' ')\n")
    monkeypatch.setattr("noughts.cli.check.PythonProcess", NoTime)
    assert run(["check", str(file)]) == 1
    said = capsys.readouterr().out
    assert "It is too slow: an answer takes 0.0" in said
    assert "so the next 4,500 would take" in said
    assert "--seconds is the limit of one answer" in said


def test_the_same_cell_everywhere_is_not_taken_for_a_value(report: Checked) -> None:
    found = report("def best_move(board, player):\n    return 4\n")
    assert found.finding is not None
    assert "it plays b2, which is taken" in found.finding.text
    assert found.mistakes == ()


@pytest.mark.parametrize("sides", ["", (), "Z", "x", "XX", "both"])
def test_sides_are_x_and_o(report: Checked, sides: str) -> None:
    # As nobody, a program loses no game, and was called unbeatable.
    with pytest.raises(ValueError, match="there are X, O and XO"):
        report("def best_move(board, player):\n    return 4\n", sides)


def test_a_side_may_never_have_a_move(tmp_path: Path) -> None:
    text = "def best_move(board, player):\n    return 0\n"
    found = checked_here(tmp_path, text, sides="O", game=CheckedGame("2,2,1 misere"))
    assert found.finding is None
    assert found.games["O"].wins == found.games["O"].games == 4
