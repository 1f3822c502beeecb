/**
 * Symmetric positions as one position, on boards with gravity in reading order. A board can be mirrored,
 * and on a torus its columns can be shifted. A symmetry is a number: mirrored or not, then the number of
 * columns; 0 changes nothing.
 */

let columns: i32 = 0;
/** The cells of the leftmost column. */
let first: u64 = 0;
/** The symmetries, sorted as in Python: by the images of the first cell, then of the second. */
let count: i32 = 0;
const inTurn = changetype<StaticArray<i32>>(memory.data(4 * 128, 4));

/** The smallest image found by `toLeast`. */
export let leastMine: u64 = 0;
export let leastTheirs: u64 = 0;

export function mirrorsAndTurns(wide: i32, high: i32, torus: bool): void {
  columns = wide;
  for (let row = 0; row < high; row += 1) first |= (<u64>1) << (row * wide);
  const turns = torus ? wide : 1;
  for (let to = 0; to < turns; to += 1) {
    const turned = 2 * to;
    const mirrored = 2 * ((to + 1) % turns) + 1;
    const behind = to == 0 || to == turns - 1;
    inTurn[count] = behind ? turned : mirrored;
    inTurn[count + 1] = behind ? mirrored : turned;
    count += 2;
  }
}

/** The symmetry that gives the smallest image of a position. */
export function toLeast(mine: u64, theirs: u64): i32 {
  leastMine = mine;
  leastTheirs = theirs;
  let found = 0;
  for (let at = 1; at < count; at += 1) {
    const its = image(mine, inTurn[at]);
    const others = image(theirs, inTurn[at]);
    if (its < leastMine || (its == leastMine && others < leastTheirs)) {
      leastMine = its;
      leastTheirs = others;
      found = inTurn[at];
    }
  }
  return found;
}

/** The image of a board under a symmetry. */
export function image(board: u64, symmetry: i32): u64 {
  return moved((symmetry & 1) != 0 ? mirrored(board) : board, symmetry >> 1);
}

/** The board of which this one is the image. */
export function undone(board: u64, symmetry: i32): u64 {
  const back = moved(board, symmetry > 1 ? columns - (symmetry >> 1) : 0);
  return (symmetry & 1) != 0 ? mirrored(back) : back;
}

/** A board with its columns shifted to the right, around the torus. */
function moved(board: u64, by: i32): u64 {
  if (by == 0) return board;
  const staying = first * (((<u64>1) << (columns - by)) - 1);
  return ((board & staying) << by) | ((board & ~staying) >> (columns - by));
}

function mirrored(board: u64): u64 {
  let found: u64 = 0;
  for (let from = 0, to = columns - 1; to >= 0; from += 1, to -= 1)
    found |= ((board >> from) & first) << to;
  return found;
}
