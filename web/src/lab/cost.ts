/** The cost of each search on each board, counted by Python when the page was built. */

import { ENGINE_NAMES } from "../site/engines";
import { t } from "../site/t";
import costUrl from "../../generated/cost.json?url";
import { fetchJson } from "../site/file";

export { costUrl };

export interface Cost {
  rules: string;
  cells: number;
  search: string;
  /** The positions worked out. */
  nodes: number;
  /** With a memory: the calls that only look a position up. */
  looked_up: number | null;
}

/** The searches, from the one that looks at most to the one that looks at least. */
export const SEARCHES: Readonly<Record<string, string>> = {
  minimax: ENGINE_NAMES.minimax,
  memoised: ENGINE_NAMES.memoised,
  "alphabeta-unordered": ENGINE_NAMES["alphabeta-unordered"],
  alphabeta: ENGINE_NAMES.alphabeta,
  symmetric: ENGINE_NAMES.symmetric,
  solver: t("the solver"),
};

export const loadCosts = () => fetchJson<Cost[]>(costUrl);

export const boardsOf = (costs: readonly Cost[]): string[] => [
  ...new Set(costs.map(({ rules }) => rules)),
];

/** "4×3" and "3 in a row". */
export function boardWords(rules: string): [string, string] {
  const [columns, rows, k] = rules.split(",");
  return [`${columns}×${rows}`, t("{k} in a row", { k: k! })];
}

export const csv = (costs: readonly Cost[]): string =>
  [
    "rules,cells,search,nodes,looked_up",
    ...costs.map((cost) =>
      [`"${cost.rules}"`, cost.cells, cost.search, cost.nodes, cost.looked_up].join(","),
    ),
  ].join("\r\n") + "\r\n";

/** Heights for labels at these heights, each at least `gap` above the one below it. */
export function stacked(wanted: readonly number[], gap: number): number[] {
  const found = [...wanted];
  let below = Infinity;
  for (const index of wanted.map((_, each) => each).sort((a, b) => wanted[b]! - wanted[a]!)) {
    below = found[index] = Math.min(wanted[index]!, below - gap);
  }
  return found;
}
