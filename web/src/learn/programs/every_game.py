def play_every_game(side, board, player, results):
    if winner(board) or not free(board):
        results.append(winner(board))
        return
    if player == side:
        cells = [best_move(board, player)]
    else:
        cells = free(board)
    for cell in cells:
        board[cell] = player
        play_every_game(side, board, other(player), results)
        board[cell] = " "
