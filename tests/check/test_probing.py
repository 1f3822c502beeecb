"""What a program expects is found by trying, and a wrong guess accuses nobody."""

from pathlib import Path

import pytest

from noughts.check import FindingKind, ask
from noughts.check.board_forms import Form
from noughts.check.checked_game import TICTACTOE
from noughts.check.probing import probe
from noughts.check.processes.limited_process import Limits
from noughts.check.processes.python_process import PythonProcess
from noughts.core.errors import UnknownNameError
from tests.check.here import Here, checked_here


@pytest.mark.parametrize(
    "text",
    [
        "def best_move(xs):\n    return min({*range(9)} - {*xs})",
        "def play(game, mark):\n    return min({*range(1, 10)} - {*game}) + 0 * hash(game)",
        "def choose(to):\n    return min({(r, c) for r in range(3) for c in range(3)} - {*to})",
        "def move(letters):\n    return min({a + b for a in 'abc' for b in '123'} - {*letters})",
    ],
)
def test_a_function_of_the_moves_so_far_is_refused_whatever_they_are_called(
    tmp_path: Path, text: str
) -> None:
    with pytest.raises(UnknownNameError, match="seems to need the moves so far; give a function"):
        checked_here(tmp_path, text)


_BOARDS = {
    "a frozen dataclass": "@dataclass(frozen=True)\nclass Board:\n    cells: tuple\n    turn: str",
    "a dataclass": "@dataclass\nclass Board:\n    cells: list\n    turn: str",
    "a named tuple": "class Board(NamedTuple):\n    cells: tuple\n    turn: str = 'X'",
    "a class": "class Board:\n    def __init__(self, cells, turn):\n"
    "        self.cells, self.turn = [*cells], turn",
}


@pytest.mark.parametrize("name", _BOARDS)
def test_a_class_that_needs_its_board_gets_one(tmp_path: Path, name: str) -> None:
    found = checked_here(
        tmp_path,
        "from dataclasses import dataclass\nfrom typing import NamedTuple\n"
        f"{_BOARDS[name]}\n"
        "def best_move(board):\n"
        "    cells, at = type(board.cells), board.cells.index(' ')\n"
        "    after = [*board.cells[:at], board.turn, *board.cells[at + 1 :]]\n"
        "    return Board(cells(after), '')\n",
    )
    assert "it gets an object with Board.cells, a list of nine" in found.interface
    assert found.finding is not None
    assert found.finding.kind is FindingKind.LOSES


_ALWAYS_2 = """
LINES = (0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)
computer, human = 2, 1
def minimax(b, its):
    for mark in (computer, human):
        if any(all(b[cell] == mark for cell in line) for line in LINES):
            return 1 if mark == computer else -1
    scores = []
    for cell in range(9):
        if b[cell] == 0:
            b[cell] = computer if its else human
            scores.append(minimax(b, not its))
            b[cell] = 0
    return (max if its else min)(scores, default=0)
def computer_move(b):
    best = -5
    for cell in range(9):
        if b[cell] == 0:
            b[cell] = computer
            score = minimax(b, False)
            b[cell] = 0
            if score > best:
                best, move = score, cell
    return move
"""


def test_a_minimax_that_always_plays_2_is_not_asked_with_other_numbers(tmp_path: Path) -> None:
    found = checked_here(tmp_path, _ALWAYS_2)
    assert "1 and 2, 0 for a free cell; it answers 0-8; it always plays O" in found.interface
    assert found.unbeatable


def test_marks_may_be_truth_values(tmp_path: Path) -> None:
    found = checked_here(
        tmp_path,
        "def best_move(board, x_to_move):\n"
        "    free = [at for at in range(9) if board[at] is None]\n"
        "    assert board.count(True) - board.count(False) == (not x_to_move)\n"
        "    return free[0] if x_to_move else free[-1]",
    )
    assert "True and False, None for a free cell" in found.interface


@pytest.mark.parametrize(
    "gets",
    [
        *("board, move_count", "board, n", "board, difficulty", "board, lastMove"),
        *("positions, current_board, symbol", "state, board"),
    ],
)
def test_what_is_neither_board_nor_mark_is_taken_for_none(tmp_path: Path, gets: str) -> None:
    text = f"def best_move({gets}):\n    return {gets.partition(',')[0]}.index(' ')"
    with pytest.raises(UnknownNameError, match=rf"gets '\({gets}\)'; give a function"):
        checked_here(tmp_path, text)


def test_a_program_that_waits_for_a_free_cell_waits_in_one_form_at_most(tmp_path: Path) -> None:
    path = tmp_path / "waits.py"
    path.write_text(
        "from random import randint\n"
        "def computer_move(board):\n"
        "    cell = randint(0, 8)\n"
        "    while board[cell] != ' ':\n"
        "        cell = randint(0, 8)\n"
        "    return cell"
    )
    forms = [Form(False, "X", "O", empty) for empty in (" ", "", None, "-")]
    with PythonProcess(str(path), Limits(0.3)) as program:
        program.load(None, "3,3,3")
        assert probe(program, TICTACTOE, "O", forms).form == forms[0]


def test_a_program_that_draws_its_moves_behaves_exactly_as_no_mistake(tmp_path: Path) -> None:
    found = checked_here(
        tmp_path,
        "import random\ndef computer_move(board):\n"
        "    free = [at for at in range(9) if board[at] == ' ']\n"
        "    return random.choice([free[0], 4]) if {4} < {*free} and len(free) == 8 else free[0]",
        sides="O",
    )
    assert found.games["O"].losses > 0
    assert found.mistakes == ()


def test_the_board_with_which_a_program_begins_is_tried_first(tmp_path: Path) -> None:
    text = """
board = {cell: " " for cell in range(1, 10)}
def computer_move():
    for cell in board.keys():
        if board[cell] == " ":
            best = board[cell] + mark
    return int(input())
"""
    finding = checked_here(tmp_path, text).finding
    assert finding is not None
    assert "such as a dictionary from 1 to 9" in finding.text
    assert "NameError: name 'mark' is not defined" in finding.text
    assert finding.asks


def test_a_function_of_an_object_says_where_to_look(tmp_path: Path) -> None:
    text = "def best_move(board):\n    return board.free_cells()[0]\n"
    finding = checked_here(tmp_path, text).finding
    assert finding is not None
    assert "as FILE.py:best_move, or write a function" in finding.text
    finding = checked_here(tmp_path, text.replace("free_cells", "keys")).finding
    assert finding is not None
    assert "If it needs another board, write a function" in finding.text


def test_one_answer_to_all_boards_is_no_move_if_other_boards_give_an_error(tmp_path: Path) -> None:
    # Of a list of nine it sees no row; its player is an object that nobody gives it.
    text = "def best_move(board, player):\n    return 4 if not board[1][1:] else player.mark\n"
    found = checked_here(tmp_path, text).finding
    assert found is not None
    assert "no legal move with any of" in found.text
    assert "line 2" in found.text


def test_a_random_computer_is_found_behind_functions_that_need_more(tmp_path: Path) -> None:
    path = tmp_path / "student.py"
    others = [f"def cpu_{how}(one, two, three): ..." for how in ("hard", "smart", "expert", "turn")]
    path.write_text(
        "\n".join([*others, "def random_cpu_move(board):\n    return board.index(' ')"])
    )
    assert "function random_cpu_move" in ask(Here(str(path)), "." * 9).interface
