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
function lacking(board: Board, cells: readonly number[], side: Side): number {
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
  const halves = counts.reduceRight((sum, count) => (sum >> 1) + count);
  return halves === 0 && !lacks.includes(0);
}

/** A game between an attacker, who wins or does not, and a defender. */
export class Contest {
  readonly own: Side;
  readonly other: Side;
  /** Whether a position is reduced by its twins: the defender only blocks, and does not lose. */
  protected readonly thins: boolean;
  /** A player who only blocks has none. */
  private readonly lines: Readonly<Record<Side, readonly Line[]>>;

  constructor(
    readonly game: Game,
    attacker: Mark,
    readonly wins: boolean,
  ) {
    this.own = wins ? ATTACKER : DEFENDER;
    this.other = rival(this.own);
    this.thins = game.blocks && !wins;
    const of = (mark: Mark) => (game.blocks && mark === "O" ? [] : game.lines);
    this.lines = { [ATTACKER]: of(attacker), [DEFENDER]: of(otherMark(attacker)) };
  }

  /** How many cells of each line are empty; -1 if it is not open to the side. */
  lacks(board: Board, side: Side): number[] {
    return this.lines[side].map(({ cells }) => lacking(board, cells, side));
  }

  /** The empty cells of each line without an opponent's stone or a blocked cell. */
  open(board: Board, side: Side): number[][] {
    return this.lines[side]
      .filter(({ cells }) => lacking(board, cells, side) >= 0)
      .map(({ cells }) => cells.filter((cell) => board[cell] === EMPTY));
  }

  /** The cells that each complete a line of a side, the lowest first. */
  threats(board: Board, side: Side, lacks = this.lacks(board, side)): number[] {
    const found = new Set<number>();
    lacks.forEach((empty, at) => {
      if (empty === 1) found.add(this.lines[side][at]!.cells.find((c) => board[c] === EMPTY)!);
    });
    return [...found].sort((a, b) => a - b);
  }

  /** Whether a side has a whole line that is not too long. */
  complete(board: Board, side: Side): boolean {
    const holds = (cell: number) => board[cell] === side;
    return this.lines[side].some(({ cells, guards }) => cells.every(holds) && !guards.some(holds));
  }

  /** With the attacker to move: why it is clear that the attacker does not win; else null. */
  settled(board: Board): "sum" | "two" | null {
    const lacks = this.lacks(board, ATTACKER);
    if (isSmall(lacks)) return "sum";
    return !lacks.includes(1) && this.threats(board, DEFENDER).length > 1 ? "two" : null;
  }

  /** The reduced form: twins and everything on no line open to its owner are blocked. */
  reduced(board: Board): Board {
    if (this.game.everyMove) return board;
    const from = board.slice();
    if (this.thins) for (const cell of this.twins(board).of.keys()) from[cell] = BLOCKED;
    const found = new Uint8Array(board.length).fill(BLOCKED);
    for (const side of [ATTACKER, DEFENDER] as const) {
      for (const { cells } of this.lines[side]) {
        if (lacking(from, cells, side) < 0) continue;
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
    for (let before = -1; this.thins && before < of.size;) {
      before = of.size;
      const through = new Array<string>(board.length).fill("");
      left.forEach((cells, line) => cells.forEach((cell) => (through[cell] += `${line} `)));
      const single = new Map<string, number>();
      through.forEach((lines, cell) => {
        const twin = single.get(lines);
        if (lines && twin !== undefined) of.set(cell, twin).set(twin, cell);
        if (twin === undefined) single.set(lines, cell);
        else single.delete(lines);
      });
      left = left.filter((cells) => !cells.some((cell) => of.has(cell)));
    }
    return { of, left };
  }
}
