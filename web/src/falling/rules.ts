/** Boards on which stones fall, for when the server that tells their rules is away. */

import type { Rules } from "../game/rules";

/** The rules of a text such as `7,6,4 gravity`; null for another game. */
export function fallingRules(text: string): Rules | null {
  const found = /^([1-9][0-9]?),([1-9][0-9]?),([1-9][0-9]?) gravity$/.exec(text);
  if (!found) return null;
  const [columns, rows, k] = found.slice(1).map(Number) as [number, number, number];
  if (columns * rows > MOST_CELLS || k < 2 || k > Math.max(columns, rows)) return null;
  const lines: number[][] = [];
  for (const [dx, dy] of [
    [1, 0],
    [0, 1],
    [1, 1],
    [-1, 1],
  ] as const)
    // prettier-ignore
    for (let row = 0; row + dy * (k - 1) < rows; row += 1)
      for (let column = 0; column < columns; column += 1) {
        const last = column + dx * (k - 1);
        if (last < 0 || last >= columns) continue;
        const cell = (_: unknown, i: number) => (row + dy * i) * columns + column + dx * i;
        lines.push(Array.from({ length: k }, cell));
      }
  return {
    rules: text,
    shape: [columns, rows],
    k,
    cells: columns * rows,
    lines,
    guards: lines.map(() => []),
    ends: lines.map(() => []),
    misere: false,
    torus: false,
    exact: false,
    caro: false,
    gravity: true,
  };
}

/** Whether such a game is taken: 64 bits with a guard for each column. */
export function takes({ shape, k, gravity, misere, torus, exact }: Rules): boolean {
  const [columns = 1, rows = 1] = shape;
  const plain = gravity && shape.length === 2 && !misere && !torus && !exact;
  return plain && k !== null && k > 1 && columns * (rows + 1) <= 64;
}

const MOST_CELLS = 676;
