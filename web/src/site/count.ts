/**
 * A whole number in a readable form: 255168 → "255,168". It avoids `toLocaleString`, whose first
 * call blocks a slow phone for a fifth of a second.
 */
export const count = (whole: number): string => String(whole).replace(/\B(?=(\d{3})+$)/g, ",");

/** "1 game", "2 games". */
export const counted = (value: number, noun: string): string =>
  `${count(value)} ${noun}${value === 1 ? "" : "s"}`;
