/** The layout of a tree: levels below each other, siblings side by side, none too close. */

import { hierarchy, tree } from "d3-hierarchy";

export interface Placed<T> {
  readonly node: T;
  readonly parent: Placed<T> | null;
  /** In siblings' widths, the leftmost node at 0. */
  readonly x: number;
  readonly depth: number;
}

/** Place every node, in depth-first order. */
export function arrange<T>(root: T, children: (node: T) => readonly T[]): Placed<T>[] {
  const laid = tree<T>()
    .nodeSize([1, 1])
    .separation((a, b) => (a.parent === b.parent ? 1 : 1.25))(hierarchy(root, children));
  let left = 0;
  laid.each(({ x }) => (left = Math.min(left, x)));
  const places = new Map<object, Placed<T>>();
  const placed: Placed<T>[] = [];
  laid.eachBefore((each) => {
    const parent = each.parent ? places.get(each.parent)! : null;
    const place = { node: each.data, parent, x: each.x - left, depth: each.depth };
    places.set(each, place);
    placed.push(place);
  });
  return placed;
}
