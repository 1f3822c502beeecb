/** Written by `make data`; do not edit. */

/** A side. */
export const MARKS = ["X", "O"] as const;
export type Mark = (typeof MARKS)[number];

/** What perfect play leads to, for the side to move. */
export const VALUES = ["win", "draw", "loss"] as const;
export type Value = (typeof VALUES)[number];

/** How well the computer plays. */
export const LEVELS = ["easy", "beginner", "casual", "medium", "steady", "sharp", "expert", "hard"] as const;
export type Level = (typeof LEVELS)[number];

/** Who can play: an engine or a level. */
export const ENGINES = ["alphabeta", "alphabeta-unordered", "beginner", "casual", "easy", "expert", "hard", "medium", "memoised", "minimax", "perfect", "random", "sharp", "steady", "symmetric", "tactics", "tactics-naive"] as const;
export type Engine = (typeof ENGINES)[number];

/** A search that can be traced. */
export const SEARCHES = ["minimax", "alphabeta", "alphabeta-unordered", "memoised", "symmetric"] as const;
export type Search = (typeof SEARCHES)[number];

/** Which of two players begins. */
export const STARTS = ["first", "second", "alternate"] as const;
export type Starts = (typeof STARTS)[number];

/** How often some levels play perfectly rather than at random. */
export const SKILL: Readonly<Partial<Record<Level, number>>> = {"easy": 0.0, "medium": 0.5, "hard": 1.0};

/** How far the others see. */
export const SIGHT: Readonly<Partial<Record<Level, number>>> = {"beginner": 0.45, "casual": 0.6, "steady": 0.8, "sharp": 0.92, "expert": 0.98};
