/**
 * Alpha-beta for games in which stones fall: the twin of `noughts.solver.search.gravity_bitboard`, position
 * by position, where every rule is explained and proved. A value is Connect Four's customary score:
 * n > 0 if the side to move wins with its n-th stone from the end, -n if the other side does, 0 for
 * a draw.
 */

import { allow, stopped, visit } from "./budget";
import { enlist, moves, threats } from "./moves";
import { find, remember, reserve } from "./valuetable";
import { completing, hasLine, lackingTwo, lay } from "./rows";

/** Up to this many stones, mirror images are one position. */
const MIRRORED_PLIES: i32 = 16;
/** In a table entry: an upper bound b is AT_MOST + b, a lower bound AT_LEAST + b. */
const AT_MOST: i32 = 64;
const AT_LEAST: i32 = 192;
/** The least number that stands for a lower bound. */
const FIRST_LOWER: i32 = 128;
/** With fewer empty cells, searching a move costs less than looking it up before. */
const LATE: i32 = 10;
/** With no more empty cells, nor is the position itself looked up. */
const LAST: i32 = 8;
/** With more, the order pays for a look at lines of which two stones are missing. */
const EARLY: i32 = 18;
/** Above every value. */
const NO_BOUND: i32 = 127;

/** A column takes two bits at least. */
const MOST_COLUMNS: i32 = 32;

let columns: i32 = 0;
let height: i32 = 0;
let cells: i32 = 0;
let bottom: u64 = 0;
let full: u64 = 0;
let guards: u64 = 0;
/** Where an even number of cells is left in a column, the lower cell of each pair. */
let lower: u64 = 0;
/** Each column's cells, those in the middle first. */
const byColumn = changetype<StaticArray<u64>>(memory.data(8 * MOST_COLUMNS, 8));

/**
 * Say which game is searched, and how large its table may be: 2 ** tableBits bytes. A column's
 * cells and its guard are so many bits, 64 in all.
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
 * Value a position within a window until the time is up; then `stopped` is set. `own` holds the
 * stones of the side to move, `taken` those of both. v <= alpha says at most v, v >= beta at least
 * v. The side to move has no cell that completes a line.
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
 * The most that the side to move can reach if every stone of his is answered; NO_BOUND if this says
 * nothing. `wins` are empty cells on which the other side completes a line.
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
  // Where the upper cells follow, counted from below, in a column with an odd number of cells.
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
 * All cells above some. A guard less the cells of its column has the same bits as these up to the
 * lowest of them, and all others above it.
 */
function above(board: u64): u64 {
  return ((guards - board) ^ board) & full;
}

/** A board with left and right exchanged. */
function mirrored(board: u64): u64 {
  const column = ((<u64>1) << height) - 1;
  let image: u64 = 0;
  for (let from = 0, to = (columns - 1) * height; to >= 0; from += height, to -= height)
    image |= ((board >> from) & column) << to;
  return image;
}

/** The key of a position: early in the game, the lesser of its own and its mirror image's. */
function keyOf(own: u64, taken: u64, ply: i32): u64 {
  if (ply >= cells - LAST) return 0;
  const key = taken + bottom + own;
  // A column's sum has room in the column, so the mirror image's key is the key's image.
  return ply <= MIRRORED_PLIES ? min(key, mirrored(key)) : key;
}

/**
 * List the moves of a ply from `row` on, those that promise most first; return how many. 0 if one
 * of them makes two threats at once: the next stone wins. `early` says whether to look at lines of
 * which two stones are missing.
 */
function order(own: u64, taken: u64, among: u64, row: i32, early: bool): i32 {
  let n = 0;
  for (let i = 0; i < columns; i += 1) {
    const move = among & byColumn[i];
    if (move == 0) continue;
    const both = taken | move;
    const made = completing(own | move, full & ~both);
    const playable = made & (both + bottom);
    // Two that may be played, or one with another on top of it.
    if (((playable & (playable - 1)) | (made & (playable << 1))) != 0) return 0;
    let weight = 8 * <i32>popcnt(made) - (playable != 0 ? 4 : 0);
    if (early) weight += lackingTwo(own | move, full & ~both);
    enlist(row, row + n, move, made, weight);
    n += 1;
  }
  return n;
}

/** What one of the listed moves is worth at least, if that is seen to be beta or more. */
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

/** The moves after which the other side, who wins on `against`, cannot at once. */
function holding(taken: u64, against: u64): u64 {
  let among = (taken + bottom) & full;
  const forced = among & against;
  if (forced != 0) among = (forced & (forced - 1)) == 0 ? forced : 0;
  return among & ~(against >> 1);
}

/** Whether the window asks for a win of a side that has no line left. */
function outOfReach(own: u64, taken: u64, alpha: i32, beta: i32): bool {
  const empty = full & ~taken;
  if (alpha >= 0) return !hasLine(own | empty);
  return beta <= 0 && !hasLine((own ^ taken) | empty);
}

/** Remember a value, unless the key is 0, which stands for none. */
function keep(key: u64, value: i32): void {
  if (key != 0) remember(key, value);
}

/** Value a position within a window; `against` are the cells where the other side wins. */
function search(own: u64, taken: u64, against: u64, ply: i32, alpha: i32, beta: i32): i32 {
  if (!visit() || taken == full) return 0;
  const among = holding(taken, against);
  if (among == 0) return -((cells - ply) >> 1);
  if (ply >= cells - 2 || outOfReach(own, taken, alpha, beta)) return 0;
  // Nobody wins with his next stone, so at best with the one after it.
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
  // Of the plies this order tells little: it makes questions after them take longer.
  const early = alpha >= -1 && beta <= 1 && ply < cells - EARLY;
  const n = order(own, taken, among, row, early);
  const seen = promised(own, taken, ply, beta, row, n);
  if (seen >= beta) {
    keep(key, AT_LEAST + seen);
    return seen;
  }
  for (let i = row; i < row + n; i += 1) {
    const value = -search(own ^ taken, taken | moves[i], threats[i], ply + 1, -beta, -alpha);
    if (stopped) return 0;
    if (value >= beta) {
      keep(key, AT_LEAST + value);
      return value;
    }
    alpha = max(alpha, value);
  }
  keep(key, AT_MOST + alpha);
  return alpha;
}
