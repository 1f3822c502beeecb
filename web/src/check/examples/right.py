"""A tic-tac-toe program that never loses: it tries every move to the end of the game."""

LINES = [
    (0, 1, 2), (3, 4, 5), (6, 7, 8),
    (0, 3, 6), (1, 4, 7), (2, 5, 8),
    (0, 4, 8), (2, 4, 6),
]
known = {}


def other(player):
    return "O" if player == "X" else "X"


def has_won(board, player):
    return any(all(board[cell] == player for cell in line) for line in LINES)


def free(board):
    return [cell for cell in range(9) if board[cell] == " "]


def place(board, cell, player):
    return board[:cell] + [player] + board[cell + 1 :]


def value(board, player):
    """1: the player whose turn it is wins, 0: a draw, -1: the player loses."""
    key = "".join(board) + player
    if key not in known:
        if has_won(board, other(player)):
            known[key] = -1
        else:
            after = [place(board, cell, player) for cell in free(board)]
            known[key] = max([-value(each, other(player)) for each in after], default=0)
    return known[key]


def best_move(board, player):
    """board is a list of nine: "X", "O" or " ". The answer is a number from 0 to 8."""
    return max(free(board), key=lambda cell: -value(place(board, cell, player), other(player)))
