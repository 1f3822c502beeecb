/**
 * The hint ladder: something is there; where to look; the move and why. The sentences are those of
 * `noughts.cli.phrases`, which a test holds these to.
 */

import type { Analysis } from "../api/types";
import { cellName, layerName, place } from "./notation";
import { legal, type Board, type Rules } from "./rules";
import { inMoves } from "./words";

/** 0 is no hint. */
export type HintStep = 0 | 1 | 2 | 3;

export interface Hint {
  text: string;
  /** The cells it points at; none in the first step. */
  cells: readonly number[];
}

export function hint(
  rules: Rules,
  board: Board,
  analysis: Analysis,
  step: Exclude<HintStep, 0>,
): Hint {
  const best = analysis.moves[0];
  if (!best) return { text: "The game is over: nothing is left to find.", cells: [] };
  if (best.value === null && best.estimate === undefined)
    return { text: "Nothing is known here yet.", cells: [] };
  if (step === 1) return { text: somethingIsThere(analysis), cells: [] };
  if (step === 2) {
    const { words, cells } = whereToLook(rules, board, best.cell);
    return { text: `Look in ${words}.`, cells };
  }
  const guess = best.value === null ? ", the best guess" : "";
  return { text: `Play ${best.move}${guess}: ${inMoves(best.reason)}.`, cells: [best.cell] };
}

function somethingIsThere({ proven, value, plies, moves }: Analysis): string {
  if (!proven || value === null) return "Nothing is proved here, but one move looks best.";
  if (value === "win") {
    if (plies === 1) return "You can win at once.";
    const length = plies === null ? "" : ` in ${plies} moves, yours and theirs`;
    return `There is a forced win to find${length}.`;
  }
  if (value === "loss") {
    return "You lose against perfect play; find the move that holds out longest.";
  }
  const safe = moves.filter((move) => move.best).length;
  if (safe === moves.length) return "Every move keeps the draw. The next hint shows one.";
  if (safe > moves.length - safe) return `${safe} of ${moves.length} moves keep the draw.`;
  const count = safe === 1 ? "one move alone keeps" : `only ${safe} moves keep`;
  return `Be careful: ${count} the draw.`;
}

/** The row, column or layer of a cell that has most cells to play, and those. */
function whereToLook(rules: Rules, board: Board, cell: number) {
  const { shape } = rules;
  const { column, row, layer } = place(shape, cell);
  const free = legal(rules, board).map((each) => ({ each, at: place(shape, each) }));
  const region = (words: string, within: (at: ReturnType<typeof place>) => boolean) => ({
    words,
    cells: free.filter(({ at }) => within(at)).map(({ each }) => each),
  });
  if (shape.length > 2) return region(`layer ${layerName(layer)}`, (at) => at.layer === layer);
  const inRow = region(`row ${row + 1}`, (at) => at.row === row);
  const inColumn = region(
    `column ${cellName(shape, column).charAt(0)}`,
    (at) => at.column === column,
  );
  return inColumn.cells.length > inRow.cells.length ? inColumn : inRow;
}
