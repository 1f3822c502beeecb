/**
 * The three puzzles of a day, chosen by the date alone: the twin of `noughts.puzzles.daily`. A day
 * is a whole number, so that no time zone or daylight saving can split it.
 */

import type { PackEntry } from "./entry";

/** The days since 1970-01-01 in this device's own calendar. */
export type Day = number;

const MILLISECONDS = 86_400_000;
/** As in Python. */
const FIRST_DAY: Day = Date.UTC(2026, 0, 1) / MILLISECONDS;
export const A_DAY = 3;

/** The day of a moment, where this device is. */
export const dayOf = (moment: Date): Day =>
  Date.UTC(moment.getFullYear(), moment.getMonth(), moment.getDate()) / MILLISECONDS;

/** Milliseconds until the next day begins here. */
export function untilMidnight(moment: Date): number {
  const next = new Date(moment.getFullYear(), moment.getMonth(), moment.getDate() + 1);
  return next.getTime() - moment.getTime();
}

/** "26 November 2026". */
export const dayWords = (day: Day, more: Intl.DateTimeFormatOptions = { year: "numeric" }) =>
  new Date(day * MILLISECONDS).toLocaleDateString("en-GB", {
    day: "numeric",
    month: "long",
    timeZone: "UTC",
    ...more,
  });

export const isoDay = (day: Day): string => new Date(day * MILLISECONDS).toISOString().slice(0, 10);

const divisor = (a: number, b: number): number => (b ? divisor(b, a % b) : a);
const modulo = (a: number, b: number): number => ((a % b) + b) % b;

/** A puzzle by the number of its pack and its place there. */
export interface Place {
  readonly pack: number;
  readonly at: number;
}

/**
 * An easy, a medium and a hard puzzle. The puzzles of each difficulty, pack after pack, are a list;
 * day by day a fixed step leads through it, which visits all before any comes back.
 */
export function daily(packs: readonly Pick<PackEntry, "counts">[], day: Day): Place[] {
  const found: Place[] = [];
  for (let hard = 0; hard < A_DAY; hard += 1) {
    const size = packs.reduce((sum, { counts }) => sum + counts[hard]!, 0);
    let step = Math.floor((618 * size) / 1000);
    while (divisor(step, size) !== 1) step += 1;
    let at = modulo((day - FIRST_DAY) * step + hard * Math.floor(size / A_DAY), size);
    const pack = packs.findIndex(({ counts }) => {
      if (at < counts[hard]!) return true;
      at -= counts[hard]!;
      return false;
    });
    const easier = packs[pack]!.counts.slice(0, hard).reduce((sum, count) => sum + count, 0);
    found.push({ pack, at: easier + at });
  }
  return found;
}
