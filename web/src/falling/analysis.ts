/** What can be told of a position in which stones fall, within a time: the page's own analysis. */

import type { Analysis, MoveAnalysis } from "../api/types";
import { cellName } from "../game/notation";
import { other, outcome, playable, turn, type Board, type Mark, type Rules } from "../game/rules";
import { stonesOn } from "./rules";
import type { Bounds, FallingSolver, Worth } from "./solver";

/**
 * Prove what a position and each of its moves is worth: who wins first, then in how many plies. What
 * is not settled when the time is up has no value, and its reason says so.
 */
export function analyse(solver: FallingSolver, board: Board, seconds: number): Analysis {
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
  // No move is worth more than the position: if the book knows that, less is left to ask.
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
  // Of moves of the same value, the one first that is known to win sooner, or to hold out longer.
  found.sort(
    (a, b) =>
      preference(b.worth, proved) - preference(a.worth, proved) ||
      b.least - a.least ||
      b.most - a.most,
  );
  const told = found.map(({ cell, worth }): MoveAnalysis => {
    const value = worth?.value ?? null;
    const isBest = proved !== null && value === proved.value;
    // As long as the shortest win, or the longest defence, is not known, no move has it.
    const plies = isBest && proved.plies === null ? null : (worth?.plies ?? null);
    const move = { move: cellName(rules.shape, cell), cell, value, plies };
    return {
      ...move,
      customary: customary(rules, board, value && { value, plies }),
      best: isBest && plies === proved.plies,
      reason: reason(rules, board, move, proved?.value ?? null),
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

/** Wins first, then draws, and losses last; what is not known, where the game is won, before draws. */
function preference(worth: Worth | null, proved: Worth | null): number {
  if (worth === null) return proved?.value === "win" ? 2.5 : 1;
  return { win: 3, draw: 2, loss: 0 }[worth.value];
}

/** The move to play, and whether it is proved that none is better. */
export const playedOf = ({ moves: [first] }: Analysis) => ({
  cell: first!.cell,
  proven: first!.best,
});

/** Whether nothing is left to find out. */
export const isWhole = ({ moves }: Analysis): boolean =>
  moves.every(({ value, plies }) => value === "draw" || plies !== null);

/** The stones that the winner has left, as Connect Four's players count: `noughts.core.zugzwang`. */
export function customary(rules: Rules, board: Board, worth: Worth | null): number | null {
  if (rules.misere) return null;
  if (worth?.value === "draw") return 0;
  if (!worth || worth.plies === null) return null;
  const left = Math.floor((board.length + 2 - stonesOn(board) - worth.plies) / 2);
  return worth.value === "win" ? left : -left;
}

/** What bounds between -1 and 1 tell. */
function winner([low, high]: Bounds): Worth | null {
  if (low !== high) return null;
  return { value: low > 0 ? "win" : low < 0 ? "loss" : "draw", plies: null };
}

/** Bounds on a position from those on what its moves lead to. */
function settled(after: readonly Bounds[]): Bounds {
  return [Math.max(...after.map(([, high]) => -high)), Math.max(...after.map(([low]) => -low))];
}

/** The worth of a move from that of the position it leads to. */
function backedUp(worth: Worth | null): Worth | null {
  if (worth === null || worth.value === "draw") return worth;
  const value = worth.value === "win" ? "loss" : "win";
  return { value, plies: worth.plies === null ? null : worth.plies + 1 };
}

type Known = Pick<MoveAnalysis, "cell" | "value" | "plies">;

/** Say what a move does, in the words of `noughts.lab.grading`, as far as the rules show it. */
function reason(rules: Rules, board: Board, move: Known, best: Analysis["value"]): string {
  const [me, opponent] = [turn(board), other(turn(board))];
  const line = completed(rules, board, move.cell, me);
  if (line && rules.misere) return `completes ${line} and loses at once`;
  if (line) return `wins at once with ${line}`;
  if (playable(rules, board.with(move.cell, me)).length === 0) return "fills the board: a draw";
  const blocked = completed(rules, board, move.cell, opponent);
  const deed = blocked && !rules.misere ? `blocks ${opponent}'s line ${blocked}` : "";
  const verdict = verdictWords(move, best, deed !== "");
  if (!deed || !verdict) return deed || verdict;
  return `${deed}${move.value === "loss" ? ", but" : ";"} ${verdict}`;
}

function verdictWords({ value, plies }: Known, best: Analysis["value"], silent: boolean) {
  const length = plies === null ? "" : ` in ${plies} plies`;
  if (value === null) return "not known yet";
  if (value === "win") return `wins${length}`;
  if (value === "loss") {
    return length || best !== "loss" ? `loses${length}` : "loses, as every move does";
  }
  if (best === "win") return "misses the win: only a draw";
  return silent ? "" : "keeps the draw";
}

/** The names of a line's cells that a stone would complete. */
function completed(rules: Rules, board: Board, cell: number, mark: Mark): string | null {
  const over = outcome(rules, board.with(cell, mark));
  if (!over?.line) return null;
  return over.line.map((each) => cellName(rules.shape, each)).join(" ");
}
