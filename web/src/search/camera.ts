/** Where the picture's nodes are on the screen, and what of it is in view. */

import type { Item, Scene } from "./items";

/** Boards are never larger, in pixels. */
export const MOST = 92;
/** From this size on a node is a board, from the next on a shape, below it a dot. */
export const BOARD = 24;
export const SHAPE = 8;
/** Under each board: its value, and its window. */
export const FOOT = 34;
const EDGE = 22;
const PAD = 16;

export interface Camera {
  /** Pixels for a sibling's width, and from one level to the next. */
  across: number;
  down: number;
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The whole tree in view: as wide as it goes, the levels as far apart as there is room. */
export function fit(scene: Scene, width: number, height: number): Camera {
  const across = Math.min((width - 2 * PAD) / scene.width, 130);
  return settle(scene, { across, down: 0, left: 0, top: 0, width, height });
}

/** How many times the whole tree's width one may zoom in to. */
export const nearest = 130;

/** Zoom to so many pixels a sibling, keeping what is at a point of the screen where it is. */
export function zoom(scene: Scene, camera: Camera, by: number, x: number): Camera {
  const least = fit(scene, camera.width, camera.height).across;
  const across = Math.max(least, Math.min(nearest, camera.across * by));
  const at = (x + camera.left - PAD) / camera.across;
  return settle(scene, { ...camera, across, left: at * across + PAD - x });
}

export const pan = (scene: Scene, camera: Camera, dx: number, dy: number): Camera =>
  settle(scene, { ...camera, left: camera.left + dx, top: camera.top + dy });

/** Keep the picture on the screen: in the middle if it is smaller. */
export function settle(scene: Scene, camera: Camera): Camera {
  const { across, width, height } = camera;
  const levels = scene.rows.length;
  const even = (height - PAD) / levels;
  const down = Math.max(Math.min(even, MOST + FOOT + EDGE), Math.min(across * 1.3, 118), 58);
  const [wide, high] = [scene.width * across + 2 * PAD, levels * down + PAD];
  const keep = (at: number, size: number, view: number) =>
    size <= view ? (size - view) / 2 : Math.max(0, Math.min(size - view, at));
  // A change of scale keeps the level in the middle where it is.
  const top = camera.down
    ? ((camera.top + height / 2) * down) / camera.down - height / 2
    : camera.top;
  return {
    ...camera,
    down,
    left: keep(camera.left, wide, width),
    top: high <= height ? 0 : keep(top, high, height),
  };
}

/** The middle of a node's upper edge. */
export const place = (camera: Camera, item: Item) => ({
  x: (item.x + 0.5) * camera.across + PAD - camera.left,
  y: item.depth * camera.down + PAD - camera.top,
});

/** How large a node is drawn. */
export const size = (camera: Camera, item: Item): number =>
  Math.max(2, Math.min(item.room * camera.across * 0.8, camera.down - FOOT - EDGE, MOST));

/** Move no more than it takes to have a node in view, with its family's edges. */
export function follow(scene: Scene, camera: Camera, item: Item): Camera {
  const { x, y } = place(camera, item);
  const margin = Math.min(camera.width / 6, 140);
  const beyond = (at: number, low: number, high: number) =>
    at < low ? at - low : at > high ? at - high : 0;
  const dx = beyond(x, margin, camera.width - margin);
  const dy = beyond(y, 10, camera.height - size(camera, item) - FOOT - 10);
  return dx || dy ? pan(scene, camera, dx, dy) : camera;
}

/** The items of a row that are in view, or whose edges are: `from` up to but not including `to`. */
export function inView(row: readonly Item[], camera: Camera): { from: number; to: number } {
  // Rows are in order from left to right, and so are their parents.
  const at = (pixels: number) => (pixels + camera.left - PAD) / camera.across - 0.5;
  const [left, right] = [at(-MOST), at(camera.width + MOST)];
  const end = (item: Item, pick: typeof Math.max) => pick(item.x, item.parent?.x ?? item.x);
  return {
    from: firstWhere(row, (item) => end(item, Math.max) >= left),
    to: firstWhere(row, (item) => end(item, Math.min) > right),
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

/** The item nearest to a point, if any is near enough to be meant. */
export function pick(scene: Scene, camera: Camera, x: number, y: number): Item | null {
  const depth = Math.floor((y - PAD / 2 + camera.top) / camera.down);
  const row = scene.rows[depth];
  if (!row) return null;
  const at = firstWhere(row, (item) => place(camera, item).x >= x);
  const near = [row[at - 1], row[at]]
    .filter((item) => item !== undefined)
    .map((item) => ({ item, off: Math.abs(place(camera, item).x - x) }))
    .sort((a, b) => a.off - b.off)[0];
  return near && near.off <= Math.max(12, size(camera, near.item) * 0.7) ? near.item : null;
}
