/** The boards one can pick, and the text of the rules they make. */

export interface Pick {
  size: string;
  k: number;
  misere: boolean;
  torus: boolean;
}

export const SIZES: readonly string[] = [
  ...Array.from({ length: 13 }, (_, index) => `${index + 3}×${index + 3}`),
  "3×3×3",
  "4×4×4",
];

/** How many in a row make a good game on a board of this size. */
export function usualK(size: string): number {
  const side = Number.parseInt(size, 10);
  return side <= 3 ? 3 : side <= 6 ? 4 : 5;
}

export const longestK = (size: string): number => Number.parseInt(size, 10);

export function pickToRules({ size, k, misere, torus }: Pick): string {
  const flags = `${torus ? " torus" : ""}${misere ? " misere" : ""}`;
  return `${size.split("×").join(",")},${k}${flags}`;
}

/** The pick behind a rules text; 3×3 for games that the picker does not offer. */
export function rulesToPick(rules: string): Pick {
  const [numbers = "", ...flags] = rules.split(" ");
  const sides = numbers.split(",");
  const k = Number(sides.pop());
  const size = sides.join("×");
  if (!SIZES.includes(size)) return { size: "3×3", k: 3, misere: false, torus: false };
  return { size, k, misere: flags.includes("misere"), torus: flags.includes("torus") };
}
