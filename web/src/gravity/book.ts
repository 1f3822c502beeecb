/**
 * Reads an opening book: who wins early positions. For the format, see
 * `noughts.solver.opening_book`.
 */

import { findRules } from "../game/games";
import { legal, other, outcome, play, turn, type Board, type Rules } from "../game/rules";
import { stonesOn } from "./rules";

export class Book {
  readonly rules: string;
  readonly #game: Rules;
  /** The most stones of a position whose winner is in it, but for slow ones. */
  readonly stones: number;
  readonly #places: Places;
  /** The positions with more stones, which include the slow ones. */
  readonly #beyond: Places;
  readonly #signs: Uint8Array;
  /** The positions with few stones, and their whole values, which include the plies. */
  readonly #valued: Places;
  readonly #values: Int8Array;
  readonly #slow: DataView;

  constructor(file: Uint8Array) {
    const line = file.indexOf(10);
    const head = JSON.parse(new TextDecoder().decode(file.subarray(0, line))) as Head;
    if (head.format !== FORMAT) throw new Error(`a book of format ${head.format}`);
    this.rules = head.rules;
    this.#game = findRules(head.rules);
    this.stones = head.stones;
    const upTo = (stones: number) => Array.from({ length: stones + 1 }, (_, less) => stones - less);
    this.#places = new Places(this.#game, upTo(head.stones).toSpliced(1, LEFT_OUT));
    this.#valued = new Places(this.#game, upTo(head.valued));
    const more = Array.from({ length: BEYOND }, (_, more) => head.stones + 1 + more);
    this.#beyond = new Places(this.#game, more);
    const signs = this.#places.end / TOGETHER;
    this.#signs = file.subarray(line + 1, line + 1 + signs);
    const values = line + 1 + signs;
    this.#values = new Int8Array(file.buffer, file.byteOffset + values, head.settled);
    const slow = file.subarray(values + head.settled, -CHECKSUM);
    if (this.#signs.length < signs || slow.length % NUMBER) throw new Error("an incomplete book");
    this.#slow = new DataView(slow.buffer, slow.byteOffset, slow.byteLength);
  }

  /** 1 if the side to move wins, 0 for a draw, -1 if it loses; null if it is not in the book. */
  find(board: Board): number | null {
    if (stonesOn(board) > this.stones) {
      const at = this.#beyond.find(board);
      return at === null ? null : this.#findSlow(3 * at);
    }
    const at = this.#places.find(board);
    if (at === null) return this.#best(board);
    const packed = this.#signs[Math.floor(at / TOGETHER)]!;
    return (Math.floor(packed / WEIGHTS[at % TOGETHER]!) % 3) - 1;
  }

  /** The sign stored with a number (three times a place), for slow positions. */
  #findSlow(number: number): number | null {
    let [low, high] = [0, this.#slow.byteLength / NUMBER];
    while (low < high) {
      const middle = (low + high) >> 1;
      const sign = this.#slow.getUint32(NUMBER * middle) - number;
      if (sign >= 0 && sign < 3) return sign - 1;
      if (sign < 0) low = middle + 1;
      else high = middle;
    }
    return null;
  }

  /** The whole value of a position with few stones, for the side to move; null if unknown. */
  value(board: Board): number | null {
    const at = this.#valued.find(board);
    return (at === null ? undefined : this.#values[at]) ?? null;
  }

  /** The least and the greatest value for the side to move: 1, 0 or -1. */
  bounds(board: Board): readonly [least: number, most: number] {
    const sign = this.find(board);
    if (sign !== null) return [sign, sign];
    if (stonesOn(board) !== this.stones + 1) return [-1, 1];
    const signs = before(this.#game, board).map((each) => 0 - this.find(each)!);
    return [Math.max(-1, ...signs), 1];
  }

  /** The value of the best move of a position that is left out. */
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

const FORMAT = 6;
/** The layers after the first, which has the positions with most stones. */
const LEFT_OUT = 2;
/** Slow positions have at most this many more stones. */
const BEYOND = 2;
/** Of the signs in a byte. */
const WEIGHTS = [81, 27, 9, 3, 1];
const TOGETHER = WEIGHTS.length;
/** Bytes of a slow position, and at the end. */
const NUMBER = 4;
const CHECKSUM = 4;

interface Head {
  format: number;
  rules: string;
  stones: number;
  /** The most stones of a position with its whole value, and how many places have one. */
  valued: number;
  settled: number;
}

/** Where the signs of positions with this many stones are. */
class Places {
  readonly end: number;
  readonly #wide: number;
  /** Where the positions with these heights of columns begin. */
  readonly #begin = new Map<string, number>();

  constructor({ shape: [columns = 1, rows = 1] }: Rules, layers: readonly number[]) {
    this.#wide = columns;
    let end = 0;
    for (const stones of layers) {
      for (const heights of heightsOf(stones, columns, rows)) {
        if (isAfterMirror(heights)) continue;
        this.#begin.set(String(heights), end);
        end += choose(stones, stones >> 1);
      }
      end = TOGETHER * Math.ceil(end / TOGETHER);
    }
    this.end = end;
  }

  /** The place of a position; null if the book has none with as many stones. */
  find(board: Board): number | null {
    const mover = turn(board);
    let columns = Array.from({ length: this.#wide }, (_, column) =>
      board.filter((mark, cell) => mark !== null && cell % this.#wide === column).reverse(),
    );
    if (isAfterMirror(columns.map((column) => column.length))) columns = columns.toReversed();
    const stones = columns.flat();
    const begin = this.#begin.get(String(columns.map((column) => column.length)));
    if (begin === undefined) return null;
    let held = stones.length >> 1;
    let at = begin + choose(stones.length, held) - 1;
    stones.forEach((mark, number) => {
      if (mark === mover) at -= choose(stones.length - 1 - number, held--);
    });
    return at;
  }
}

/** The positions one move before a position. */
function before({ shape: [columns = 1] }: Rules, board: Board): Board[] {
  const moved = other(turn(board));
  const tops = Array.from({ length: columns }, (_, column) =>
    board.findIndex((mark, cell) => mark !== null && cell % columns === column),
  );
  return tops.filter((top) => board[top] === moved).map((top) => board.with(top, null));
}

/** The possible heights of the columns, in lexicographic order. */
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

/** The binomial coefficient. */
function choose(number: number, many: number): number {
  let ways = 1;
  for (let i = 1; i <= many; i += 1) ways = (ways * (number - many + i)) / i;
  return ways;
}
