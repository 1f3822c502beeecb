// Tic-tac-toe by minimax, as in the course: each line of input is a board such as X.O.X....

import java.util.Scanner;

public class Minimax {
    static final int[][] LINES = {
        {0, 1, 2}, {3, 4, 5}, {6, 7, 8}, // rows
        {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, // columns
        {0, 4, 8}, {2, 4, 6}, // diagonals
    };

    // (shown)
    static int minimax(char[] board, char player) {
        if (winner(board) != ' ' || isFull(board)) return score(board);
        int best = player == 'X' ? -2 : 2;
        for (int cell = 0; cell < 9; cell++) {
            if (board[cell] != ' ') continue;
            board[cell] = player;
            int value = minimax(board, other(player));
            board[cell] = ' ';
            best = player == 'X' ? Math.max(best, value) : Math.min(best, value);
        }
        return best;
    }
    // (end)

    static char other(char player) {
        return player == 'X' ? 'O' : 'X';
    }

    static char winner(char[] board) {
        for (int[] line : LINES) {
            char mark = board[line[0]];
            if (mark != ' ' && mark == board[line[1]] && mark == board[line[2]]) return mark;
        }
        return ' ';
    }

    static int free(char[] board) {
        int cells = 0;
        for (char mark : board) if (mark == ' ') cells++;
        return cells;
    }

    static boolean isFull(char[] board) {
        return free(board) == 0;
    }

    static int score(char[] board) {
        return winner(board) == 'X' ? 1 : winner(board) == 'O' ? -1 : 0;
    }

    static int bestMove(char[] board) {
        char player = free(board) % 2 == 1 ? 'X' : 'O';
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

    public static void main(String[] args) {
        Scanner lines = new Scanner(System.in);
        while (lines.hasNextLine())
            System.out.println(bestMove(lines.nextLine().replace('.', ' ').toCharArray()));
    }
}
