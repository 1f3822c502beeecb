/** How the computer plays, in a few words: perfectly, by an estimate, or at random. */

import { SIGHT, SKILL } from "../../generated/names";
import { ADAPTIVE, EASIEST, HARDEST, type Opposition } from "./levels";

/**
 * `proven` says whether all its moves were proved perfect (null before the first), `local` whether
 * all moves of the game can be proved. `skill` is that of the adaptive level.
 */
export function opponentWords(
  level: Opposition,
  proven: boolean | null,
  local: boolean,
  skill: number,
): string | null {
  if (level === EASIEST) return `${level} plays at random`;
  if (proven === false) return `${level} plays very well here, but not proved perfect`;
  if (level === ADAPTIVE) {
    const best = Math.round(skill * 100);
    return `${level} adapts to you: ${best} % of its moves are its best, the rest random`;
  }
  if (level === HARDEST)
    return proven || local ? `${level} plays perfectly, and that's proved` : null;
  const sight = SIGHT[level];
  if (sight !== undefined) {
    const missed = Math.round((1 - sight) * 100);
    return `${level} makes mistakes as people do: it misses ${missed} % of the wins in one move, and more of the rest`;
  }
  const random = Math.round((1 - SKILL[level]!) * 100);
  return `${level} plays a random move ${random === 50 ? "half" : `${random} % of`} the time`;
}
