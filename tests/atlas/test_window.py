"""A window proves that X wins on all boards that contain it: the checker, and what it refuses."""

import subprocess
import sys
from functools import cache
from pathlib import Path
from random import Random

import pytest

from noughts import Mark, Rules, solve
from noughts.atlas import window_checker
from noughts.atlas.theorems import WINDOWS
from noughts.atlas.window_checker import CELLS, Window, WindowError, WindowPosition, check, parts
from tests.sampling import sample

ROOT = Path(__file__).parent.parent.parent
FILES = sorted((ROOT / "certificates/windows").glob("*.txt"))
START = WindowPosition(0, 0)
#: Small windows, with the moves of X that a proof needs; None if X does not win.
SMALL = [
    pytest.param("4,3,3", "1", marks=pytest.mark.deep),
    ("4,3,3 strip", "1"),
    ("3,1,2 strip", ""),
    ("4,1,2 strip", ""),
    ("2,2,2 strip", ""),
    ("2,2,2", ""),
    ("3,3,3 strip", None),
    ("2,1,2 strip", None),
    ("6,1,3 strip", None),
    ("5,2,3 strip", None),
]


def window(name: str) -> Window:
    size, _, strip = name.partition(" ")
    return Window(*map(int, size.split(",")), strip=bool(strip))


def text(name: str, moves: str) -> str:
    return f"{window_checker.VERSION}\n{name}\n{moves}\n"


def naive(window: Window) -> bool:
    """Whether X wins, by plain minimax with the lines written out."""

    def owns(cells: int, line: int) -> bool:
        return cells & line == line

    @cache
    def wins(at: WindowPosition) -> bool:
        """X is to move."""
        for cell in parts(window.full & ~(at.x | at.o)):
            x = at.x | cell
            if any(owns(x, line) and not x & ends for line, ends in window.lines):
                return True
            if not escapes(at._replace(x=x)):
                return True
        return False

    def escapes(at: WindowPosition) -> bool:
        """Whether O, to move, has a move after which X does not win."""
        return any(completed(then) or not wins(then) for then in window.replies(at))

    def completed(at: WindowPosition) -> bool:
        return (
            sum(at.outside) >= window.k
            or any(owns(at.o, line) for line, _ in window.lines)
            or any(
                owns(at.o, inside)
                and all(has >= n for n, has in zip(needed, at.outside, strict=True))
                for inside, needed in window.crossing
            )
        )

    return wins(START)


@pytest.mark.parametrize(("name", "moves"), SMALL, ids=str)
def test_it_is_right_where_plain_minimax_says_that_x_wins(name: str, moves: str | None) -> None:
    here = window(name)
    assert naive(here) == (moves is not None)
    if moves is not None:
        assert check(text(name, moves)).full == here.full
        for wider in range(4):
            for higher in range(1 if here.strip else 3):
                size = f"{here.columns + wider},{here.rows + higher},{here.k}"
                assert solve(size).winner is Mark.X
                assert solve(f"{size} exact").winner is Mark.X
        return
    for wrong in ("", *CELLS[: here.columns * here.rows]):
        with pytest.raises(WindowError):
            check(text(name, wrong))


@pytest.mark.parametrize(
    "file",
    [
        pytest.param(file, marks=[pytest.mark.deep] * file.name.startswith(("13", "7,7")))
        for file in FILES
    ],
    ids=lambda file: file.name,
)
def test_the_files_are_right(file: Path) -> None:
    found = check(file.read_text(encoding="ascii"))
    name = f"{found.columns},{found.rows},{found.k}{'-strip' * found.strip}"
    assert file.name == f"{name}.txt"
    assert name in WINDOWS


def test_the_atlas_has_a_file_for_each_window() -> None:
    assert {file.name for file in FILES} == {f"{name}.txt" for name in WINDOWS}


def test_each_move_of_a_file_is_needed() -> None:
    first, size, moves, _ = (
        (ROOT / "certificates/windows/7,5,4-strip.txt").read_text(encoding="ascii").split("\n")
    )
    for at in range(0, len(moves), sample(45, 15)):
        with pytest.raises(WindowError):
            check("\n".join([first, size, moves[:at] + moves[at + 1 :]]))
        with pytest.raises(WindowError):
            check("\n".join([first, size, moves[:at] + "0" + moves[at + 1 :]]))


class OnBoard:
    """A window on a larger board."""

    def __init__(self, window: Window, beside: int) -> None:
        self.window = window
        self.left = beside
        self.above = 0 if window.strip else beside
        size = f"{window.columns + 2 * beside},{window.rows + 2 * self.above},{window.k}"
        self.rules = Rules(size)
        self.lines = self.sets(self.rules)
        self.exact = Rules(f"{size} exact")

    def sets(self, rules: Rules) -> list[set[int]]:
        return [{cell.bit_length() - 1 for cell in parts(line)} for line in rules.lines]

    def at(self, cell: int) -> tuple[int, int]:
        """Return column and row of a cell, counted from the window's corner."""
        row, column = divmod(cell, self.rules.shape[0])
        return column - self.left, row - self.above

    def inside(self, cell: int) -> int:
        """Return a cell of the board as a set of the window; empty if it is outside."""
        column, row = self.at(cell)
        columns = self.window.columns
        good = 0 <= column < columns and 0 <= row < self.window.rows
        return 1 << row * columns + column if good else 0

    def position(self, x: set[int], o: set[int]) -> WindowPosition:
        sides = [0] * 4
        for cell in o:
            column, row = self.at(cell)
            if not self.inside(cell):
                side = 0 if column < 0 else 1 if column >= self.window.columns else 2 + (row > 0)
                sides[side] += 1
        return WindowPosition(
            sum(map(self.inside, x)), sum(map(self.inside, o)), (*sides[:2], *sides[2:])
        )

    def completing(self, own: set[int], other: set[int]) -> set[int]:
        """Return the empty cells with which a side completes a line of the board."""
        rests = [line - own for line in self.lines]
        return {cell for rest in rests if len(rest) == 1 for cell in rest - other}

    def exactly(self, own: set[int], other: set[int]) -> set[int]:
        """Return the same for a line of exactly k stones."""
        found = set()
        for cell in set(range(self.rules.cells)) - own - other:
            stones = sum(1 << each for each in own | {cell})
            if any(
                stones & line == line and line >> cell & 1 and not stones & guard
                for line, guard in zip(self.exact.lines, self.exact.guards, strict=True)
            ):
                found.add(cell)
        return found


@pytest.mark.parametrize(
    "name",
    [
        *("5,3,3 strip", "5,4,3 strip", "5,4,4 strip", "5,1,3 strip", "4,4,3", "3,3,3"),
        pytest.param("5,4,4", marks=pytest.mark.deep),
    ],
)
def test_o_has_no_more_on_a_real_board(name: str) -> None:
    """What completes a line for O on a larger board is a danger in the window, and X's the same."""
    draw = Random(name)
    board = OnBoard(window(name), window(name).k)
    met = 0
    for _ in range(150):
        cells = draw.sample(range(board.rules.cells), draw.randrange(2, board.rules.cells // 2))
        x = {cell for cell in cells[::2] if board.inside(cell)}
        o = set(cells[1::2])
        if any(line <= o for line in board.lines):
            continue
        at = board.position(x, o)
        danger, beyond = board.window.danger(at)
        for cell in board.completing(o, x):
            met += 1
            assert board.inside(cell) & danger if board.inside(cell) else beyond
        real = {board.inside(cell) for cell in board.exactly(x, o)}
        assert sum(real) == board.window.completing(at)
    assert met > 9


def test_mirror_images_of_a_position_are_one() -> None:
    window = Window(5, 3, 3)
    at = WindowPosition(1 << 0, 1 << 6, (2, 1, 0, 3))  # a1; b2
    images = [
        at,
        WindowPosition(1 << 4, 1 << 8, (1, 2, 0, 3)),
        WindowPosition(1 << 10, 1 << 6, (2, 1, 3, 0)),
        WindowPosition(1 << 14, 1 << 8, (1, 2, 3, 0)),
    ]
    assert {window.canonical(each) for each in images} == {min(images)}


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the checker as a reader without Noughts does."""
    command = [sys.executable, "-I", window_checker.__file__, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_checker_is_one_short_file() -> None:
    source = Path(window_checker.__file__).read_text(encoding="utf-8")
    assert len(source.splitlines()) <= 300
    assert "noughts." not in source.partition('"""')[2]


@pytest.mark.parametrize(
    ("content", "code"),
    [
        ("", 2),
        ("noughts window 1", 2),
        ("noughts window 2\n4,3,3\n1\n", 2),
        ("noughts window 1\n4,3\n1\n", 2),
        ("noughts window 1\n4,3,3 strips\n1\n", 2),
        ("noughts window 1\n3,3,4\n1\n", 2),
        ("noughts window 1\n5,2,3\n1\n", 2),
        ("noughts window 1\n26,26,5\n1\n", 2),
        ("noughts window 1\n4,3,3\nC\n", 2),
        ("noughts window 1\n4,3,3\n!\n", 2),
        ("noughts window 1\n4,3,3\n0\n", 1),
        ("noughts window 1\n4,3,3\n\n", 1),
        ("noughts window 1\n4,3,3\n11\n", 1),
        ("noughts window 1\n4,3,3\n1\n", 0),
        ("noughts window 1\n4,3,3\n\xe9\n", 2),
    ],
)
def test_the_command_says_what_is_wrong(content: str, code: int, tmp_path: Path) -> None:
    file = tmp_path / "window.txt"
    file.write_text(content, encoding="utf-8")
    done = run(str(file))
    assert done.returncode == code
    said = "X wins 3 in a row on every board of at least 4 columns and at least 3 rows\n"
    assert (done.stdout == said) == (code == 0)
    begins = ["", "does not hold: ", "not a window: "][code]
    assert done.stderr.startswith(begins)
    assert bool(done.stderr.strip()) == bool(begins)


@pytest.mark.parametrize("arguments", [[], ["none"]])
def test_a_file_that_is_not_there_is_no_traceback(arguments: list[str]) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert done.stderr.startswith("not a window: ")
