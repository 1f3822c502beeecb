"""The rules of tic-tac-toe on nine characters such as ``X.O.X....``, for the known mistakes.

A wrong program makes boards that cannot occur. These rules take any board, unlike `CheckedGame`.
"""

from __future__ import annotations

from functools import cache

EMPTY = "." * 9
LINES: tuple[tuple[int, int, int], ...] = (
    *((0, 1, 2), (3, 4, 5), (6, 7, 8)),
    *((0, 3, 6), (1, 4, 7), (2, 5, 8)),
    *((0, 4, 8), (2, 4, 6)),
)


@cache
def mover(board: str) -> str:
    """Return whose turn it is.

    >>> mover("X........")
    'O'
    """
    return "X" if board.count("X") == board.count("O") else "O"


def free(board: str) -> list[int]:
    """Return the cells that may be played."""
    return [cell for cell in range(9) if board[cell] == "."]


def place(board: str, cell: int) -> str:
    """Return the board after a move."""
    return f"{board[:cell]}{mover(board)}{board[cell + 1 :]}"


@cache
def winner(board: str) -> str | None:
    """Return who has won.

    >>> winner("XXXOO....")
    'X'
    """
    for a, b, c in LINES:
        if board[a] != "." and board[a] == board[b] == board[c]:
            return board[a]
    return None


def over(board: str) -> bool:
    """Whether the game has ended."""
    return "." not in board or winner(board) is not None


@cache
def positions() -> tuple[str, ...]:
    """Return all positions that can occur, those with fewer stones first.

    >>> len(positions()), sum(not over(board) for board in positions())
    (5478, 4520)
    """
    found, layer = [EMPTY], [EMPTY]
    while layer:
        after = (place(board, cell) for board in layer if not over(board) for cell in free(board))
        layer = list(dict.fromkeys(after))
        found += layer
    return tuple(found)
