/** The page's own answers, in the form of the server's: every analysis of the page is made here. */

import type { Analysis, Fact, MoveAnalysis } from "../api/types";
import { cellName } from "./notation";
import { outcome, turn, type Board, type Rules } from "./rules";

export interface Worth {
  value: "win" | "draw" | "loss";
  /** Null for a draw, and if only the winner is known. */
  plies: number | null;
}

/** What is known about a position, and about each of its moves, best first. */
export const analysisOf = (
  rules: Rules,
  board: Board,
  worth: Worth | null,
  moves: MoveAnalysis[],
): Analysis => ({
  turn: turn(board),
  proven: worth !== null,
  ...scored(rules, board, worth),
  moves,
});

/** What is known about a move. Its worth is for the side to move; null if it is not proved. */
export const moveOf = (
  rules: Rules,
  board: Board,
  cell: number,
  worth: Worth | null,
  best: boolean,
  facts: Fact[],
): MoveAnalysis => ({
  move: cellName(rules.shape, cell),
  cell,
  ...scored(rules, board, worth),
  best,
  facts,
});

/** The analysis of a finished game, which has no moves; null while the game goes on. */
export function finished(rules: Rules, board: Board): Analysis | null {
  const over = outcome(rules, board);
  if (!over) return null;
  if (over.winner === null) return analysisOf(rules, board, { value: "draw", plies: null }, []);
  const value = over.winner === turn(board) ? "win" : "loss";
  return analysisOf(rules, board, { value, plies: 0 }, []);
}

const scored = (rules: Rules, board: Board, worth: Worth | null) => ({
  value: worth?.value ?? null,
  plies: worth?.plies ?? null,
  customary: customary(rules, board, worth),
});

/** The stones that the winner has left, as Connect Four players count: `noughts.core.zugzwang`. */
function customary(rules: Rules, board: Board, worth: Worth | null): number | null {
  if (!rules.gravity || rules.misere) return null;
  if (worth?.value === "draw") return 0;
  if (!worth || worth.plies === null) return null;
  const stones = board.filter((mark) => mark !== null).length;
  const left = Math.floor((board.length + 2 - stones - worth.plies) / 2);
  return worth.value === "win" ? left : -left;
}
