/**
 * A table of numbers from 1 to 255 that compares the whole one-word key. It is the twin of
 * `noughts.kernel.value_table`, which draws an entry and explains why two keys are never confused.
 */

/** The first number of buckets, as a power of two. */
const FEWEST_BITS: i32 = 12;
/** A bucket holds two words: 2 ** 4 bytes. */
const BUCKET_BITS: i32 = 4;
/** It grows when this many values were stored for each bucket. */
const CROWDED: u64 = 32;
/** The second word of a bucket. */
const BEHIND: usize = 8;
/** Where an entry's effort begins. */
const EFFORT_BIT: u64 = 60;

let bits: i32 = FEWEST_BITS;
let mostBits: i32 = FEWEST_BITS;
/** The values stored since it last grew. */
let written: u64 = 0;
let words: usize = 0;

/** Reserve 2 ** tableBits bytes. Browsers allocate memory only when it is written. */
export function reserve(tableBits: i32): void {
  mostBits = max(FEWEST_BITS, tableBits - BUCKET_BITS);
  words = (<usize>memory.grow(1 << (mostBits + BUCKET_BITS - 16))) << 16;
}

/** The value of a key, 0 if there is none. */
export function find(key: u64): i32 {
  const mixed = scatter(key);
  const at = bucket(mixed);
  const rest = mixed >> bits;
  const front = load<u64>(at);
  if (keyPart(front) == rest && front != 0) return <i32>(front & 0xff);
  const behind = load<u64>(at, BEHIND);
  return keyPart(behind) == rest ? <i32>(behind & 0xff) : 0;
}

/** Remember a value that took this many nodes; an older one of the same key is replaced. */
export function remember(key: u64, value: i32, nodes: u64): void {
  if (written >> bits >= CROWDED && bits < mostBits) grow();
  written += 1;
  let effort: u64 = 0;
  for (; nodes > 1 && effort < 15; nodes >>= 2) effort += 1;
  const mixed = scatter(key);
  place(mixed, (effort << EFFORT_BIT) | ((mixed >> bits) << 8) | value);
}

function place(mixed: u64, entry: u64): void {
  const at = bucket(mixed);
  const front = load<u64>(at);
  if (front != 0 && keyPart(front) != keyPart(entry)) {
    if (entry >> EFFORT_BIT < front >> EFFORT_BIT) {
      store<u64>(at, entry, BEHIND);
      return;
    }
    store<u64>(at, front, BEHIND);
  }
  store<u64>(at, entry);
}

/** Take twice the buckets and put every entry where it now belongs. */
function grow(): void {
  const old = (<u64>1) << bits;
  bits += 1;
  written = 0;
  for (let number: u64 = 0; number < old; number += 1) {
    const at = words + ((<usize>number) << BUCKET_BITS);
    const front = load<u64>(at);
    const behind = load<u64>(at, BEHIND);
    store<u64>(at, 0);
    store<u64>(at, 0, BEHIND);
    if (behind != 0) move(behind, number);
    if (front != 0) move(front, number);
  }
}

function move(entry: u64, number: u64): void {
  const part = keyPart(entry);
  const kept = ((entry >> EFFORT_BIT) << EFFORT_BIT) | (entry & 0xff);
  place(number | ((part & 1) << (bits - 1)), kept | ((part >> 1) << 8));
}

/** The bits of the mixed key that an entry holds. */
function keyPart(entry: u64): u64 {
  return (entry & (((<u64>1) << EFFORT_BIT) - 1)) >> 8;
}

/** Where the bucket of a mixed key begins. */
function bucket(mixed: u64): usize {
  return words + ((<usize>(mixed & (((<u64>1) << bits) - 1))) << BUCKET_BITS);
}

/** A well-spread number, from which this one could be computed again. */
function scatter(word: u64): u64 {
  word ^= word >> 32;
  word *= 0x9e3779b97f4a7c15;
  return word ^ (word >> 29);
}
