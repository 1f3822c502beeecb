/**
 * Stones in a row on column bitboards. A column is a run of bits, the lowest cell first, with a guard
 * bit above the top cell. So a step in each direction is a shift, and no line runs over from one column
 * into the next (`noughts.solver.search.gravity_bitboard`).
 */

const MOST_BITS: i32 = 64;

let k: i32 = 0;
let height: i32 = 0;
/** Whether the shortcuts for four in a row apply; they shift by three columns and more. */
let four: bool = false;

/** Set how many stones make a line, and how many bits a column has, including its guard. */
export function lay(inRow: i32, bits: i32): void {
  k = inRow;
  height = bits;
  four = k == 4 && 3 * (height + 1) < MOST_BITS;
}

/** The empty cells on which a stone would complete a line. */
export function completing(own: u64, empty: u64): u64 {
  return four ? completingFour(own) & empty : completingAny(own, empty);
}

/** Whether there is a line. */
export function hasLine(board: u64): bool {
  return four ? hasFour(board) : hasAny(board);
}

/** The number of lines that have two empty cells and otherwise own stones. */
export function lackingTwo(own: u64, empty: u64): i32 {
  return four ? lackingTwoFour(own, empty) : lackingTwoAny(own, empty);
}

/** Falling, level, rising, upwards. */
function shiftOf(direction: i32): i32 {
  return direction == 3 ? 1 : height - 1 + direction;
}

function completingAny(own: u64, empty: u64): u64 {
  let row = empty;
  for (let i = 1; i < k; i += 1) row &= own << i;
  let found = row;
  for (let direction = 0; direction < 3; direction += 1) {
    const shift = shiftOf(direction);
    // No line fits, and no machine shifts that far.
    if ((k - 1) * shift >= MOST_BITS) continue;
    // The line's stones before the cell; the others are after it.
    for (let before = 0; before < k; before += 1) {
      row = empty;
      for (let i = 1; i <= before; i += 1) row &= own << (i * shift);
      for (let i = 1; i < k - before; i += 1) row &= own >> (i * shift);
      found |= row;
    }
  }
  return found;
}

function completingFour(own: u64): u64 {
  return (
    besideThree(own, height - 1) |
    besideThree(own, height) |
    besideThree(own, height + 1) |
    ((own << 1) & (own << 2) & (own << 3))
  );
}

/** The cells that would be in a row with three stones, in one direction. */
function besideThree(own: u64, shift: i32): u64 {
  const before = own << shift;
  const after = own >> shift;
  return (
    (before & (own << (2 * shift)) & ((own << (3 * shift)) | after)) |
    (after & (own >> (2 * shift)) & ((own >> (3 * shift)) | before))
  );
}

function lackingTwoAny(own: u64, empty: u64): i32 {
  let found = 0;
  for (let direction = 0; direction < 4; direction += 1) {
    const shift = shiftOf(direction);
    if ((k - 1) * shift >= MOST_BITS) continue;
    for (let first = 0; first < k - 1; first += 1)
      for (let second = first + 1; second < k; second += 1) {
        let row = own | empty;
        for (let i = 0; i < k; i += 1)
          row &= (i == first || i == second ? empty : own) >> (i * shift);
        found += <i32>popcnt(row);
      }
  }
  return found;
}

/** Each line is looked at once. */
function lackingTwoFour(own: u64, empty: u64): i32 {
  return (
    twoAndTwo(own, empty, 1) +
    twoAndTwo(own, empty, height - 1) +
    twoAndTwo(own, empty, height) +
    twoAndTwo(own, empty, height + 1)
  );
}

/** The lines of one direction that have two own stones and two empty cells. */
function twoAndTwo(own: u64, empty: u64, shift: i32): i32 {
  const beside = own >> shift;
  const one = own ^ beside;
  const two = own & beside;
  const none = ~(own | beside);
  let free = own | empty;
  free &= free >> shift;
  free &= free >> (2 * shift);
  const found =
    (one & (one >> (2 * shift))) | (two & (none >> (2 * shift))) | (none & (two >> (2 * shift)));
  return <i32>popcnt(found & free);
}

function hasAny(board: u64): bool {
  for (let direction = 0; direction < 4; direction += 1) {
    const shift = shiftOf(direction);
    if ((k - 1) * shift >= MOST_BITS) continue;
    let row = board;
    for (let i = 1; i < k; i += 1) row &= board >> (i * shift);
    if (row != 0) return true;
  }
  return false;
}

function hasFour(board: u64): bool {
  const up = board & (board >> 1);
  const falling = board & (board >> (height - 1));
  const level = board & (board >> height);
  const rising = board & (board >> (height + 1));
  return (
    ((up & (up >> 2)) |
      (falling & (falling >> (2 * (height - 1)))) |
      (level & (level >> (2 * height))) |
      (rising & (rising >> (2 * (height + 1))))) !=
    0
  );
}
