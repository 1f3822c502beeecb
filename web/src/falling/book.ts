/** Reads an opening book: who wins early positions. Its form is told in `noughts.solver.book`. */

import { legal, outcome, play, turn, type Board, type Rules } from "../game/rules";
import { fallingRules } from "./rules";

export class Book {
  readonly rules: string;
  readonly #game: Rules;
  readonly #stones: number;
  readonly #signs: Uint8Array;
  /** Where the positions with columns of such heights begin. */
  readonly #begin = new Map<string, number>();

  constructor(file: Uint8Array) {
    const line = file.indexOf(10);
    const head = JSON.parse(new TextDecoder().decode(file.subarray(0, line))) as Head;
    if (head.format !== FORMAT) throw new Error(`a book of format ${head.format}`);
    this.rules = head.rules;
    this.#game = fallingRules(head.rules)!;
    this.#stones = head.stones;
    this.#signs = file.subarray(line + 1, -CHECKSUM);
    const [columns = 1, rows = 1] = this.#game.shape;
    let end = 0;
    for (let stones = head.stones; stones >= 0; stones -= 1) {
      if (stones < head.stones && stones >= head.stones - LEFT_OUT) continue;
      for (const heights of heightsOf(stones, columns, rows)) {
        if (isAfterMirror(heights)) continue;
        this.#begin.set(String(heights), end);
        end += choose(stones, stones >> 1);
      }
      end = TOGETHER * Math.ceil(end / TOGETHER);
    }
    if (end !== TOGETHER * this.#signs.length) throw new Error("a book that is not whole");
  }

  /** 1 if the side to move wins, 0 for a draw, -1 if it loses; null if there are more stones. */
  find(board: Board): number | null {
    const mover = turn(board);
    const [wide = 1] = this.#game.shape;
    let columns = Array.from({ length: wide }, (_, column) =>
      board.filter((mark, cell) => mark !== null && cell % wide === column).reverse(),
    );
    if (isAfterMirror(columns.map((column) => column.length))) columns = columns.toReversed();
    const stones = columns.flat();
    if (stones.length > this.#stones) return null;
    const begin = this.#begin.get(String(columns.map((column) => column.length)));
    if (begin === undefined) return this.#best(board);
    let held = stones.length >> 1;
    let at = begin + choose(stones.length, held) - 1;
    stones.forEach((mark, number) => {
      if (mark === mover) at -= choose(stones.length - 1 - number, held--);
    });
    const packed = this.#signs[Math.floor(at / TOGETHER)]!;
    return (Math.floor(packed / WEIGHTS[at % TOGETHER]!) % 3) - 1;
  }

  /** What the best move of a position that is left out leads to. */
  #best(board: Board): number {
    let best = -1;
    for (const cell of legal(this.#game, board)) {
      const child = play(board, cell);
      const over = outcome(this.#game, child);
      const sign = over ? Number(over.winner !== null) : 0 - this.find(child)!;
      if (sign > 0) return sign;
      best = Math.max(best, sign);
    }
    return best;
  }
}

const FORMAT = 4;
/** So many layers after the first, which has the positions with most stones. */
const LEFT_OUT = 2;
/** Of the signs in a byte. */
const WEIGHTS = [81, 27, 9, 3, 1];
const TOGETHER = WEIGHTS.length;
/** Bytes. */
const CHECKSUM = 4;

interface Head {
  format: number;
  rules: string;
  stones: number;
}

/** How high so many stones can make the columns, in lexicographic order. */
function* heightsOf(stones: number, columns: number, rows: number): Generator<number[]> {
  if (columns === 0) yield [];
  else
    for (
      let first = Math.max(0, stones - (columns - 1) * rows);
      first <= Math.min(stones, rows);
      first += 1
    )
      for (const others of heightsOf(stones - first, columns - 1, rows)) yield [first, ...others];
}

/** Whether heights come after those of the mirror image, in lexicographic order. */
function isAfterMirror(heights: readonly number[]): boolean {
  const other = heights.toReversed();
  const at = heights.findIndex((height, column) => height !== other[column]);
  return at >= 0 && heights[at]! > other[at]!;
}

/** In how many ways so many can be chosen out of a number. */
function choose(number: number, many: number): number {
  let ways = 1;
  for (let i = 1; i <= many; i += 1) ways = (ways * (number - many + i)) / i;
  return ways;
}
