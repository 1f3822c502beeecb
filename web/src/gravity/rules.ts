/** Boards on which stones fall, for when the server that tells their rules is away. */

import type { Board, Rules } from "../game/rules";

const MOST_SIDE = 26;
/** The cells that a search takes; by columns, each of them with a guard. */
const MOST_BITS = 64;
/** Rows, columns and both diagonals. */
const DIRECTIONS = [[1, 0], [0, 1], [1, 1], [-1, 1]] as const; // prettier-ignore

export const stonesOn = (board: Board): number => board.filter((mark) => mark !== null).length;

/** The rules of a text such as `7,6,4 gravity` or `5,5,4 torus misere gravity`; else null. */
export function gravityRules(text: string): Rules | null {
  const size = "([1-9][0-9]{0,2})";
  const words = "( torus)?( exact)?( misere)? gravity";
  const found = new RegExp(`^${size},${size},${size}${words}$`).exec(text);
  if (!found) return null;
  const [columns, rows, k] = found.slice(1, 4).map(Number) as [number, number, number];
  const [torus, exact, misere] = found.slice(4).map(Boolean) as [boolean, boolean, boolean];
  if (Math.max(columns, rows) > MOST_SIDE) return null;
  if (k < 2 || k > (torus ? columns * rows : Math.max(columns, rows))) return null;
  const runs = [...runsOf(columns, rows, k, torus)].map(({ line, ends }) => ({
    line,
    guards: exact ? ends : [],
  }));
  // On a torus a line can be run along from several of its cells.
  const kept = [...new Map(runs.map((run) => [JSON.stringify(run), run])).values()];
  return {
    rules: text,
    shape: [columns, rows],
    k,
    cells: columns * rows,
    lines: kept.map(({ line }) => line),
    guards: kept.map(({ guards }) => guards),
    ends: kept.map(() => []),
    misere,
    torus,
    exact,
    caro: false,
    gravity: true,
  };
}

interface Run {
  line: number[];
  /** The cells just before it and just after it. */
  ends: number[];
}

/** Each run of k cells. */
function* runsOf(columns: number, rows: number, k: number, torus: boolean): Generator<Run> {
  const at = (column: number, row: number): number | null => {
    const [x, y] = [(column + k * columns) % columns, (row + k * rows) % rows];
    return torus || (x === column && y === row) ? y * columns + x : null;
  };
  const ascending = (cells: (number | null)[]) =>
    [...new Set(cells)].filter((cell) => cell !== null).sort((a, b) => a - b);
  for (const [dx, dy] of DIRECTIONS)
    for (let row = 0; row < rows; row += 1)
      for (let column = 0; column < columns; column += 1) {
        const cell = (i: number) => at(column + dx * i, row + dy * i);
        const line = ascending(Array.from({ length: k }, (_, i) => cell(i)));
        if (line.length < k) continue;
        const ends = ascending([cell(-1), cell(k)]).filter((each) => !line.includes(each));
        yield { line, ends };
      }
}

/** Whether such a game is searched without a server. */
export function takes({ shape, k, gravity, caro, cells }: Rules): boolean {
  return gravity && !caro && shape.length === 2 && k !== null && k > 1 && cells <= MOST_BITS;
}

/** Whether it is searched by columns: lines end at the edges, and one of them wins. */
export function fitsColumns({ shape, torus, exact, misere }: Rules): boolean {
  const [columns = 1, rows = 1] = shape;
  return !torus && !exact && !misere && columns * (rows + 1) <= MOST_BITS;
}
