/** The moves that a search lists for each ply, the most promising first. */

/** At most 64 columns, and a list for each number of stones. */
const MOST: i32 = 64 * (64 + 1);

/** The moves and their threats. */
export const moves = changetype<StaticArray<u64>>(memory.data(8 * MOST, 8));
export const threats = changetype<StaticArray<u64>>(memory.data(8 * MOST, 8));
const weights = changetype<StaticArray<i32>>(memory.data(4 * MOST, 4));

/** Insert a move into the list from `row` to `end`, after those that promise as much. */
export function enlist(row: i32, end: i32, move: u64, made: u64, weight: i32): void {
  let at = end;
  for (; at > row && weights[at - 1] < weight; at -= 1) {
    weights[at] = weights[at - 1];
    moves[at] = moves[at - 1];
    threats[at] = threats[at - 1];
  }
  weights[at] = weight;
  moves[at] = move;
  threats[at] = made;
}
