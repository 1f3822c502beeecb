/** The numbers of a question over time, as lines on a log scale. */

import type { Asked } from "../api/types";
import { count, tag } from "../site/t";

export type Point = readonly [number, number];

export interface Scale {
  readonly ticks: readonly number[];
  readonly low: number;
  readonly high: number;
}

const MOST_TICKS = 5;

/** Whole powers of ten around some values, and which of them have labels. */
export function scaleOf(values: readonly number[]): Scale {
  const logs = values.filter((value) => value > 0).map(Math.log10);
  const low = Math.floor(Math.min(...logs, Infinity));
  if (logs.length === 0) return { ticks: [0, 1], low: 0, high: 1 };
  const high = Math.max(Math.ceil(Math.max(...logs)), low + 1);
  const step = Math.ceil((high - low) / MOST_TICKS);
  const ticks = Array.from(
    { length: Math.floor((high - low) / step) + 1 },
    (_, index) => low + index * step,
  );
  return { ticks, low, high };
}

/** The height of a value: 0 at the bottom of the scale, 1 at its top. */
export const heightOf = ({ low, high }: Scale, value: number): number =>
  (Math.log10(value) - low) / (high - low);

const COMPACT = {
  notation: "compact",
  compactDisplay: "long",
  maximumSignificantDigits: 3,
} as const;

/** 1234567 → "1.23 million". */
export const roughly = (value: number): string =>
  value < 1e6 ? count(Math.round(value)) : value.toLocaleString(tag, COMPACT);

/** 3 → "1,000", 7 → "10 million". */
export const tickWords = (power: number): string =>
  power < 0 ? String(10 ** power) : roughly(10 ** power);

export interface Series {
  readonly proof: readonly Point[];
  readonly disproof: readonly Point[];
  readonly nodes: readonly Point[];
}

/** The drawable values, without infinite ones and without 0 for proved ones. */
export function seriesOf({ history }: Pick<Asked, "history">): Series {
  const line = (value: (at: Asked["history"][number]) => number | null): Point[] =>
    history.flatMap((moment) => {
      const found = value(moment);
      return found ? [[moment.seconds, found] as const] : [];
    });
  return {
    proof: line(({ proof }) => proof),
    disproof: line(({ disproof }) => disproof),
    nodes: line(({ nodes }) => nodes),
  };
}
