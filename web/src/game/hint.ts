/** The hint ladder: something is there; where to look; the move and why. */

import type { Analysis } from "../api/types";
import { cellName } from "./notation";
import type { Board, Rules } from "./rules";
import { inOwnMoves, spot } from "./words";

/** 0 is no hint. */
export type HintStep = 0 | 1 | 2 | 3;

const bestMove = (analysis: Analysis) => analysis.moves[0]!;

/** Where to look: the line through the best move on which most has happened. */
export function hintLine(rules: Rules, board: Board, analysis: Analysis): readonly number[] {
  const { cell } = bestMove(analysis);
  const stones = (line: readonly number[]) => line.filter((each) => board[each] !== null).length;
  const lines = rules.lines.filter((line) => line.includes(cell));
  return lines.length === 0
    ? [cell]
    : lines.reduce((best, line) => (stones(line) > stones(best) ? line : best));
}

function somethingIsThere({ proven, value, plies, moves }: Analysis): string {
  const good = moves.filter((move) => move.value === value).length;
  if (!proven || value === null) return "Nothing is proved here, but some moves look better";
  if (value === "win") return plies === 1 ? "You can win at once" : "You can force a win from here";
  if (value === "loss") return "This is lost against perfect play; one move holds out longest";
  if (good === moves.length) return "Every move keeps the draw";
  if (good === 1) return "Careful: only one move keeps the draw";
  return `Careful: only ${good} of ${moves.length} moves keep the draw`;
}

/** What a step of the ladder says. */
export function hintWords(rules: Rules, board: Board, analysis: Analysis, step: HintStep): string {
  if (step === 0) return "";
  if (step === 1) return `${somethingIsThere(analysis)}.`;
  if (step === 2) {
    const names = hintLine(rules, board, analysis).map((cell) => cellName(rules.shape, cell));
    return `Look along ${names.join(" ")}.`;
  }
  const { cell, move, reason } = bestMove(analysis);
  const said = spot(rules.shape, cell);
  return `Play ${said === move ? move : `${said} (${move})`}: ${inOwnMoves(reason)}.`;
}
