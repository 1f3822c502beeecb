/** The searches in WebAssembly, whose source is in `web/assembly`: one instance for each game. */

import type { Rules } from "../game/rules";
import { fitsColumns } from "./rules";

type Run = (own: bigint, taken: bigint, alpha: number, beta: number) => number;
type Asked = (own: bigint, taken: bigint) => number;

/** The functions of an instance: a search by columns, and one by lines. */
interface Exports {
  readonly nodes: WebAssembly.Global<"i64">;
  readonly stopped: WebAssembly.Global<"i32">;
  beginColumns(columns: number, rows: number, k: number, bits: number): void;
  runColumns: Run;
  winsAtOnceInColumns: Asked;
  line(line: bigint, guards: bigint): void;
  beginStacks(columns: number, rows: number, torus: boolean, misere: boolean, bits: number): void;
  runStacks: Run;
  winsAtOnceInStacks: Asked;
}

export class Search {
  readonly #exports: Exports;
  readonly #run: Run;
  readonly #winsAtOnce: Asked;
  /** The bit of each cell. */
  readonly #bits: readonly bigint[];
  #deadline = Infinity;

  /** A supported game (`rules.ts`). Its table has at most this many bytes, a power of two. */
  constructor(code: WebAssembly.Module, rules: Rules, memory: number) {
    const poll = () => performance.now() > this.#deadline;
    const instance = new WebAssembly.Instance(code, { budget: { poll } });
    const exports = instance.exports as unknown as Exports;
    const [columns = 1, rows = 1] = rules.shape;
    const bits = Math.log2(memory);
    const place = (cell: number) => {
      if (!fitsColumns(rules)) return cell;
      // Each column's cells from below, then its guard.
      return ((cell % columns) + 1) * (rows + 1) - 2 - Math.floor(cell / columns);
    };
    this.#bits = Array.from({ length: rules.cells }, (_, cell) => 1n << BigInt(place(cell)));
    this.#exports = exports;
    if (fitsColumns(rules)) {
      exports.beginColumns(columns, rows, rules.k!, bits);
      [this.#run, this.#winsAtOnce] = [exports.runColumns, exports.winsAtOnceInColumns];
    } else {
      const board = (cells: readonly number[]) => this.board((cell) => cells.includes(cell));
      rules.lines.forEach((line, at) => exports.line(board(line), board(rules.guards[at]!)));
      exports.beginStacks(columns, rows, rules.torus, rules.misere, bits);
      [this.#run, this.#winsAtOnce] = [exports.runStacks, exports.winsAtOnceInStacks];
    }
  }

  /** Positions looked at. */
  get nodes(): number {
    return Number(this.#exports.nodes.value);
  }

  /** Whether the time was up before the answer. */
  get stopped(): boolean {
    return this.#exports.stopped.value !== 0;
  }

  /** The cells that pass a test, as bits. */
  board(holds: (cell: number) => boolean): bigint {
    return this.#bits.reduce((found, bit, cell) => (holds(cell) ? found | bit : found), 0n);
  }

  /** Whether the side to move can win with its next stone. */
  winsAtOnce(own: bigint, taken: bigint): boolean {
    return this.#winsAtOnce(own, taken) !== 0;
  }

  /**
   * A position's value within a window, until a time of `performance.now()`; then `stopped` is set.
   * v <= alpha means at most v, v >= beta at least v. The game must not be over, and the next stone
   * must not win it.
   */
  run(own: bigint, taken: bigint, alpha: number, beta: number, deadline: number): number {
    this.#deadline = deadline;
    return this.#run(own, taken, alpha, beta);
  }
}
