import { Bits } from './bits.ts';

/** A facet with more rows than this is stored as bits. */
const MOST_LISTED = 32;

/**
 * The rows that have one facet. Most facets of a large index have few rows, for example an email address. Such rows are
 * a list, so that neither memory nor time grows with the product of facets and rows. A facet with many rows is a set of
 * bits.
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
    else this.#rows = this.#rows.filter((listed) => listed !== row);
  }

  /** Returns all rows as bits. The caller must not change the result. */
  toBits(): Bits {
    if (this.#rows instanceof Bits) return this.#rows;
    const bits = new Bits();
    for (const row of this.#rows) bits.add(row);
    return bits;
  }

  /** Returns the number of rows that are also in another set. */
  sizeWithin(others: Bits): number {
    return this.#rows instanceof Bits
      ? others.sizeWith(this.#rows)
      : this.#rows.filter((row) => others.has(row)).length;
  }

  /** Returns the memory of the rows, in numbers of the list or words of bits. */
  get weight(): number {
    return this.#rows instanceof Bits ? this.#rows.words : this.#rows.length;
  }
}
