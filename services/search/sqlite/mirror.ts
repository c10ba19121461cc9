import type { SearchFields } from '#lib/search/search-index.ts';
import { Bits } from './bits.ts';
import { type Column, Numbers, Texts } from './columns.ts';
import { FacetRows } from './facet-rows.ts';
import { type IndexTables, type Meta, type Prepared, readMeta, tablesOf } from './tables.ts';

/** The number of changed rows processed in one synchronous step: a few milliseconds, ten on a slow machine. */
const STEP = 500;

/**
 * The facets and fields of an index in memory, column by column, for one state of its tables. Filters, counts and
 * sorting run here; only the tables are durable. The mirror follows the tables by their seq, even when another process
 * writes.
 */
export class Mirror {
  readonly index: string;
  readonly tables: IndexTables;
  readonly epoch: number;
  seq = 0;
  readonly alive = new Bits();
  readonly facets = new Map<string, FacetRows>();
  readonly columns = new Map<string, Column>();
  readonly ids: string[] = [];
  readonly titleLengths = new Numbers();
  /** The facets of each row, so that a change of one row need not check every facet. */
  readonly #facetsOf: (readonly FacetRows[])[] = [];

  constructor(index: string, epoch: number) {
    this.index = index;
    this.tables = tablesOf(index);
    this.epoch = epoch;
  }

  /** Applies one step of the changes. Returns true when the mirror has reached `meta`. */
  catchUp(prepared: Prepared, meta: Meta): boolean {
    if (this.seq === meta.seq) return true;
    const changed = prepared(
      `SELECT row, id, seq, title_length, facets, fields FROM ${this.tables.rows} WHERE seq > ? ORDER BY seq LIMIT ${STEP}`,
    ).all(this.seq);
    for (const { row, id, title_length, facets, fields } of changed) {
      this.#forget(Number(row));
      if (facets === null) continue;
      this.ids[Number(row)] = String(id);
      this.titleLengths.set(Number(row), Number(title_length));
      this.#take(Number(row), JSON.parse(String(facets)), JSON.parse(String(fields)));
    }
    this.seq = changed.length < STEP ? meta.seq : Number(changed.at(-1)?.seq);
    return this.seq === meta.seq;
  }

  #take(row: number, facets: readonly string[], fields: SearchFields): void {
    this.alive.add(row);
    this.#facetsOf[row] = facets.map((facet) => {
      const rows = this.facets.get(facet) ?? new FacetRows();
      rows.add(row);
      this.facets.set(facet, rows);
      return rows;
    });
    // A title without translations is the same in each language, so all columns share one string.
    const texts = new Map<string, string>();
    for (const [name, value] of Object.entries(fields)) {
      const column = this.columns.get(name) ?? newColumn(value);
      if (!column) continue;
      if (typeof value === 'string' && !texts.has(value)) texts.set(value, value);
      column.set(row, typeof value === 'string' ? (texts.get(value) ?? value) : value);
      this.columns.set(name, column);
    }
  }

  #forget(row: number): void {
    if (!this.alive.has(row)) return;
    this.alive.delete(row);
    for (const rows of this.#facetsOf[row] ?? []) rows.delete(row);
    this.#facetsOf[row] = [];
    for (const column of this.columns.values()) column.set(row, null);
  }
}

/** Returns a column of numbers or of texts, by the first value of the field that is not null. */
const newColumn = (value: number | string | null): Column | null =>
  value === null ? null : typeof value === 'number' ? new Numbers() : new Texts();

/** The mirrors of one database. */
export class Mirrors {
  readonly #kept = new Map<string, Mirror>();

  /**
   * Returns the mirror of an index in the current state of the tables, or null while it needs another step. Call it
   * within one snapshot.
   */
  current(prepared: Prepared, index: string): Mirror | null {
    const meta = readMeta(prepared, index);
    const kept = this.#kept.get(index);
    const mirror = kept?.epoch === meta.epoch ? kept : new Mirror(index, meta.epoch);
    this.#kept.set(index, mirror);
    return mirror.catchUp(prepared, meta) ? mirror : null;
  }
}
