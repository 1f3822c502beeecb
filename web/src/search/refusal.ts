/** Why a position cannot be searched, and what to do. */

import { impossible } from "../game/flaws";
import { outcome, type Board, type Rules } from "../game/rules";
import { MOST_CELLS } from "./source";

/** The reason in words; null if it can be searched. */
export function refusal(rules: Rules, board: Board): string | null {
  if (rules.cells > MOST_CELLS) {
    return `${rules.shape.join("×")} has ${rules.cells} cells: the theatre shows boards of up to ${MOST_CELLS}. Take a smaller one.`;
  }
  const wrong = impossible(rules, board);
  if (wrong) return wrong;
  if (outcome(rules, board)) {
    return "This game is over, so there is nothing to search. Take a mark away.";
  }
  return null;
}
