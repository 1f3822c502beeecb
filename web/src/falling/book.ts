/** Reads an opening book: who wins early positions. Its form is told in `noughts.solver.book`. */

import { turn, type Board } from "../game/rules";

export class Book {
  readonly rules: string;
  /** Up to so many stones, every position is in the book that is not won with the next one. */
  readonly stones: number;
  readonly #signs = new Map<number, number>();

  constructor(file: Uint8Array) {
    const end = file.indexOf(10);
    const head = JSON.parse(new TextDecoder().decode(file.subarray(0, end))) as Head;
    if (head.format !== FORMAT) throw new Error(`a book of format ${head.format}`);
    this.rules = head.rules;
    this.stones = head.stones;
    const gaps = file.subarray(end + 1, end + 1 + head.gaps);
    const packed = file.subarray(end + 1 + head.gaps);
    let [key, at] = [0, 0];
    for (const gap of gaps) {
      key += gap;
      if (gap === MORE) continue;
      const digit = 3 ** (TOGETHER - 1 - (at % TOGETHER));
      this.#signs.set(key, (Math.floor(packed[Math.floor(at / TOGETHER)]! / digit) % 3) - 1);
      at++;
    }
    const whole = packed.length === Math.ceil(at / TOGETHER) && at === head.positions;
    if (!whole) throw new Error("a book that is not whole");
  }

  /** 1 if the side to move wins, 0 for a draw, -1 if it loses; null if the book does not say. */
  find(columns: number, board: Board): number | null {
    const stones = board.reduce((count, mark) => count + Number(mark !== null), 0);
    return stones > this.stones ? null : (this.#signs.get(number(columns, board)) ?? null);
  }
}

const FORMAT = 2;
/** A byte of a gap that goes on. */
const MORE = 255;
/** Signs to a byte. */
const TOGETHER = 5;

interface Head {
  format: number;
  rules: string;
  stones: number;
  positions: number;
  gaps: number;
}

/** The number of a position, the same for its mirror image. */
function number(columns: number, board: Board): number {
  const mover = turn(board);
  const digits = Array.from({ length: columns }, (_, column) => {
    const marks = board.filter((mark, cell) => mark !== null && cell % columns === column);
    return [...marks.reverse().map((mark) => (mark === mover ? 1 : 2)), 0];
  });
  const ternary = (lists: number[][]) => lists.flat().reduce((sum, digit) => 3 * sum + digit, 0);
  return Math.min(ternary(digits), ternary(digits.toReversed()));
}
