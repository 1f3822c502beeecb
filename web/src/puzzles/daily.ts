/**
 * The three puzzles of a day, chosen by the date alone: the twin of `noughts.puzzles.daily`. A day
 * is a whole number, so that no time zone or daylight saving can split it.
 */

import type { PackEntry } from "./entry";
import { tag, tn } from "../site/t";

/** The days since 1970-01-01 in this device's own calendar. */
export type Day = number;

const MILLISECONDS = 86_400_000;
/** As in Python. */
const FIRST_DAY: Day = Date.UTC(2026, 0, 1) / MILLISECONDS;
const A_DAY = 3;

/** The day of a moment, where this device is. */
export const dayOf = (moment: Date): Day =>
  Date.UTC(moment.getFullYear(), moment.getMonth(), moment.getDate()) / MILLISECONDS;

/** Milliseconds until the next day begins here. */
export function untilMidnight(moment: Date): number {
  const next = new Date(moment.getFullYear(), moment.getMonth(), moment.getDate() + 1);
  return next.getTime() - moment.getTime();
}

/** How dates are written. */
export const LOCALE = tag === "en" ? "en-GB" : tag;

/** "26 November 2026". */
export const dayWords = (day: Day, more: Intl.DateTimeFormatOptions = { year: "numeric" }) =>
  new Date(day * MILLISECONDS).toLocaleDateString(LOCALE, {
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
 * An easy, a medium and a hard puzzle of three games: each is of another group, and each day moves
 * the groups on. The puzzles of a difficulty in a group, pack after pack, are a list; a fixed step
 * leads through it, which visits all before any comes back.
 */
export function daily(packs: readonly Pick<PackEntry, "counts" | "group">[], day: Day): Place[] {
  const found: Place[] = [];
  const days = day - FIRST_DAY;
  for (let hard = 0; hard < A_DAY; hard += 1) {
    const size = (pack: (typeof packs)[number]) =>
      pack.group === modulo(days + hard, A_DAY) ? pack.counts[hard]! : 0;
    const all = packs.reduce((sum, pack) => sum + size(pack), 0);
    let step = Math.floor((618 * all) / 1000);
    while (divisor(step, all) !== 1) step += 1;
    let at = modulo(Math.floor(days / A_DAY) * step, all);
    const pack = packs.findIndex((each) => {
      if (at < size(each)) return true;
      at -= size(each);
      return false;
    });
    const easier = packs[pack]!.counts.slice(0, hard).reduce((sum, count) => sum + count, 0);
    found.push({ pack, at: easier + at });
  }
  return found;
}

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
