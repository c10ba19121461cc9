import { relevance } from '#lib/search/relevance.ts';
import { Bits } from './bits.ts';
import { anywhere, type Level, levels } from './levels.ts';
import type { Mirror } from './mirror.ts';
import type { Prepared } from './tables.ts';

/** The number of row sets cached for one state of the index: a request needs the same few sets again for its counts. */
const KEPT = 16;

/** Runs the full-text queries of an index. Results are cached until the index changes. */
export class Matcher {
  readonly #prepared: Prepared;
  readonly #kept = new Map<string, Bits>();

  constructor(prepared: Prepared) {
    this.#prepared = prepared;
  }

  /** Returns the rows that contain every term, the last at least as a prefix. */
  rows(mirror: Mirror, terms: readonly string[]): Bits {
    return this.#rows(mirror, terms, anywhere);
  }

  /**
   * Returns a function that scores a row for the terms. The score depends on the row alone, unlike BM25, whose weights
   * change with every other row. Terms in the title rank first, whole words before prefixes, then shorter titles.
   */
  scores(mirror: Mirror, terms: readonly string[]): (row: number) => number {
    const best = levels.map((level) => ({ rows: this.#rows(mirror, terms, level), score: level.score }));
    return (row) => {
      const level = best.find(({ rows }) => rows.has(row))?.score ?? anywhere.score;
      return relevance(level, mirror.titleLengths.at(row) || 0);
    };
  }

  /** Returns the number of rows that contain a whole word. */
  count({ tables }: Mirror, word: string): number {
    const found = this.#prepared(`SELECT count(*) AS n FROM ${tables.text} WHERE ${tables.text} MATCH ?`).get(
      quoted(word),
    );
    return Number(found?.n ?? 0);
  }

  #rows(mirror: Mirror, terms: readonly string[], { fields, lastIsPrefix }: Level): Bits {
    const words = terms.map((term, i) => `${quoted(term)}${lastIsPrefix && i === terms.length - 1 ? ' *' : ''}`);
    const query = `${fields} : (${words.join(' AND ')})`;
    const key = `${mirror.index} ${mirror.epoch} ${mirror.seq} ${query}`;
    const kept = this.#kept.get(key);
    if (kept) return kept;

    // One text of numbers is several times cheaper to return than one row per number.
    const { text } = mirror.tables;
    const found = this.#prepared(`SELECT group_concat(rowid) AS rows FROM ${text} WHERE ${text} MATCH ?`).get(query);
    const rows = new Bits(mirror.ids.length);
    if (typeof found?.rows === 'string') addRows(rows, found.rows);

    this.#kept.set(key, rows);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= KEPT) break;
      this.#kept.delete(oldest);
    }
    return rows;
  }
}

/** Reads row numbers separated by commas, digit by digit: a hundred thousand numbers in a millisecond. */
function addRows(rows: Bits, list: string): void {
  const [zero, comma] = [48, 44];
  let row = 0;
  for (let at = 0; at < list.length; at++) {
    const sign = list.charCodeAt(at);
    if (sign !== comma) row = row * 10 + sign - zero;
    else {
      rows.add(row);
      row = 0;
    }
  }
  rows.add(row);
}

/** Quotes a term. User text never becomes an expression, because every term is a quoted string. */
const quoted = (term: string): string => `"${term.replaceAll('"', '""')}"`;
