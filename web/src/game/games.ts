/** From the text of its rules to a game: all its lines, and the cells that keep one from counting. */

import { NoAnswer } from "../api/client";
import { cellName, parseCell } from "./notation";
import type { Rules } from "./rules";
import { t } from "../site/t";

/** Names of games, as Python knows them. */
const ALIASES = new Map([
  ["tic-tac-toe", "3,3,3"],
  ["noughts-and-crosses", "3,3,3"],
  ["connect-four", "7,6,4 gravity"],
  ["gomoku", "15,15,5"],
  ["caro", "15,15,5 caro"],
  ["qubic", "4,4,4,4"],
]);
const MOST_SIDE = 26;
const MOST_CELLS = MOST_SIDE ** 2;
const MOST_LINES = 10_000;
/** Characters. */
const LONGEST = 100_000;
const FLAGS = ["torus", "exact", "caro", "misere", "gravity"] as const;

type Flags = Readonly<Record<(typeof FLAGS)[number], boolean>>;
/** A line, the cells that make it too long, and those that take it from its owner together. */
type Line = readonly [line: number[], guards: number[], ends: number[]];

/** The game of a text such as `7,6,4 gravity`, `3x3`, `qubic` or `3,1 lines a1-b1`. */
export function findRules(text: string): Rules {
  const game = text.length <= LONGEST && read(text.toLowerCase().trim());
  if (game) return game;
  throw new NoAnswer(
    t(
      "“{text}” is not a game that can be played here. Games are 3,3,3 or 7,6,4 gravity, for example; a side is from 1 to {side}, and a board has at most {cells} cells.",
      { text: text.slice(0, 40), side: MOST_SIDE, cells: MOST_CELLS },
    ),
  );
}

function read(text: string): Rules | null {
  const named = ALIASES.get(text.replaceAll(/[\s_]+/g, "-")) ?? text.replaceAll(", ", ",");
  const [head = "", ...words] = named.split(/\s+/);
  const spelt = words.map((word) => word.replace(/^mis(è|e\u0300)re$/, "misere"));
  const flags = Object.fromEntries(FLAGS.map((flag) => [flag, spelt.includes(flag)])) as Flags;
  const [drawn, ...names] = spelt.filter((word) => !(FLAGS as readonly string[]).includes(word));
  const numbers = head
    .replace(/^3[x×]3$/, "3,3,3")
    .replaceAll(/(\d)[x×](?=\d)/g, "$1,")
    .split(",");
  if (!numbers.every((number) => /^\d{1,9}$/.test(number))) return null;
  const shape = numbers.map(Number);
  const k = drawn ? null : shape.pop()!;
  const cells = shape.reduce((product, side) => product * side, 1);
  if (shape.length < 2 || shape.length > 3 || k === 0 || cells > MOST_CELLS) return null;
  if (!shape.every((side) => side >= 1 && side <= MOST_SIDE)) return null;
  const { torus, exact, caro, gravity } = flags;
  if (k ? caro && gravity : drawn !== "lines" || torus || exact || caro) return null;
  const lines = k ? rows(shape, k, flags) : drawnLines(shape, names);
  if (!lines) return null;
  const written = lines.map(([line]) => line.map((cell) => cellName(shape, cell)).join("-"));
  const before = k ? [[...shape, k].join()] : [shape.join(), "lines", ...written];
  return {
    rules: [...before, ...FLAGS.filter((flag) => flags[flag])].join(" "),
    shape,
    k,
    cells,
    lines: lines.map(([line]) => line),
    guards: lines.map(([, guards]) => guards),
    ends: lines.map(([, , ends]) => ends),
    ...flags,
  };
}

/** One step in each direction, of two opposite ones the one that leads on: rows before diagonals. */
const STEPS = [0, 1, -1]
  .flatMap((z) => [0, 1, -1].flatMap((y) => [0, 1, -1].map((x) => [x, y, z] as const)))
  .filter(([x, y, z]) => (z || y || x) > 0)
  .sort((one, two) => Math.hypot(...one) - Math.hypot(...two));

/** All rows of k cells, each once, in Python's order: of several, the first is the one struck out. */
function rows(shape: readonly number[], k: number, { torus, exact, caro }: Flags): Line[] {
  const found = new Map<string, Line>();
  const cells = Array.from({ length: shape.reduce((a, b) => a * b) }, (_, cell) => cell);
  for (const step of shape.length > 2 ? STEPS : STEPS.filter(([, , z]) => z === 0)) {
    /** The cell a step further; -1 off the board. */
    const after = cells.map((cell) => {
      let [at, unit] = [0, 1];
      for (const [axis, side] of shape.entries()) {
        let place = (Math.floor(cell / unit) % side) + step[axis]!;
        if (torus) place = (place + side) % side;
        if (place < 0 || place >= side) return -1;
        at += place * unit;
        unit *= side;
      }
      return at;
    });
    for (const start of cells) {
      const line: number[] = [];
      let cell = start;
      do {
        line.push(cell);
        cell = after[cell]!;
      } while (line.length < k && cell >= 0 && cell !== start);
      if (line.length < k) continue;
      const both = ascending([after.indexOf(start), cell]);
      const beyond = both.filter((end) => end >= 0 && !line.includes(end));
      const row = [
        ascending(line),
        exact ? beyond : [],
        caro && both[0]! >= 0 ? beyond : [],
      ] as const;
      found.set(row.join("|"), row);
    }
  }
  return [...found.values()];
}

/** Lines that are written out, each once; null if one of them is none. */
function drawnLines(shape: readonly number[], names: readonly string[]): Line[] | null {
  const found = new Map<string, Line>();
  for (const name of names) {
    const line = name.split("-").map((each) => parseCell(shape, each) ?? -1);
    const row = ascending(line);
    if (row[0]! < 0 || row.length < line.length) return null;
    found.set(row.join(), [row, [], []]);
  }
  return names.length > MOST_LINES ? null : [...found.values()];
}

const ascending = (cells: Iterable<number>) => [...new Set(cells)].sort((a, b) => a - b);
