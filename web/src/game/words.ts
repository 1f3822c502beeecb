/** The page's words for places, values and results, for eyes and for ears. */

import type { MoveAnalysis } from "../api/types";
import { t, tn } from "../site/t";
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
  const state = mark ?? t(value ? t("empty, {value}") : t("empty"), { value: value ?? "" });
  const said = `${name}, ${state}`;
  return falls === null
    ? said
    : t("column {column}, falls to {landing}; {cell}", {
        column: name.charAt(0),
        landing: cellName(shape, falls),
        cell: said,
      });
}

/** Words as a sentence lists them: "b1, b3 and c3". */
export const listed = (words: readonly string[]): string =>
  words.length > 1
    ? t("{before} and {next}", {
        before: words
          .slice(0, -1)
          .reduce((before, next) => t("{before}, {next}", { before, next })),
        next: words.at(-1)!,
      })
    : (words[0] ?? "");

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
    if (move.estimate === undefined) return t("not known yet");
    const value = guessWords(move.estimate);
    return t(BOUNDS[move.bound ?? "exact"], { value });
  }
  if (move.value === "draw" || move.plies === null) return VALUES[move.value];
  const value = tn("{value} in {count} move", "{value} in {count} moves", {
    value: VALUES[move.value],
    count: move.plies,
  });
  return move.customary ? t("{value}, score {score}", { value, score: move.customary }) : value;
}

const BOUNDS = {
  upper: t("{value} at best, a guess"),
  lower: t("{value} at worst, a guess"),
  exact: t("{value}, a guess"),
};

export const VALUES = { win: t("win"), draw: t("draw"), loss: t("loss") };

function guessWords(points: number): string {
  if (Math.abs(points) >= MOST_POINTS) return points > 0 ? t("looks won") : t("looks lost");
  if (points === 0) return t("looks even");
  return points > 0 ? t("looks good") : t("looks bad");
}

export interface Names {
  X: string;
  O: string;
}

/** The reader among the players. */
export const YOU = t("You");

export const turnOf = (name: string): string =>
  t(name === YOU ? t("Your turn") : t("{name} to move"), { name });
export const turnWords = (names: Names, mark: Mark): string => turnOf(names[mark]);

export const winsWords = (name: string): string =>
  t(name === YOU ? t("You win") : t("{name} wins"), { name });

export function resultWords(rules: Rules, names: Names, outcome: Outcome): string {
  if (outcome.winner === null) return t("A draw");
  const name = names[outcome.winner];
  const won = winsWords(name);
  if (!rules.misere) return won;
  const loser = names[outcome.winner === "X" ? "O" : "X"];
  return t(loser === YOU ? t("{won}: you make the line") : t("{won}: {name} makes the line"), {
    won,
    name: loser,
  });
}

/** "You: b2. Computer: a1." */
export const movesWords = (
  shape: readonly number[],
  names: Names,
  moves: readonly { mark: Mark; cell: number }[],
): string => moves.map(({ mark, cell }) => `${names[mark]}: ${cellName(shape, cell)}.`).join(" ");

const FLAGS: Readonly<Record<string, string>> = {
  torus: t("{rules}, edges joined"),
  exact: t("{rules}, no more"),
  caro: t("{rules}, with an open end"),
  gravity: t("{rules}, with gravity"),
};

/** Rules by their text, in a sentence: "4 in a row on 5×5". */
export function rulesWords(rules: string): string {
  const [numbers, ...flags] = rules.split(" ");
  const sides = numbers!.split(",");
  const k = flags[0] === "lines" ? "" : sides.pop()!;
  const goals = k ? ROWS : CUSTOM;
  const goal = t(goals[Number(flags.includes("misere"))]!, { k, board: sides.join("×") });
  return flags.reduce(
    (words, flag) => (FLAGS[flag] ? t(FLAGS[flag], { rules: words }) : words),
    goal,
  );
}

const ROWS = [t("{k} in a row on {board}"), t("do not make {k} in a row on {board}")];
const CUSTOM = [t("a custom line on {board}"), t("do not make a custom line on {board}")];

/** The board as lines of words, for the description of a picture. */
export function boardWords(shape: readonly number[], board: Board): string {
  const taken = (mark: Mark) =>
    board.flatMap((each, cell) => (each === mark ? [cellName(shape, cell)] : [])).join(" ") ||
    t("none");
  return t("X: {x}. O: {o}.", { x: taken("X"), o: taken("O") });
}
