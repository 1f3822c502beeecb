/**
 * Boards of up to 64 bits, each in two numbers of 32: the lower half and the upper one. What has
 * two halves to return leaves the upper one in `upper`.
 *
 * A column is a run of bits, the lowest cell first, with a guard bit above the top one, so that no
 * line runs over from one column into the next (`noughts.solver.search.columns`).
 */

/** The upper half of what the function called last has returned. */
export let upper = 0;

export function popcount(bits: number): number {
  bits -= (bits >>> 1) & 0x55555555;
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** The empty cells that complete k in a row of a board whose columns are so many bits. */
export function completing(
  lo: number,
  hi: number,
  emptyLo: number,
  emptyHi: number,
  k: number,
  height: number,
): number {
  let foundLo = 0;
  let foundHi = 0;
  // Stones before a cell, as many as there may be, then those after it; upwards only before it.
  let beforeLo = lo << 1;
  let beforeHi = (hi << 1) | (lo >>> 31);
  for (let i = 2; i < k; i += 1) {
    const atLo = beforeLo & lo;
    const atHi = beforeHi & hi;
    beforeLo = atLo << 1;
    beforeHi = (atHi << 1) | (atLo >>> 31);
  }
  foundLo = beforeLo;
  foundHi = beforeHi;
  for (let shift = height - 1; shift <= height + 1; shift += 1) {
    const rest = 32 - shift;
    if (k === 4) {
      // Written out, as this is what all time is spent on.
      const before1Lo = lo << shift;
      const before1Hi = (hi << shift) | (lo >>> rest);
      const two = before1Lo & lo;
      const before2Lo = two << shift;
      const before2Hi = ((before1Hi & hi) << shift) | (two >>> rest);
      const three = before2Lo & lo;
      const before3Lo = three << shift;
      const before3Hi = ((before2Hi & hi) << shift) | (three >>> rest);
      const after1Hi = hi >>> shift;
      const after1Lo = (lo >>> shift) | (hi << rest);
      const next = after1Hi & hi;
      const after2Hi = next >>> shift;
      const after2Lo = ((after1Lo & lo) >>> shift) | (next << rest);
      const last = after2Hi & hi;
      foundLo |= before3Lo | (before2Lo & after1Lo) | (before1Lo & after2Lo);
      foundHi |= before3Hi | (before2Hi & after1Hi) | (before1Hi & after2Hi);
      foundLo |= ((after2Lo & lo) >>> shift) | (last << rest);
      foundHi |= last >>> shift;
      continue;
    }
    for (let before = 0; before < k; before += 1) {
      let rowLo = -1;
      let rowHi = -1;
      for (let i = 0; i < before; i += 1) {
        const atLo = rowLo & lo;
        const atHi = rowHi & hi;
        rowLo = atLo << shift;
        rowHi = (atHi << shift) | (atLo >>> rest);
      }
      let afterLo = -1;
      let afterHi = -1;
      for (let i = before + 1; i < k; i += 1) {
        const atLo = afterLo & lo;
        const atHi = afterHi & hi;
        afterHi = atHi >>> shift;
        afterLo = (atLo >>> shift) | (atHi << rest);
      }
      foundLo |= rowLo & afterLo;
      foundHi |= rowHi & afterHi;
    }
  }
  upper = foundHi & emptyHi;
  return foundLo & emptyLo;
}

/** Whether there are k in a row. */
export function hasLine(lo: number, hi: number, k: number, height: number): boolean {
  for (let direction = -2; direction <= 1; direction += 1) {
    const shift = direction === -2 ? 1 : height + direction;
    let rowLo = lo;
    let rowHi = hi;
    for (let i = 1; i < k; i += 1) {
      rowLo = lo & ((rowLo >>> shift) | (rowHi << (32 - shift)));
      rowHi = hi & (rowHi >>> shift);
    }
    if ((rowLo | rowHi) !== 0) return true;
  }
  return false;
}

/** A board with left and right exchanged. */
export function mirrored(lo: number, hi: number, columns: number, height: number): number {
  const mask = 2 ** height - 1;
  let imageLo = 0;
  let imageHi = 0;
  let to = (columns - 1) * height;
  for (let from = 0; to >= 0; from += height, to -= height) {
    let bits = from >= 32 ? hi >>> (from - 32) : lo >>> from;
    if (from < 32 && from + height > 32) bits |= hi << (32 - from);
    bits &= mask;
    if (to >= 32) imageHi |= bits << (to - 32);
    else {
      imageLo |= bits << to;
      if (to + height > 32) imageHi |= bits >>> (32 - to);
    }
  }
  upper = imageHi;
  return imageLo;
}

/** All cells of a board above some. */
export function above(lo: number, hi: number, fullLo: number, fullHi: number): number {
  let foundLo = 0;
  let foundHi = 0;
  while ((lo | hi) !== 0) {
    hi = ((hi << 1) | (lo >>> 31)) & fullHi;
    lo = (lo << 1) & fullLo;
    foundLo |= lo;
    foundHi |= hi;
  }
  upper = foundHi;
  return foundLo;
}
