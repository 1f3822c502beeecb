// Tic-tac-toe that never loses: it tries every move to the end of the game.
// Each line of input is a board such as X.O.X....; the answer is a cell from 0 to 8.

#include <algorithm>
#include <iostream>
#include <map>
#include <string>

const int LINES[8][3] = {
    {0, 1, 2}, {3, 4, 5}, {6, 7, 8},  // rows
    {0, 3, 6}, {1, 4, 7}, {2, 5, 8},  // columns
    {0, 4, 8}, {2, 4, 6},             // diagonals
};
std::map<std::string, int> known;

int freeCells(const std::string& board) {
    return std::count(board.begin(), board.end(), '.');
}

// The board after a move. X begins, so it is X's turn if the number of free cells is odd.
std::string play(std::string board, int cell) {
    board[cell] = freeCells(board) % 2 == 1 ? 'X' : 'O';
    return board;
}

// Are there three in a row? Then the player who has just moved has won.
bool isWon(const std::string& board) {
    for (const auto& line : LINES) {
        char mark = board[line[0]];
        if (mark != '.' && mark == board[line[1]] && mark == board[line[2]]) return true;
    }
    return false;
}

// What a position is worth to the player whose turn it is. 0 is a draw. A win is more than 0, and
// more the sooner it comes; a loss is less than 0.
int value(const std::string& board) {
    auto found = known.find(board);
    if (found != known.end()) return found->second;
    int best = -10;
    if (isWon(board)) {
        best = -1 - freeCells(board);
    } else if (freeCells(board) == 0) {
        best = 0;
    } else {
        for (int cell = 0; cell < 9; cell++)
            if (board[cell] == '.') best = std::max(best, -value(play(board, cell)));
    }
    return known[board] = best;
}

int bestMove(const std::string& board) {
    int best = -1;
    for (int cell = 0; cell < 9; cell++) {
        if (board[cell] != '.') continue;
        if (best < 0 || -value(play(board, cell)) > -value(play(board, best))) best = cell;
    }
    return best;
}

int main() {
    std::string board;
    while (std::getline(std::cin, board)) std::cout << bestMove(board) << std::endl;
}
