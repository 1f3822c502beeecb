"""A player that cannot be beaten: negamax with a memory, and a bonus for a quick win."""

from __future__ import annotations

from functools import cache

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def best_move(board: list[str], player: str) -> int:
    """Return the cell to play, from 0 to 8. The board is a list of nine: "X", "O" or " "."""
    now = tuple(board)
    return max(free(now), key=lambda cell: -value(after(now, cell, player), other(player)))


@cache
def value(board: tuple[str, ...], player: str) -> int:
    """Return what a position is worth to the player who moves."""
    if any(board[a] == board[b] == board[c] != " " for a, b, c in LINES):
        return -1 - board.count(" ")  # the line is the opponent's, and sooner is worse
    values = [-value(after(board, cell, player), other(player)) for cell in free(board)]
    return max(values, default=0)


def free(board: tuple[str, ...]) -> list[int]:
    """Return the cells that are empty."""
    return [cell for cell in range(9) if board[cell] == " "]


def after(board: tuple[str, ...], cell: int, player: str) -> tuple[str, ...]:
    """Return the board after a move."""
    return (*board[:cell], player, *board[cell + 1 :])


def other(player: str) -> str:
    """Return the opponent."""
    return "O" if player == "X" else "X"
