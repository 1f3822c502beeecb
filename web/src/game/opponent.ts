/** How the computer plays, in a few words: perfectly, by an estimate, or by chance. */

import { SKILL } from "../../generated/names";
import { ADAPTIVE, EASIEST, HARDEST, type Opposition } from "./levels";

/**
 * `proven` says whether all its moves were known to be perfect, null before the first; `local` whether
 * that is known of all moves of the game. `skill` is that of the level that adapts.
 */
export function opponentWords(
  level: Opposition,
  proven: boolean | null,
  local: boolean,
  skill: number,
): string | null {
  if (level === EASIEST) return `${level} plays at random`;
  if (proven === false) return `${level} is strong here, not proved`;
  if (level === ADAPTIVE) {
    const best = Math.round(skill * 100);
    return `${level} follows you: ${best} % of its moves as ${HARDEST}, the rest at random`;
  }
  if (level === HARDEST)
    return proven || local ? `${level} plays perfectly, which is proved` : null;
  const random = Math.round((1 - SKILL[level]) * 100);
  return `${level} plays a random move ${random === 50 ? "half" : `${random} % of`} the time`;
}
