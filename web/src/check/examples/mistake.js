// A minimax with one mistake. Can you see it?

const LINES = [
  [0, 1, 2],
  [3, 4, 5],
  [6, 7, 8],
  [0, 3, 6],
  [1, 4, 7],
  [2, 5, 8],
  [0, 4, 8],
];

const other = (player) => (player === "X" ? "O" : "X");

function hasWon(board, player) {
  return LINES.some((line) => line.every((cell) => board[cell] === player));
}

function minimax(board, turn, me) {
  if (hasWon(board, me)) return 1;
  if (hasWon(board, other(me))) return -1;
  const values = [];
  for (let cell = 0; cell < 9; cell++) {
    if (board[cell] !== "") continue;
    board[cell] = turn;
    values.push(minimax(board, other(turn), me));
    board[cell] = "";
  }
  if (values.length === 0) return 0;
  return turn === me ? Math.max(...values) : Math.min(...values);
}

// board is a list of nine: "X", "O" or "". The answer is a number from 0 to 8.
function bestMove(board, player) {
  let best = -2;
  let move = null;
  for (let cell = 0; cell < 9; cell++) {
    if (board[cell] !== "") continue;
    board[cell] = player;
    const value = minimax(board, other(player), player);
    board[cell] = "";
    if (value > best) [best, move] = [value, cell];
  }
  return move;
}
