const WORD = 32;

/** A set of row numbers, one bit each. A filter over a hundred thousand rows takes a few thousand word operations. */
export class Bits {
  #words: Int32Array;

  constructor(rows = 0) {
    this.#words = new Int32Array(wordsFor(rows));
  }

  has(row: number): boolean {
    return ((this.#words[row >>> 5] ?? 0) & (1 << (row & 31))) !== 0;
  }

  add(row: number): void {
    const word = row >>> 5;
    if (word >= this.#words.length) this.#grow(word + 1);
    this.#words[word] = (this.#words[word] ?? 0) | (1 << (row & 31));
  }

  delete(row: number): void {
    const word = row >>> 5;
    if (word < this.#words.length) this.#words[word] = (this.#words[word] ?? 0) & ~(1 << (row & 31));
  }

  /** Returns a new set: the rows in both sets. */
  and(other: Bits): Bits {
    const result = new Bits();
    const [a, b] = [this.#words, other.#words];
    const words = new Int32Array(Math.min(a.length, b.length));
    for (let i = 0; i < words.length; i++) words[i] = (a[i] ?? 0) & (b[i] ?? 0);
    result.#words = words;
    return result;
  }

  /** Returns a new set: the rows in either set. */
  or(other: Bits): Bits {
    const result = new Bits();
    const [long, short] =
      this.#words.length < other.#words.length ? [other.#words, this.#words] : [this.#words, other.#words];
    const words = long.slice();
    for (let i = 0; i < short.length; i++) words[i] = (words[i] ?? 0) | (short[i] ?? 0);
    result.#words = words;
    return result;
  }

  /** Returns a new set: the rows whose value lies between two numbers, both included. NaN lies in no range. */
  within(values: Float64Array, min: number, max: number): Bits {
    const result = new Bits();
    const words = new Int32Array(this.#words.length);
    for (let i = 0; i < words.length; i++) {
      for (let word = this.#words[i] ?? 0; word !== 0; word &= word - 1) {
        const bit = lowest(word);
        const value = values[i * WORD + bit] ?? Number.NaN;
        if (value >= min && value <= max) words[i] = (words[i] ?? 0) | (1 << bit);
      }
    }
    result.#words = words;
    return result;
  }

  /** Returns the smallest and the largest value of the rows. `min` is above `max` when the rows have no values. */
  ends(values: Float64Array): { readonly min: number; readonly max: number } {
    let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let i = 0; i < this.#words.length; i++) {
      for (let word = this.#words[i] ?? 0; word !== 0; word &= word - 1) {
        const value = values[i * WORD + lowest(word)] ?? Number.NaN;
        if (value < min) min = value;
        if (value > max) max = value;
      }
    }
    return { min, max };
  }

  get size(): number {
    let total = 0;
    for (const word of this.#words) total += ones(word);
    return total;
  }

  /** Returns the number of rows in both sets, without building the set. */
  sizeWith(other: Bits): number {
    const [a, b] = [this.#words, other.#words];
    const length = Math.min(a.length, b.length);
    let total = 0;
    for (let i = 0; i < length; i++) total += ones((a[i] ?? 0) & (b[i] ?? 0));
    return total;
  }

  /** Visits the rows, lowest first. */
  forEach(visit: (row: number) => void): void {
    for (let i = 0; i < this.#words.length; i++) {
      for (let word = this.#words[i] ?? 0; word !== 0; word &= word - 1) visit(i * WORD + lowest(word));
    }
  }

  /** Visits the rows, highest first. */
  forEachReverse(visit: (row: number) => void): void {
    for (let i = this.#words.length - 1; i >= 0; i--) {
      for (let word = this.#words[i] ?? 0; word !== 0; ) {
        const bit = 31 - Math.clz32(word);
        visit(i * WORD + bit);
        word &= ~(1 << bit);
      }
    }
  }

  /** Returns the memory of the set in 32-bit words. */
  get words(): number {
    return this.#words.length;
  }

  first(): number | undefined {
    const i = this.#words.findIndex((word) => word !== 0);
    return i < 0 ? undefined : i * WORD + lowest(this.#words[i] ?? 0);
  }

  last(): number | undefined {
    const i = this.#words.findLastIndex((word) => word !== 0);
    return i < 0 ? undefined : i * WORD + 31 - Math.clz32(this.#words[i] ?? 0);
  }

  #grow(words: number): void {
    const grown = new Int32Array(Math.max(words, Math.ceil(this.#words.length * 1.5)));
    grown.set(this.#words);
    this.#words = grown;
  }
}

const wordsFor = (rows: number): number => (rows + WORD - 1) >>> 5;
const lowest = (word: number): number => 31 - Math.clz32(word & -word);

function ones(word: number): number {
  let x = word - ((word >>> 1) & 0x55555555);
  x = (x & 0x33333333) + ((x >>> 2) & 0x33333333);
  return (((x + (x >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}
