// Tic-tac-toe that never loses: it tries every move to the end of the game.

const LINES = [
  [0, 1, 2], [3, 4, 5], [6, 7, 8], // rows
  [0, 3, 6], [1, 4, 7], [2, 5, 8], // columns
  [0, 4, 8], [2, 4, 6], // diagonals
];
const known = new Map();

// Whose turn is it? X begins.
function turn(board) {
  return board.filter((mark) => mark !== " ").length % 2 === 0 ? "X" : "O";
}

// The cells that may be played.
function free(board) {
  return [0, 1, 2, 3, 4, 5, 6, 7, 8].filter((cell) => board[cell] === " ");
}

// The board after a move; the old board stays as it is.
function play(board, cell) {
  const after = [...board];
  after[cell] = turn(board);
  return after;
}

// Are there three in a row? Then the player who has just moved has won.
function isWon(board) {
  return LINES.some(([a, b, c]) => board[a] !== " " && board[a] === board[b] && board[b] === board[c]);
}

// What a position is worth to the player whose turn it is. 0 is a draw. A win is more than 0, and
// more the sooner it comes; a loss is less than 0.
function value(board) {
  const key = board.join("");
  if (!known.has(key)) {
    const cells = free(board);
    if (isWon(board)) known.set(key, -1 - cells.length);
    else if (cells.length === 0) known.set(key, 0);
    else known.set(key, Math.max(...cells.map((cell) => -value(play(board, cell)))));
  }
  return known.get(key);
}

// The best cell, from 0 to 8, on a board of nine: "X", "O" or " ".
function bestMove(board) {
  let best = free(board)[0];
  for (const cell of free(board)) {
    if (-value(play(board, cell)) > -value(play(board, best))) best = cell;
  }
  return best;
}
