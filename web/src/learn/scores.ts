/** The score of each move for X, in both ways of scoring, from the table. */

import { CLASSIC, legal, play, type Board } from "../game/rules";
import { lookUp, type Table } from "../game/table";

/** The value of a win this many moves away: the sooner, the more; the last possible one is 1. */
export const deepScore = (plies: number): number => CLASSIC.cells + 1 - plies;

export function scores(table: Table, board: Board, aware: boolean): Map<number, number> {
  return new Map(
    legal(CLASSIC, board).map((cell) => {
      const next = play(board, cell);
      const { turn: mover, value, plies } = lookUp(table, next);
      if (value === "draw") return [cell, 0];
      const wins = (value === "win") === (mover === "X") ? 1 : -1;
      return [cell, aware ? wins * deepScore(plies! + 1) : wins];
    }),
  );
}
