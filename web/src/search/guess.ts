/**
 * The estimate of a position at the depth limit: never a proof. Every line that one side can still
 * complete counts, more if it lacks fewer cells (`LineCounts` in `noughts.engines.evaluation`). The
 * result lies between a draw and the least win.
 */

import type { Board, Rules } from "../game/rules";

/** The value of a line that lacks 0, 1, 2, … cells. */
const WORTH = [0, 900, 120, 24, 6, 2];
const MOST_POINTS = 500_000;

function points(rules: Rules, board: Board): number {
  let sum = 0;
  for (const line of rules.lines) {
    const x = line.filter((cell) => board[cell] === "X").length;
    const o = line.filter((cell) => board[cell] === "O").length;
    if (x > 0 === o > 0) continue;
    const worth = WORTH[Math.min(line.length - x - o, WORTH.length - 1)]!;
    sum += x > 0 ? worth : -worth;
  }
  const capped = Math.max(-MOST_POINTS, Math.min(MOST_POINTS, sum));
  return rules.misere ? -capped : capped;
}

/** The estimate for X, in hundredths strictly between -1 and 1. */
export function guess(rules: Rules, board: Board): number {
  const sum = points(rules, board);
  const size = Math.floor((Math.abs(sum) * 99) / (Math.abs(sum) + 300));
  return size === 0 ? 0 : (Math.sign(sum) * size) / 100;
}
