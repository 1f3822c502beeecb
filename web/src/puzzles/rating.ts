/** How good the player is, on the scale of the puzzles' difficulty, and which puzzle fits next. */

/** Where everybody begins; the scale goes from 0 to 100. */
export const FIRST_RATING = 25;
const STEP = 6;
/** So much harder, and a puzzle is found three times less often. */
const SPREAD = 15;
/** The next puzzle is a little easier than what the player finds every second time. */
const KIND = 4;
/** How many of the puzzles that fit best the next one is drawn from. */
const NEAREST = 12;

/** The chance, by these figures, that the player finds the answer at once. */
const chance = (rating: number, difficulty: number): number =>
  1 / (1 + 3 ** ((difficulty - rating) / SPREAD));

/** The rating after a puzzle: `found` is 1 at the first try, less with help, 0 if it was shown. */
export function rated(rating: number, difficulty: number, found: number): number {
  const moved = rating + STEP * (found - chance(rating, difficulty));
  return Math.round(Math.min(100, Math.max(0, moved)) * 10) / 10;
}

/** A puzzle near the player's strength, one not seen lately if there is one; null of none. */
export function fitting<Puzzle extends { difficulty: number }>(
  puzzles: readonly Puzzle[],
  rating: number,
  seen: (puzzle: Puzzle) => boolean,
  dice: () => number,
): Puzzle | null {
  const fresh = puzzles.filter((puzzle) => !seen(puzzle));
  const away = ({ difficulty }: Puzzle) => Math.abs(difficulty - (rating - KIND));
  const near = [...(fresh.length ? fresh : puzzles)]
    .sort((one, two) => away(one) - away(two))
    .slice(0, NEAREST);
  return near[Math.floor(dice() * near.length)] ?? null;
}
