/** The levels of the library, and an adaptive one that follows the results. */

import { LEVELS, SKILL, type Level } from "../../generated/names";

export const ADAPTIVE = "adaptive";
export type Opposition = Level | typeof ADAPTIVE;
export const OPPOSITIONS: readonly Opposition[] = [...LEVELS, ADAPTIVE];

/** The level that always plays at random, and the one that never does. */
export const EASIEST = LEVELS.find((level) => SKILL[level] === 0)!;
/** The first level: one that players can beat. */
export const USUAL = LEVELS.find((level) => SKILL[level] === 0.5)!;
export const HARDEST = LEVELS.find((level) => SKILL[level] === 1)!;
