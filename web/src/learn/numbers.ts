/** Numbers in a readable form. */

import { counted } from "../site/count";

/** 0.0333 → "3.3 %"; with two figures, for nobody remembers more. */
export const percent = (share: number): string =>
  `${(share * 100).toLocaleString("en", { maximumSignificantDigits: 2 })} %`;

/** 503.52 → "504", 1.333 → "1.3": a factor with two or three figures. */
export const factor = (value: number): string =>
  value.toLocaleString("en", { maximumSignificantDigits: value < 100 ? 2 : 3 });

/** A score with its sign, the minus as long as the plus is wide. */
export const signed = (value: number): string =>
  value > 0 ? `+${value}` : value < 0 ? `−${-value}` : "0";

/** How long this many positions take at a rate, in words: "3 days". */
export function duration(log10: number, perSecond: number): string {
  const seconds = log10 - Math.log10(perSecond);
  if (seconds < 0) return "less than a second";
  const units = [
    ["second", 1],
    ["minute", 60],
    ["hour", 3600],
    ["day", 86_400],
    ["year", 31_557_600],
  ] as const;
  const [unit, size] = units.findLast(([, size]) => seconds >= Math.log10(size))!;
  const power = seconds - Math.log10(size);
  if (power >= 6) return `a number of ${unit}s with ${Math.floor(power) + 1} digits`;
  return counted(Math.floor(10 ** power), unit);
}
