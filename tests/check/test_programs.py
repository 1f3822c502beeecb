"""Programs as people write them: the right ones are accused of nothing, the wrong ones named.

A few of each are checked in every run, all of them in the deep tests.
"""

import os
import sys
from pathlib import Path

import pytest

from noughts.check.reports.program_hints import hint
from tests.check.here import Here, checked_here
from tests.check.programs import NEGAMAX
from tests.check.right_programs import PROGRAMS
from tests.check.wrong_programs import WRONG
from tests.sampling import some


@pytest.mark.parametrize("name", some(PROGRAMS, 15))
def test_a_right_program_is_accused_of_nothing(tmp_path: Path, name: str) -> None:
    found = checked_here(tmp_path, PROGRAMS[name])
    assert (found.unbeatable, found.finding, found.advice) == (True, None, None)
    assert found.mistakes == ()


@pytest.mark.parametrize("name", some(WRONG, 6))
def test_a_wrong_program_s_mistake_is_named(tmp_path: Path, name: str) -> None:
    text, kind, mistake = WRONG[name]
    found = checked_here(tmp_path, text)
    shown = found.finding or found.advice
    assert shown is not None
    assert shown.kind.value == kind
    assert bool(found.mistakes) is bool(mistake)
    assert not mistake or any(mistake in each for each in found.mistakes)


def test_a_best_value_that_starts_at_0_is_in_the_hint(tmp_path: Path) -> None:
    loop = """
def best_move(board):
    best, chosen = 0, board.index(" ")
    for cell in range(9):
        if board[cell] == " ":
            value = -worth(after("".join(board).replace(" ", "."), cell))
            if value > best:
                best, chosen = value, cell
    return chosen
"""
    found = hint(checked_here(tmp_path, NEGAMAX + loop))
    assert found is not None
    assert "-infinity, not at 0" in found.text


def _o_first(text: str) -> str:
    """Return a function that infers who moves, in a game in which O moves first."""
    return text.replace('"X" if', '"O" if').replace('else "O"', 'else "X"') + (
        "def best_move(board):\n    return think(''.join(board))\n"
    )


def test_a_function_may_infer_that_o_moves_first(tmp_path: Path) -> None:
    found = checked_here(tmp_path, _o_first(NEGAMAX))
    assert found.unbeatable
    assert "in its games 'O' moves first" in found.interface


@pytest.mark.parametrize("line", some([", (2, 4, 6)", "(0, 1, 2), ", "(1, 4, 7), "], 3))
def test_where_o_moves_first_a_forgotten_line_is_found_as_well(tmp_path: Path, line: str) -> None:
    found = checked_here(tmp_path, _o_first(NEGAMAX.replace(line, "")))
    assert not found.unbeatable
    assert found.finding is not None


def test_where_o_moves_first_a_draw_that_counts_as_a_loss_is_named(tmp_path: Path) -> None:
    text = """
@cache
def worth(cells):
    won = [cells[a] for a, b, c in LINES if cells[a] == cells[b] == cells[c] != "."]
    if won or "." not in cells:
        return 1 if won[:1] == ["O"] else -1
    values = [worth(after(cells, i)) for i in range(9) if cells[i] == "."]
    return max(values) if turn(cells) == "O" else min(values)

def think(cells):
    best = max if turn(cells) == "O" else min
    return best((i for i in range(9) if cells[i] == "."), key=lambda i: worth(after(cells, i)))
"""
    found = checked_here(tmp_path, _o_first(NEGAMAX) + text)
    assert "in its games 'O' moves first" in found.interface
    assert "a minimax that counts a draw as a loss" in found.mistakes


def test_a_program_is_read_anew_though_its_size_and_time_are_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    file = tmp_path / "student.py"
    answers = []
    for cell in (3, 5):
        file.write_text(f"def best_move(board):\n    return {cell}\n")
        os.utime(file, (1, 1))
        program = Here(str(file))
        program.load(None, "3,3,3")
        answers.append(sys.modules["student"].best_move([" "] * 9))
    assert answers == [3, 5]
    assert [path.name for path in tmp_path.iterdir()] == ["student.py"]


def test_there_are_enough_of_them() -> None:
    assert len(PROGRAMS) == 30
    assert len(WRONG) == 19
