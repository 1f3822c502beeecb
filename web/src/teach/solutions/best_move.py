"""Tic-tac-toe that never loses: it tries every move to the end of the game."""

from functools import cache

LINES = [
    *[(0, 1, 2), (3, 4, 5), (6, 7, 8)],  # rows
    *[(0, 3, 6), (1, 4, 7), (2, 5, 8)],  # columns
    *[(0, 4, 8), (2, 4, 6)],  # diagonals
]


def turn(board: str) -> str:
    """Return whose turn it is: X begins."""
    return "X" if board.count("X") == board.count("O") else "O"


def free(board: str) -> list[int]:
    """Return the cells that may be played."""
    return [cell for cell in range(9) if board[cell] == " "]


def play(board: str, cell: int) -> str:
    """Return the board after a move."""
    return board[:cell] + turn(board) + board[cell + 1 :]


def is_won(board: str) -> bool:
    """Return whether there are three in a row; the player who has just moved has won."""
    return any(board[a] == board[b] == board[c] != " " for a, b, c in LINES)


@cache
def value(board: str) -> int:
    """Return what a position is worth to the player whose turn it is.

    0 is a draw. A win is more than 0, and more the sooner it comes; a loss is less than 0.
    """
    if is_won(board):
        return -1 - len(free(board))
    return max((-value(play(board, cell)) for cell in free(board)), default=0)


def best_move(board: list[str]) -> int:
    """Return the best cell, from 0 to 8, on a board of nine: "X", "O" or " "."""
    cells = "".join(board)
    return max(free(cells), key=lambda cell: -value(play(cells, cell)))
