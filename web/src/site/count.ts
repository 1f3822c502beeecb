/**
 * A whole number in a readable form: 1234567 → "1,234,567". It avoids `toLocaleString`, whose first
 * call blocks a slow phone for a fifth of a second.
 */
export const count = (whole: number): string => String(whole).replace(/\B(?=(\d{3})+$)/g, ",");
