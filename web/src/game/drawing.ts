/** The layout of a board: 100 units per cell, one picture per layer. It knows no rules. */

import { frame, loop, markStrokes, stroke, type Point } from "./ink";
import { place } from "./notation";
import type { Mark } from "./rules";

/** Space around a layer, for strokes that overshoot. */
export const MARGIN = 8;

export interface Layer {
  index: number;
  cells: number[][];
}

/** The cells of each layer, row by row. */
export function layers(shape: readonly number[]): Layer[] {
  const [columns = 1, rows = 1, count = 1] = shape;
  return Array.from({ length: count }, (_, index) => ({
    index,
    cells: Array.from({ length: rows }, (_, row) =>
      Array.from({ length: columns }, (_, column) => (index * rows + row) * columns + column),
    ),
  }));
}

export function viewBox(shape: readonly number[]): string {
  const [columns = 1, rows = 1] = shape;
  return [-MARGIN, -MARGIN, columns * 100 + 2 * MARGIN, rows * 100 + 2 * MARGIN].join(" ");
}

/** The lines between the cells. */
export function gridStrokes(shape: readonly number[], layer: number): string[] {
  const [columns = 1, rows = 1] = shape;
  const [width, height] = [columns * 100, rows * 100];
  const seed = layer * 1000;
  const slack = 3;
  const down = Array.from({ length: columns - 1 }, (_, i) =>
    stroke([(i + 1) * 100, 3], [(i + 1) * 100, height - 3], seed + i, slack),
  );
  const across = Array.from({ length: rows - 1 }, (_, i) =>
    stroke([3, (i + 1) * 100], [width - 3, (i + 1) * 100], seed + 500 + i, slack),
  );
  return [...down, ...across];
}

const corner = (shape: readonly number[], cell: number): Point => {
  const { column, row } = place(shape, cell);
  return [column * 100, row * 100];
};

const centre = (shape: readonly number[], cell: number): Point => {
  const [x, y] = corner(shape, cell);
  return [x + 50, y + 50];
};

export const marks = (shape: readonly number[], cell: number, mark: Mark): string[] =>
  markStrokes(mark, corner(shape, cell), cell + 1);

/**
 * The strokes that strike through a line, by layer. If a line wraps around an edge or goes through
 * layers, its pieces are struck one by one, and single cells are ringed.
 */
export function strikes(
  shape: readonly number[],
  line: readonly number[],
): { layer: number; path: string }[] {
  return pieces(shape, line).map((piece) => {
    const { layer } = place(shape, piece[0]!);
    const [a, b] = [centre(shape, piece[0]!), centre(shape, piece.at(-1)!)];
    if (piece.length === 1) return { layer, path: loop(a, 43, piece[0]!) };
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
    const over: Point = [((b[0] - a[0]) / length) * 38, ((b[1] - a[1]) / length) * 38];
    const [from, to]: [Point, Point] = [
      [a[0] - over[0], a[1] - over[1]],
      [b[0] + over[0], b[1] + over[1]],
    ];
    return { layer, path: stroke(from, to, line[0]! * 31 + line.at(-1)!, 5) };
  });
}

/** Split a line into runs of touching cells. */
function pieces(shape: readonly number[], line: readonly number[]): number[][] {
  const touch = (a: number, b: number) => {
    const [p, q] = [place(shape, a), place(shape, b)];
    return (
      p.layer === q.layer && Math.abs(p.column - q.column) <= 1 && Math.abs(p.row - q.row) <= 1
    );
  };
  const found: number[][] = [];
  for (const cell of [...line].sort((a, b) => a - b)) {
    const piece = found.find((each) => touch(each.at(-1)!, cell));
    if (piece) piece.push(cell);
    else found.push([cell]);
  }
  return found;
}

/** The mark of a draw: nobody has a line, so the whole board is ringed. */
export function drawRing(shape: readonly number[]): string {
  const [columns = 1, rows = 1] = shape;
  return frame([columns * 50, rows * 50], [columns * 50 + 1, rows * 50 + 1], 5);
}
