/**
 * The events of a search, step by step. Python (`noughts trace --json`) and the twin in
 * `engines.ts` send the same. Values are always for X. On 3×3, a win for X after d plies is worth
 * 10 - d, a win for O d - 10, and a draw 0; without depth, these are 1, -1 and 0. Guesses are
 * strictly between 0 and ±1.
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

/** The Python function that searches: its lines, and the role of each. */
export interface Source {
  function: string;
  file: string;
  /** Its first line in the file, from 1. */
  first: number;
  lines: readonly string[];
  at: Readonly<Partial<Record<Happening, number>>>;
}

/** The position and the search. */
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

/**
 * The search looks at a position. For `alpha` and `beta`, null means no bound; they are absent
 * without a window.
 */
export interface Enter {
  event: "enter";
  node: number;
  parent: number | null;
  cell: number | null;
  depth: number;
  alpha?: number | null;
  beta?: number | null;
}

/** The search tries a move; the position after it is entered next. */
interface Try {
  event: "try";
  node: number;
  cell: number;
}

/** The best so far has changed. */
interface Best {
  event: "value";
  node: number;
  value: number;
  best: number;
}

interface Narrow {
  event: "window";
  node: number;
  alpha: number | null;
  beta: number | null;
}

/** The skipped moves: the side not to move has something better elsewhere. */
export interface Prune {
  event: "prune";
  node: number;
  cells: readonly number[];
  /** The side to move. */
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

/** The limit of calls was reached. */
interface Stopped {
  event: "stopped";
  calls: number;
}

export type Step = Enter | Try | Best | Narrow | Prune | Leave;
export type Event = Step | Done | Stopped;
