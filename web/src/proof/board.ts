/** A position of a claim: the content of each cell, and what follows from the open lines. */

import type { Game, Line } from "./game.ts";

export const EMPTY = 46; // "."
export const ATTACKER = 65; // "A"
export const DEFENDER = 68; // "D"
/** Useful to neither side. */
export const BLOCKED = 35; // "#"

export type Side = typeof ATTACKER | typeof DEFENDER;
/** One of the four for each cell, as characters, so that a position is a string. */
export type Board = Uint8Array;

/** A game, and which of its lines count for whom. */
export interface Contest {
  readonly game: Game;
  readonly lines: Readonly<Record<Side, readonly Line[]>>;
}

export const rival = (side: Side): Side => (side === ATTACKER ? DEFENDER : ATTACKER);

export const emptyCells = (board: Board): number[] => {
  const found: number[] = [];
  for (let cell = 0; cell < board.length; cell += 1) if (board[cell] === EMPTY) found.push(cell);
  return found;
};

/** How many cells of a line are empty; -1 if it is not open to the side. */
function missing(board: Board, cells: readonly number[], side: Side): number {
  let empty = 0;
  for (let at = 0; at < cells.length; at += 1) {
    const held = board[cells[at]!];
    if (held === EMPTY) empty += 1;
    else if (held !== side) return -1;
  }
  return empty;
}

/** The lines without an opponent's stone or a blocked cell. */
export const openLines = ({ lines }: Contest, board: Board, side: Side): Line[] =>
  lines[side].filter(({ cells }) => missing(board, cells, side) >= 0);

/** The cells that each complete a line of a side, the lowest first. */
export function threats({ lines }: Contest, board: Board, side: Side): number[] {
  const found: number[] = [];
  for (const { cells } of lines[side]) {
    if (missing(board, cells, side) !== 1) continue;
    const cell = cells.find((each) => board[each] === EMPTY)!;
    if (!found.includes(cell)) found.push(cell);
  }
  return found.length > 1 ? found.sort((a, b) => a - b) : found;
}

/** Whether a side has a whole line that is not too long. */
export const complete = ({ lines }: Contest, board: Board, side: Side): boolean =>
  lines[side].some(
    ({ cells, guards }) =>
      missing(board, cells, side) === 0 && !guards.some((cell) => board[cell] === side),
  );

/** Whether the sum of 2^-n over the lines open to the attacker is below one half, exactly. */
export function isLight({ game, lines }: Contest, board: Board): boolean {
  const counts = new Uint32Array(game.cells + 1);
  for (const { cells } of lines[ATTACKER]) {
    const empty = missing(board, cells, ATTACKER);
    if (empty === 0) return false;
    if (empty > 0) counts[empty]! += 1;
  }
  // Two of one weight make one of the next; the remainder is too small to matter.
  let halves = 0;
  for (let empty = game.cells; empty > 0; empty -= 1) {
    halves = Math.floor(halves / 2) + counts[empty]!;
  }
  return halves === 0;
}

/** With the attacker to move: whether it is clear that the attacker does not win. */
export const isSettled = (contest: Contest, board: Board): boolean =>
  threats(contest, board, ATTACKER).length === 0 &&
  (threats(contest, board, DEFENDER).length > 1 || isLight(contest, board));

/** The reduced form: everything on no line open to its owner is blocked. */
export function leastUseful(contest: Contest, board: Board): Board {
  const found = new Uint8Array(board.length).fill(BLOCKED);
  for (const side of [ATTACKER, DEFENDER] as const) {
    for (const { cells } of contest.lines[side]) {
      if (missing(board, cells, side) < 0) continue;
      for (const cell of cells) found[cell] = board[cell]!;
    }
  }
  return found;
}

/** The board after a renaming of its cells. */
export function renamed(board: Board, to: readonly number[]): Board {
  const found = new Uint8Array(board.length);
  for (let cell = 0; cell < board.length; cell += 1) found[to[cell]!] = board[cell]!;
  return found;
}

export const boardKey = (board: Board): string => String.fromCharCode(...board);

/** A set of cells: 1 for each member. */
export type Cells = Uint8Array;

/** What a win needs: its cells, and how often the defender may pass. */
export interface Zone {
  readonly cells: Cells;
  readonly passes: number;
}

/** H: the replies that a win with this zone does not refute, from the defender's open lines. */
export function notRefuted(open: readonly Line[], board: Board, zone: Zone): Cells {
  const found = zone.cells.slice();
  for (const { cells } of open) {
    let outside = 0;
    for (const cell of cells) if (board[cell] === EMPTY && !zone.cells[cell]) outside += 1;
    if (outside > zone.passes + 2) continue;
    for (const cell of cells) if (board[cell] === EMPTY) found[cell] = 1;
  }
  return found;
}
