/** Grading a played game: what each move did to its player's prospects. */

import type { Analysis, Value } from "../api/types";

export type Grade = "best" | "fine" | "missed a win" | "threw away the draw" | "lost" | "unproved";

export interface Verdict {
  grade: Grade;
  reason: string;
}

const RANK: Record<Value, number> = { loss: 0, draw: 1, win: 2 };

/** The verdict on a move, from the analysis of the position it was played in. */
export function judge(before: Analysis, cell: number): Verdict {
  const move = before.moves.find((each) => each.cell === cell)!;
  return { grade: grade(before, move), reason: move.reason };
}

function grade(before: Analysis, move: Analysis["moves"][number]): Grade {
  if (before.value === null || move.value === null) return "unproved";
  if (RANK[move.value] < RANK[before.value]) {
    return before.value === "win" ? "missed a win" : "threw away the draw";
  }
  if (before.value === "loss") return "lost";
  return move.best ? "best" : "fine";
}

/** The index of the move that decided the game: the last one that gave something away. */
export function decidingMove(verdicts: readonly Verdict[]): number | null {
  const index = verdicts.findLastIndex(
    ({ grade }) => grade === "missed a win" || grade === "threw away the draw",
  );
  return index < 0 ? null : index;
}
