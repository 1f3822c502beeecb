/** The boards one can pick, and the text of the rules they make. */

export interface Pick {
  size: string;
  k: number;
  misere: boolean;
  torus: boolean;
  gravity: boolean;
}

export const SIZES: readonly string[] = [
  ...Array.from({ length: 13 }, (_, index) => `${index + 3}×${index + 3}`),
  "7×6",
  "3×3×3",
  "4×4×4",
];

/** Games that people know by a name. */
export const NAMED = [
  { name: "Tic-tac-toe", rules: "3,3,3" },
  { name: "Connect Four", rules: "7,6,4 gravity" },
  { name: "Gomoku", rules: "15,15,5" },
  { name: "Qubic", rules: "4,4,4,4" },
] as const;

/** How many in a row make a good game on a board of this size. */
export function usualK(size: string): number {
  const side = Math.min(...size.split("×").map(Number));
  return side <= 3 ? 3 : side <= 6 ? 4 : 5;
}

export const longestK = (size: string): number => Number.parseInt(size, 10);

export function pickToRules({ size, k, misere, torus, gravity }: Pick): string {
  const flags = `${torus ? " torus" : ""}${misere ? " misere" : ""}${gravity ? " gravity" : ""}`;
  return `${size.split("×").join(",")},${k}${flags}`;
}

/** The pick that a rules text stands for; 3×3 for games that the picker does not offer. */
export function rulesToPick(rules: string): Pick {
  const [numbers = "", ...flags] = rules.split(" ");
  const sides = numbers.split(",");
  const k = Number(sides.pop());
  const size = sides.join("×");
  if (!SIZES.includes(size)) {
    return { size: "3×3", k: 3, misere: false, torus: false, gravity: false };
  }
  const has = (flag: string) => flags.includes(flag);
  return { size, k, misere: has("misere"), torus: has("torus"), gravity: has("gravity") };
}
