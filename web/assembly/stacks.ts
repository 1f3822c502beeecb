/**
 * Alpha-beta for games with gravity that `columns` does not support: tori, misère, rows of exactly k,
 * and larger boards. It is the twin of `noughts.solver.search.gravity_lines`, which explains every rule.
 * It reads a game from its lines, as bitboards of cells in reading order. A value counts, as in
 * `columns`, which stone of the winner from the end completes the game.
 */

import { allow, nodes, stopped, visit } from "./budget";
import { boardOf, find, highOf, lowOf, remember, reserve } from "./entries";
import { enlist, moves, threats } from "./moves";
import { image, leastMine, leastTheirs, mirrorsAndTurns, toLeast, undone } from "./turning";

/** A bound b is ZERO + b in the table; above every value. */
const ZERO: i32 = 128;
/** Up to this many stones, symmetric positions are one position. */
const SYMMETRIC_PLIES: i32 = 16;
const MOST_CELLS: i32 = 64;
/** One line from every cell in each of four directions. */
const MOST_LINES: i32 = 4 * MOST_CELLS;

let cells: i32 = 0;
let columns: i32 = 0;
let full: u64 = 0;
let floor: u64 = 0;
let misere: bool = false;
let exact: bool = false;
/** Where an even number of cells is left in a column, the lower cell of each pair. */
let lower: u64 = 0;
/** The lines, and their guards: if own, the row is too long and does not count. */
let count: i32 = 0;
const lines = changetype<StaticArray<u64>>(memory.data(8 * MOST_LINES, 8));
const guards = changetype<StaticArray<u64>>(memory.data(8 * MOST_LINES, 8));
/** For each cell, the number of lines through it, and the lines. */
const degree = changetype<StaticArray<i32>>(memory.data(4 * MOST_CELLS, 4));
const through = changetype<StaticArray<i32>>(memory.data(4 * MOST_CELLS * MOST_LINES, 4));
/** The cells, those on the most lines first. */
const ordered = changetype<StaticArray<i32>>(memory.data(4 * MOST_CELLS, 4));

/** Add a line and its guards, before `begin`. */
export function line(its: u64, guard: u64): void {
  lines[count] = its;
  guards[count] = guard;
  if (guard != 0) exact = true;
  for (let rest = its; rest != 0; rest &= rest - 1) {
    const cell = <i32>ctz(rest);
    through[cell * MOST_LINES + degree[cell]] = count;
    degree[cell] += 1;
  }
  count += 1;
}

/** Set the game and the size of its table: 2 ** tableBits bytes. */
export function begin(wide: i32, high: i32, torus: bool, loses: bool, tableBits: i32): void {
  columns = wide;
  cells = wide * high;
  misere = loses;
  full = ~(<u64>0) >> (MOST_CELLS - cells);
  const row = ~(<u64>0) >> (MOST_CELLS - wide);
  floor = row << (cells - wide);
  for (let at = 1; at < high; at += 2) lower |= row << (at * wide);
  for (let cell = 0; cell < cells; cell += 1) {
    let at = cell;
    for (; at > 0 && before(cell, ordered[at - 1], wide, high); at -= 1)
      ordered[at] = ordered[at - 1];
    ordered[at] = cell;
  }
  mirrorsAndTurns(wide, high, torus);
  reserve(tableBits);
}

/** Whether a cell is on more lines than another, or on as many and nearer the middle. */
function before(cell: i32, other: i32, wide: i32, high: i32): bool {
  if (degree[cell] != degree[other]) return degree[cell] > degree[other];
  return offMiddle(cell, wide, high) < offMiddle(other, wide, high);
}

function offMiddle(cell: i32, wide: i32, high: i32): i32 {
  const across = 2 * (cell % wide) - wide + 1;
  const up = 2 * (cell / wide) - high + 1;
  return across * across + up * up;
}

/** Value a position, as `run` in `columns` does; in misère, any unfinished position. */
export function run(own: u64, taken: u64, alpha: i32, beta: i32): i32 {
  allow();
  const other = own ^ taken;
  return search(own, other, completing(own, other), completing(other, own), alpha, beta);
}

/** Whether the side to move can win with its next stone. */
export function winsAtOnce(own: u64, taken: u64): bool {
  if (misere) return false;
  return holding(own, completing(own, own ^ taken) & playable(taken)) != 0;
}

function playable(taken: u64): u64 {
  return full & ~taken & (floor | (taken >> columns));
}

/** The cells directly above the given ones. */
function over(board: u64): u64 {
  return (board >> columns) & ~floor;
}

/** All cells above the given ones. */
function above(board: u64): u64 {
  let found: u64 = 0;
  for (board = over(board); board != 0; board = over(board)) found |= board;
  return found;
}

/** The empty cells that complete a line, even one that is too long. */
function completing(own: u64, other: u64): u64 {
  let found: u64 = 0;
  for (let i = 0; i < count; i += 1) {
    const missing = lines[i] & ~own;
    if ((missing & (missing - 1)) == 0 && (missing & other) == 0) found |= missing;
  }
  return found;
}

/** Those made by a stone on a cell, the last own stone. */
function madeBy(own: u64, other: u64, cell: i32): u64 {
  let found: u64 = 0;
  const first = cell * MOST_LINES;
  for (let at = first; at < first + degree[cell]; at += 1) {
    const missing = lines[through[at]] & ~own;
    if ((missing & (missing - 1)) == 0 && (missing & other) == 0) found |= missing;
  }
  return found;
}

/** The given cells that complete a line that is not too long. */
function holding(own: u64, wins: u64): u64 {
  if (!exact) return wins;
  let found: u64 = 0;
  for (; wins != 0; wins &= wins - 1) {
    const stone = wins & -wins;
    const first = <i32>ctz(wins) * MOST_LINES;
    for (let at = first; at < first + degree[<i32>ctz(wins)]; at += 1) {
      const i = through[at];
      if ((lines[i] & ~(own | stone)) == 0 && (own & guards[i]) == 0) found |= stone;
    }
  }
  return found;
}

function hasLine(board: u64): bool {
  for (let i = 0; i < count; i += 1) if ((lines[i] & ~board) == 0) return true;
  return false;
}

/** The moves that do not lose at once; `mine` and `theirs` are threats. */
function among(own: u64, other: u64, mine: u64, theirs: u64): u64 {
  const free = playable(own | other);
  if (misere) return free & ~holding(own, mine & free);
  theirs = holding(other, theirs);
  const forced = free & theirs;
  const answers = forced == 0 ? free : (forced & (forced - 1)) == 0 ? forced : 0;
  return answers & ~((theirs & ~floor) << columns);
}

/**
 * The best value that the side to move can reach if each of its stones is answered, or more than any
 * value if that is not known. `theirs` are the other side's threats.
 */
function followUp(own: u64, other: u64, theirs: u64): i32 {
  const free = playable(own | other);
  const empty = full & ~(own | other);
  let aside = free & ~lower;
  const low = empty & lower;
  const upper = empty & ~low & ~aside;
  if ((popcnt(empty) & 1) == 0) {
    if (misere) {
      if (hasLine(other | upper | aside)) return ZERO;
      return !exact && hasLine(own | low) ? -1 : 0;
    }
    if (hasLine(own | reached(low | aside, theirs & upper))) return ZERO;
    return !exact && hasLine(other | upper) ? -1 : 0;
  }
  if (misere || exact || (theirs & lower) == 0) return ZERO;
  const gets = reached(low | aside, theirs & upper);
  for (; aside != 0; aside &= aside - 1) {
    const lowest = aside & -aside;
    const column = lowest | above(lowest);
    const wins = theirs & lower & column;
    if (wins == 0) continue;
    const below = column & empty & ~lower & ~above(wins);
    if (!hasLine(own | (gets & ~column) | below)) return -1;
  }
  return ZERO;
}

/** Cells without those above a win, where the game has ended; exact rows can undo a win. */
function reached(board: u64, wins: u64): u64 {
  return exact ? board : board & ~above(wins);
}

/** List the moves from `row` on, with their threats; return how many. */
function list(own: u64, other: u64, from: u64, best: u64, row: i32): i32 {
  let n = 0;
  for (let i = 0; i < cells && from != 0; i += 1) {
    const move = from & ((<u64>1) << ordered[i]);
    if (move == 0) continue;
    from ^= move;
    const made = madeBy(own | move, other, ordered[i]);
    let weight = <i32>popcnt(made);
    if (misere) weight = -weight;
    if (move == best) weight = ZERO;
    enlist(row, row + n, move, made, weight);
    n += 1;
  }
  return n;
}

/** Value a position within a window; `mine` and `theirs` are threats, perhaps taken by now. */
function search(own: u64, other: u64, mine: u64, theirs: u64, alpha: i32, beta: i32): i32 {
  if (!visit()) return 0;
  const ply = <i32>popcnt(own | other);
  const late = misere ? 1 : 0; // there the loser's stone is the last
  const start = nodes;
  const from = among(own, other, mine, theirs);
  if (from == 0) return -((cells - ply + late) >> 1);
  if (ply >= cells - 1) return 0;
  let low = -((cells - 2 - ply + late) >> 1);
  let high = (cells - 1 - ply + late) >> 1;
  let best: u64 = 0;
  let symmetry = 0;
  let key = own;
  let otherKey = other;
  if (ply <= SYMMETRIC_PLIES) {
    symmetry = toLeast(own, other);
    key = leastMine;
    otherKey = leastTheirs;
  }
  const entry = find(key, otherKey);
  if (entry != 0) {
    low = lowOf(entry) - ZERO;
    high = highOf(entry) - ZERO;
    best = undone(boardOf(entry), symmetry);
  }
  if (low < beta && alpha >= -1 && high > alpha) high = min(high, followUp(own, other, theirs));
  if (low >= beta || low == high) return low;
  if (high <= alpha) return high;
  alpha = max(alpha, low);
  beta = min(beta, high);
  const row = ply * columns;
  const n = list(own, other, from, best, row);
  let i = row;
  for (; i < row + n; i += 1) {
    const move = moves[i];
    const value = -search(other, own | move, theirs, mine | threats[i], -beta, -alpha);
    if (stopped) return 0;
    if (value <= alpha) continue;
    best = move;
    alpha = low = value;
    if (value >= beta) break;
  }
  if (i == row + n) high = min(high, alpha);
  remember(key, otherKey, ZERO + low, ZERO + high, image(best, symmetry), nodes - start);
  return alpha;
}
