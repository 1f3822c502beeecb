def minimax(board, player):
    if ___:  # 1. Is the game over?
        return score(board)
    values = []
    for cell in free(board):
        board[cell] = player
        value = minimax(board, other(player))
        values.append(value)
        ___  # 2. Take the move back.
    if player == "X":
        return max(values)
    return ___  # 3. What does O take?


def best_move(board, player):
    values = {}
    for cell in free(board):
        board[cell] = player
        values[cell] = minimax(board, other(player))
        board[cell] = " "
    choose = max if player == "X" else min
    return choose(values, key=values.get)
