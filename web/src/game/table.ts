/**
 * 3×3 without a server: every position, solved by the Python engine when the page was built. Python
 * decides what is true; this file only looks it up.
 */

import tableUrl from "../../generated/table.json?url";
import type { Analysis, Fact } from "../api/types";
import { analysisOf, finished, moveOf, type Worth } from "./analysis";
import { cellName } from "./notation";
import { fetchJson, once } from "../site/file";
import { CLASSIC, marksOf, type Board } from "./rules";

/** A score in one number: plies of a win, minus plies of a loss, 0 for a draw. */
type Packed = number;

export interface Table {
  kinds: readonly Fact["kind"][];
  /** The facts of each reason: kind, plies or 0, cells in digits, and each line in digits. */
  reasons: readonly (readonly (readonly [number, number, string, ...string[]])[])[];
  /** Unfinished positions by their nine cells: each move as cell, score and reason, best first. */
  positions: Readonly<Record<string, readonly (readonly [number, Packed, number])[]>>;
}

export const loadTable = once(() => fetchJson<Table>(tableUrl));

const entry = (table: Table, board: Board) => table.positions[marksOf(board)]!;

function unpack(packed: Packed): Worth {
  if (packed === 0) return { value: "draw", plies: null };
  return { value: packed > 0 ? "win" : "loss", plies: Math.abs(packed) };
}

const names = (digits: string) =>
  Array.from(digits, (digit) => cellName(CLASSIC.shape, Number(digit)));

const facts = ({ kinds, reasons }: Table, reason: number): Fact[] =>
  reasons[reason]!.map(([kind, plies, cells, ...lines]) => ({
    kind: kinds[kind]!,
    ...(plies && { plies }),
    cells: names(cells),
    lines: lines.map(names),
  }));

/** The move of the perfect engine: it is listed first. */
export const perfectMove = (table: Table, board: Board): number => entry(table, board)[0]![0];

/** What `noughts analyse` says about a position. */
export function lookUp(table: Table, board: Board): Analysis {
  const over = finished(CLASSIC, board);
  if (over) return over;
  const packed = entry(table, board);
  const best = packed[0]![1];
  const moves = packed.map(([cell, score, reason]) =>
    moveOf(CLASSIC, board, cell, unpack(score), score === best, facts(table, reason)),
  );
  return analysisOf(CLASSIC, board, unpack(best), moves);
}
