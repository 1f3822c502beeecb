// Tic-tac-toe that never loses: it tries every move to the end of the game.
// Each line of input is a board such as X.O.X....; the answer is a cell from 0 to 8.

import java.util.HashMap;
import java.util.Map;
import java.util.Scanner;

public class Unbeatable {
    static final int[][] LINES = {
        {0, 1, 2}, {3, 4, 5}, {6, 7, 8}, // rows
        {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, // columns
        {0, 4, 8}, {2, 4, 6}, // diagonals
    };
    static final Map<String, Integer> known = new HashMap<>();

    static int freeCells(String board) {
        return (int) board.chars().filter(mark -> mark == '.').count();
    }

    // The board after a move. X begins, so it is X's turn if the number of free cells is odd.
    static String play(String board, int cell) {
        String mark = freeCells(board) % 2 == 1 ? "X" : "O";
        return board.substring(0, cell) + mark + board.substring(cell + 1);
    }

    // Are there three in a row? Then the player who has just moved has won.
    static boolean isWon(String board) {
        for (int[] line : LINES) {
            char mark = board.charAt(line[0]);
            if (mark != '.' && mark == board.charAt(line[1]) && mark == board.charAt(line[2])) return true;
        }
        return false;
    }

    // What a position is worth to the player whose turn it is. 0 is a draw. A win is more than 0,
    // and more the sooner it comes; a loss is less than 0.
    static int value(String board) {
        if (known.containsKey(board)) return known.get(board);
        int best = -10;
        if (isWon(board)) {
            best = -1 - freeCells(board);
        } else if (freeCells(board) == 0) {
            best = 0;
        } else {
            for (int cell = 0; cell < 9; cell++)
                if (board.charAt(cell) == '.') best = Math.max(best, -value(play(board, cell)));
        }
        known.put(board, best);
        return best;
    }

    static int bestMove(String board) {
        int best = -1;
        for (int cell = 0; cell < 9; cell++) {
            if (board.charAt(cell) != '.') continue;
            if (best < 0 || -value(play(board, cell)) > -value(play(board, best))) best = cell;
        }
        return best;
    }

    public static void main(String[] args) {
        Scanner input = new Scanner(System.in);
        while (input.hasNextLine()) System.out.println(bestMove(input.nextLine()));
    }
}
