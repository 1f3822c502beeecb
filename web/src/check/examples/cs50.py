"""Tic-tac-toe with the seven functions of CS50 AI."""

X = "X"
O = "O"
EMPTY = None
known = {}


def player(board):
    """Return whose turn it is."""
    cells = [cell for row in board for cell in row]
    return X if cells.count(X) == cells.count(O) else O


def actions(board):
    """Return all moves, as pairs of row and column."""
    return {(i, j) for i in range(3) for j in range(3) if board[i][j] is EMPTY}


def result(board, action):
    """Return the board after a move; the board that was given stays as it is."""
    i, j = action
    after = [row[:] for row in board]
    after[i][j] = player(board)
    return after


def winner(board):
    """Return who has won, or None."""
    columns = [list(column) for column in zip(*board)]
    diagonals = [[board[i][i] for i in range(3)], [board[i][2 - i] for i in range(3)]]
    for line in board + columns + diagonals:
        if line in ([X] * 3, [O] * 3):
            return line[0]
    return None


def terminal(board):
    """Return whether the game is over."""
    return winner(board) is not None or not actions(board)


def utility(board):
    """Return 1 if X has won, -1 if O has won, 0 for a draw."""
    return {X: 1, O: -1, None: 0}[winner(board)]


def value(board):
    """Return what X can reach at least, if both play well."""
    key = str(board)
    if key not in known:
        if terminal(board):
            known[key] = utility(board)
        else:
            best = max if player(board) == X else min
            known[key] = best(value(result(board, action)) for action in actions(board))
    return known[key]


def minimax(board):
    """Return a best move."""
    best = max if player(board) == X else min
    return best(actions(board), key=lambda action: value(result(board, action)))
