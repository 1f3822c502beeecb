# The rules of the game. The board is a list of nine: X, O or a space.

LINES = [
    *[(0, 1, 2), (3, 4, 5), (6, 7, 8)],  # rows
    *[(0, 3, 6), (1, 4, 7), (2, 5, 8)],  # columns
    *[(0, 4, 8), (2, 4, 6)],  # diagonals
]


def other(player):
    return "O" if player == "X" else "X"


def free(board):
    return [cell for cell in range(9) if board[cell] == " "]


def winner(board):
    for a, b, c in LINES:
        if board[a] == board[b] == board[c] != " ":
            return board[a]
    return None


def score(board):
    return {"X": 1, None: 0, "O": -1}[winner(board)]
