/** What each empty cell shows when values are on. */

import type { Analysis, MoveAnalysis } from "../api/types";
import { ownMoves, valueWords } from "./words";

/** What a cell says about itself when values are shown. */
export interface CellNote {
  kind: "win" | "draw" | "loss" | "guess" | "X" | "O" | "plain";
  /** As short as fits a cell: `W2`. */
  text: string;
  /** As a screen reader says it. */
  words: string;
}

const LETTER = { win: "W", draw: "D", loss: "L" };

export function note(move: Pick<MoveAnalysis, "value" | "plies" | "estimate">): CellNote {
  const words = valueWords(move);
  if (move.value === null) {
    const points = move.estimate ?? 0;
    return { kind: "guess", text: `${points > 0 ? "+" : ""}${points}`, words };
  }
  const count = move.value === "draw" || move.plies === null ? "" : ownMoves(move.plies);
  return { kind: move.value, text: `${LETTER[move.value]}${count}`, words };
}

export const cellNotes = (analysis: Analysis): ReadonlyMap<number, CellNote> =>
  new Map(analysis.moves.map((move) => [move.cell, note(move)]));
