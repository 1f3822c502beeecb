/** Which games in which stones fall the page searches itself. */

import type { Board, Rules } from "../game/rules";

/** The cells that a search takes; by columns, each of them with a guard. */
const MOST_BITS = 64;

export const stonesOn = (board: Board): number => board.filter((mark) => mark !== null).length;

/** Whether such a game is searched without a server. */
export function takes({ shape, k, gravity, lines, cells }: Rules): boolean {
  const searched = gravity && shape.length === 2 && k !== null && k > 1;
  return searched && lines.length > 0 && cells <= MOST_BITS;
}

/** Whether it is searched by columns: lines end at the edges, and one of them wins. */
export function fitsColumns({ shape, torus, exact, misere }: Rules): boolean {
  const [columns = 1, rows = 1] = shape;
  return !torus && !exact && !misere && columns * (rows + 1) <= MOST_BITS;
}

/**
 * Whether the player who would fill the last cell can answer each move, and so does not lose; the
 * proof is in docs/explanation/gravity.md.
 */
export function answerable({ shape, k, torus, misere }: Rules): boolean {
  const [, rows = 1] = shape;
  return !torus && !misere && k !== null && (k > 4 || (k > 2 && k > rows));
}
