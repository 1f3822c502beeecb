/** The parsed words of a certificate's lines. */

import { CELLS } from "./game.ts";

/** A word that cannot be read. */
export class Unreadable extends Error {}

/** A move, or null for a pass, and the rest after it. */
export interface Move {
  readonly cell: number | null;
  readonly rest: string;
}

/** The attacker's moves, after a reply of the defender's or a pass, and the step after them. */
export interface Answer {
  readonly reply: number | null;
  readonly moves: readonly (number | null)[];
  readonly step: string;
}

/** A cell by its name, null for `-`. It may lie off the board. */
function readCell(name: string): number | null {
  const cell = name.length === 1 ? CELLS.indexOf(name) : -1;
  if (cell < 0 && name !== "-") throw new Unreadable();
  return cell < 0 ? null : cell;
}

/** The cells in a word. */
export const readCells = (word: string): number[] =>
  Array.from(word, readCell).filter((cell) => cell !== null);

/** A set of cells. */
export function readSet(word: string | undefined): number[] {
  const cells = readCells(word || "!");
  if (new Set(cells).size < cells.length) throw new Unreadable();
  return cells;
}

export const readMove = (word: string): Move => ({
  cell: readCell(word.slice(0, 1)),
  rest: word.slice(1),
});

/** The number of a step's symmetry; 0 if it has none. */
export function readStep(step: string): number {
  if (step === "") return 0;
  const found = /^\.([1-9][0-9]{0,5})$/.exec(step);
  if (!found) throw new Unreadable();
  return Number(found[1]);
}

export function readAnswer(word: string): Answer {
  const dot = word.indexOf(".");
  const end = dot < 0 ? word.length : dot;
  if (end < 2) throw new Unreadable();
  return {
    reply: readCell(word.slice(0, 1)),
    moves: Array.from(word.slice(1, end), readCell),
    step: word.slice(end),
  };
}
