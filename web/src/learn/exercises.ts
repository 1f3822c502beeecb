/**
 * The programs that readers complete. A hole is a line that ends with its number: `if ___:  # 1.
 * Is the game over?`. It is filled by typing, or by choosing one of a few pieces of code.
 */

import alphabeta from "./programs/alphabeta.py?raw";
import holes from "./programs/holes.json";
import level from "./programs/level.py?raw";
import minimax from "./programs/minimax.py?raw";

export type ExerciseName = keyof typeof holes;

export interface Hole {
  readonly number: number;
  readonly ask: string;
  /** In an order that does not tell which is right. */
  readonly choices: readonly string[];
  /** What stands before and after it on its line. */
  readonly before: string;
  readonly after: string;
}

export interface Exercise {
  readonly name: ExerciseName;
  readonly source: string;
  readonly holes: readonly Hole[];
}

const SOURCES: Readonly<Record<ExerciseName, string>> = { minimax, alphabeta, level };
export const OPEN = "___";

export function exercise(name: ExerciseName): Exercise {
  const source = SOURCES[name];
  const lines = source.split("\n");
  return {
    name,
    source,
    holes: holes[name].map(({ ask, choices }, index) => {
      const number = index + 1;
      const line = lines.find((each) => each.includes(`# ${number}. `))!;
      const [before, after] = line.split(OPEN) as [string, string];
      return { number, ask, choices: choices.map(({ code }) => code).sort(), before, after };
    }),
  };
}

/** The line of a hole; -1 if the reader has deleted its number. */
const lineOf = (lines: readonly string[], { after }: Hole): number => {
  const mark = after.slice(after.indexOf("#"));
  return lines.findIndex((line) => line.trimEnd().endsWith(mark));
};

/** What stands in a hole: `___` if nothing yet, null if its line is another now. */
export function filling(source: string, hole: Hole): string | null {
  const lines = source.split("\n");
  const line = lines[lineOf(lines, hole)];
  const { before, after } = hole;
  return line?.startsWith(before) && line.endsWith(after)
    ? line.slice(before.length, line.length - after.length)
    : null;
}

/** The program with a hole filled; unchanged if its line is gone. */
export function fill(source: string, hole: Hole, code: string): string {
  const lines = source.split("\n");
  const at = lineOf(lines, hole);
  return at < 0 ? source : lines.with(at, hole.before + code + hole.after).join("\n");
}

/** The number of the first line with a hole, counted from 1; null if there is none. */
export function openLine(source: string): number | null {
  const at = source.split("\n").findIndex((line) => line.includes(OPEN));
  return at < 0 ? null : at + 1;
}

/** A function of a program, without the comments that number its holes. */
export function functionOf(source: string, name: string): string {
  const lines = source.split("\n");
  const start = lines.findIndex((line) => line.startsWith(`def ${name}(`));
  const rest = lines.slice(start + 1).findIndex((line) => /^\S/.test(line));
  return lines
    .slice(start, start + 1 + rest)
    .join("\n")
    .trimEnd();
}

/** The part of a program between its marks, without the space before all lines. */
export function shownPart(source: string): string {
  const lines = source.split("\n");
  const mark = (word: string) => lines.findIndex((line) => line.trim() === `// (${word})`);
  const part = lines.slice(mark("shown") + 1, mark("end"));
  const indent = /^ */.exec(part[0]!)![0].length;
  return part.map((line) => line.slice(indent)).join("\n");
}
