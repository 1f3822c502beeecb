/**
 * A whole number as one reads it: 255168 → "255,168". Not by `toLocaleString`: when that is first
 * asked it holds the page up, on a slow phone for a fifth of a second.
 */
export const count = (whole: number): string => String(whole).replace(/\B(?=(\d{3})+$)/g, ",");

/** "1 game", "2 games". */
export const counted = (value: number, noun: string): string =>
  `${count(value)} ${noun}${value === 1 ? "" : "s"}`;
