/** What each empty cell shows when values are on: see docs/reference/values.md. */

import type { Analysis } from "../api/types";
import { valueWords, type Valued } from "./words";
import { t } from "../site/t";

/** What a cell says about itself when values are shown. */
export interface CellNote {
  kind: "win" | "draw" | "loss" | "guess" | "X" | "O" | "plain";
  /** As short as fits a cell: `W3`. */
  text: string;
  /** As a screen reader says it. */
  words: string;
  /** How much it stands out among the guesses, from 1 down to 0. */
  weight?: number;
}

export const LETTER = { win: t("W"), draw: t("D"), loss: t("L") };
const BOUNDS = { upper: "≤", lower: "≥" };

/** How many estimates to show on the board. */
const RANKED = 5;

/** A proved value: its letter, and how many moves it takes, both sides counted. */
export function note(move: Valued): CellNote {
  const words = valueWords(move);
  if (move.value === null) {
    if (move.estimate === undefined) return { kind: "plain", text: "?", words };
    const points = move.estimate;
    const sign = move.bound ? BOUNDS[move.bound] : "";
    const text = points > 0 ? `+${points}` : points < 0 ? `−${-points}` : "0";
    return { kind: "guess", text: sign + text, words };
  }
  return { kind: move.value, text: `${LETTER[move.value]}${move.plies ?? ""}`, words };
}

/**
 * Every proved value, and the few best estimates by rank: `~1` looks best. If a win is proved,
 * estimates are not needed. On a board with many cells, only the best moves show their proved
 * values: nobody reads a wall of numbers.
 */
export function cellNotes(analysis: Analysis): ReadonlyMap<number, CellNote> {
  const notes = new Map<number, CellNote>();
  const proved = analysis.moves.filter((move) => move.value !== null);
  const shown = proved.length > MANY ? proved.filter((move) => move.best).slice(0, MANY) : proved;
  for (const move of shown) notes.set(move.cell, note(move));
  const open = analysis.moves.filter((move) => move.value === null);
  for (const move of open) if (move.estimate === undefined) notes.set(move.cell, note(move));
  const won = proved.some(({ value }) => value === "win");
  const guessed = won ? [] : open.filter(({ estimate }) => estimate !== undefined).slice(0, RANKED);
  for (const [index, { cell }] of guessed.entries()) {
    const words =
      index === 0 ? t("the best guess") : t("a guess, number {number}", { number: index + 1 });
    notes.set(cell, { kind: "guess", text: `${index + 1}`, words, weight: 1 - index / RANKED });
  }
  return notes;
}

/** The most values listed: all of 5×5. */
const MANY = 25;
