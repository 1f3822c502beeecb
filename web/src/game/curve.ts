/** The value of a game after each move as a curve: 1 is X about to win, -1 O, 0 a draw. */

import type { Analysis } from "../api/types";
import type { Outcome } from "./rules";

export interface CurvePoint {
  ply: number;
  height: number;
  proven: boolean;
}

/** Unknown positions are left out, not guessed; a curve ends like its game. */
export function curve(
  line: readonly (Analysis | null)[],
  cells: number,
  end: Outcome | null,
): CurvePoint[] {
  const points = line.flatMap((analysis, ply) =>
    analysis ? [{ ply, height: height(analysis, cells), proven: analysis.proven }] : [],
  );
  const ply = line.length - 1;
  if (end && points.length && !line[ply]) {
    points.push({ ply, height: { X: 1, O: -1, draw: 0 }[end.winner ?? "draw"], proven: true });
  }
  return points;
}

function height({ turn, value, plies, estimate }: Analysis, cells: number): number {
  const side = turn === "X" ? 1 : -1;
  // An estimate stays within the middle band, away from proved wins.
  if (value === null) return (side * Math.tanh((estimate ?? 0) / 20)) / 3;
  if (value === "draw") return 0;
  const near = plies === null ? 0 : 1 - plies / (cells + 1);
  return side * (value === "win" ? 1 : -1) * (0.5 + near / 2);
}
