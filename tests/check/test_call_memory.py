"""A memory in front of a program's functions changes no answer.

The textbook's minimax calls itself 549,946 times; a function inside another is not called for the
root.
"""

from pathlib import Path
from typing import Any

import pytest

from noughts.check.checked_game import TICTACTOE
from noughts.check.loaded.call_memory import CallMemory
from tests.sources import module_of

HEAD = """
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

def won(board, mark):
    return any(all(board[i] == mark for i in line) for line in LINES)

def free(board):
    return [i for i, cell in enumerate(board) if cell == "."]
"""
SEARCH = """
def search(board, mark):
    other = "O" if mark == "X" else "X"
    if won(board, other):
        return [-1, None]
    best = [-2, None] if free(board) else [0, None]
    for i in free(board):
        board[i] = mark
        found = search(board, other)
        board[i] = "."
        if -found[0] > best[0]:
            best = [-found[0], i]
    return best

def best_move(board, mark):
    return search(board, mark)[1]
"""
NESTED = """
def best_move(board, mark):
    other = "O" if mark == "X" else "X"

    def value(turn, depth=0):
        if won(board, mark):
            return 10 - depth
        if won(board, other):
            return depth - 10
        found = []
        for i in free(board):
            board[i] = turn
            found.append(value(other if turn == mark else mark, depth + 1))
            board[i] = "."
        return 0 if not found else max(found) if turn == mark else min(found)

    def worth(i):
        board[i] = mark
        found = value(other)
        board[i] = "."
        return found

    return max(free(board), key=worth)
"""
_BETTER, _FIRST = "-found[0] > best[0]", "    other ="


def counting(first: str, odd: str, last: str = "") -> str:
    """Return a search that takes equal moves or not, by how often it was called."""
    text = SEARCH.replace(_FIRST, f"    {first}\n{_FIRST}", 1)
    return text.replace(_BETTER, f"-found[0] >= best[0] + {odd} % 2") + last


#: Programs that a memory would change.
IMPURE = {
    "a global that is counted": counting("global n; n += 1", "n", "\nn = 0\n"),
    "a list that grows": counting("seen.append(1)", "len(seen)", "\nseen = []\n"),
    "an attribute": counting("won.n += 1", "won.n", "\nwon.n = 0\n"),
    "an iterator": counting("k = next(n)", "k", "\nimport itertools\nn = itertools.count()\n"),
    "a default": counting("n.append(1)", "len(n)").replace(
        "(board, mark):", "(board, mark, n=[]):"
    ),
    "a board that is not put back": SEARCH.replace('        board[i] = "."\n', "", 1),
    "chance": "import random\n"
    + SEARCH.replace(" in free(board):", " in random.sample(free(board), len(free(board))):"),
    "an answer that is nested too deeply to be written": SEARCH.replace(
        "best = [-found[0], i]", "best = [-found[0], i, deep(2100)]"
    )
    + "\ndef deep(n):\n    part = None\n    for _ in range(n): part = (part,)\n    return part\n",
    "globals()": counting("globals()['n'] += 1", "n", "\nn = 0\n"),
}


def load(folder: Path, text: str) -> tuple[dict[str, Any], CallMemory]:
    file = folder / "program_with_memory.py"
    file.write_text(text)
    module = module_of(file)
    return vars(module), CallMemory(vars(module), text)


def answers(folder: Path, text: str, *, memory: bool) -> list[object]:
    space, kept = load(folder, text)
    kept.use(on=memory)
    if "random" in space:
        space["random"].seed(1)
    open_ = [board for board in TICTACTOE.positions if not TICTACTOE.over(board)]
    boards = [board for board in open_ if board.count(".") < 5]
    found: list[object] = []
    for board in boards[::61]:
        cells = list(board)
        found.append((space["best_move"](cells, TICTACTOE.mover(board)), cells))
    return found


@pytest.mark.parametrize(
    ("text", "names", "calls"),
    [(HEAD + SEARCH, ("search",), 549_946), (HEAD + NESTED, ("best_move",), 549_945)],
)
def test_pure_functions_are_remembered(
    tmp_path: Path, text: str, names: tuple[str, ...], calls: int
) -> None:
    assert answers(tmp_path, text, memory=True) == answers(tmp_path, text, memory=False)
    space, kept = load(tmp_path, text)
    assert kept.names == names
    kept.use(on=True)
    assert space["best_move"](list("." * 9), "X") == 0
    assert kept.calls == calls


@pytest.mark.parametrize("name", IMPURE)
def test_what_a_memory_would_change_is_not_remembered(tmp_path: Path, name: str) -> None:
    text = HEAD + IMPURE[name]
    assert answers(tmp_path, text, memory=True) == answers(tmp_path, text, memory=False)


_SHARING = """
def same(cells, depth):
    return same(cells, depth - 1) if depth else cells

def second(rows, depth):
    if depth:
        return second(rows, depth - 1)
    rows[0][0] += 1
    found = rows[1][0]
    rows[0][0] -= 1
    return found
"""


def test_lists_that_are_the_same_stay_the_same(tmp_path: Path) -> None:
    space, kept = load(tmp_path, _SHARING)
    assert kept.names == ("same", "second")
    kept.use(on=True)
    cells, row = [1], [0]
    assert all(space["same"](cells, 1) is cells for _ in range(2))
    for apart, same in ([[0], [0]], [row, row]), ({0: [0], 1: [0]}, {0: row, 1: row}):
        assert (space["second"](apart, 1), space["second"](same, 1)) == (0, 1)
