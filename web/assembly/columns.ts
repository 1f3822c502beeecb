/**
 * Alpha-beta for games with gravity. It is the twin of `noughts.solver.search.gravity_bitboard`, position
 * by position; every rule is explained and proved there. A value is the usual score of Connect Four:
 * n > 0 if the side to move wins with its n-th stone from the end, -n if the other side does, and 0
 * for a draw.
 */

import { allow, nodes, stopped, visit } from "./budget";
import { enlist, moves, threats } from "./moves";
import { find, remember, reserve } from "./valuetable";
import { completing, hasLine, lackingTwo, lay } from "./rows";

/** Up to this many stones, mirror images are one position. */
const MIRRORED_PLIES: i32 = 16;
/** In a table entry: an upper bound b is AT_MOST + b, a lower bound AT_LEAST + b. */
const AT_MOST: i32 = 64;
const AT_LEAST: i32 = 192;
/** The smallest number that means a lower bound. */
const FIRST_LOWER: i32 = 128;
/** With fewer empty cells, searching a move costs less than looking it up before. */
const LATE: i32 = 10;
/** With no more empty cells, the position itself is not looked up either. */
const LAST: i32 = 8;
/** With more, it pays to order moves by lines that lack two stones. */
const EARLY: i32 = 18;
/** Above every value. */
const NO_BOUND: i32 = 127;

/** A column takes at least two bits. */
const MOST_COLUMNS: i32 = 32;

let columns: i32 = 0;
let height: i32 = 0;
let cells: i32 = 0;
let bottom: u64 = 0;
let full: u64 = 0;
let guards: u64 = 0;
/** Where an even number of cells is left in a column, the lower cell of each pair. */
let lower: u64 = 0;
/** The cells of each column, the middle columns first. */
const byColumn = changetype<StaticArray<u64>>(memory.data(8 * MOST_COLUMNS, 8));

/**
 * Set the game and the size of its table: 2 ** tableBits bytes. The cells and guards of all columns
 * take at most 64 bits.
 */
export function begin(wide: i32, high: i32, k: i32, tableBits: i32): void {
  columns = wide;
  height = high + 1;
  cells = wide * high;
  lay(k, height);
  for (let column = 0; column < wide; column += 1) bottom |= (<u64>1) << (column * height);
  const whole = ((<u64>1) << high) - 1;
  full = bottom * whole;
  guards = bottom << high;
  for (let row = 0; row < high; row += 1) if (((high - row) & 1) == 0) lower |= bottom << row;
  let n = 0;
  for (let off = 0; off < wide; off += 1)
    for (let column = 0; column < wide; column += 1)
      if (abs(2 * column - wide + 1) == off) byColumn[n++] = whole << (column * height);
  reserve(tableBits);
}

/**
 * Value a position within a window until the time is up; then `stopped` is set. `own` has the stones
 * of the side to move, `taken` all stones. v <= alpha means at most v, v >= beta at least v. The side
 * to move must not have a cell that completes a line.
 */
export function run(own: u64, taken: u64, alpha: i32, beta: i32): i32 {
  allow();
  const against = completing(own ^ taken, full & ~taken);
  return search(own, taken, against, <i32>popcnt(taken), alpha, beta);
}

/** Whether the side to move can complete a line with its next stone. */
export function winsAtOnce(own: u64, taken: u64): bool {
  return completing(own, full & (taken + bottom)) != 0;
}

/**
 * The best value that the side to move can reach if each of its stones is answered, or NO_BOUND.
 * `wins` are empty cells on which the other side completes a line.
 */
function followUp(own: u64, taken: u64, wins: u64): i32 {
  const empty = full & ~taken;
  const aside = (taken + bottom) & full & ~lower;
  let gets = (empty & lower) | aside;
  const upper = empty & ~gets;
  gets &= ~above(wins & upper);
  if ((popcnt(empty) & 1) == 0) {
    if (hasLine(own | gets)) return NO_BOUND;
    return hasLine((own ^ taken) | upper) ? -1 : 0;
  }
  // The upper cells of the pairs, counted from below, in a column with an odd number of cells.
  wins &= lower & above(aside);
  if (wins == 0) return NO_BOUND;
  for (let i = 0; i < columns; i += 1) {
    const column = byColumn[i];
    if ((wins & column) == 0) continue;
    const beyond = above(wins & column) | lower;
    if (!hasLine(own | (gets & ~column) | (empty & column & ~beyond))) return -1;
  }
  return NO_BOUND;
}

/**
 * All cells above the given ones. A column's guard minus these cells keeps their bits up to the
 * lowest one, and inverts all bits above it.
 */
function above(board: u64): u64 {
  return ((guards - board) ^ board) & full;
}

/** The mirror image of a board. */
function mirrored(board: u64): u64 {
  const column = ((<u64>1) << height) - 1;
  let image: u64 = 0;
  for (let from = 0, to = (columns - 1) * height; to >= 0; from += height, to -= height)
    image |= ((board >> from) & column) << to;
  return image;
}

/** The key of a position: early in the game, the smaller of its key and its mirror image's. */
function keyOf(own: u64, taken: u64, ply: i32): u64 {
  if (ply >= cells - LAST) return 0;
  const key = taken + bottom + own;
  // A column's sum fits into the column, so the mirror image's key is the mirror image of the key.
  return ply <= MIRRORED_PLIES ? min(key, mirrored(key)) : key;
}

/**
 * List the moves of a ply from `row` on, the most promising first; return how many. Return 0 if one of
 * them makes two threats at once: then the next stone wins. `early` says whether to look at lines that
 * lack two stones.
 */
function order(own: u64, taken: u64, among: u64, row: i32, early: bool): i32 {
  let n = 0;
  for (let i = 0; i < columns; i += 1) {
    const move = among & byColumn[i];
    if (move == 0) continue;
    const both = taken | move;
    const made = completing(own | move, full & ~both);
    const playable = made & (both + bottom);
    // Two playable cells, or one with another on top of it.
    if (((playable & (playable - 1)) | (made & (playable << 1))) != 0) return 0;
    let weight = 8 * <i32>popcnt(made) - (playable != 0 ? 4 : 0);
    if (early) weight += lackingTwo(own | move, full & ~both);
    enlist(row, row + n, move, made, weight);
    n += 1;
  }
  return n;
}

/** A lower bound for one of the listed moves, if it is beta or more. */
function promised(own: u64, taken: u64, ply: i32, beta: i32, row: i32, n: i32): i32 {
  if (n == 0) return (cells - 1 - ply) >> 1;
  const odd = ((cells - ply) & 1) != 0;
  for (let i = row; i < row + n; i += 1) {
    const both = taken | moves[i];
    if (beta <= 1 && (odd || threats[i] != 0)) {
      const value = -followUp(own ^ taken, both, threats[i]);
      if (value >= beta) return value;
    }
    if (ply < cells - LATE) {
      const value = find(keyOf(own ^ taken, both, ply + 1));
      if (value != 0 && value < FIRST_LOWER && AT_MOST - value >= beta) return AT_MOST - value;
    }
  }
  return -cells;
}

/** The moves after which the other side cannot win at once; it wins on `against`. */
function holding(taken: u64, against: u64): u64 {
  let among = (taken + bottom) & full;
  const forced = among & against;
  if (forced != 0) among = (forced & (forced - 1)) == 0 ? forced : 0;
  return among & ~(against >> 1);
}

/** Whether the window needs a win of a side that has no line left. */
function outOfReach(own: u64, taken: u64, alpha: i32, beta: i32): bool {
  const empty = full & ~taken;
  if (alpha >= 0) return !hasLine(own | empty);
  return beta <= 0 && !hasLine((own ^ taken) | empty);
}

/** Store a value searched since this node, unless the key is 0, which means no key. */
function keep(key: u64, value: i32, start: u64): void {
  if (key != 0) remember(key, value, nodes - start);
}

/** Value a position within a window; `against` are the cells where the other side wins. */
function search(own: u64, taken: u64, against: u64, ply: i32, alpha: i32, beta: i32): i32 {
  if (!visit() || taken == full) return 0;
  const among = holding(taken, against);
  if (among == 0) return -((cells - ply) >> 1);
  if (ply >= cells - 2 || outOfReach(own, taken, alpha, beta)) return 0;
  // The side to move cannot win with its next stone, so at best with the one after it.
  let low = -((cells - 2 - ply) >> 1);
  let high = (cells - 1 - ply) >> 1;
  const key = keyOf(own, taken, ply);
  const known = key != 0 ? find(key) : 0;
  if (known >= FIRST_LOWER) low = max(low, known - AT_LEAST);
  else if (known != 0) high = min(high, known - AT_MOST);
  if (low >= beta || low == high) return low;
  if (high <= alpha) return high;
  alpha = max(alpha, low);
  beta = min(beta, high);
  const row = ply * columns;
  // This order says little about plies: it slows down the search for them.
  const early = alpha >= -1 && beta <= 1 && ply < cells - EARLY;
  const start = nodes;
  const n = order(own, taken, among, row, early);
  const seen = promised(own, taken, ply, beta, row, n);
  if (seen >= beta) {
    keep(key, AT_LEAST + seen, start);
    return seen;
  }
  for (let i = row; i < row + n; i += 1) {
    const value = -search(own ^ taken, taken | moves[i], threats[i], ply + 1, -beta, -alpha);
    if (stopped) return 0;
    if (value >= beta) {
      keep(key, AT_LEAST + value, start);
      return value;
    }
    alpha = max(alpha, value);
  }
  keep(key, AT_MOST + alpha, start);
  return alpha;
}
