/**
 * Strokes by hand: SVG paths with a slight, repeatable irregularity. The same seed draws the same
 * stroke, so a board looks the same on every device.
 */

export type Point = readonly [number, number];

/** A small generator of numbers in [0, 1), the same for the same seed (mulberry32's recipe). */
export function random(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b1);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const round = (value: number) => Math.round(value * 10) / 10;
const text = ([x, y]: Point) => `${round(x)} ${round(y)}`;

/** A smooth path through points (Catmull–Rom, written as cubic Béziers). */
function through(points: readonly Point[]): string {
  const at = (index: number) => points[Math.max(0, Math.min(points.length - 1, index))]!;
  let path = `M${text(at(0))}`;
  for (let index = 0; index < points.length - 1; index += 1) {
    const [a, b, c, d] = [at(index - 1), at(index), at(index + 1), at(index + 2)];
    const first: Point = [b[0] + (c[0] - a[0]) / 6, b[1] + (c[1] - a[1]) / 6];
    const second: Point = [c[0] - (d[0] - b[0]) / 6, c[1] - (d[1] - b[1]) / 6];
    path += `C${text(first)} ${text(second)} ${text(c)}`;
  }
  return path;
}

/** A line from a to b that bows and wavers a little; `slack` is how much, in board units. */
export function stroke(a: Point, b: Point, seed: number, slack = 2): string {
  const dice = random(seed);
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
  const normal: Point = [(a[1] - b[1]) / length, (b[0] - a[0]) / length];
  const bow = (dice() - 0.5) * 2 * slack;
  const pieces = Math.max(2, Math.round(length / 70));
  const points = Array.from({ length: pieces + 1 }, (_, index): Point => {
    const t = index / pieces;
    const off = bow * Math.sin(Math.PI * t) + (dice() - 0.5) * slack * 0.7;
    return [a[0] + (b[0] - a[0]) * t + normal[0] * off, a[1] + (b[1] - a[1]) * t + normal[1] * off];
  });
  return through(points);
}

/** A loop that starts near the top and runs a little past its own start, as a hand does. */
export function loop(centre: Point, radius: number, seed: number): string {
  const dice = random(seed);
  const start = -Math.PI / 2 + (dice() - 0.3) * 0.8;
  const lean = (dice() - 0.5) * 0.5;
  const squash = 0.92 + dice() * 0.08;
  const steps = 11;
  const points = Array.from({ length: steps + 1 }, (_, index): Point => {
    const t = index / steps;
    const angle = start - t * Math.PI * 2.14;
    const wide = radius * (1.02 - t * 0.06 + (dice() - 0.5) * 0.05);
    const [x, y] = [Math.cos(angle) * wide, Math.sin(angle) * wide * squash];
    return [
      centre[0] + x * Math.cos(lean) - y * Math.sin(lean),
      centre[1] + x * Math.sin(lean) + y * Math.cos(lean),
    ];
  });
  return through(points);
}

/** A box with round corners in one go, from near the top left until past its own start. */
export function frame(centre: Point, half: Point, seed: number): string {
  const dice = random(seed);
  const steps = 32;
  const points = Array.from({ length: steps + 1 }, (_, index): Point => {
    const angle = -2.5 + (index / steps) * Math.PI * 2.06;
    // A superellipse: square enough to go around the marks in the corners.
    const round = (value: number) => Math.sign(value) * Math.abs(value) ** 0.28;
    const wide = 1 + (dice() - 0.5) * 0.012 - (index / steps) * 0.012;
    return [
      centre[0] + round(Math.cos(angle)) * half[0] * wide,
      centre[1] + round(Math.sin(angle)) * half[1] * wide,
    ];
  });
  return through(points);
}

/** The strokes of a mark in the 100-unit cell whose corner is given. */
export function markStrokes(mark: "X" | "O", [x, y]: Point, seed: number): string[] {
  const dice = random(seed * 7 + 3);
  const near = (value: number) => value + (dice() - 0.5) * 8;
  if (mark === "O") return [loop([x + near(50), y + near(50)], 29, seed)];
  return [
    stroke([x + near(24), y + near(22)], [x + near(76), y + near(78)], seed * 2 + 1, 5),
    stroke([x + near(77), y + near(23)], [x + near(23), y + near(77)], seed * 2 + 2, 5),
  ];
}
