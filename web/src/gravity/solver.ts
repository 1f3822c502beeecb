/** Proofs for gravity games: the twin of `noughts.solver.gravity`. */

import type { Worth } from "../game/analysis";
import { legal, marksOf, outcome, play, turn, type Board, type Rules } from "../game/rules";
import type { Book } from "./book";
import { answerable, stonesOn } from "./rules";
import { Search } from "./search";

/** Bytes of the table, small enough for a phone. */
const MEMORY = 2 ** 25;
const MOST_KNOWN = 10_000;
/** A value between two bounds, which are equal if it is known. */
export type Bounds = readonly [low: number, high: number];

export class GravitySolver {
  readonly #search: Search;
  /** The results for earlier positions. */
  readonly #known = new Map<string, Bounds>();
  /** When to stop, in `performance.now()` time. */
  deadline = Infinity;

  /** `code` is the compiled search; its table takes at most this many bytes. */
  constructor(
    code: WebAssembly.Module,
    readonly rules: Rules,
    private readonly book: Book | null = null,
    memory = MEMORY,
  ) {
    this.#search = new Search(code, rules, memory);
  }

  /** Positions looked at. */
  get nodes(): number {
    return this.#search.nodes;
  }

  /** Who wins a position: equal bounds at -1, 0 or 1 if it is found in time. */
  sign(board: Board): Bounds {
    return this.bounds(board, -1, 1);
  }

  /** Bounds on the whole value of a position, which includes the plies. */
  value(board: Board): Bounds {
    return this.bounds(board, -this.rules.cells, this.rules.cells);
  }

  /** Bounds on a position's value; values outside the range count as its ends. */
  bounds(board: Board, low: number, high: number): Bounds {
    const clamp = ([least, most]: Bounds): Bounds => [
      Math.min(Math.max(least, low), high) + 0,
      Math.min(Math.max(most, low), high) + 0,
    ];
    const final = this.#final(board);
    if (final !== null) return clamp([final, final]);
    const key = marksOf(board);
    let [least, most] = this.#known.get(key) ?? this.#atFirst(board);
    const late = stonesOn(board) ? 0 : this.#most(board) >> 2;
    for (;;) {
      const [from, to] = clamp([least, most]);
      if (from === to) break;
      const value = windowOf(from, to, late);
      const found = this.#run(board, value);
      if (found === null) break;
      if (found <= value) most = Math.min(most, found);
      else least = Math.max(least, found);
    }
    if (this.#known.size >= MOST_KNOWN) this.#known.clear();
    this.#known.set(key, [least, most]);
    return clamp([least, most]);
  }

  /** An upper bound on the value if it is at most this, else a lower one; null if time was up. */
  #run(board: Board, value: number): number | null {
    if (performance.now() >= this.deadline) return null;
    const found = this.#search.run(...this.#stones(board), value, value + 1, this.deadline);
    return this.#search.stopped ? null : found;
  }

  /** The stones of the side to move, and those of both sides. */
  #stones(board: Board): [own: bigint, taken: bigint] {
    const mover = turn(board);
    return [
      this.#search.board((cell) => board[cell] === mover),
      this.#search.board((cell) => board[cell] !== null),
    ];
  }

  /** The book's answer to who wins a position: bounds between -1 and 1. */
  booked(board: Board): Bounds {
    return this.book?.bounds(board) ?? [-1, 1];
  }

  /** Bounds from the book and from the number of stones, if no stone wins at once. */
  #atFirst(board: Board): Bounds {
    const most = this.#most(board);
    const value = this.book?.value(board) ?? null;
    if (value !== null) return [value, value];
    const [low, high] = this.booked(board);
    const answers = !stonesOn(board) && answerable(this.rules);
    const odd = this.rules.cells % 2 > 0;
    return [
      answers && odd ? 0 : low < 0 ? -most : low,
      answers && !odd ? 0 : high > 0 ? most : high,
    ];
  }

  /** The greatest value. In misère the last stone is the loser's. */
  #most(board: Board): number {
    return (this.rules.cells - stonesOn(board) + Number(this.rules.misere)) >> 1;
  }

  /** The value of a finished position, or one that the next stone wins. */
  #final(board: Board): number | null {
    const left = this.rules.cells - stonesOn(board);
    const over = outcome(this.rules, board);
    if (over?.winner === null) return 0;
    if (over) return ((left + 2) >> 1) * (over.winner === turn(board) ? 1 : -1);
    return this.#search.winsAtOnce(...this.#stones(board)) ? (left + 1) >> 1 : null;
  }

  /** A value as a score in plies; without plies if only the winner is known. */
  worth(board: Board, [low, high]: Bounds): Worth | null {
    if (low === 0 && high === 0) return { value: "draw", plies: null };
    if (low <= 0 && high >= 0) return null;
    const value = low > 0 ? "win" : "loss";
    if (low !== high) return { value, plies: null };
    // The n-th stone from the end is one of two; the owner of the line decides which.
    let plies = this.rules.cells + 2 - 2 * Math.abs(low) - stonesOn(board);
    if (Math.abs(plies) % 2 !== Number(low > 0 !== this.rules.misere)) plies -= 1;
    return { value, plies };
  }

  /** The positions after each move, from the middle outwards. */
  children(board: Board): { cell: number; child: Board }[] {
    const [columns = 1] = this.rules.shape;
    const off = (cell: number) => Math.abs(2 * (cell % columns) - columns + 1);
    const cells = legal(this.rules, board).sort((a, b) => off(a) - off(b));
    return cells.map((cell) => ({ cell, child: play(board, cell) }));
  }
}

/** The next window: a win first, then the middle, but nearer to a draw; the twin says what `late` is. */
function windowOf(low: number, high: number, late: number): number {
  if (low < 0 && high > 0) return 0;
  if (low >= 0) {
    if (high <= late) return low;
    if (low < late) return late;
  } else {
    if (low >= -late) return high - 1;
    if (high > -late) return -late - 1;
  }
  const middle = Math.floor((low + high) / 2);
  if (middle < 0 && Math.floor(low / 2) < middle) return Math.ceil(low / 2);
  if (middle >= 0 && Math.floor(high / 2) > middle) return Math.floor(high / 2);
  return middle;
}
