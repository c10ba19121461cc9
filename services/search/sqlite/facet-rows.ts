import { Bits } from './bits.ts';

/** A facet of more rows than this is kept as bits. */
const MOST_LISTED = 32;

/**
 * The rows that have one facet. Most facets of a large index belong to few rows, as an address does: those are a list, so
 * that neither memory nor time grows with the product of facets and rows. What many rows have is a set of bits.
 */
export class FacetRows {
  #rows: readonly number[] | Bits = [];

  add(row: number): void {
    if (this.#rows instanceof Bits) {
      this.#rows.add(row);
      return;
    }
    if (this.#rows.includes(row)) return;
    this.#rows = [...this.#rows, row];
    if (this.#rows.length > MOST_LISTED) this.#rows = this.toBits();
  }

  delete(row: number): void {
    if (this.#rows instanceof Bits) this.#rows.delete(row);
    else this.#rows = this.#rows.filter((one) => one !== row);
  }

  /** All of them, to be read and not to be changed. */
  toBits(): Bits {
    if (this.#rows instanceof Bits) return this.#rows;
    const bits = new Bits();
    for (const row of this.#rows) bits.add(row);
    return bits;
  }

  /** How many of them are in a set as well. */
  sizeWithin(others: Bits): number {
    return this.#rows instanceof Bits
      ? others.sizeWith(this.#rows)
      : this.#rows.filter((row) => others.has(row)).length;
  }

  /** How much memory they take, in numbers of the list or words of bits. */
  get weight(): number {
    return this.#rows instanceof Bits ? this.#rows.words : this.#rows.length;
  }
}
