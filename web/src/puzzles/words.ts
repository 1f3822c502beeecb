/** What the page says about puzzles; most of it is Python's own words. */

import catalogue from "../../generated/puzzle-messages.json";
import { plain, say, type Piece } from "../explain/say";
import { cellName } from "../game/notation";
import { turn, type Rules } from "../game/rules";
import { gameName } from "../game/named";
import { here } from "../game/tree";
import { asked, type Puzzle } from "./puzzle";

export const { puzzle: messages, "puzzle hint": hints } = catalogue;

/** What each kind is called where one chooses; a new kind is called what its pack says. */
const KINDS: Readonly<Record<string, string>> = {
  win: "Find the win",
  fork: "Find the fork",
  zugzwang: "Zugzwang",
  draw: "Hold the draw",
  "stop fork": "Stop the fork",
};

export const kindName = (kind: string): string =>
  KINDS[kind] ?? `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;

/** "Connect Four", "4 in a row on 4×4". */
export function packName(rules: string): string {
  const name = gameName(rules);
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

export const named = ({ shape }: Rules, cell: number): Piece => ({
  name: cellName(shape, cell),
  cell,
});

/** What to do. */
export function task(puzzle: Puzzle): string {
  const mark = turn(here(asked(puzzle)).board);
  const wins = puzzle.plies !== null || puzzle.own?.kind === "win";
  if (puzzle.answers.length > 1 || puzzle.own) {
    const [one, many] = wins
      ? ["the win", "a move that wins"]
      : ["the draw", "a move that holds the draw"];
    return `${mark} to move. Find ${puzzle.answers.length > 1 ? many : `the only move that keeps ${one}`}.`;
  }
  const message = wins ? messages["win in moves"] : messages.draw;
  return plain(say(message, { turn: mark, count: puzzle.plies ?? 0 }));
}

/** The first two hints; the third shows the answer. */
export function hint(puzzle: Puzzle, step: 1 | 2 | 3): Piece[] {
  const answer = cellName(puzzle.rules.shape, puzzle.answers[0]!);
  const answers = [named(puzzle.rules, puzzle.answers[0]!)];
  if (step === 2) return say(hints.column, { column: answer.charAt(0) });
  if (step === 3) return say(hints.answer, { move: answers, answer: answers });
  const known = hints as Readonly<Record<string, string>>;
  return say(puzzle.plies === 1 ? hints["at once"] : (known[puzzle.kind] ?? hints.win));
}

/** What is said of a move at once: whether it is right. */
export function judged({ rules, answers }: Puzzle, cell: number): Piece[] {
  const name = cellName(rules.shape, cell);
  return [answers.includes(cell) ? `Right: ${name}.` : `${name} is not the answer.`];
}

/** The moves after the answer, for example. */
export const goesOn = ({ rules, line }: Puzzle): string =>
  plain(say(messages.line, { line: line.map((cell) => cellName(rules.shape, cell)).join(" ") }));
