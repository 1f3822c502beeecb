/** The hint ladder: that there is something, where to look, the move. Twin of `noughts.explain`. */

import { hint as messages } from "../../generated/hint-messages.json";
import type { Analysis } from "../api/types";
import { reasonPieces } from "../explain/reason";
import { plain, say, type Piece } from "../explain/say";
import { cellName, layerName, place } from "./notation";
import { legal, type Board, type Rules } from "./rules";

/** 0 means no hint. */
export type HintStep = 0 | 1 | 2 | 3;

export interface Hint {
  text: string;
  pieces: readonly Piece[];
  /** The cells it points at; none in the first step. */
  cells: readonly number[];
}

const made = (pieces: Piece[], cells: readonly number[] = []): Hint => ({
  text: plain(pieces),
  pieces,
  cells,
});

export function hint(
  rules: Rules,
  board: Board,
  analysis: Analysis,
  step: Exclude<HintStep, 0>,
): Hint {
  const best = analysis.moves[0];
  if (!best) return made(say(messages.over));
  if (best.value === null && best.estimate === undefined) return made(say(messages["not known"]));
  if (step === 1) return made(somethingIsThere(analysis));
  if (step === 2 && !allDraw(analysis)) return whereToLook(rules, board, best.cell);
  const cell = [{ name: best.move, cell: best.cell }];
  const reason = reasonPieces(rules, analysis.turn, best.facts);
  const message = messages[best.value === null ? "play guess" : "play"];
  return made(say(message, { cell, reason }), [best.cell]);
}

/** Whether every move is as good: then no place is better than another, and there are two steps. */
const allDraw = ({ proven, value, moves }: Analysis): boolean =>
  proven && value === "draw" && moves.every((move) => move.best);

/** The step after one; the last is repeated. */
export const nextStep = (analysis: Analysis, step: HintStep): HintStep =>
  step === 0 ? 1 : step === 1 && !allDraw(analysis) ? 2 : 3;

function somethingIsThere({ proven, value, plies, moves }: Analysis): Piece[] {
  if (!proven || value === null) return say(messages["not proved"]);
  if (value === "loss") return say(messages.loses);
  if (value === "win") {
    if (plies === 1) return say(messages["wins at once"]);
    return plies === null ? say(messages.wins) : say(messages["wins in"], { count: plies });
  }
  const [count, every] = [moves.filter((move) => move.best).length, moves.length];
  const few = count === every ? "all draw" : count > every - count ? "most draw" : "few draw";
  return say(messages[few], { count, every });
}

/** The row, column or layer of a cell that has most cells to play, and those. */
function whereToLook(rules: Rules, board: Board, cell: number): Hint {
  const { shape } = rules;
  const { column, row, layer } = place(shape, cell);
  const free = legal(rules, board).map((each) => ({ each, at: place(shape, each) }));
  const region = (
    kind: "row" | "column" | "layer",
    name: string | number,
    within: (at: ReturnType<typeof place>) => boolean,
  ) =>
    made(
      say(messages[kind], { name }),
      free.filter(({ at }) => within(at)).map(({ each }) => each),
    );
  if (shape.length > 2) return region("layer", layerName(layer), (at) => at.layer === layer);
  const inRow = region("row", row + 1, (at) => at.row === row);
  const name = cellName(shape, column).charAt(0);
  const inColumn = region("column", name, (at) => at.column === column);
  return inColumn.cells.length > inRow.cells.length ? inColumn : inRow;
}
