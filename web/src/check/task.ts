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
  /** Of an exercise: the function to watch, in which position, and who moves there. */
  readonly record?: readonly [name: string, position: string, turn: string];
  /** Of an exercise: in which position its move is asked for, who moves, and how often. */
  readonly sample?: readonly [position: string, turn: string, times: number];
}

/** An error of a program, with its line. */
export interface ProgramError {
  readonly error: string;
  readonly line: string;
  readonly code: string;
}

/** The calls of a function, and what each returned; null is not a number. */
export interface Watched {
  readonly events: readonly (
    | { readonly board: string; readonly window?: readonly number[] }
    | { readonly value: number | null }
  )[];
  /** How often it is called from the empty board on; null if too often. */
  readonly count: number | null;
  readonly failed?: ProgramError;
}

/** How often each cell was the answer; null if one was no cell. */
export interface Sampled {
  readonly cells: readonly number[] | null;
  readonly answer?: string;
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
  | { readonly watched: "record" | "sample"; readonly said: Watched | Sampled | ProgramError }
  | { readonly checked: CheckedProgram }
  /** Python has come to an end: by the program, or by a fault of the judge. */
  | { readonly broken: "program" | "judge"; readonly why: string };
