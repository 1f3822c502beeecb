/** Where the picture's nodes are on the screen, and which are in view. */

import type { Item, Scene } from "./items";

/** Sizes in pixels: from the first a node is a board, from the second a shape, below it a dot. */
export const BOARD = 24;
export const SHAPE = 8;
/** The largest boards; smaller ones, down to the next size, if the levels do not fit. */
const MOST = 92;
const ENOUGH = 36;
/** The space below a board: its value, its window, and edges. */
const FOOT = 58;
const PAD = 16;

export interface Camera {
  /** Pixels for a sibling's width. */
  across: number;
  /** Where each row begins, and the height of all. */
  tops: readonly number[];
  high: number;
  /** The largest board. */
  most: number;
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The whole tree in view, as wide as it goes. */
export function fit(scene: Scene, width: number, height: number): Camera {
  const across = Math.min((width - 2 * PAD) / scene.width, NEAREST);
  const nothing = { tops: [], high: 0, most: MOST, left: 0, top: 0 };
  return settle(scene, { ...nothing, across, width, height });
}

/** Pixels per sibling at the closest zoom. */
const NEAREST = 130;

/** Zoom in or out around a point of the screen. */
export function zoom(scene: Scene, camera: Camera, by: number, x: number): Camera {
  const least = fit(scene, camera.width, camera.height).across;
  const across = Math.max(least, Math.min(NEAREST, camera.across * by));
  const at = (x + camera.left - PAD) / camera.across;
  return settle(scene, { ...camera, across, left: at * across + PAD - x });
}

export const pan = (scene: Scene, camera: Camera, dx: number, dy: number): Camera =>
  settle(scene, { ...camera, left: camera.left + dx, top: camera.top + dy });

/**
 * Give each row the height that its nodes need at this scale: a few boards at the top, thousands of
 * dots below. Keep the picture on the screen, centred if it is smaller.
 */
export function settle(scene: Scene, camera: Camera): Camera {
  const { across, width, height } = camera;
  const rooms = scene.rows.map((row) => Math.max(...row.map(({ room }) => room)));
  let rows: { tops: number[]; high: number };
  let most = MOST;
  do rows = stack(rooms, across, most, 0);
  while (rows.high > height && (most -= 4) >= ENOUGH);
  // The edges absorb the spare or missing height, as far as they can.
  const spare = Math.max(-20, Math.min((height - rows.high) / rooms.length, 44));
  if (spare !== 0) rows = stack(rooms, across, most, spare);
  const wide = scene.width * across + 2 * PAD;
  const keep = (at: number, size: number, view: number) =>
    size <= view ? (size - view) / 2 : Math.max(0, Math.min(size - view, at));
  // A change of scale keeps the middle in place.
  const middle = camera.high ? (camera.top + height / 2) / camera.high : 0;
  const top = Math.abs(rows.high - camera.high) < 1 ? camera.top : middle * rows.high - height / 2;
  return {
    ...camera,
    ...rows,
    most,
    left: keep(camera.left, wide, width),
    top: rows.high < height + 0.5 ? 0 : keep(top, rows.high, height),
  };
}

function stack(rooms: readonly number[], across: number, most: number, spare: number) {
  let high = PAD;
  const tops = rooms.map((room) => {
    const top = high;
    const size = Math.min(room * across * SHARE, most);
    high += spare + (size >= BOARD ? size + FOOT : size >= SHAPE ? size + 34 : 34);
    return top;
  });
  return { tops, high };
}

/** The share of the distance to its neighbour that a node takes. */
const SHARE = 0.78;

/**
 * The middle of a node's upper edge. A node beyond the edge of the picture stays at the edge while
 * something below it is in view, so that the way to the root is visible.
 */
export function place(camera: Camera, item: Item) {
  const at = (x: number) => (x + 0.5) * camera.across + PAD - camera.left;
  const [x, y] = [at(item.x), camera.tops[item.depth]! - camera.top];
  const side = size(camera, item) / 2 + 6;
  if (x < side) return { x: Math.max(x, Math.min(side, at(item.to))), y };
  const right = camera.width - side;
  return { x: x > right ? Math.min(x, Math.max(right, at(item.from))) : x, y };
}

/** The drawn size of a node. */
export const size = (camera: Camera, item: Item): number =>
  Math.max(2, Math.min(item.room * camera.across * SHARE, camera.most));

/** Move as little as possible to bring a node into view, with its family's edges. */
export function follow(scene: Scene, camera: Camera, item: Item): Camera {
  const { x, y } = place(camera, item);
  const margin = Math.min(camera.width / 6, 140);
  const beyond = (at: number, low: number, high: number) =>
    at < low ? at - low : at > high ? at - high : 0;
  const dx = beyond(x, margin, camera.width - margin);
  const dy = beyond(y, 10, camera.height - size(camera, item) - 40);
  const moved = pan(scene, camera, dx, dy);
  return moved.left === camera.left && moved.top === camera.top ? camera : moved;
}

/** The items of a row in view, or with edges in view: from `from` to before `to`. */
export function inView(row: readonly Item[], camera: Camera): { from: number; to: number } {
  // Families are ordered from left to right, but a small one may overlap a large one.
  const at = (pixels: number) => (pixels + camera.left - PAD) / camera.across - 0.5;
  const [left, right] = [at(-MOST), at(camera.width + MOST)];
  return {
    from: firstWhere(row, (item) => item.reach >= left),
    to: firstWhere(row, (item) => item.since > right),
  };
}

function firstWhere(row: readonly Item[], holds: (item: Item) => boolean): number {
  let [low, high] = [0, row.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(row[middle]!)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The item nearest to a point, if any is near enough. */
export function pick(scene: Scene, camera: Camera, x: number, y: number): Item | null {
  const depth = camera.tops.findLastIndex((top) => top - 8 <= y + camera.top);
  const row = scene.rows[depth];
  if (!row) return null;
  const { from, to } = inView(row, camera);
  let near: { item: Item; off: number } | null = null;
  for (const item of row.slice(from, to)) {
    const off = Math.abs(place(camera, item).x - x);
    if (!near || off < near.off) near = { item, off };
  }
  return near && near.off <= Math.max(12, size(camera, near.item) * 0.7) ? near.item : null;
}
