/** The result of a day to show to others, without a word about the answers. */

import { png } from "../game/picture";
import { CLASSIC, type Board, type Mark, type Rules } from "../game/rules";
import { type Day, dayWords, streakWords } from "./daily";
import type { Went } from "./memory";
import { t, tn } from "../site/t";

/** So many wrong moves are shown; more look the same. */
const MOST_WRONG = 4;

/** A cross for each wrong move, a nought for the answer; nothing for an answer that was shown. */
const marks = ({ wrong, shown }: Went): Mark[] => [
  ...Array<Mark>(Math.min(wrong, MOST_WRONG)).fill("X"),
  ...(shown ? [] : ["O" as const]),
];

const SIGNS = { X: "❌", O: "⭕" };

const row = (went: Went): string =>
  [
    ...(went.hints ? ["💡"] : []),
    ...marks(went).map((mark) => SIGNS[mark]),
    ...(went.shown ? ["👀"] : []),
  ].join("");

export function wentWords({ wrong, hints, shown }: Went): string {
  const count = { count: wrong };
  if (shown)
    return wrong
      ? tn(
          "the answer was shown after {count} wrong answer",
          "the answer was shown after {count} wrong answers",
          count,
        )
      : t("the answer was shown");
  const found = wrong
    ? tn("found after {count} wrong answer", "found after {count} wrong answers", count)
    : t("found at the first try");
  return hints
    ? tn("{found} with {count} hint", "{found} with {count} hints", { found, count: hints })
    : found;
}

/** The day as text: a line for each puzzle. */
export function resultText(day: Day, results: readonly Went[], days: number): string {
  return [
    `Noughts, ${dayWords(day)}`,
    ...results.map((went, at) => `${at + 1} ${row(went)}`),
    ...(days > 1 ? [streakWords(days)] : []),
  ].join("\n");
}

/** The day as a board: a row for each puzzle. */
export function resultBoard(results: readonly Went[]): { shape: number[]; board: Board } {
  const rows = results.map(marks);
  const columns = Math.max(3, ...rows.map((each) => each.length));
  const board = rows.flatMap((each) =>
    Array.from({ length: columns }, (_, column) => each[column] ?? null),
  );
  return { shape: [columns, rows.length], board };
}

export function resultPicture(day: Day, results: readonly Went[], days: number): Promise<Blob> {
  const { shape, board } = resultBoard(results);
  // A row of noughts is no line here.
  const rules: Rules = { ...CLASSIC, shape, cells: board.length, lines: [] };
  const words = [`Noughts, ${dayWords(day)}`, ...(days > 1 ? [streakWords(days)] : [])];
  return png(rules, board, words);
}
