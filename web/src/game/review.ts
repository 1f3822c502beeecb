/** Grades of a finished game: what each move did to its player's proved value. */

import type { Analysis, Fact, MoveAnalysis } from "../api/types";

export type Grade =
  | "best"
  | "fine"
  | "won more slowly"
  | "lost sooner"
  | "missed a win"
  | "threw away the draw"
  | "lost";

const KEEPS_VALUE: readonly Grade[] = ["best", "fine", "won more slowly", "lost sooner"];

export interface Verdict {
  /** null if nothing is proved. */
  grade: Grade | null;
  facts: readonly Fact[];
  /** The plies in which the move wins or loses; null if unknown. */
  plies: number | null;
  /** A better move, and why; null if there was none. */
  better: MoveAnalysis | null;
}

/** The verdict on a move, from the analysis of the position it was played in. */
export function judge(before: Analysis, cell: number): Verdict {
  const move = before.moves.find((each) => each.cell === cell)!;
  return {
    grade: grade(before, move),
    facts: move.facts,
    plies: move.plies,
    better: move.best ? null : before.moves[0]!,
  };
}

function grade(before: Analysis, move: MoveAnalysis): Grade | null {
  if (before.value === null || move.value === null) return null;
  if (before.value === move.value) {
    if (move.best) return "best";
    if (before.plies === null || move.plies === null) return "fine";
    return before.value === "win" ? "won more slowly" : "lost sooner";
  }
  if (before.value === "draw") return "threw away the draw";
  return move.value === "draw" ? "missed a win" : "lost";
}

/** Whether a move gave something away. */
export const isMistake = ({ grade }: Verdict): boolean =>
  grade !== null && !KEEPS_VALUE.includes(grade);

/** The index of the move that decided the game: the last that changed its proved value. */
export function decidingMove(verdicts: readonly Verdict[]): number | null {
  if (!verdicts.every((each) => each.grade)) return null;
  const index = verdicts.findLastIndex(isMistake);
  return index < 0 ? null : index;
}
