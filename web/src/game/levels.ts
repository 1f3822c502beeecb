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
