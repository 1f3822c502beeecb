/** Why a position cannot be searched, and what to do. */

import { impossible } from "../game/flaws";
import { outcome, type Board, type Rules } from "../game/rules";
import { t } from "../site/t";
import { MOST_CELLS } from "./source";

/** The reason in words; null if it can be searched. */
export function refusal(rules: Rules, board: Board): string | null {
  if (rules.cells > MOST_CELLS) {
    return t(
      "{board} has {cells} cells: the theatre shows boards of up to {most}. Take a smaller one.",
      { board: rules.shape.join("×"), cells: rules.cells, most: MOST_CELLS },
    );
  }
  const wrong = impossible(rules, board);
  if (wrong) return wrong;
  if (outcome(rules, board)) {
    return t("This game is over, so there is nothing to search. Take a mark away.");
  }
  return null;
}
