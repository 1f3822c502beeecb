/** How the computer plays, in a few words: perfectly, by an estimate, or at random. */

import { SIGHT, SKILL } from "../../generated/names";
import { levelName } from "./levelNames";
import { ADAPTIVE, EASIEST, HARDEST, type Opposition } from "./levels";
import { t } from "../site/t";

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
  const name = levelName(level);
  if (level === EASIEST) return t("{level} plays at random.", { level: name });
  if (level === ADAPTIVE) {
    const best = Math.round(skill * 100);
    return t("{level} adapts to you: {best} % of its moves are its best, the rest random.", {
      level: name,
      best,
    });
  }
  if (level === HARDEST) {
    if (proven === false)
      return t("{level} plays very well here, but isn't proved perfect.", { level: name });
    return proven || local
      ? t("{level} plays perfectly, and that's proved.", { level: name })
      : null;
  }
  const sight = SIGHT[level];
  if (sight !== undefined) {
    const missed = Math.round((1 - sight) * 100);
    return t(
      "{level} makes mistakes as people do: it misses {missed} % of the wins in one move, and more of the rest.",
      { level: name, missed },
    );
  }
  const random = Math.round((1 - SKILL[level]!) * 100);
  return random === 50
    ? t("{level} plays a random move half the time.", { level: name })
    : t("{level} plays a random move {random} % of the time.", { level: name, random });
}
