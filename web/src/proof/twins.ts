/**
 * Twins: two empty cells on exactly the same open lines of the attacker. A defender who only blocks
 * answers one with the other, so the lines through them make no difference.
 */

import { ATTACKER, BLOCKED, EMPTY, openLines, type Board, type Contest } from "./board.ts";

export interface Twins {
  /** For each of the twins the other one. */
  readonly of: ReadonlyMap<number, number>;
  /** The empty cells of each line that remains without them. */
  readonly left: readonly (readonly number[])[];
}

/** Find twins until there are no more: without the lines of some, others may be twins. */
export function findTwins(contest: Contest, board: Board): Twins {
  let left = openLines(contest, board, ATTACKER).map(({ cells }) =>
    cells.filter((cell) => board[cell] === EMPTY),
  );
  const of = new Map<number, number>();
  for (;;) {
    const through = new Array<string>(board.length).fill("");
    left.forEach((cells, line) => cells.forEach((cell) => (through[cell] += `${line} `)));
    const single = new Map<string, number>();
    const before = of.size;
    through.forEach((lines, cell) => {
      const twin = single.get(lines);
      if (!lines) return;
      if (twin === undefined) {
        single.set(lines, cell);
      } else {
        of.set(cell, twin).set(twin, cell);
        single.delete(lines);
      }
    });
    if (of.size === before) return { of, left };
    left = left.filter((cells) => !cells.some((cell) => of.has(cell)));
  }
}

/** The board with its twins blocked, and with them the lines through them. */
export function withoutTwins(contest: Contest, board: Board): Board {
  const found = board.slice();
  for (const cell of findTwins(contest, board).of.keys()) found[cell] = BLOCKED;
  return found;
}
