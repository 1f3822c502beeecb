/** A position of a claim: the content of each cell, and what follows from the open lines. */

import { otherMark, type Game, type Line, type Mark } from "./game.ts";

export const EMPTY = 46; // "."
export const ATTACKER = 65; // "A"
export const DEFENDER = 68; // "D"
/** Useful to neither side. */
export const BLOCKED = 35; // "#"

export type Side = typeof ATTACKER | typeof DEFENDER;
/** One of the four for each cell, as characters, so that a position is a string. */
export type Board = Uint8Array;
/** A set of cells: 1 for each member. */
export type Cells = Uint8Array;

export const rival = (side: Side): Side => (side === ATTACKER ? DEFENDER : ATTACKER);
export const boardKey = (board: Board): string => String.fromCharCode(...board);

export const emptyCells = (board: Board): number[] => {
  const found: number[] = [];
  for (let cell = 0; cell < board.length; cell += 1) if (board[cell] === EMPTY) found.push(cell);
  return found;
};

/** The board after a renaming of its cells. */
export function renamed(board: Board, to: readonly number[]): Board {
  const found = new Uint8Array(board.length);
  for (let cell = 0; cell < board.length; cell += 1) found[to[cell]!] = board[cell]!;
  return found;
}

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

/** A game between an attacker and a defender. A player who only blocks has no lines. */
export class Contest {
  private readonly lines: Readonly<Record<Side, readonly Line[]>>;

  constructor(
    readonly game: Game,
    attacker: Mark,
  ) {
    const of = (mark: Mark) => (game.blocks && mark === "O" ? [] : game.lines);
    this.lines = { [ATTACKER]: of(attacker), [DEFENDER]: of(otherMark(attacker)) };
  }

  /** The empty cells of each line without an opponent's stone or a blocked cell. */
  open(board: Board, side: Side): number[][] {
    return this.lines[side]
      .filter(({ cells }) => missing(board, cells, side) >= 0)
      .map(({ cells }) => cells.filter((cell) => board[cell] === EMPTY));
  }

  /** The cells that each complete a line of a side, the lowest first. */
  threats(board: Board, side: Side): number[] {
    const found: number[] = [];
    for (const { cells } of this.lines[side]) {
      if (missing(board, cells, side) !== 1) continue;
      const cell = cells.find((each) => board[each] === EMPTY)!;
      if (!found.includes(cell)) found.push(cell);
    }
    return found.length > 1 ? found.sort((a, b) => a - b) : found;
  }

  /** Whether a side has a whole line that is not too long. */
  complete(board: Board, side: Side): boolean {
    return this.lines[side].some(
      ({ cells, guards }) =>
        missing(board, cells, side) === 0 && !guards.some((cell) => board[cell] === side),
    );
  }

  /** Whether the sum of 2^-n over the lines open to the attacker is below one half, exactly. */
  isLight(board: Board): boolean {
    const counts = new Uint32Array(this.game.cells + 1);
    for (const { cells } of this.lines[ATTACKER]) {
      const empty = missing(board, cells, ATTACKER);
      if (empty === 0) return false;
      if (empty > 0) counts[empty]! += 1;
    }
    // Two of one weight make one of the next; the remainder is too small to matter.
    let halves = 0;
    for (let empty = this.game.cells; empty > 0; empty -= 1) {
      halves = Math.floor(halves / 2) + counts[empty]!;
    }
    return halves === 0;
  }

  /** With the attacker to move: whether it is clear that the attacker does not win. */
  isSettled(board: Board): boolean {
    return (
      this.threats(board, ATTACKER).length === 0 &&
      (this.threats(board, DEFENDER).length > 1 || this.isLight(board))
    );
  }

  /** The reduced form: everything on no line open to its owner is blocked, and twins if asked. */
  reduced(board: Board, twins: boolean): Board {
    if (this.game.everyMove) return board;
    const from = board.slice();
    if (twins) for (const cell of this.twins(board).of.keys()) from[cell] = BLOCKED;
    const found = new Uint8Array(board.length).fill(BLOCKED);
    for (const side of [ATTACKER, DEFENDER] as const) {
      for (const { cells } of this.lines[side]) {
        if (missing(from, cells, side) < 0) continue;
        for (const cell of cells) found[cell] = from[cell]!;
      }
    }
    return found;
  }

  /**
   * Twins: two empty cells on exactly the same open lines of the attacker. A defender who only
   * blocks answers one with the other, so the lines through them make no difference; without these
   * lines, others may be twins. Also the empty cells of each line that is left.
   */
  twins(board: Board): { of: ReadonlyMap<number, number>; left: readonly number[][] } {
    let left = this.open(board, ATTACKER);
    const of = new Map<number, number>();
    for (;;) {
      const through = new Array<string>(board.length).fill("");
      left.forEach((cells, line) => cells.forEach((cell) => (through[cell] += `${line} `)));
      const single = new Map<string, number>();
      const before = of.size;
      through.forEach((lines, cell) => {
        const twin = single.get(lines);
        if (lines && twin !== undefined) of.set(cell, twin).set(twin, cell);
        if (twin === undefined) single.set(lines, cell);
        else single.delete(lines);
      });
      if (of.size === before) return { of, left };
      left = left.filter((cells) => !cells.some((cell) => of.has(cell)));
    }
  }
}
