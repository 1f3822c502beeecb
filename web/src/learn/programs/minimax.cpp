// Tic-tac-toe by minimax, as in the course: each line of input is a board such as X.O.X....

#include <algorithm>
#include <iostream>
#include <string>

const int LINES[8][3] = {
    {0, 1, 2}, {3, 4, 5}, {6, 7, 8},  // rows
    {0, 3, 6}, {1, 4, 7}, {2, 5, 8},  // columns
    {0, 4, 8}, {2, 4, 6},             // diagonals
};

char other(char player) { return player == 'X' ? 'O' : 'X'; }

char winner(const std::string& board) {
    for (const auto& line : LINES) {
        char mark = board[line[0]];
        if (mark != ' ' && mark == board[line[1]] && mark == board[line[2]]) return mark;
    }
    return ' ';
}

bool isFull(const std::string& board) { return board.find(' ') == std::string::npos; }

int score(const std::string& board) {
    return winner(board) == 'X' ? 1 : winner(board) == 'O' ? -1 : 0;
}

// (shown)
int minimax(std::string& board, char player) {
    if (winner(board) != ' ' || isFull(board)) return score(board);
    int best = player == 'X' ? -2 : 2;
    for (int cell = 0; cell < 9; cell++) {
        if (board[cell] != ' ') continue;
        board[cell] = player;
        int value = minimax(board, other(player));
        board[cell] = ' ';
        best = player == 'X' ? std::max(best, value) : std::min(best, value);
    }
    return best;
}
// (end)

int bestMove(std::string& board) {
    char player = std::count(board.begin(), board.end(), ' ') % 2 == 1 ? 'X' : 'O';
    int sign = player == 'X' ? 1 : -1, best = -1, most = -2;
    for (int cell = 0; cell < 9; cell++) {
        if (board[cell] != ' ') continue;
        board[cell] = player;
        int value = sign * minimax(board, other(player));
        board[cell] = ' ';
        if (value > most) {
            most = value;
            best = cell;
        }
    }
    return best;
}

int main() {
    std::string board;
    while (std::getline(std::cin, board)) {
        std::replace(board.begin(), board.end(), '.', ' ');
        std::cout << bestMove(board) << std::endl;
    }
}
