/** A position of a claim: the content of each cell. */

import { holds } from "./file.ts";
import { readSet, type Game, type Mark } from "./game.ts";

export const EMPTY = 0;
/** A stone of the side that is answered for, or of the other side. */
export const OWN = 1;
export const OTHER = 2;
/** Useful to neither side: it counts as taken by both. */
export const BLOCKED = 3;

export type Side = typeof OWN | typeof OTHER;
/** One of the four for each cell. */
export type Board = Uint8Array;

export const boardKey = (board: Board): string => String.fromCharCode(...board);

/** The board of a position, for a statement about an attacker. */
export const boardOf = (stones: readonly (Mark | null)[], attacker: Mark, wins: boolean): Board =>
  Uint8Array.from(stones, (mark) =>
    mark === null ? EMPTY : (mark === attacker) === wins ? OWN : OTHER,
  );

/** The board of a claim, by its three sets: the attacker's, the defender's, the blocked cells. */
export function readBoard(game: Game, sets: readonly string[], wins: boolean): Board {
  const { cells, gravity, everyMove } = game;
  const board = new Uint8Array(cells);
  for (const [at, side] of (wins ? [OWN, OTHER, BLOCKED] : [OTHER, OWN, BLOCKED]).entries()) {
    for (const cell of readSet(sets[at])) {
      holds(
        cell < cells,
        gravity ? "a cell is off the board" : "a cell is taken, or off the board",
      );
      board[cell]! |= side;
    }
  }
  const several = !gravity && !everyMove;
  holds(several || !board.includes(BLOCKED), "a cell is blocked, or taken twice");
  return board;
}

export const emptyCells = (board: Board): number[] => {
  const found: number[] = [];
  for (let cell = 0; cell < board.length; cell += 1) if (board[cell] === EMPTY) found.push(cell);
  return found;
};

/** How many cells of a line are empty; -1 if it is not open to the side. */
export function lacking(board: Board, cells: readonly number[], side: Side): number {
  let empty = 0;
  for (const cell of cells) {
    if (board[cell] === EMPTY) empty += 1;
    else if (board[cell] !== side) return -1;
  }
  return empty;
}

/** Whether the sum of 2^-n over lines with n empty cells is below one half, exactly. */
export function isSmall(lacks: readonly number[]): boolean {
  const counts = new Array<number>(64).fill(0);
  for (const empty of lacks) if (empty > 0) counts[empty - 1]! += 1;
  // Two of one weight make one of the next; the remainder is too small to matter.
  return counts.reduceRight((sum, count) => (sum >> 1) + count) === 0;
}
