/** The layout of a tree: levels below each other, siblings side by side, none too close. */

export interface Placed<T> {
  readonly node: T;
  readonly parent: Placed<T> | null;
  /** In siblings' widths, the leftmost node at 0. */
  readonly x: number;
  readonly depth: number;
}

/** How close nodes of one level may be. */
const SIBLINGS = 1;
const COUSINS = 1.25;

interface Subtree<T> {
  readonly node: T;
  readonly children: readonly Subtree<T>[];
  /** From the parent; 0 is above the middle of the outer children. */
  shift: number;
  /** The outermost nodes of each level, from the root of the subtree. */
  readonly left: number[];
  readonly right: number[];
}

/** Move each child as close to those before it as their levels allow. */
function subtree<T>(node: T, childrenOf: (node: T) => readonly T[]): Subtree<T> {
  const children = childrenOf(node).map((child) => subtree(child, childrenOf));
  const left: number[] = [];
  const right: number[] = [];
  for (const child of children) {
    for (let level = 0; level < Math.min(right.length, child.left.length); level += 1) {
      const apart = right[level]! - child.left[level]! + (level === 0 ? SIBLINGS : COUSINS);
      child.shift = Math.max(child.shift, apart);
    }
    for (let level = 0; level < child.left.length; level += 1) {
      left[level] ??= child.left[level]! + child.shift;
      right[level] = child.right[level]! + child.shift;
    }
  }
  const middle = children.length ? (children[0]!.shift + children.at(-1)!.shift) / 2 : 0;
  for (const child of children) child.shift -= middle;
  const under = (level: number) => level - middle;
  return {
    node,
    children,
    shift: 0,
    left: [0, ...left.map(under)],
    right: [0, ...right.map(under)],
  };
}

/** Place every node, in depth-first order. */
export function arrange<T>(root: T, children: (node: T) => readonly T[]): Placed<T>[] {
  const whole = subtree(root, children);
  const placed: Placed<T>[] = [];
  const place = (each: Subtree<T>, parent: Placed<T> | null, x: number, depth: number): void => {
    const own = { node: each.node, parent, x, depth };
    placed.push(own);
    for (const child of each.children) place(child, own, x + child.shift, depth + 1);
  };
  place(whole, null, -Math.min(...whole.left), 0);
  return placed;
}
