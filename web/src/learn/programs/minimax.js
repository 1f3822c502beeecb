// Tic-tac-toe by minimax, as in the course: each line of input is a board such as X.O.X....

import { createInterface } from "node:readline";

const LINES = [
  ...[[0, 1, 2], [3, 4, 5], [6, 7, 8]], // rows
  ...[[0, 3, 6], [1, 4, 7], [2, 5, 8]], // columns
  ...[[0, 4, 8], [2, 4, 6]], // diagonals
];

// (shown)
function minimax(board, player) {
  if (winner(board) || free(board).length === 0) return score(board);
  const values = [];
  for (const cell of free(board)) {
    board[cell] = player;
    values.push(minimax(board, other(player)));
    board[cell] = " ";
  }
  return player === "X" ? Math.max(...values) : Math.min(...values);
}
// (end)

const other = (player) => (player === "X" ? "O" : "X");
const free = (board) => [...board.keys()].filter((cell) => board[cell] === " ");

function winner(board) {
  for (const [a, b, c] of LINES)
    if (board[a] !== " " && board[a] === board[b] && board[a] === board[c]) return board[a];
  return null;
}

const score = (board) => ({ X: 1, O: -1 })[winner(board)] ?? 0;

function bestMove(board) {
  const player = free(board).length % 2 === 1 ? "X" : "O";
  const sign = player === "X" ? 1 : -1;
  let [best, most] = [null, -2];
  for (const cell of free(board)) {
    board[cell] = player;
    const value = sign * minimax(board, other(player));
    board[cell] = " ";
    if (value > most) [best, most] = [cell, value];
  }
  return best;
}

createInterface({ input: process.stdin }).on("line", (line) =>
  console.log(bestMove([...line.replaceAll(".", " ")])),
);
