/** The search in WebAssembly, whose source is in `web/assembly`: one instance for each game. */

/** What an instance has to offer. */
interface Exports {
  readonly nodes: WebAssembly.Global<"i64">;
  readonly stopped: WebAssembly.Global<"i32">;
  begin(columns: number, rows: number, k: number, tableBits: number): void;
  run(own: bigint, taken: bigint, alpha: number, beta: number): number;
  winsAtOnce(own: bigint, taken: bigint): number;
}

/** A bucket of the table, in bytes. */
const BUCKET = 16;

export class ColumnSearch {
  readonly #exports: Exports;
  #deadline = Infinity;

  /** The table takes so many bytes of memory at most. */
  constructor(
    code: WebAssembly.Module,
    readonly columns: number,
    readonly rows: number,
    k: number,
    memory: number,
  ) {
    const poll = () => performance.now() > this.#deadline;
    const instance = new WebAssembly.Instance(code, { budget: { poll } });
    this.#exports = instance.exports as unknown as Exports;
    this.#exports.begin(columns, rows, k, Math.floor(Math.log2(memory / BUCKET)));
  }

  /** Positions looked at. */
  get nodes(): number {
    return Number(this.#exports.nodes.value);
  }

  /** Whether the time was up before the answer. */
  get stopped(): boolean {
    return this.#exports.stopped.value !== 0;
  }

  /** The cells for which something holds, as bits: each column's from below, then its guard. */
  board(holds: (cell: number) => boolean): bigint {
    let board = 0n;
    for (let cell = 0; cell < this.columns * this.rows; cell += 1) {
      const [column, row] = [cell % this.columns, Math.floor(cell / this.columns)];
      if (holds(cell)) board |= 1n << BigInt((column + 1) * (this.rows + 1) - 2 - row);
    }
    return board;
  }

  /** Whether the side to move can complete a line with its next stone. */
  winsAtOnce(own: bigint, taken: bigint): boolean {
    return this.#exports.winsAtOnce(own, taken) !== 0;
  }

  /**
   * Value a position within a window until a time is up, as `performance.now()` counts; then
   * `stopped` is set. v <= alpha says at most v, v >= beta at least v. The side to move has no cell
   * that completes a line.
   */
  run(own: bigint, taken: bigint, alpha: number, beta: number, deadline: number): number {
    this.#deadline = deadline;
    return this.#exports.run(own, taken, alpha, beta);
  }
}
