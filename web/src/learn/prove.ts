/** Every game that can be played against a player that always answers alike, one by one. */

import {
  CLASSIC,
  emptyBoard,
  legal,
  outcome,
  play,
  turn,
  type Board,
  type Mark,
} from "../game/rules";
import { lookUp, type Table } from "../game/table";

export interface Game {
  moves: readonly number[];
  winner: Mark | null;
}

/** On the player's turn, only its own move; on the other's, every move. */
export function* everyGame(
  answer: (board: Board) => number,
  side: Mark,
  board: Board = emptyBoard(CLASSIC),
  moves: readonly number[] = [],
): Generator<Game> {
  const over = outcome(CLASSIC, board);
  if (over) {
    yield { moves, winner: over.winner };
    return;
  }
  const next = turn(board) === side ? [answer(board)] : legal(CLASSIC, board);
  for (const cell of next) yield* everyGame(answer, side, play(board, cell), [...moves, cell]);
}

/** Whether a player's own moves keep its value throughout a game. */
export function keepsValue(table: Table, side: Mark, { moves }: Game): boolean {
  let board: Board = emptyBoard(CLASSIC);
  for (const cell of moves) {
    const next = play(board, cell);
    if (turn(board) === side && worth(table, next, side) < worth(table, board, side)) return false;
    board = next;
  }
  return true;
}

/** 1 is a win for a side, 0 a draw, -1 a loss. */
export function worth(table: Table, board: Board, side: Mark): number {
  const { turn: mover, value } = lookUp(table, board);
  const own = value === "win" ? 1 : value === "loss" ? -1 : 0;
  return mover === side ? own : -own;
}
