/** Days in a row with all three puzzles done and one of them found. It forgives one missed day a week, and never scolds. */

import type { Day } from "./daily";
import { tn } from "../site/t";

const WEEK = 7;

/**
 * How many days are done in a row, up to today or, while today is not done yet, to yesterday. A
 * single missed day does not end the row if none of the seven days after it was missed.
 */
export function streak(done: readonly Day[], today: Day): number {
  // A clock that was set back, or a flight to the west: days to come do not count yet.
  const days = new Set(done.filter((day) => day <= today));
  let at = days.has(today) ? today : today - 1;
  let forgiven = Infinity;
  let count = 0;
  for (;;) {
    if (days.has(at)) count += 1;
    else if (days.has(at - 1) && forgiven - at >= WEEK) forgiven = at;
    else return count;
    at -= 1;
  }
}

export const streakWords = (days: number): string =>
  tn("{count} day in a row", "{count} days in a row", { count: days });
