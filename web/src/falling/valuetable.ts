/**
 * Numbers from 1 to 255 under keys of two halves. An entry holds its whole key, so no position is
 * ever taken for another one. A bucket holds two entries; of those the older gives way.
 */
export class ValueTable {
  readonly #keys: Int32Array;
  readonly #values: Uint8Array;
  readonly #mask: number;

  /** At most 2 ** bits entries. */
  constructor(bits: number) {
    this.#keys = new Int32Array(2 ** (bits + 1));
    this.#values = new Uint8Array(2 ** bits);
    this.#mask = 2 ** bits - 2;
  }

  /** The value of a key, 0 if there is none. */
  find(lo: number, hi: number): number {
    const at = this.#bucket(lo, hi);
    if (this.#keys[2 * at] === lo && this.#keys[2 * at + 1] === hi) return this.#values[at]!;
    if (this.#keys[2 * at + 2] === lo && this.#keys[2 * at + 3] === hi)
      return this.#values[at + 1]!;
    return 0;
  }

  /** Remember a value; an older one of the same key is replaced. */
  store(lo: number, hi: number, value: number): void {
    const keys = this.#keys;
    const at = this.#bucket(lo, hi);
    if (keys[2 * at] !== lo || keys[2 * at + 1] !== hi) {
      keys[2 * at + 2] = keys[2 * at]!;
      keys[2 * at + 3] = keys[2 * at + 1]!;
      this.#values[at + 1] = this.#values[at]!;
      keys[2 * at] = lo;
      keys[2 * at + 1] = hi;
    }
    this.#values[at] = value;
  }

  /** The first of a bucket's two entries. */
  #bucket(lo: number, hi: number): number {
    let mixed = Math.imul(lo ^ Math.imul(hi, 0x85ebca6b), 0x9e3779b1);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0xc2b2ae35);
    return (mixed ^ (mixed >>> 13)) & this.#mask;
  }
}
