/** The tree map of a position: a rectangle for each move, as large as the work behind it. */

import type { LedgerPlace, LedgerRegion, LedgerReply } from "../api/types";
import { spaced, type Box } from "./squarify";

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
export interface Tile extends Box {
  readonly region: LedgerReply;
  readonly known: Known;
  /** The replies to the move, within it. */
  readonly replies: readonly Tile[];
}

/** The height of a tile's name, and the margin around its replies. */
export const HEAD = 28;
const SEAM = 4;

/** What has work, the most first. */
const sorted = <Work extends { readonly nodes: number }>(all: readonly Work[]): Work[] =>
  all.filter(({ nodes }) => nodes > 0).sort((one, two) => two.nodes - one.nodes);

/** The replies to a move in its tile; the rest of its work stays blank. */
function within({ nodes, replies }: LedgerRegion, box: Box): Tile[] {
  const rest = nodes - replies.reduce((sum, each) => sum + each.nodes, 0);
  const found = sorted<LedgerReply | { readonly nodes: number }>([...replies, { nodes: rest }]);
  const frame = {
    left: box.left + SEAM,
    top: box.top + HEAD,
    width: Math.max(0, box.width - 2 * SEAM),
    height: Math.max(0, box.height - HEAD - SEAM),
  };
  const boxes = spaced(
    found.map((each) => each.nodes),
    frame,
    1,
  );
  return found.flatMap((each, index) =>
    "moves" in each ? [{ ...boxes[index]!, region: each, known: known(each), replies: [] }] : [],
  );
}

/** Lay out the moves with work; a move without work has no tile. */
export function tiles(regions: readonly LedgerRegion[], width: number, height: number): Tile[] {
  const found = sorted(regions);
  const frame = { left: 0, top: 0, width, height };
  const boxes = spaced(
    found.map(({ nodes }) => nodes),
    frame,
    SEAM,
  );
  return found.map((region, index) => {
    const box = boxes[index]!;
    const replies = region.replies.some(({ nodes }) => nodes > 0) ? within(region, box) : [];
    return { ...box, region, known: known(region), replies };
  });
}
