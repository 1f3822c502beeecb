"""All positions of tic-tac-toe as nine characters, and what each is worth.

A board is a string such as ``X.O.X....``, in reading order. A check asks a program about
thousands of boards, so this file has only the plainest form of the rules.
"""

from __future__ import annotations

from functools import cache

EMPTY = "." * 9
LINES: tuple[tuple[int, int, int], ...] = (
    *((0, 1, 2), (3, 4, 5), (6, 7, 8)),
    *((0, 3, 6), (1, 4, 7), (2, 5, 8)),
    *((0, 4, 8), (2, 4, 6)),
)
LONGEST = 10  #: one more than the plies of the longest game


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


def rows(board: str) -> str:
    """Return a board as `Position` writes it.

    >>> rows(EMPTY)
    '.../.../...'
    """
    return f"{board[:3]}/{board[3:6]}/{board[6:]}"


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


@cache
def score(board: str) -> int:
    """Return what a position is worth to the player who moves; 0 is a draw.

    A win in n plies is 10 - n and a loss in n plies is n - 10, so more is always better.

    >>> score(EMPTY), score("XX.OO...."), score("X.O......")
    (0, 9, 5)
    """
    if winner(board):
        return -LONGEST
    return max((move_score(board, cell) for cell in free(board)), default=0)


def move_score(board: str, cell: int) -> int:
    """Return what a move is worth to the player who makes it."""
    theirs = score(place(board, cell))
    return -theirs + (theirs > 0) - (theirs < 0)


def best(board: str) -> list[int]:
    """Return the moves that win soonest, draw, or lose latest.

    >>> best("OX..O....")
    [8]
    """
    top = score(board)
    return [cell for cell in free(board) if move_score(board, cell) == top]


def value(points: int) -> int:
    """Return 1 for a win, 0 for a draw, -1 for a loss."""
    return (points > 0) - (points < 0)
