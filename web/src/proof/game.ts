/**
 * The game of a certificate, made only from its text and not from the rest of the page. See
 * docs/reference/certificate-format.md, "The file".
 */

import { NoCertificate } from "./file.ts";

/** The cells' names in a certificate, in reading order. */
export const CELLS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+/";

export type Mark = "X" | "O";
export const otherMark = (mark: Mark): Mark => (mark === "X" ? "O" : "X");

/** A row to complete, and the cells that make it too long if its owner has one of them. */
export interface Line {
  readonly cells: readonly number[];
  readonly guards: readonly number[];
}

export interface Game {
  /** The rules as the certificate writes them. */
  readonly rules: string;
  readonly shape: readonly number[];
  readonly cells: number;
  readonly lines: readonly Line[];
  readonly misere: boolean;
  readonly torus: boolean;
  readonly gravity: boolean;
  /** Whether O's lines do not count. */
  readonly blocks: boolean;
  /** Whether an extra stone may hurt, so that only trying every move is a proof. */
  readonly everyMove: boolean;
}

/** Refuse a word that cannot be read. */
export function readable(fact: unknown): asserts fact {
  if (!fact) throw new NoCertificate();
}

/** A cell by its name, null for `-`. It may lie off the board. */
export function readCell(name: string): number | null {
  readable(name.length === 1 && `-${CELLS}`.includes(name));
  return name === "-" ? null : CELLS.indexOf(name);
}

/** The cells in a word. */
export const readCells = (word: string): number[] =>
  Array.from(word, readCell).filter((cell) => cell !== null);

/** A set of cells. */
export function readSet(word: string | undefined): number[] {
  readable(word && new Set(word).size === word.length);
  return readCells(word);
}

const SIDE = String.raw`([1-9]\d{0,3})`;
const RULES = new RegExp(
  `^(${SIDE},${SIDE}(?:,${SIDE})?(?:,${SIDE}( torus)?( exact)?|( lines(?: [^ ,]+)*?))( misere)?)(, O only blocks)?$`,
);

/** The game of a rules text. */
export function readGame(text: string): Game {
  const found = RULES.exec(text);
  readable(found);
  const [, rules = "", m, n, layers, k, ...flags] = found;
  const said = flags.map(Boolean);
  const [torus = false, exact = false, drawn, misere = false, blocks = false] = said;
  const shape = [m, n, layers].flatMap((side) => (side ? [Number(side)] : []));
  const cells = shape.reduce((product, side) => product * side);
  readable(cells <= CELLS.length);
  const lines = drawn ? drawnLines(flags[2]!, cells) : rows(shape, Number(k), torus, exact);
  const everyMove = misere || lines.some(({ guards }) => guards.length > 0);
  readable(!(blocks && everyMove));
  return { rules, shape, cells, lines, misere, torus, gravity: false, blocks, everyMove };
}

const ascending = (cells: Iterable<number>) => [...new Set(cells)].sort((a, b) => a - b);
const lineKey = ({ cells, guards }: Line) => `${cells.join()}|${guards.join()}`;
const distinct = (lines: readonly Line[]): Line[] => [
  ...new Map(lines.map((line) => [lineKey(line), line])).values(),
];

/** All places of a board, in reading order. */
const places = (shape: readonly number[]): number[][] =>
  shape.reduce<number[][]>(
    (found, side) => Array.from({ length: side }, (_, at) => found.map((p) => [...p, at])).flat(),
    [[]],
  );

/** All rows of k different cells. */
function rows(shape: readonly number[], k: number, torus: boolean, exact: boolean): Line[] {
  /** The cell of a place, null off the board. */
  const cellAt = (place: readonly number[]) =>
    place.reduceRight<number | null>((cell, at, axis) => {
      const side = shape[axis]!;
      const inside = torus ? ((at % side) + side) % side : at;
      return cell === null || inside < 0 || inside >= side ? null : cell * side + inside;
    }, 0);
  const steps = places(shape.map(() => 3)).map((step) => step.map((by) => by - 1));
  const found: Line[] = [];
  for (const start of places(shape)) {
    // One of two opposite directions, without that of no step.
    for (const step of steps.slice((steps.length + 1) / 2)) {
      const walk = Array.from({ length: k + 2 }, (_, n) =>
        cellAt(start.map((from, axis) => from + (n - 1) * step[axis]!)),
      );
      const row = new Set(walk.slice(1, -1));
      if (row.has(null) || row.size < k) continue;
      const ends = exact ? [walk[0]!, walk[k + 1]!] : [];
      const guards = ends.filter((end) => end !== null && !row.has(end));
      found.push({ cells: ascending(row as Set<number>), guards: ascending(guards as number[]) });
    }
  }
  return distinct(found);
}

/** Lines that are written out, without those that contain another. */
function drawnLines(words: string, size: number): Line[] {
  const named = words.split(" ").slice(2).map(readSet);
  readable(named.flat().every((cell) => cell < size));
  const all = distinct(named.map((cells) => ({ cells: ascending(cells), guards: [] })));
  const within = (one: Line, two: Line) =>
    one !== two && one.cells.every((cell) => two.cells.includes(cell));
  return all.filter((line) => !all.some((other) => within(other, line)));
}

/** Whether a renaming of the cells maps the lines to the lines. */
export function keepsLines({ lines }: Game, to: readonly number[]): boolean {
  const keys = new Set(lines.map(lineKey));
  const rename = (cells: readonly number[]) => ascending(cells.map((cell) => to[cell]!));
  return lines.every(({ cells, guards }) =>
    keys.has(lineKey({ cells: rename(cells), guards: rename(guards) })),
  );
}
