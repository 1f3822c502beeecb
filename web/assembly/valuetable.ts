/**
 * A table of numbers from 1 to 255 that compares the whole one-word key. It is the twin of
 * `noughts.kernel.value_table`, which draws an entry and explains why two keys are never confused.
 */

/** The first number of buckets, as a power of two. */
const FEWEST_BITS: i32 = 12;
/** A bucket holds two words: 2 ** 4 bytes. */
const BUCKET_BITS: i32 = 4;
/** It grows at this many entries per two buckets, which hold four. */
const CROWDED: u64 = 3;
/** The second word of a bucket. */
const OLDER: usize = 8;

let bits: i32 = FEWEST_BITS;
let mostBits: i32 = FEWEST_BITS;
let stored: u64 = 0;
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
  const newer = load<u64>(at);
  if (newer >> 8 == rest && newer != 0) return <i32>(newer & 0xff);
  const older = load<u64>(at, OLDER);
  return older >> 8 == rest ? <i32>(older & 0xff) : 0;
}

/** Remember a value; an older one of the same key is replaced. */
export function remember(key: u64, value: i32): void {
  if ((2 * stored) >> bits >= CROWDED && bits < mostBits) grow();
  place(scatter(key), value);
}

function place(mixed: u64, value: i32): void {
  const at = bucket(mixed);
  const entry = ((mixed >> bits) << 8) | value;
  const newer = load<u64>(at);
  if (newer == 0) stored += 1;
  else if (newer >> 8 != entry >> 8) {
    if (load<u64>(at, OLDER) == 0) stored += 1;
    store<u64>(at, newer, OLDER);
  }
  store<u64>(at, entry);
}

/** Take four times the buckets and put every entry where it now belongs. */
function grow(): void {
  const before = bits;
  bits = min(before + 2, mostBits);
  stored = 0;
  for (let number: u64 = 0; number < (<u64>1) << before; number += 1) {
    const at = words + ((<usize>number) << BUCKET_BITS);
    const newer = load<u64>(at);
    const older = load<u64>(at, OLDER);
    store<u64>(at, 0);
    store<u64>(at, 0, OLDER);
    if (older != 0) place(((older >> 8) << before) | number, <i32>(older & 0xff));
    if (newer != 0) place(((newer >> 8) << before) | number, <i32>(newer & 0xff));
  }
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
