/** The boards to pick, and their rules text. */

/** What can be added to a game, in the order of its text. */
export const FLAGS = ["torus", "exact", "caro", "misere", "gravity"] as const;

export interface Pick {
  size: string;
  k: number;
  misere: boolean;
  torus: boolean;
  gravity: boolean;
  /** More than k in a row is no line. */
  exact: boolean;
  /** A row of k with the opponent at both ends does not count either. */
  caro: boolean;
}

export const SIZES: readonly string[] = [
  ...Array.from({ length: 24 }, (_, index) => `${index + 3}×${index + 3}`),
  "7×6",
  "3×3×3",
  "4×4×4",
];

/** How many in a row make a good game on a board of this size. */
export function usualK(size: string): number {
  const side = Math.min(...size.split("×").map(Number));
  return side <= 3 ? 3 : side <= 6 ? 4 : 5;
}

export const longestK = (size: string): number => Number.parseInt(size, 10);

/**
 * Whether an added rule changes a game: whether a longer row fits, or a row with both its ends,
 * which do not count with gravity.
 */
export function fits(flag: (typeof FLAGS)[number], { size, k, torus, gravity }: Pick): boolean {
  const room = Math.max(...size.split("×").map(Number)) - k + Number(torus);
  return flag === "exact" ? room > 0 : flag !== "caro" || (room > 1 && !gravity);
}

export const pickToRules = (pick: Pick): string =>
  [
    `${pick.size.split("×").join(",")},${pick.k}`,
    ...FLAGS.filter((flag) => pick[flag] && fits(flag, pick)),
  ].join(" ");

/** The pick for a rules text; 3×3 for what the picker does not offer. */
export function rulesToPick(rules: string): Pick {
  const [numbers = "", ...flags] = rules.split(" ");
  const sides = numbers.split(",");
  const k = Number(sides.pop());
  const size = sides.join("×");
  const known = SIZES.includes(size) && k >= 1 && k <= longestK(size);
  const has = (flag: string) => known && flags.includes(flag);
  return {
    size: known ? size : "3×3",
    k: known ? k : 3,
    torus: has("torus"),
    exact: has("exact"),
    caro: has("caro"),
    misere: has("misere"),
    gravity: has("gravity"),
  };
}
