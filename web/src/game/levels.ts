/** The levels of the library, and one more that follows how the games end. */

import { LEVELS, SKILL, type Level } from "../../generated/names";

export const ADAPTIVE = "adaptive";
export type Opposition = Level | typeof ADAPTIVE;
export const OPPOSITIONS: readonly Opposition[] = [...LEVELS, ADAPTIVE];

/** The level that always plays at random, and the one that never does. */
export const EASIEST = LEVELS.find((level) => SKILL[level] === 0)!;
/** The one to begin with: it can be beaten, and has to be. */
export const USUAL = LEVELS.find((level) => SKILL[level] > 0 && SKILL[level] < 1)!;
export const HARDEST = LEVELS.find((level) => SKILL[level] === 1)!;

/** How a level plays, in a few words. */
export function levelWords(level: Level): string {
  const percent = Math.round(SKILL[level] * 100);
  if (level === EASIEST) return `${level} plays at random`;
  if (level === HARDEST) return `${level} plays perfectly, which is proved`;
  return percent === 50
    ? `${level} plays every other move at random`
    : `${level} plays ${100 - percent} % of its moves at random`;
}
