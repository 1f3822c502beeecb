/**
 * The programs that readers complete. A hole is a line that ends with its number: `if ___:  # 1.
 * Is the game over?`. It is filled by typing, or by choosing one of a few pieces of code.
 */

import alphabeta from "./programs/alphabeta.py?raw";
import holes from "./programs/holes.json";
import level from "./programs/level.py?raw";
import minimax from "./programs/minimax.py?raw";
import rules from "./programs/rules.py?raw";

export type ExerciseName = keyof typeof holes;

interface Hole {
  readonly number: number;
  readonly ask: string;
  /** In an order that does not tell which is right. */
  readonly choices: readonly string[];
  /** What stands on its line before it, and after it up to the comment. */
  readonly before: string;
  readonly after: string;
}

const SOURCES: Readonly<Record<ExerciseName, string>> = { minimax, alphabeta, level };
export const OPEN = "___";

export function exercise(name: ExerciseName) {
  const source = `${SOURCES[name]}\n\n${rules}`;
  const lines = source.split("\n");
  return {
    source,
    holes: holes[name].map(({ ask, choices }, index): Hole => {
      const number = index + 1;
      const [before, after] = parts(lines, number)!.code.split(OPEN) as [string, string];
      return { number, ask, choices: choices.map(({ code }) => code).sort(), before, after };
    }),
  };
}

/** The line of a hole, cut before its comment, in whatever language; null if its number is gone. */
function parts(lines: readonly string[], number: number) {
  const mark = `# ${number}. `;
  const at = lines.findIndex((line) => line.includes(mark));
  if (at < 0) return null;
  const cut = lines[at]!.indexOf(mark);
  return { at, code: lines[at]!.slice(0, cut), comment: lines[at]!.slice(cut) };
}

/** What stands in a hole: `___` if nothing yet, null if its line is another now. */
export function filling(source: string, { number, before, after }: Hole): string | null {
  const code = parts(source.split("\n"), number)?.code;
  return code?.startsWith(before) && code.endsWith(after)
    ? code.slice(before.length, code.length - after.length)
    : null;
}

/** The program with a hole filled; unchanged if its line is gone. */
export function fill(source: string, { number, before, after }: Hole, code: string): string {
  const lines = source.split("\n");
  const line = parts(lines, number);
  return line ? lines.with(line.at, before + code + after + line.comment).join("\n") : source;
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
