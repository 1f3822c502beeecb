/** What the page and the judge's worker say to each other. */

import type { Python } from "./python";
import type { CheckedProgram, Stage } from "./report";

export interface Program {
  readonly language: "python" | "javascript";
  readonly source: string;
  /** The function that chooses a move; found unless given. */
  readonly name: string | null;
  /** As whom it plays. */
  readonly sides: "XO" | "X" | "O";
}

/** What the page hands over. */
export interface Task {
  readonly python: Python;
  readonly program: Program;
  /** How long one answer may take. */
  readonly seconds: number;
  /** The answers of a worker before this one, in order, and why it had to be ended. */
  readonly known: readonly string[];
}

/** A stage, how many of its questions have been answered, and of how many. */
export type At = readonly [stage: string, done: number, of: number];

export type News =
  /** Python is there, and the check begins. */
  | { readonly began: true }
  /** The program is asked; it has answered. */
  | { readonly asking: At }
  | { readonly answered: string }
  | { readonly stage: Stage }
  | { readonly checked: CheckedProgram }
  /** Python has come to an end: by the program, or by a fault of the judge. */
  | { readonly broken: "program" | "judge"; readonly why: string };
