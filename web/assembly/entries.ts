/**
 * A transposition table for positions of two bitboards, which compares the whole key. It is the twin of
 * `noughts.kernel.transposition_table`, which draws an entry. An entry does not have the side to move. Its
 * two numbers are a lower and an upper bound.
 */

/** The first number of buckets, as a power of two. */
const FEWEST_BITS: i32 = 10;
/** A bucket holds two entries of four words: 2 ** 6 bytes. */
const BUCKET_BITS: i32 = 6;
const ENTRY: usize = 32;
/** The offsets of an entry's other words. */
const SECOND: usize = 8;
const DATA: usize = 16;
const BOARD: usize = 24;

const USED: u64 = 1 << 62;
const MOST_EFFORT: u64 = 0xffff;
const NUMBER: u64 = 0x7fffff;

let buckets: u64 = 1 << FEWEST_BITS;
let mostBuckets: u64 = 1 << FEWEST_BITS;
let stored: u64 = 0;
let words: usize = 0;

/** Reserve 2 ** tableBits bytes. Browsers allocate memory only when it is written. */
export function reserve(tableBits: i32): void {
  mostBuckets = (<u64>1) << max(FEWEST_BITS, tableBits - BUCKET_BITS);
  words = (<usize>memory.grow(<i32>((mostBuckets << BUCKET_BITS) >> 16))) << 16;
}

/** The entry of a key, 0 if there is none. */
export function find(mine: u64, theirs: u64): usize {
  const first = bucket(mine, theirs);
  if (holds(first, mine, theirs)) return first;
  return holds(first + ENTRY, mine, theirs) ? first + ENTRY : 0;
}

/** The fields of an entry. */
export function lowOf(entry: usize): i32 {
  return <i32>((load<u64>(entry, DATA) >> 39) & NUMBER);
}
export function highOf(entry: usize): i32 {
  return <i32>((load<u64>(entry, DATA) >> 16) & NUMBER);
}
export function boardOf(entry: usize): u64 {
  return load<u64>(entry, BOARD);
}

/** Store two numbers and a bitboard; the entry that took fewer positions is replaced. */
export function remember(
  mine: u64,
  theirs: u64,
  low: i32,
  high: i32,
  board: u64,
  effort: u64,
): void {
  if (stored > buckets && buckets < mostBuckets) grow();
  const data = ((<u64>low) << 39) | ((<u64>high) << 16) | min(effort, MOST_EFFORT);
  place(mine, theirs, data | USED, board);
}

function holds(entry: usize, mine: u64, theirs: u64): bool {
  return (
    load<u64>(entry, DATA) != 0 && load<u64>(entry) == mine && load<u64>(entry, SECOND) == theirs
  );
}

function place(mine: u64, theirs: u64, data: u64, board: u64): void {
  let at = bucket(mine, theirs);
  const there = load<u64>(at, DATA);
  if (there == 0) stored += 1;
  else if (!holds(at, mine, theirs)) {
    const other = load<u64>(at + ENTRY, DATA);
    if (other == 0) {
      at += ENTRY;
      stored += 1;
    } else if (holds(at + ENTRY, mine, theirs) || (other & MOST_EFFORT) < (there & MOST_EFFORT))
      at += ENTRY;
  }
  store<u64>(at, mine);
  store<u64>(at, theirs, SECOND);
  store<u64>(at, data, DATA);
  store<u64>(at, board, BOARD);
}

/** Grow to at most four times the buckets, and move every entry to its new bucket. */
function grow(): void {
  const end = words + ((<usize>buckets) << BUCKET_BITS);
  buckets = min(buckets * 4, mostBuckets);
  for (let at = words; at < end; at += ENTRY) {
    const data = load<u64>(at, DATA);
    const mine = load<u64>(at);
    const theirs = load<u64>(at, SECOND);
    const stays = bucket(mine, theirs) == (at & ~(((<usize>1) << BUCKET_BITS) - 1));
    if (data == 0 || stays) continue;
    store<u64>(at, 0, DATA);
    stored -= 1;
    place(mine, theirs, data, load<u64>(at, BOARD));
  }
}

/** The start of a key's bucket. */
function bucket(mine: u64, theirs: u64): usize {
  let hashed = (mine * 0x9e3779b97f4a7c15) ^ (theirs * 0xc2b2ae3d27d4eb4f);
  hashed = (hashed ^ (hashed >> 29)) * 0xbf58476d1ce4e5b9;
  return words + ((<usize>((hashed ^ (hashed >> 32)) & (buckets - 1))) << BUCKET_BITS);
}
