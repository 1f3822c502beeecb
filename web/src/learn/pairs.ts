/** Plans of O that need no search: answer with the other cell of a pair, or on top. */

import { legal, type Board, type Rules } from "../game/rules";
import type { CellNote } from "../game/notes";
import { t } from "../site/t";

type Pairs = readonly (readonly number[])[];

/** O's answer to a move that is on the board; the first free cell if the partner is gone. */
export function partnerAnswer(pairs: Pairs, board: Board, cell: number): number | null {
  const partner = pairs.find((pair) => pair.includes(cell))?.find((each) => each !== cell);
  if (partner !== undefined && board[partner] === null) return partner;
  const free = board.indexOf(null);
  return free < 0 ? null : free;
}

/** Under gravity: the cell above, or any other if the column is full. */
export function cellAbove(rules: Rules, board: Board, cell: number): number | null {
  const above = cell - rules.shape[0]!;
  return above >= 0 ? above : (legal(rules, board)[0] ?? null);
}

/** The number of its pair on each free cell. */
export const pairNotes = (pairs: Pairs, board: Board): ReadonlyMap<number, CellNote> =>
  new Map(
    pairs.flatMap((pair, index) =>
      pair
        .filter((cell) => board[cell] === null)
        .map((cell): [number, CellNote] => [
          cell,
          {
            kind: "plain",
            text: String(index + 1),
            words: t("pair {number}", { number: index + 1 }),
          },
        ]),
    ),
  );
