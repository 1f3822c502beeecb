/** Numbers in a readable form. */

import { t, tn, tag } from "../site/t";

/** 0.0333 → "3.3 %"; with two figures, for nobody remembers more. */
export const percent = (share: number): string =>
  `${(share * 100).toLocaleString(tag, { maximumSignificantDigits: 2 })} %`;

/** 503.52 → "504", 1.333 → "1.3": a factor with two or three figures. */
export const factor = (value: number): string =>
  value.toLocaleString(tag, { maximumSignificantDigits: value < 100 ? 2 : 3 });

/** A score with its sign, the minus as long as the plus is wide. */
export const signed = (value: number): string =>
  value > 0 ? `+${value}` : value < 0 ? `−${-value}` : "0";

type Words = (count: number) => string;
const UNITS: readonly (readonly [number, Words])[] = [
  [1, (count) => tn("{count} second", "{count} seconds", { count })],
  [60, (count) => tn("{count} minute", "{count} minutes", { count })],
  [3600, (count) => tn("{count} hour", "{count} hours", { count })],
  [86_400, (count) => tn("{count} day", "{count} days", { count })],
  [31_557_600, (count) => tn("{count} year", "{count} years", { count })],
];

/** How long this many positions take at a rate, in words: "3 days". */
export function duration(log10: number, perSecond: number): string {
  const seconds = log10 - Math.log10(perSecond);
  if (seconds < 0) return t("less than a second");
  const [size, words] = UNITS.findLast(([size]) => seconds >= Math.log10(size))!;
  const power = seconds - Math.log10(size);
  // Only years can be as many.
  if (power >= 6)
    return t("a number of years with {digits} digits", { digits: Math.floor(power) + 1 });
  return words(Math.floor(10 ** power));
}
