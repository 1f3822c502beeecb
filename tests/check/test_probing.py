"""What a program expects is found by trying, and a wrong guess accuses nobody."""

from pathlib import Path

import pytest

from noughts.check import FindingKind
from noughts.core.errors import UnknownNameError
from tests.check.here import checked_here


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
