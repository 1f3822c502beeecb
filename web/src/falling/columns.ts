/**
 * Alpha-beta for games in which stones fall: the twin of `noughts.solver.search.columns`, where
 * every rule is explained. A value is Connect Four's customary score: n > 0 if the side to move
 * wins with its n-th stone from the end, -n if the other side does, 0 for a draw.
 */

import { above, completing, hasLine, mirrored, popcount, upper } from "./halves";
import { ValueTable } from "./valuetable";

/** Up to this many stones, mirror images are one position. */
const MIRRORED_PLIES = 16;
/** In a table entry: an upper bound b is AT_MOST + b, a lower bound AT_LEAST + b. */
const [AT_MOST, AT_LEAST, FIRST_LOWER] = [64, 192, 128];
/** With fewer empty cells, searching a move costs less than looking it up before. */
const LATE = 10;
/** Above every value. */
const NO_BOUND = 127;
/** So many positions between two looks at the clock. */
const OFTEN = 2048;

export class ColumnSearch {
  readonly cells: number;
  /** Positions looked at. */
  nodes = 0;
  /** Whether the time was up before the answer. */
  stopped = false;
  readonly #height: number;
  readonly #bottomLo: number;
  readonly #bottomHi: number;
  readonly #fullLo: number;
  readonly #fullHi: number;
  /** Where an even number of cells is left in a column, the lower cell of each pair. */
  readonly #lowerLo: number;
  readonly #lowerHi: number;
  /** Each column's cells, those in the middle first. */
  readonly #columnLo: Int32Array;
  readonly #columnHi: Int32Array;
  readonly #table: ValueTable;
  /** The moves of each ply, what they threaten, and how much. */
  readonly #moveLo: Int32Array;
  readonly #moveHi: Int32Array;
  readonly #threatLo: Int32Array;
  readonly #threatHi: Int32Array;
  readonly #weights: Int32Array;
  #deadline = Infinity;
  /** The upper half of the key that was made last. */
  #keyHi = 0;

  /** The table has 2 ** bits entries of nine bytes. */
  constructor(
    readonly columns: number,
    readonly rows: number,
    readonly k: number,
    bits: number,
  ) {
    this.cells = columns * rows;
    this.#height = rows + 1;
    const board = (holds: (column: number, row: number) => boolean) => {
      const halves: [number, number] = [0, 0];
      for (let column = 0; column < columns; column += 1)
        for (let row = 0; row < rows; row += 1)
          if (holds(column, row)) this.#add(halves, column, row);
      return halves;
    };
    [this.#bottomLo, this.#bottomHi] = board((_, row) => row === 0);
    [this.#fullLo, this.#fullHi] = board(() => true);
    [this.#lowerLo, this.#lowerHi] = board((_, row) => (rows - row) % 2 === 0);
    const off = (column: number) => Math.abs(2 * column - columns + 1);
    const order = Array.from({ length: columns }, (_, column) => column);
    const runs = order
      .sort((a, b) => off(a) - off(b))
      .map((at) => board((column) => column === at));
    this.#columnLo = Int32Array.from(runs, ([lo]) => lo);
    this.#columnHi = Int32Array.from(runs, ([, hi]) => hi);
    this.#table = new ValueTable(bits);
    const lists = () => new Int32Array(columns * (this.cells + 1));
    this.#moveLo = lists();
    this.#moveHi = lists();
    this.#threatLo = lists();
    this.#threatHi = lists();
    this.#weights = lists();
  }

  /** The two halves of the cells for which something holds; row 0 is the top one. */
  board(holds: (cell: number) => boolean): [number, number] {
    const halves: [number, number] = [0, 0];
    for (let cell = 0; cell < this.cells; cell += 1) {
      const row = this.rows - 1 - Math.floor(cell / this.columns);
      if (holds(cell)) this.#add(halves, cell % this.columns, row);
    }
    return halves;
  }

  #add(halves: [number, number], column: number, row: number): void {
    const bit = column * this.#height + row;
    halves[bit >> 5]! |= 1 << (bit & 31);
  }

  /** Whether the side to move can complete a line with its next stone. */
  winsAtOnce([ownLo, ownHi]: [number, number], [takenLo, takenHi]: [number, number]): boolean {
    const emptyLo = this.#fullLo & ~takenLo;
    const emptyHi = this.#fullHi & ~takenHi;
    const lo = completing(ownLo, ownHi, emptyLo, emptyHi, this.k, this.#height);
    const onLo = (takenLo << 1) | this.#bottomLo;
    const onHi = (takenHi << 1) | (takenLo >>> 31) | this.#bottomHi;
    return ((lo & onLo) | (upper & onHi)) !== 0;
  }

  /**
   * Value a position within a window until a time is up, as `performance.now()` counts; then
   * `stopped` is set. v <= alpha says at most v, v >= beta at least v. The side to move has no cell
   * that completes a line.
   */
  run(
    [ownLo, ownHi]: [number, number],
    [takenLo, takenHi]: [number, number],
    alpha: number,
    beta: number,
    deadline: number,
  ): number {
    this.#deadline = deadline;
    this.stopped = false;
    const emptyLo = this.#fullLo & ~takenLo;
    const emptyHi = this.#fullHi & ~takenHi;
    const theirsLo = ownLo ^ takenLo;
    const theirsHi = ownHi ^ takenHi;
    const lo = completing(theirsLo, theirsHi, emptyLo, emptyHi, this.k, this.#height);
    const hi = upper;
    const ply = popcount(takenLo) + popcount(takenHi);
    return this.#search(ownLo, ownHi, takenLo, takenHi, lo, hi, ply, alpha, beta);
  }

  /**
   * The most that the side to move can reach if every stone of his is answered; NO_BOUND if this
   * says nothing. `wins` are empty cells on which the other side completes a line.
   */
  #followUp(
    ownLo: number,
    ownHi: number,
    takenLo: number,
    takenHi: number,
    winsLo: number,
    winsHi: number,
  ): number {
    const k = this.k;
    const height = this.#height;
    const emptyLo = this.#fullLo & ~takenLo;
    const emptyHi = this.#fullHi & ~takenHi;
    const playLo = ((takenLo << 1) | this.#bottomLo) & emptyLo;
    const playHi = ((takenHi << 1) | (takenLo >>> 31) | this.#bottomHi) & emptyHi;
    const asideLo = playLo & ~this.#lowerLo;
    const asideHi = playHi & ~this.#lowerHi;
    let lowerLo = (emptyLo & this.#lowerLo) | asideLo;
    let lowerHi = (emptyHi & this.#lowerHi) | asideHi;
    const upperLo = emptyLo & ~lowerLo;
    const upperHi = emptyHi & ~lowerHi;
    const beyondLo = this.#above(winsLo & upperLo, winsHi & upperHi);
    lowerLo &= ~beyondLo;
    lowerHi &= ~upper;
    if (((popcount(emptyLo) + popcount(emptyHi)) & 1) === 0) {
      if (hasLine(ownLo | lowerLo, ownHi | lowerHi, k, height)) return NO_BOUND;
      const theirsLo = (ownLo ^ takenLo) | upperLo;
      return hasLine(theirsLo, (ownHi ^ takenHi) | upperHi, k, height) ? -1 : 0;
    }
    // Where it is the upper cells that follow, counted from below.
    winsLo &= this.#lowerLo;
    winsHi &= this.#lowerHi;
    for (let i = 0; i < this.columns; i += 1) {
      const lo = this.#columnLo[i]!;
      const hi = this.#columnHi[i]!;
      if (((asideLo & lo) | (asideHi & hi)) === 0 || ((winsLo & lo) | (winsHi & hi)) === 0)
        continue;
      const aboveLo = this.#above(winsLo & lo, winsHi & hi) | this.#lowerLo;
      const aboveHi = upper | this.#lowerHi;
      const getsLo = ownLo | (lowerLo & ~lo) | (emptyLo & lo & ~aboveLo);
      const getsHi = ownHi | (lowerHi & ~hi) | (emptyHi & hi & ~aboveHi);
      if (!hasLine(getsLo, getsHi, k, height)) return -1;
    }
    return NO_BOUND;
  }

  #above(lo: number, hi: number): number {
    return above(lo, hi, this.#fullLo, this.#fullHi);
  }

  /**
   * The key of a position: the mover's stones and a mark on the first free place of each column.
   * Early in the game, the lesser of that and its mirror image.
   */
  #key(ownLo: number, ownHi: number, takenLo: number, takenHi: number, ply: number): number {
    const lo = (((takenLo << 1) | this.#bottomLo) & ~takenLo) | ownLo;
    const hi = (((takenHi << 1) | (takenLo >>> 31) | this.#bottomHi) & ~takenHi) | ownHi;
    if (ply <= MIRRORED_PLIES) {
      const imageLo = mirrored(lo, hi, this.columns, this.#height);
      if (upper < hi || (upper === hi && imageLo < lo)) {
        this.#keyHi = upper;
        return imageLo;
      }
    }
    this.#keyHi = hi;
    return lo;
  }

  /**
   * List the moves of a ply from `row` on, those that make most threats first; return how many. 0
   * if one of them makes two threats at once: the next stone wins.
   */
  #order(
    ownLo: number,
    ownHi: number,
    takenLo: number,
    takenHi: number,
    amongLo: number,
    amongHi: number,
    row: number,
  ): number {
    const moveLo = this.#moveLo;
    const moveHi = this.#moveHi;
    const weights = this.#weights;
    const threatLo = this.#threatLo;
    const threatHi = this.#threatHi;
    let n = 0;
    for (let i = 0; i < this.columns; i += 1) {
      const lo = amongLo & this.#columnLo[i]!;
      const hi = amongHi & this.#columnHi[i]!;
      if ((lo | hi) === 0) continue;
      const bothLo = takenLo | lo;
      const bothHi = takenHi | hi;
      const emptyLo = this.#fullLo & ~bothLo;
      const emptyHi = this.#fullHi & ~bothHi;
      const madeLo = completing(ownLo | lo, ownHi | hi, emptyLo, emptyHi, this.k, this.#height);
      const madeHi = upper;
      const nowLo = madeLo & ((bothLo << 1) | this.#bottomLo);
      const nowHi = madeHi & ((bothHi << 1) | (bothLo >>> 31) | this.#bottomHi);
      if ((nowLo | nowHi) !== 0) {
        // Two that may be played, or one with another on top of it.
        const two = popcount(nowLo) + popcount(nowHi) > 1;
        if (two || (madeLo & (nowLo << 1)) | (madeHi & ((nowHi << 1) | (nowLo >>> 31)))) return 0;
      }
      const weight = popcount(madeLo) + popcount(madeHi);
      let at = row + n;
      for (; at > row && weights[at - 1]! < weight; at -= 1) {
        weights[at] = weights[at - 1]!;
        moveLo[at] = moveLo[at - 1]!;
        moveHi[at] = moveHi[at - 1]!;
        threatLo[at] = threatLo[at - 1]!;
        threatHi[at] = threatHi[at - 1]!;
      }
      weights[at] = weight;
      moveLo[at] = lo;
      moveHi[at] = hi;
      threatLo[at] = madeLo;
      threatHi[at] = madeHi;
      n += 1;
    }
    return n;
  }

  /** What one of the listed moves is worth at least, if that is seen to be beta or more. */
  #promised(
    ownLo: number,
    ownHi: number,
    takenLo: number,
    takenHi: number,
    ply: number,
    beta: number,
    row: number,
    n: number,
  ): number {
    if (n === 0) return (this.cells - 1 - ply) >> 1;
    const theirsLo = ownLo ^ takenLo;
    const theirsHi = ownHi ^ takenHi;
    const odd = ((this.cells - ply) & 1) !== 0;
    for (let i = row; i < row + n; i += 1) {
      const bothLo = takenLo | this.#moveLo[i]!;
      const bothHi = takenHi | this.#moveHi[i]!;
      const winsLo = this.#threatLo[i]!;
      const winsHi = this.#threatHi[i]!;
      if (beta <= 1 && (odd || (winsLo | winsHi) !== 0)) {
        const value = -this.#followUp(theirsLo, theirsHi, bothLo, bothHi, winsLo, winsHi);
        if (value >= beta) return value;
      }
      if (ply < this.cells - LATE) {
        const lo = this.#key(theirsLo, theirsHi, bothLo, bothHi, ply + 1);
        const value = this.#table.find(lo, this.#keyHi);
        if (value !== 0 && value < FIRST_LOWER && AT_MOST - value >= beta) return AT_MOST - value;
      }
    }
    return -this.cells;
  }

  /** Value a position within a window; the last halves are the cells where the other side wins. */
  #search(
    ownLo: number,
    ownHi: number,
    takenLo: number,
    takenHi: number,
    againstLo: number,
    againstHi: number,
    ply: number,
    alpha: number,
    beta: number,
  ): number {
    this.nodes += 1;
    if (this.nodes % OFTEN === 0 && performance.now() > this.#deadline) this.stopped = true;
    if (this.stopped || ply === this.cells) return 0;
    // The moves after which the other side cannot win at once.
    let amongLo = ((takenLo << 1) | this.#bottomLo) & ~takenLo & this.#fullLo;
    let amongHi = (takenHi << 1) | (takenLo >>> 31) | this.#bottomHi;
    amongHi &= ~takenHi & this.#fullHi;
    const forcedLo = amongLo & againstLo;
    const forcedHi = amongHi & againstHi;
    if ((forcedLo | forcedHi) !== 0) {
      if (popcount(forcedLo) + popcount(forcedHi) > 1) return -((this.cells - ply) >> 1);
      amongLo = forcedLo;
      amongHi = forcedHi;
    }
    amongLo &= ~((againstLo >>> 1) | (againstHi << 31));
    amongHi &= ~(againstHi >>> 1);
    if ((amongLo | amongHi) === 0) return -((this.cells - ply) >> 1);
    if (ply >= this.cells - 2) return 0;
    const keyLo = this.#key(ownLo, ownHi, takenLo, takenHi, ply);
    const keyHi = this.#keyHi;
    // Nobody wins with his next stone, so at best with the one after it.
    let low = -((this.cells - 2 - ply) >> 1);
    let high = (this.cells - 1 - ply) >> 1;
    const known = this.#table.find(keyLo, keyHi);
    if (known >= FIRST_LOWER) low = Math.max(low, known - AT_LEAST);
    else if (known !== 0) high = Math.min(high, known - AT_MOST);
    if (low >= beta || low === high) return low;
    if (high <= alpha) return high;
    alpha = Math.max(alpha, low);
    beta = Math.min(beta, high);
    const row = ply * this.columns;
    const n = this.#order(ownLo, ownHi, takenLo, takenHi, amongLo, amongHi, row);
    const promised = this.#promised(ownLo, ownHi, takenLo, takenHi, ply, beta, row, n);
    if (promised >= beta) {
      this.#table.store(keyLo, keyHi, AT_LEAST + promised);
      return promised;
    }
    for (let i = row; i < row + n; i += 1) {
      const value = -this.#search(
        ownLo ^ takenLo,
        ownHi ^ takenHi,
        takenLo | this.#moveLo[i]!,
        takenHi | this.#moveHi[i]!,
        this.#threatLo[i]!,
        this.#threatHi[i]!,
        ply + 1,
        -beta,
        -alpha,
      );
      if (this.stopped) return 0;
      if (value >= beta) {
        this.#table.store(keyLo, keyHi, AT_LEAST + value);
        return value;
      }
      alpha = Math.max(alpha, value);
    }
    this.#table.store(keyLo, keyHi, AT_MOST + alpha);
    return alpha;
  }
}
