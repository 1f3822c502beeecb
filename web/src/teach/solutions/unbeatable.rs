// Tic-tac-toe that never loses: it tries every move to the end of the game.
// Each line of input is a board such as X.O.X....; the answer is a cell from 0 to 8.

use std::collections::HashMap;
use std::io;

type Known = HashMap<Vec<u8>, i32>;

const LINES: [[usize; 3]; 8] = [
    [0, 1, 2], [3, 4, 5], [6, 7, 8], // rows
    [0, 3, 6], [1, 4, 7], [2, 5, 8], // columns
    [0, 4, 8], [2, 4, 6], // diagonals
];

fn free(board: &[u8]) -> Vec<usize> {
    (0..9).filter(|&cell| board[cell] == b'.').collect()
}

// The board after a move. X begins, so it is X's turn if the number of free cells is odd.
fn play(board: &[u8], cell: usize) -> Vec<u8> {
    let mut after = board.to_vec();
    after[cell] = if free(board).len() % 2 == 1 { b'X' } else { b'O' };
    after
}

// Are there three in a row? Then the player who has just moved has won.
fn is_won(board: &[u8]) -> bool {
    LINES.iter().any(|&[a, b, c]| {
        board[a] != b'.' && board[a] == board[b] && board[b] == board[c]
    })
}

// What a position is worth to the player whose turn it is. 0 is a draw. A win is more than 0, and
// more the sooner it comes; a loss is less than 0.
fn value(board: &[u8], known: &mut Known) -> i32 {
    if let Some(&found) = known.get(board) {
        return found;
    }
    let cells = free(board);
    let best = if is_won(board) {
        -1 - cells.len() as i32
    } else {
        let values = cells.iter().map(|&cell| -value(&play(board, cell), known));
        values.max().unwrap_or(0)
    };
    known.insert(board.to_vec(), best);
    best
}

fn best_move(board: &[u8], known: &mut Known) -> usize {
    let mut best = free(board)[0];
    for cell in free(board) {
        if -value(&play(board, cell), known) > -value(&play(board, best), known) {
            best = cell;
        }
    }
    best
}

fn main() {
    let mut known = Known::new();
    for line in io::stdin().lines() {
        println!("{}", best_move(line.unwrap().trim().as_bytes(), &mut known));
    }
}
