import random


def choose_move(board, player):
    if random.random() < ___:  # 1. How often does it play at random?
        return ___  # 2. A move at random.
    return perfect(board, player)


def perfect(board, player):
    values = {}
    for cell in free(board):
        board[cell] = player
        values[cell] = minimax(board, other(player))
        board[cell] = " "
    choose = max if player == "X" else min
    return choose(values, key=values.get)


def minimax(board, player):
    if winner(board) or not free(board):
        return score(board)
    values = []
    for cell in free(board):
        board[cell] = player
        value = minimax(board, other(player))
        values.append(value)
        board[cell] = " "
    if player == "X":
        return max(values)
    return min(values)
