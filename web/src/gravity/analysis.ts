/** The page's own analysis of gravity games, within a time limit. */

import type { Analysis, Fact, MoveAnalysis } from "../api/types";
import { cellName } from "../game/notation";
import { other, outcome, playable, turn, type Board, type Mark, type Rules } from "../game/rules";
import { stonesOn } from "./rules";
import type { Bounds, GravitySolver, Worth } from "./solver";

/**
 * Prove the value of a position and of each move: first who wins, then in how many plies. Moves
 * that are not settled in time have no value.
 */
export function analyse(solver: GravitySolver, board: Board, seconds: number): Analysis {
  const { rules } = solver;
  solver.deadline = performance.now() + 1000 * seconds;
  const over = outcome(rules, board);
  if (over) {
    const value = over.winner === null ? "draw" : over.winner === turn(board) ? "win" : "loss";
    const worth = { value, plies: over.winner === null ? null : 0 } as const;
    const score = customary(rules, board, worth);
    return { turn: turn(board), proven: true, ...worth, customary: score, moves: [] };
  }
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
  const told = found.map(({ cell, worth }): MoveAnalysis => {
    const value = worth?.value ?? null;
    const isBest = proved !== null && value === proved.value;
    // Until the shortest win or the longest defence is known, no move has it.
    const plies = isBest && proved.plies === null ? null : (worth?.plies ?? null);
    const move = { move: cellName(rules.shape, cell), cell, value, plies };
    return {
      ...move,
      customary: customary(rules, board, value && { value, plies }),
      best: isBest && plies === proved.plies,
      facts: factsOf(rules, board, move, proved?.value ?? null),
    };
  });
  return {
    turn: turn(board),
    proven: proved !== null,
    value: proved?.value ?? null,
    plies: proved?.plies ?? null,
    customary: customary(rules, board, proved),
    moves: told,
  };
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

/** The stones that the winner has left, as Connect Four players count: `noughts.core.zugzwang`. */
export function customary(rules: Rules, board: Board, worth: Worth | null): number | null {
  if (rules.misere) return null;
  if (worth?.value === "draw") return 0;
  if (!worth || worth.plies === null) return null;
  const left = Math.floor((board.length + 2 - stonesOn(board) - worth.plies) / 2);
  return worth.value === "win" ? left : -left;
}

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

type Known = Pick<MoveAnalysis, "cell" | "value" | "plies">;

/** The facts about a move, as in `noughts.explain`, as far as the rules show them. */
function factsOf(rules: Rules, board: Board, move: Known, best: Analysis["value"]): Fact[] {
  const [me, opponent] = [turn(board), other(turn(board))];
  const line = completed(rules, board, move.cell, me);
  if (line) {
    return [{ kind: rules.misere ? "loses at once" : "wins at once", lines: [line], plies: 1 }];
  }
  if (playable(rules, board.with(move.cell, me)).length === 0) return [{ kind: "fills board" }];
  const blocked = rules.misere ? null : completed(rules, board, move.cell, opponent);
  const deeds: Fact[] = blocked ? [{ kind: "blocks", lines: [blocked] }] : [];
  return [...deeds, ...verdict(move, best, deeds.length > 0)];
}

function verdict({ value, plies }: Known, best: Analysis["value"], silent: boolean): Fact[] {
  const ends = plies === null ? {} : { plies };
  if (value === null) return [];
  if (value === "win") return [{ kind: "wins", ...ends }];
  if (value === "loss") {
    return [{ kind: plies === null && best === "loss" ? "loses as all do" : "loses", ...ends }];
  }
  if (best === "win") return [{ kind: "misses win" }];
  return silent ? [] : [{ kind: "keeps draw" }];
}

/** The names of the cells of a line that a stone would complete. */
function completed(rules: Rules, board: Board, cell: number, mark: Mark): string[] | null {
  const over = outcome(rules, board.with(cell, mark));
  return over?.line?.map((each) => cellName(rules.shape, each)) ?? null;
}
