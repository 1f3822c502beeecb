/** What each search costs on each board: counted by Python when the page was built. */

import costUrl from "../../generated/cost.json?url";

export { costUrl };

export interface Cost {
  rules: string;
  cells: number;
  search: string;
  nodes: number;
}

/** The searches, from the one that looks at most to the one that looks at least. */
export const SEARCHES: Readonly<Record<string, string>> = {
  minimax: "minimax",
  memoised: "with a memory",
  "alphabeta-unordered": "alpha-beta",
  alphabeta: "alpha-beta, ordered",
  symmetric: "memory and symmetry",
  solver: "the solver",
};

export async function loadCosts(): Promise<Cost[]> {
  const answer = await fetch(costUrl);
  if (!answer.ok) throw new Error(`the costs answered ${answer.status}`);
  return (await answer.json()) as Cost[];
}

export const boardsOf = (costs: readonly Cost[]): string[] => [
  ...new Set(costs.map(({ rules }) => rules)),
];

/** "4×3" and "3 in a row". */
export function boardWords(rules: string): [string, string] {
  const [columns, rows, k] = rules.split(",");
  return [`${columns}×${rows}`, `${k} in a row`];
}

export const csv = (costs: readonly Cost[]): string =>
  [
    "rules,cells,search,nodes",
    ...costs.map((cost) => [`"${cost.rules}"`, cost.cells, cost.search, cost.nodes].join(",")),
  ].join("\r\n") + "\r\n";

/** Push labels apart until no two are closer than `gap`, keeping their order and their middle. */
export function spread(wanted: readonly number[], gap: number): number[] {
  const order = wanted.map((_, index) => index).sort((a, b) => wanted[a]! - wanted[b]!);
  // Blocks of labels that touch, each with the mean of what its labels want.
  const blocks: { members: number[]; middle: number }[] = [];
  for (const index of order) {
    blocks.push({ members: [index], middle: wanted[index]! });
    for (;;) {
      const [above, below] = [blocks.at(-2), blocks.at(-1)!];
      if (!above) break;
      const room = ((above.members.length + below.members.length) * gap) / 2;
      if (below.middle - above.middle >= room) break;
      const members = [...above.members, ...below.members];
      const sum = above.middle * above.members.length + below.middle * below.members.length;
      blocks.splice(-2, 2, { members, middle: sum / members.length });
    }
  }
  const found = [...wanted];
  for (const { members, middle } of blocks) {
    members.forEach((index, place) => {
      found[index] = middle + (place - (members.length - 1) / 2) * gap;
    });
  }
  return found;
}
