"""Boards drawn with characters are found in the many forms in which people draw them."""

import pytest

from noughts.check.console.drawn_boards import drawn_boards, plain_lines

#: Each shows X on a1 and b3, and O on b1.
BOARDS = {
    "numbered": [" X | O | 3", "---+---+---", " 4 | 5 | 6", "---+---+---", " 7 | X | 9"],
    "narrow": ["X|O| ", "-+-+-", " | | ", "-+-+-", " |X| "],
    "framed": [
        "-------------",
        "| X | O |   |",
        "-------------",
        "|   |   |   |",
        "-------------",
        "|   | X |   |",
        "-------------",
    ],
    "framed, with blanks": ["---------", "| X O   |", "|       |", "|   X   |", "---------"],
    "lists": ["['X', 'O', ' ']", "[' ', ' ', ' ']", "[' ', 'X', ' ']"],
    "one list": ["[['X', 'O', ' '], [' ', ' ', ' '], [' ', 'X', ' ']]"],
    "minus signs": ["X O -", "- - -", "- X -"],
    "compact": ["XO.", "...", ".X."],
    "three lines a cell": [
        "     |     |     ",
        "  X  |  O  |     ",
        "_____|_____|_____",
        "     |     |     ",
        "     |     |     ",
        "_____|_____|_____",
        "     |     |     ",
        "     |  X  |     ",
        "     |     |     ",
    ],
    "headings": [
        "  1   2   3",
        "1 X | O |   ",
        " ---+---+---",
        "2   |   |   ",
        " ---+---+---",
        "3   | X |   ",
    ],
    "box drawing": [
        "┌───┬───┬───┐",
        "│ X │ O │   │",
        "├───┼───┼───┤",
        "│   │   │   │",
        "├───┼───┼───┤",
        "│   │ X │   │",
        "└───┴───┴───┘",
    ],
    "brackets": ["[X][O][ ]", "[ ][ ][ ]", "[ ][X][ ]"],
    "emoji": ["❌⭕⬜", "⬜⬜⬜", "⬜❌⬜"],
    "underlined": ["_X_|_O_|___", "___|___|___", "   | X |   "],
    "underscores": ["X|O|_", "_|_|_", " |X| "],
    "minus and bars": ["X|O| ", "-|-|-", " | | ", "-|-|-", " |X| "],
    "headings from 0": ["  0 1 2", "0 X O .", "1 . . .", "2 . X ."],
    "letters above": [
        "   A   B   C",
        "1  X | O |  ",
        "  -----------",
        "2    |   |  ",
        "  -----------",
        "3    | X |  ",
    ],
    "padded, framed right": [
        "    |   |",
        "  X | O |",
        "    |   |",
        "-----------",
        "    |   |",
        "    |   |",
        "    |   |",
        "-----------",
        "    |   |",
        "    | X |",
        "    |   |",
    ],
    "padded": [
        "   |   |   ",
        " X | O |   ",
        "   |   |   ",
        "-----------",
        "   |   |   ",
        "   |   |   ",
        "   |   |   ",
        "-----------",
        "   |   |   ",
        "   | X |   ",
        "   |   |   ",
    ],
    "spread": ["X  O  _", "", "_  _  _", "", "_  X  _"],
    "bars without rules": ["| X | O |   |", "|   |   |   |", "|   | X |   |"],
    "numpy": ["[['X' 'O' ' ']", " [' ' ' ' ' ']", " [' ' 'X' ' ']]"],
    "lists with None": ["[['X', 'O', None],", " [None, None, None],", " [None, 'X', None]]"],
    "headings between bars": [
        "  | 1 | 2 | 3 |",
        "A | X | O |   |",
        "B |   |   |   |",
        "C |   | X |   |",
    ],
    "short rules": ["X | O | 3", "--|---|--", "4 | 5 | 6", "--|---|--", "7 | X | 9"],
}


def marks(cells: tuple[str, ...]) -> str:
    return "".join(cell if cell in {"X", "O"} else "." for cell in cells)


@pytest.mark.parametrize("name", BOARDS)
def test_a_board_is_found(name: str) -> None:
    lines = plain_lines("\n".join(["Welcome to X and O!", *BOARDS[name], "Your move: "]).encode())
    boards = drawn_boards(lines)
    assert [marks(board.cells) for board in boards] == ["XO.....X."]
    assert lines[boards[0].after :][-1] == "Your move: "


@pytest.mark.parametrize("name", BOARDS)
def test_two_boards_are_two(name: str) -> None:
    lines = plain_lines("\n".join([*BOARDS[name], "", *BOARDS[name]]).encode())
    assert [marks(board.cells) for board in drawn_boards(lines)] == ["XO.....X."] * 2


def test_two_boards_without_a_line_between_are_two() -> None:
    narrow = ["X|O| ", "-+-+-", " | | ", "-+-+-", " |X| "]
    assert [marks(b.cells) for b in drawn_boards([*narrow, *narrow])] == ["XO.....X."] * 2


def test_what_is_not_a_board_is_not_found() -> None:
    text = ["X wins!", "You | me | tie", "Welcome to 3 in a row", "-----", "1. Easy", "2. Hard"]
    assert drawn_boards(text) == []
