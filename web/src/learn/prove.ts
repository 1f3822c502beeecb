/** Every game that the hard level can reach, played one by one. */

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
import { lookUp, perfectMove, type Table } from "../game/table";

export interface Game {
  moves: readonly number[];
  winner: Mark | null;
}

/** On our turn, only the hard level's move; on the other's, every move. */
export function* everyGame(
  table: Table,
  hard: Mark,
  board: Board = emptyBoard(CLASSIC),
  moves: readonly number[] = [],
): Generator<Game> {
  const over = outcome(CLASSIC, board);
  if (over) {
    yield { moves, winner: over.winner };
    return;
  }
  const next = turn(board) === hard ? [perfectMove(table, board)] : legal(CLASSIC, board);
  for (const cell of next) yield* everyGame(table, hard, play(board, cell), [...moves, cell]);
}

/** Whether the hard level's own moves keep its value throughout a game. */
export function keepsValue(table: Table, hard: Mark, { moves }: Game): boolean {
  let board: Board = emptyBoard(CLASSIC);
  for (const cell of moves) {
    const next = play(board, cell);
    if (turn(board) === hard && worth(table, next, hard) < worth(table, board, hard)) return false;
    board = next;
  }
  return true;
}

/** 1 is a win for a side, 0 a draw, -1 a loss. */
function worth(table: Table, board: Board, side: Mark): number {
  const { turn: mover, value } = lookUp(table, board);
  const own = value === "win" ? 1 : value === "loss" ? -1 : 0;
  return mover === side ? own : -own;
}
