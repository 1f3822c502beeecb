/**
 * The game of a certificate, made only from its text and not from the rest of the page. See
 * docs/reference/certificate-format.md, "The file".
 */

import { holds, readable } from "./file.ts";

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

/** A cell by its name, null for `-`. It may lie off the board. */
export function readCell(name: string): number | null {
  readable(name.length === 1 && `-${CELLS}`.includes(name));
  return name === "-" ? null : CELLS.indexOf(name);
}

export function readSet(word: string | undefined): number[] {
  readable(word !== undefined);
  readable(new Set(word).size === word.length, "a cell is named twice");
  return Array.from(word, readCell).filter((cell) => cell !== null);
}

const RULES =
  /^(([1-9]\d{0,3}(?:,[1-9]\d{0,3}){1,3})(?:( torus)?( exact)?|( lines(?: [^ ,]+)*?))( misere)?)(, O only blocks)?$/;

/** The game of a rules text. Under gravity, the text is without that word. */
export function readGame(text: string, gravity: boolean): Game {
  const found = RULES.exec(text);
  readable(found);
  const [, words = "", sizes = "", ...flags] = found;
  const [torus = false, exact = false, drawn, misere = false, blocks = false] = flags.map(Boolean);
  const shape = sizes.split(",").map(Number);
  const k = drawn ? 0 : shape.pop()!;
  const cells = shape.reduce((product, side) => product * side);
  const fits = (shape.length === 2 || shape.length === 3) && cells <= CELLS.length;
  readable(fits, "wrong board size");
  const lines = drawn ? drawnLines(flags[2]!, cells) : rows(shape, k, torus, exact);
  const everyMove = misere || lines.some(({ guards }) => guards.length > 0);
  readable(!(blocks && everyMove), "blocking does not defend here");
  const rules = gravity ? `${words} gravity` : words;
  return { rules, shape, cells, lines, misere, torus, gravity, blocks, everyMove };
}

const ascending = (cells: Iterable<number>) => [...cells].sort((a, b) => a - b);
const lineKey = ({ cells, guards }: Line) => `${cells.join()}|${guards.join()}`;
const distinct = (lines: readonly Line[]): Line[] => [
  ...new Map(lines.map((line) => [lineKey(line), line])).values(),
];

/** All places of a board, in reading order: the first number changes first. */
const places = ([side = 1, ...rest]: readonly number[]): number[][] =>
  (rest.length > 0 ? places(rest) : [[]]).flatMap((place) =>
    Array.from({ length: side }, (_, at) => [at, ...place]),
  );

/** All rows of k different cells. */
function rows(shape: readonly number[], k: number, torus: boolean, exact: boolean): Line[] {
  const board = new Map(places(shape).map((place, cell) => [place.join(), cell]));
  const joined = (at: number, side: number) => (torus ? ((at % side) + side) % side : at);
  /** The cell of a place, undefined off the board. */
  const cellAt = (place: readonly number[]) =>
    board.get(place.map((at, axis) => joined(at, shape[axis]!)).join());
  const steps = places(shape.map(() => 3)).map((step) => step.map((by) => by - 1));
  const found: Line[] = [];
  for (const start of places(shape)) {
    // One of two opposite directions, without that of no step.
    for (const step of steps.slice((steps.length + 1) / 2)) {
      const walk = Array.from({ length: k + 2 }, (_, n) =>
        cellAt(start.map((from, axis) => from + (n - 1) * step[axis]!)),
      );
      const row = new Set(walk.slice(1, -1));
      if (row.has(undefined) || row.size < k) continue;
      const ends = exact ? [walk[0], walk[k + 1]] : [];
      const guards = new Set(ends.filter((end) => end !== undefined && !row.has(end)));
      found.push({
        cells: ascending(row as Set<number>),
        guards: ascending(guards as Set<number>),
      });
    }
  }
  return distinct(found);
}

/** Lines that are written out, without those that contain another. */
function drawnLines(words: string, size: number): Line[] {
  const named = words.split(" ").slice(2).map(readSet);
  readable(
    named.flat().every((cell) => cell < size),
    "a cell is taken, or off the board",
  );
  const all = distinct(named.map((cells) => ({ cells: ascending(cells), guards: [] })));
  const within = (one: Line, two: Line) =>
    one !== two && one.cells.every((cell) => two.cells.includes(cell));
  return all.filter((line) => !all.some((other) => within(other, line)));
}

/** Whether a side has a whole line that is not too long. */
export const completed = <T>(lines: readonly Line[], board: ArrayLike<T>, side: T): boolean =>
  lines.some(
    ({ cells, guards }) =>
      cells.every((cell) => board[cell] === side) && !guards.some((cell) => board[cell] === side),
  );

/** A renaming of the cells that maps the lines to the lines, and under gravity keeps columns. */
export function readSymmetry({ shape, cells, lines, gravity }: Game, word: string): number[] {
  const to = Array.from(word, (name) => readCell(name) ?? cells);
  const whole = to.length === cells && ascending(to).every((cell, at) => cell === at);
  holds(whole, "not a renaming");
  const image = (from: readonly number[]) => ascending(from.map((cell) => to[cell]!));
  const keys = new Set(lines.map(lineKey));
  const kept = lines.map((line) =>
    lineKey({ cells: image(line.cells), guards: image(line.guards) }),
  );
  holds(
    kept.every((key) => keys.has(key)),
    "it moves lines",
  );
  const [width] = shape as [number];
  const upright = (cell: number, at: number) =>
    at + width >= cells || to[at + width] === cell + width;
  holds(!gravity || to.every(upright), "it turns columns");
  return to;
}
