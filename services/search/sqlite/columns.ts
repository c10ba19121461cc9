import { compareTexts } from '#lib/data/order.ts';

type Value = number | string | null;

/**
 * One sortable field of all rows. Keys are numbers in the order of the values, except that different values may share a
 * key.
 */
export type Column = {
  set(row: number, value: Value): void;
  value(row: number): Value;
  key(row: number): number;
  /** Returns the key that a value would have. */
  keyOf(value: Value): number;
  /** Compares two values with the same key. */
  compareTied(a: Value, b: Value): number;
};

/** Null comes first ascending and last descending. */
const NULL_KEY = Number.NEGATIVE_INFINITY;

export class Numbers implements Column {
  #values = new Float64Array(0);

  set(row: number, value: Value): void {
    if (row >= this.#values.length) this.#values = grown(this.#values, row);
    this.#values[row] = typeof value === 'number' ? value : Number.NaN;
  }

  /** Returns all values by row; NaN stands for null, which lies in no range. */
  get values(): Float64Array {
    return this.#values;
  }

  at(row: number): number {
    return this.#values[row] ?? Number.NaN;
  }

  value(row: number): Value {
    const number = this.at(row);
    return Number.isNaN(number) ? null : number;
  }

  key(row: number): number {
    const number = this.at(row);
    return Number.isNaN(number) ? NULL_KEY : number;
  }

  keyOf(value: Value): number {
    return typeof value === 'number' ? value : NULL_KEY;
  }

  compareTied(): number {
    return 0;
  }
}

export class Texts implements Column {
  readonly #values: (string | null)[] = [];
  #keys = new Float64Array(0);
  /** True while every text has the same order by UTF-16 units as by bytes. Then the engine compares. */
  #isPlain = true;

  set(row: number, value: Value): void {
    if (row >= this.#keys.length) this.#keys = grown(this.#keys, row);
    this.#values[row] = typeof value === 'string' ? value : null;
    this.#keys[row] = this.keyOf(value);
    if (typeof value === 'string' && /[\ud800-\uffff]/.test(value)) this.#isPlain = false;
  }

  value(row: number): Value {
    return this.#values[row] ?? null;
  }

  key(row: number): number {
    const key = this.#keys[row] ?? Number.NaN;
    return Number.isNaN(key) ? NULL_KEY : key;
  }

  /**
   * Returns the first three characters as one number, in the order of `compareTexts`. Most comparisons need no more.
   */
  keyOf(value: Value): number {
    if (typeof value !== 'string') return NULL_KEY;
    return (place(value, 0) * PLACES + place(value, 1)) * PLACES + place(value, 2);
  }

  compareTied(a: Value, b: Value): number {
    if (typeof a !== 'string' || typeof b !== 'string' || a === b) return 0;
    if (!this.#isPlain) return compareTexts(a, b);
    return a < b ? -1 : 1;
  }
}

/** The number of possible places: the end of a text, and every UTF-16 unit. */
const PLACES = 0x1_0001;

/**
 * Returns the place of a UTF-16 unit in the order of UTF-8 bytes. Surrogates stand for the characters after all others.
 */
function place(text: string, at: number): number {
  if (at >= text.length) return 0;
  const unit = text.charCodeAt(at);
  if (unit < 0xd800) return unit + 1;
  return 1 + (unit < 0xe000 ? unit + 0x2000 : unit - 0x800);
}

function grown(values: Float64Array<ArrayBuffer>, row: number): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(Math.max(row + 1, Math.ceil(values.length * 1.5), 256)).fill(Number.NaN);
  larger.set(values);
  return larger;
}
