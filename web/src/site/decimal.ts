import { tag } from "./t";

/** "12.30": a number with this many decimals. */
export const decimal = (value: number, places: number): string =>
  value.toLocaleString(tag, { minimumFractionDigits: places, maximumFractionDigits: places });
