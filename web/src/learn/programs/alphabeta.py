def minimax(board, player, alpha=-2, beta=2):
    if winner(board) or not free(board):
        return score(board)
    values = []
    for cell in free(board):
        board[cell] = player
        value = minimax(board, other(player), alpha, beta)
        values.append(value)
        board[cell] = " "
        if player == "X":
            alpha = ___  # 1. What is X sure of now?
        else:
            beta = ___  # 2. To what can O hold X now?
        if ___:  # 3. Is the window shut?
            break
    if player == "X":
        return max(values)
    return min(values)


def best_move(board, player):
    values = {}
    for cell in free(board):
        board[cell] = player
        values[cell] = minimax(board, other(player))
        board[cell] = " "
    choose = max if player == "X" else min
    return choose(values, key=values.get)
