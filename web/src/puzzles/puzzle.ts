/** A puzzle on the page: from a pack, or from a game of one's own. */

import { findRules } from "../game/games";
import { parseMoves } from "../game/moves";
import { parseCell, place } from "../game/notation";
import { readMarks } from "../game/positions";
import { emptyBoard, type Board, type Rules } from "../game/rules";
import { plantLine, type Tree } from "../game/tree";
import type { PackEntry, PackFile, PuzzleLine } from "./entry";
import type { OwnMistake } from "./memory";

export interface Puzzle {
  /** A short number of its own, to know it again. */
  readonly id: string;
  readonly rules: Rules;
  readonly kind: string;
  /** What is asked for: a move, who wins, or which of the moves before lost. */
  readonly ask: "move" | "winner" | "lost";
  /** The answer, if it is not a move: `X`, `O`, `draw`, or the number of a move. */
  readonly answer: string;
  /** The board, and the moves from there up to the puzzle. */
  readonly start: Board;
  readonly before: readonly number[];
  /** All right moves; and moves of both sides, the first of them first. */
  readonly answers: readonly number[];
  readonly line: readonly number[];
  /** Until the win; null for a draw, or if it is not told. */
  readonly plies: number | null;
  /** Of 100 people, how many miss it; null if nobody knows. */
  readonly difficulty: number | null;
  /** Lines that show why wrong answers are wrong, as far as the pack has them. */
  readonly refutations: readonly (readonly number[])[];
  /** Its pack and its place there; null if no pack has it. */
  readonly address: string | null;
  /** The own game that it comes from. */
  readonly own: OwnMistake | null;
}

/** The board that the puzzle begins with, as a game with the moves before it. */
export const asked = ({ rules, start, before }: Puzzle): Tree => plantLine(rules, start, before);

/** A short number for a text (FNV-1a): two puzzles hardly ever share one. */
function numberOf(text: string): string {
  let number = 0x811c9dc5;
  for (const character of text) {
    number = Math.imul(number ^ character.charCodeAt(0), 0x01000193);
  }
  return (number >>> 0).toString(36);
}

const idOf = (rules: string, { kind, position, moves = [] }: PuzzleLine) =>
  numberOf([rules, kind === "who wins", position, ...moves].join(" "));

const ASKS: Readonly<Record<string, Puzzle["ask"]>> = {
  "who wins": "winner",
  "which move lost": "lost",
};

/** A puzzle of a pack; null if this version of the page cannot show it. */
export function readPuzzle(
  rules: Rules,
  line: PuzzleLine,
  address: string | null = null,
): Puzzle | null {
  const start = readMarks(rules, line.position);
  const read = (names: readonly string[]) =>
    names.map((name) => parseCell(rules.shape, name) ?? -1);
  const [cells, before] = [read(line.line), read(line.moves ?? [])];
  const refutations = (line.refutations ?? []).map((moves) => read(moves.split(" ")));
  const named = [...cells, ...before, ...refutations.flat()];
  if (!start || cells.length === 0 || named.includes(-1)) return null;
  const { kind, plies, difficulty } = line;
  const ask = line.answer === line.line[0] ? "move" : (ASKS[kind] ?? null);
  if (!ask) return null;
  return {
    id: idOf(rules.rules, line),
    ...{ rules, kind, ask, answer: String(line.answer), start, before, line: cells },
    answers: ask === "move" ? [cells[0]!] : [],
    ...{ plies, difficulty, refutations, address, own: null },
  };
}

/** A puzzle from an own game; null if its text is not right. */
export function ownPuzzle(own: OwnMistake): Puzzle | null {
  const rules = findRules(own.rules);
  const start = emptyBoard(rules);
  const before = parseMoves(rules, start, own.moves);
  const read = (names: readonly string[]) =>
    names.flatMap((name) => parseCell(rules.shape, name) ?? []);
  const answers = read(own.answers);
  const line = read(own.line ?? []);
  if (!before || answers.length === 0) return null;
  return {
    id: numberOf(`${own.rules} ${own.moves}`),
    ...{
      ask: "move",
      answer: own.answers[0]!,
      rules,
      kind: own.kind,
      start,
      before,
      answers,
      line: line[0] === answers[0] ? line : answers.slice(0, 1),
    },
    ...{ plies: null, difficulty: null, refutations: [], address: null, own },
  };
}

/** A pack that is open: its puzzles are read when they are wanted. */
export interface Pack {
  readonly entry: PackEntry;
  readonly rules: Rules;
  readonly lines: readonly PuzzleLine[];
}

export const readPack = (entry: PackEntry, { puzzles }: PackFile): Pack => ({
  entry,
  rules: findRules(entry.rules),
  lines: puzzles,
});

export const lineId = ({ entry }: Pack, line: PuzzleLine): string => idOf(entry.rules, line);

/** The cell in the middle of the stones. */
export function middle({ rules: { shape }, start, before }: Puzzle): number {
  const stones = [...start.keys()].filter((cell) => start[cell] || before.includes(cell));
  const mean = (axis: "column" | "row") => {
    const sum = stones.reduce((total, cell) => total + place(shape, cell)[axis], 0);
    return Math.round(sum / Math.max(1, stones.length));
  };
  return mean("row") * shape[0]! + mean("column");
}
