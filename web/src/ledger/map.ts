/** The tree map of a position: a rectangle for each move, as large as the work behind it. */

import { hierarchy, treemap, treemapSquarify } from "d3-hierarchy";
import type { LedgerPlace, LedgerRegion, LedgerReply } from "../api/types";

/** What is proved about a position: who wins, a draw, or that one side does not win. */
export type Known = "X" | "O" | "draw" | "not X" | "not O" | "open";

type Wins = Pick<LedgerReply, "x_wins" | "o_wins">;

export function known({ x_wins: x, o_wins: o }: Wins): Known {
  if (x) return "X";
  if (o) return "O";
  if (x === false) return o === false ? "draw" : "not X";
  return o === false ? "not O" : "open";
}

/** Whether a position is decided although some of its moves are not. */
export const decidedWithout = (place: Wins & Pick<LedgerPlace, "regions">): boolean =>
  ["X", "O", "draw"].includes(known(place)) && place.regions.some((each) => known(each) === "open");

/** A rectangle, in pixels. */
export interface Tile {
  readonly region: LedgerReply;
  readonly known: Known;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** The replies to the move, within it. */
  readonly replies: readonly Tile[];
}

interface Datum {
  readonly region: LedgerReply | null;
  readonly nodes: number;
  readonly children: readonly Datum[];
}

/** The height of a tile's name, and the margin around its replies. */
export const HEAD = 28;
const SEAM = 4;

const leaf = (region: LedgerReply | null, nodes: number): Datum => ({
  region,
  nodes,
  children: [],
});

/** A move with its replies; the rest of its work stays blank. */
function branch(region: LedgerRegion): Datum {
  const replies = region.replies.filter(({ nodes }) => nodes > 0);
  if (replies.length === 0) return leaf(region, region.nodes);
  const rest = region.nodes - replies.reduce((sum, { nodes }) => sum + nodes, 0);
  const children = replies.map((each) => leaf(each, each.nodes));
  return { region, nodes: 0, children: rest > 0 ? [...children, leaf(null, rest)] : children };
}

/** Lay out the moves with work; a move without work has no tile. */
export function tiles(regions: readonly LedgerRegion[], width: number, height: number): Tile[] {
  const children = regions.filter(({ nodes }) => nodes > 0).map(branch);
  if (children.length === 0) return [];
  const root: Datum = { region: null, nodes: 0, children };
  const laid = treemap<Datum>()
    .tile(treemapSquarify.ratio(1.3))
    .size([width, height])
    .round(true)
    .paddingInner(({ depth }) => (depth === 0 ? SEAM : 1))
    .paddingOuter(({ depth }) => (depth === 0 ? 0 : SEAM))
    .paddingTop(({ depth }) => (depth === 0 ? 0 : HEAD))(
    hierarchy(root, (each) => [...each.children])
      .sum(({ nodes }) => nodes)
      .sort((one, two) => two.value! - one.value!),
  );
  const tile = (each: typeof laid): Tile[] => {
    const { region } = each.data;
    if (!region) return [];
    return [
      {
        region,
        known: known(region),
        left: each.x0,
        top: each.y0,
        width: each.x1 - each.x0,
        height: each.y1 - each.y0,
        replies: (each.children ?? []).flatMap(tile),
      },
    ];
  };
  return laid.children!.flatMap(tile);
}
