/** The page's own analysis of gravity games, within a time limit. */

import type { Analysis } from "../api/types";
import { analysisOf, finished, moveOf, type Worth } from "../game/analysis";
import type { Board } from "../game/rules";
import { factsOf } from "./facts";
import type { Bounds, GravitySolver } from "./solver";

/**
 * Prove the value of a position and of each move: first who wins, then in how many plies. Moves
 * that are not settled in time have no value.
 */
export function analyse(solver: GravitySolver, board: Board, seconds: number): Analysis {
  const { rules } = solver;
  solver.deadline = performance.now() + 1000 * seconds;
  const over = finished(rules, board);
  if (over) return over;
  const moves = solver.children(board);
  // No move is better than the position, so a book value narrows the question.
  const [least, most] = solver.booked(board);
  const signs = moves.map(({ child }) => solver.bounds(child, -most, 1));
  const [low, high] = settled(signs);
  const best = winner([Math.max(low, least), Math.min(high, most)]);
  // The moves that decide the plies first.
  const inTurn = moves.map((_, index) => index);
  inTurn.sort((a, b) => signs[a]![0] - signs[b]![0]);
  const whole: Bounds[] = [];
  const lowest = most > 0 ? -rules.cells : -most;
  for (const index of inTurn)
    whole[index] = solver.bounds(moves[index]!.child, lowest, rules.cells);
  const exact = solver.worth(board, settled(whole));
  const proved = exact ?? best;
  const found = moves.map(({ cell, child }, index) => {
    const [low, high] = whole[index]!;
    const worth = backedUp(solver.worth(child, [low, high]) ?? winner(signs[index]!));
    return { cell, worth, least: -high, most: -low };
  });
  // Among moves of the same value, the faster win or the longer defence comes first.
  found.sort(
    (a, b) =>
      preference(b.worth, proved) - preference(a.worth, proved) ||
      b.least - a.least ||
      b.most - a.most,
  );
  const weighed = found.map(({ cell, worth }) => {
    const isBest = proved !== null && worth?.value === proved.value;
    // Until the shortest win or the longest defence is known, no move has it.
    const known = worth && isBest && proved.plies === null ? { ...worth, plies: null } : worth;
    const best = isBest && (known?.plies ?? null) === proved.plies;
    return moveOf(rules, board, cell, known, best, factsOf(rules, board, cell, known, proved));
  });
  return analysisOf(rules, board, proved, weighed);
}

/** Wins first, then draws, then losses; in a won game, unknown moves come before draws. */
function preference(worth: Worth | null, proved: Worth | null): number {
  if (worth === null) return proved?.value === "win" ? 2.5 : 1;
  return { win: 3, draw: 2, loss: 0 }[worth.value];
}

/** The move to play, and whether it is proved best. */
export const playedOf = ({ moves: [first] }: Analysis) => ({
  cell: first!.cell,
  proven: first!.best,
});

/** Whether nothing is left to find out. */
export const isWhole = ({ moves }: Analysis): boolean =>
  moves.every(({ value, plies }) => value === "draw" || plies !== null);

/** What bounds between -1 and 1 mean. */
function winner([low, high]: Bounds): Worth | null {
  if (low !== high) return null;
  return { value: low > 0 ? "win" : low < 0 ? "loss" : "draw", plies: null };
}

/** Bounds on a position from those on the positions after its moves. */
function settled(after: readonly Bounds[]): Bounds {
  return [Math.max(...after.map(([, high]) => -high)), Math.max(...after.map(([low]) => -low))];
}

/** The value of a move from that of the position after it. */
function backedUp(worth: Worth | null): Worth | null {
  if (worth === null || worth.value === "draw") return worth;
  const value = worth.value === "win" ? "loss" : "win";
  return { value, plies: worth.plies === null ? null : worth.plies + 1 };
}
