/**
 * What a search tells, step by step. Python (`noughts trace --json`) and the twin in `engines.ts`
 * say the same; values are always for X: on 3×3 a win for X after d plies is worth 10 - d, one for
 * O d - 10, a draw 0; blind to depth 1, -1 and 0. Strictly between 0 and ±1 lie guesses.
 */

import type { Mark } from "../game/rules";

export const SEARCHES = [
  "minimax",
  "alphabeta",
  "alphabeta-unordered",
  "memoised",
  "symmetric",
] as const;

export type SearchName = (typeof SEARCHES)[number];

export const isSearch = (name: string): name is SearchName =>
  (SEARCHES as readonly string[]).includes(name);

export const hasWindow = (name: SearchName): boolean => name.startsWith("alphabeta");

export const hasMemory = (name: SearchName): boolean => name === "memoised" || name === "symmetric";

/** What happens at a line of the source. */
export type Happening =
  "enter" | "end" | "recall" | "guess" | "try" | "best" | "alpha" | "beta" | "prune" | "leave";

/** The Python function that searches: its lines, and which of them does what. */
export interface Source {
  function: string;
  file: string;
  /** Where in the file it begins, counted from 1. */
  first: number;
  lines: readonly string[];
  at: Readonly<Partial<Record<Happening, number>>>;
}

/** What is searched, and how. */
export interface Head {
  event: "search";
  rules: string;
  position: string;
  turn: Mark;
  engine: SearchName;
  depth_aware: boolean;
  depth: number | null;
  limit: number | null;
  source?: Source;
}

/** A position is looked at. `alpha` and `beta`: null is no bound; absent where there is no window. */
export interface Enter {
  event: "enter";
  node: number;
  parent: number | null;
  cell: number | null;
  depth: number;
  alpha?: number | null;
  beta?: number | null;
}

/** A move is taken in hand; the position it leads to is entered next. */
export interface Try {
  event: "try";
  node: number;
  cell: number;
}

/** The best so far has changed. */
export interface Best {
  event: "value";
  node: number;
  value: number;
  best: number;
}

/** The window has narrowed. */
export interface Narrow {
  event: "window";
  node: number;
  alpha: number | null;
  beta: number | null;
}

/** The moves that need not be tried: the side that waits has something better elsewhere. */
export interface Prune {
  event: "prune";
  node: number;
  cells: readonly number[];
  /** Who is to move there. */
  turn: Mark;
  /** What the other side already has, and what the mover can hold it to, as values for X. */
  elsewhere: number;
  here: number;
}

/** A position has its value. */
export interface Leave {
  event: "leave";
  node: number;
  value: number;
  proven: boolean;
  how: "end" | "searched" | "recalled" | "guess";
  bound: "exact" | "lower" | "upper";
  best: number | null;
}

export interface Done {
  event: "done";
  value: number;
  proven: boolean;
  best: number;
  calls: number;
  ends: number;
  pruned: number;
  remembered: number;
}

/** The limit of calls was reached; `why` says what to do instead. */
export interface Stopped {
  event: "stopped";
  calls: number;
  why: string;
}

export type Step = Enter | Try | Best | Narrow | Prune | Leave;
export type Event = Step | Done | Stopped;

/** JSON lines from pieces of text that break anywhere. */
export async function* lines<T>(pieces: AsyncIterable<string>): AsyncGenerator<T> {
  let rest = "";
  for await (const piece of pieces) {
    const whole = (rest + piece).split("\n");
    rest = whole.pop()!;
    for (const line of whole) if (line.trim()) yield JSON.parse(line) as T;
  }
  if (rest.trim()) yield JSON.parse(rest) as T;
}
