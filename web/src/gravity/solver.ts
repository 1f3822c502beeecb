/** What is proved of a position in which stones fall: the twin of `noughts.solver.gravity`. */

import { legal, outcome, play, turn, type Board, type Rules } from "../game/rules";
import type { Book } from "./book";
import { stonesOn } from "./rules";
import { Search } from "./search";

/** Bytes of the table, as much as a phone has to spare. */
const MEMORY = 2 ** 25;
const MOST_KNOWN = 10_000;

/** A value between two bounds; the same twice if it is known. */
export type Bounds = readonly [low: number, high: number];

export interface Worth {
  value: "win" | "draw" | "loss";
  /** Null for a draw, and where only the winner is known. */
  plies: number | null;
}

export class GravitySolver {
  readonly #search: Search;
  /** What has been found out of positions that were asked for. */
  readonly #known = new Map<string, Bounds>();
  /** When to stop, as `performance.now()` counts. */
  deadline = Infinity;

  /** `code` is the search, compiled; its table takes so many bytes of memory at most. */
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

  /** Who wins a position: bounds that are the same, at -1, 0 or 1, if it is known in time. */
  sign(board: Board): Bounds {
    return this.bounds(board, -1, 1);
  }

  /** Bounds on the whole value of a position, which tells the plies as well. */
  value(board: Board): Bounds {
    return this.bounds(board, -this.rules.cells, this.rules.cells);
  }

  /** Bounds on a position's value; what lies outside the range is taken for its end. */
  bounds(board: Board, low: number, high: number): Bounds {
    const clamp = ([least, most]: Bounds): Bounds => [
      Math.min(Math.max(least, low), high) + 0,
      Math.min(Math.max(most, low), high) + 0,
    ];
    const mover = turn(board);
    const own = this.#search.board((cell) => board[cell] === mover);
    const taken = this.#search.board((cell) => board[cell] !== null);
    const final = this.#final(board, own, taken);
    if (final !== null) return clamp([final, final]);
    const key = board.map((mark) => mark ?? ".").join("");
    let [least, most] = this.#known.get(key) ?? this.#atFirst(board);
    for (;;) {
      const [from, to] = clamp([least, most]);
      if (from === to || performance.now() >= this.deadline) break;
      const value = nearest(from, to);
      const found = this.#search.run(own, taken, value, value + 1, this.deadline);
      if (this.#search.stopped) break;
      if (found <= value) most = Math.min(most, found);
      else least = Math.max(least, found);
    }
    if (this.#known.size >= MOST_KNOWN) this.#known.clear();
    this.#known.set(key, [least, most]);
    return clamp([least, most]);
  }

  /** What the book says of who wins a position: bounds between -1 and 1. */
  booked(board: Board): Bounds {
    return this.book?.bounds(board) ?? [-1, 1];
  }

  /** What the number of stones says of a position that is not won at once, and the book. */
  #atFirst(board: Board): Bounds {
    // In misère the last stone is the loser's.
    const most = (this.rules.cells - stonesOn(board) + Number(this.rules.misere)) >> 1;
    const [low, high] = this.booked(board);
    return [low < 0 ? -most : low, high > 0 ? most : high];
  }

  /** The value of a position that is over, or won with the next stone. */
  #final(board: Board, own: bigint, taken: bigint): number | null {
    const left = this.rules.cells - stonesOn(board);
    const over = outcome(this.rules, board);
    if (over?.winner === null) return 0;
    if (over) return ((left + 2) >> 1) * (over.winner === turn(board) ? 1 : -1);
    return this.#search.winsAtOnce(own, taken) ? (left + 1) >> 1 : null;
  }

  /** A value as a score in plies; what is only known to be a win or a loss has none. */
  worth(board: Board, [low, high]: Bounds): Worth | null {
    if (low === 0 && high === 0) return { value: "draw", plies: null };
    if (low <= 0 && high >= 0) return null;
    const value = low > 0 ? "win" : "loss";
    if (low !== high) return { value, plies: null };
    // The n-th stone from the end of whose line it is, or the one before: that tells whose it is.
    let plies = this.rules.cells + 2 - 2 * Math.abs(low) - stonesOn(board);
    if (Math.abs(plies) % 2 !== Number(low > 0 !== this.rules.misere)) plies -= 1;
    return { value, plies };
  }

  /** The positions after each move, those in the middle first. */
  children(board: Board): { cell: number; child: Board }[] {
    const [columns = 1] = this.rules.shape;
    const off = (cell: number) => Math.abs(2 * (cell % columns) - columns + 1);
    const cells = legal(this.rules, board).sort((a, b) => off(a) - off(b));
    return cells.map((cell) => ({ cell, child: play(board, cell) }));
  }
}

/** Where to ask next: for a win first, then the middle, but rather nearer to a draw. */
function nearest(low: number, high: number): number {
  if (low < 0 && high > 0) return 0;
  const middle = Math.floor((low + high) / 2);
  if (middle < 0 && Math.floor(low / 2) < middle) return Math.ceil(low / 2);
  if (middle >= 0 && Math.floor(high / 2) > middle) return Math.floor(high / 2);
  return middle;
}
