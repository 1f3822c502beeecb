/** The content of a search's picture: nodes and cut branches, folded and merged by choice. */

import type { Branch, Recording } from "./replay";
import { likeness, symmetries } from "./symmetry";
import { arrange } from "./layout";

export interface Item {
  /** Null for the start of the search. */
  readonly branch: Branch | null;
  /** Null for a branch that was cut. */
  readonly node: number | null;
  readonly parent: Item | null;
  readonly depth: number;
  readonly children: Item[];
  /** How many symmetric siblings it stands for, including itself. */
  alike: number;
  /** Nodes hidden by it: folded away, or below those that it stands for. */
  hidden: number;
  readonly folded: boolean;
  /** In siblings' widths from the left; and the range of everything below it. */
  x: number;
  from: number;
  to: number;
  /** The furthest end of its family or an earlier one in the row, and the nearest later start. */
  reach: number;
  since: number;
  /** How far it is to the nearest neighbour of its family. */
  room: number;
}

export interface Scene {
  readonly root: Item;
  /** By depth, from left to right. */
  readonly rows: readonly (readonly Item[])[];
  readonly width: number;
  /** For each node, the item that shows or hides it. */
  readonly shownBy: readonly Item[];
  readonly drawn: number;
  readonly hidden: number;
}

export interface Wish {
  folded: ReadonlySet<number>;
  merged: boolean;
}

export function scene(recording: Recording, { folded, merged }: Wish): Scene {
  const shownBy: Item[] = [];
  const rows: Item[][] = [];
  let drawn = 0;

  /** Count what an item hides, and store where it went. */
  function hide(node: number | null, behind: Item) {
    if (node === null) return;
    shownBy[node] = behind;
    behind.hidden += 1;
    for (const branch of recording.visits[node]!.branches) hide(branch.node, behind);
  }

  function grow(branch: Branch | null, parent: Item | null): Item {
    const node = branch ? branch.node : 0;
    const item: Item = {
      branch,
      node,
      parent,
      depth: parent ? parent.depth + 1 : 0,
      children: [],
      alike: 1,
      hidden: 0,
      folded: node !== null && folded.has(node),
      x: 0,
      from: 0,
      to: 0,
      reach: 0,
      since: 0,
      room: 1,
    };
    if (node === null) return item;
    shownBy[node] = item;
    drawn += 1;
    const { branches } = recording.visits[node]!;
    if (item.folded) for (const each of branches) hide(each.node, item);
    else if (merged) mergeInto(item, branches);
    else item.children.push(...branches.map((each) => grow(each, item)));
    return item;
  }

  function mergeInto(item: Item, branches: readonly Branch[]) {
    const seen = new Map<string, Item>();
    const all = symmetries(recording.rules);
    for (const branch of branches) {
      const { board, mover } = recording.visits[item.node!]!;
      // Cut and searched branches differ, even if their boards are symmetric.
      const kind = branch.node === null ? "cut " : "";
      const key = kind + likeness(all, board.with(branch.cell, mover));
      const first = seen.get(key);
      if (first) {
        first.alike += 1;
        hide(branch.node, first);
      } else {
        const child = grow(branch, item);
        item.children.push(child);
        seen.set(key, child);
      }
    }
  }

  const root = grow(null, null);
  let width = 0;
  for (const { node: item, x } of arrange(root, ({ children }) => children)) {
    item.x = item.from = item.to = x;
    width = Math.max(width, x + 1);
    (rows[item.depth] ??= []).push(item);
  }
  for (const item of rows.toReversed().flat()) {
    if (!item.parent) continue;
    item.parent.from = Math.min(item.parent.from, item.from);
    item.parent.to = Math.max(item.parent.to, item.to);
  }
  for (const row of rows) {
    let reach = -Infinity;
    for (const item of row) item.reach = reach = Math.max(reach, (item.parent ?? item).to);
    let since = Infinity;
    for (const item of row.toReversed()) {
      item.since = since = Math.min(since, (item.parent ?? item).from);
    }
  }
  giveRoom(rows, width);
  return { root, rows, width, shownBy, drawn, hidden: recording.visits.length - drawn };
}

/**
 * A family is drawn at one size, which its narrowest gap allows; sizes within a row do not differ
 * too much.
 */
function giveRoom(rows: readonly (readonly Item[])[], width: number) {
  for (const row of rows) {
    const gaps = row.slice(1).map((item, index) => item.x - row[index]!.x);
    const middle = gaps.sort((a, b) => a - b)[gaps.length >> 1] ?? width;
    for (let from = 0, to = 0; from < row.length; from = to) {
      const { parent } = row[from]!;
      let room = from > 0 ? row[from]!.x - row[from - 1]!.x : width;
      for (to = from + 1; to < row.length && row[to]!.parent === parent; to += 1) {
        room = Math.min(room, row[to]!.x - row[to - 1]!.x);
      }
      if (to < row.length) room = Math.min(room, row[to]!.x - row[to - 1]!.x);
      for (let each = from; each < to; each += 1) row[each]!.room = Math.min(room, 1.5 * middle);
    }
  }
}
