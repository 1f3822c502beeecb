/** The page's words for places, values and results, for eyes and for ears. */

import type { MoveAnalysis } from "../api/types";
import { counted } from "../site/count";
import { cellName } from "./notation";
import type { Board, Mark, Outcome, Rules } from "./rules";

/** A cell for screen readers: "b2, empty". */
export function cellLabel(
  shape: readonly number[],
  cell: number,
  mark: Mark | null,
  value: string | null,
  /** Where a stone dropped here would land, with gravity. */
  falls: number | null = null,
): string {
  const name = cellName(shape, cell);
  const state = mark ?? (value ? `empty, ${value}` : "empty");
  return falls === null
    ? `${name}, ${state}`
    : `column ${name.charAt(0)}, falls to ${cellName(shape, falls)}; ${name}, ${state}`;
}

/** Words as a sentence lists them: "b1, b3 and c3". */
export const listed = (words: readonly string[]): string =>
  words.length > 1 ? `${words.slice(0, -1).join(", ")} and ${words.at(-1)!}` : (words[0] ?? "");

/** What a value's words are made of. */
export type Valued = Pick<MoveAnalysis, "value" | "plies" | "estimate" | "bound"> &
  Partial<Pick<MoveAnalysis, "customary">>;

/** Where the scale of estimates ends: see `noughts.core.score`. */
const MOST_POINTS = 9_999;

/**
 * "win in 3 moves", "draw"; an estimate is called a guess. With gravity, also Connect Four's score.
 */
export function valueWords(move: Valued): string {
  if (move.value === null) {
    if (move.estimate === undefined) return "not known yet";
    return `${guessWords(move.estimate)}${move.bound ? BOUNDS[move.bound] : ""}, a guess`;
  }
  if (move.value === "draw" || move.plies === null) return move.value;
  const score = move.customary ? `, score ${move.customary}` : "";
  return `${move.value} in ${counted(move.plies, "move")}${score}`;
}

const BOUNDS = { upper: " at best", lower: " at worst" };

function guessWords(points: number): string {
  if (Math.abs(points) >= MOST_POINTS) return points > 0 ? "looks won" : "looks lost";
  return points > 0 ? "looks good" : points < 0 ? "looks bad" : "looks even";
}

export interface Names {
  X: string;
  O: string;
}

/** "You win", but "X wins". */
export const verb = (name: string, one: string, you: string) =>
  `${name} ${name === "You" ? you : one}`;

export function turnWords(names: Names, mark: Mark): string {
  return names[mark] === "You" ? "Your turn" : `${names[mark]} to move`;
}

export function resultWords(rules: Rules, names: Names, outcome: Outcome): string {
  if (outcome.winner === null) return "A draw";
  const won = verb(names[outcome.winner], "wins", "win");
  if (!rules.misere) return won;
  const loser = names[outcome.winner === "X" ? "O" : "X"];
  return `${won}: ${loser === "You" ? "you make" : `${loser} makes`} the line`;
}

/** "You: b2. Computer: a1." */
export const movesWords = (
  shape: readonly number[],
  names: Names,
  moves: readonly { mark: Mark; cell: number }[],
): string => moves.map(({ mark, cell }) => `${names[mark]}: ${cellName(shape, cell)}.`).join(" ");

const FLAGS: Readonly<Record<string, string>> = {
  torus: ", edges joined",
  exact: ", no more",
  caro: ", with an open end",
  gravity: ", with gravity",
};

/** Rules by their text, in a sentence: "4 in a row on 5×5". */
export function rulesWords(rules: string): string {
  const [numbers, ...flags] = rules.split(" ");
  const sides = numbers!.split(",");
  const goal = flags[0] === "lines" ? "a custom line" : `${sides.pop()} in a row`;
  const misere = flags.includes("misere") ? "do not make " : "";
  return `${misere}${goal} on ${sides.join("×")}${flags.map((flag) => FLAGS[flag] ?? "").join("")}`;
}

/** The board as lines of words, for the description of a picture. */
export function boardWords(shape: readonly number[], board: Board): string {
  const taken = (mark: Mark) =>
    board.flatMap((each, cell) => (each === mark ? [cellName(shape, cell)] : [])).join(" ");
  return `X: ${taken("X") || "none"}. O: ${taken("O") || "none"}.`;
}
