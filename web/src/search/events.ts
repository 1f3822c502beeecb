/**
 * The events of a search, step by step. Python (`noughts trace --json`) and the twin in
 * `engines.ts` send the same. Values are always for X. On 3×3, a win for X after d plies is worth
 * 10 - d, a win for O d - 10, and a draw 0; without depth, these are 1, -1 and 0. Guesses are
 * strictly between 0 and ±1.
 */

import type { components } from "../../generated/schema";

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
  | "enter"
  | "end"
  | "recall"
  | "guess"
  | "try"
  | "best"
  | "alpha"
  | "beta"
  | "prune"
  | "leave";

/** The Python function that searches: its lines, and the role of each. */
export interface Source {
  function: string;
  file: string;
  /** Its first line in the file, from 1. */
  first: number;
  lines: readonly string[];
  at: Readonly<Partial<Record<Happening, number>>>;
}

type Schemas = components["schemas"];

/** The position and the search. */
export type Head = Omit<Schemas["Search"], "engine" | "source"> & {
  engine: SearchName;
  source?: Source;
};
export type Enter = Schemas["Enter"];
export type Prune = Omit<Schemas["Prune"], "why">;
export type Leave = Schemas["Leave"];
export type Done = Schemas["Done"];

export type Step = Enter | Schemas["Try"] | Schemas["Best"] | Schemas["Narrow"] | Prune | Leave;
export type Event = Step | Done | Omit<Schemas["Stopped"], "why">;
