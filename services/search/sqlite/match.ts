import { Bits } from './bits.ts';
import type { Mirror } from './mirror.ts';
import type { Prepared } from './tables.ts';

/** Sets of one moment that are kept: a request asks for the same few again for its counts. */
const KEPT = 16;

/** Which rows hold the terms: in which fields, and whether the last counts as a beginning. */
type Level = { readonly fields: '{a}' | '{a b}' | '{a b c}'; readonly lastIsPrefix: boolean; readonly score: number };

const anywhere: Level = { fields: '{a b c}', lastIsPrefix: true, score: 0 };
/** Best first. Every level lies within the next. */
const levels: readonly Level[] = [
  { fields: '{a}', lastIsPrefix: false, score: 3 },
  { fields: '{a}', lastIsPrefix: true, score: 2 },
  { fields: '{a b}', lastIsPrefix: true, score: 1 },
];
const LEVEL_STEP = 1_000;

/** The text side of an index: full-text queries, remembered as long as nothing changes. */
export class Matcher {
  readonly #prepared: Prepared;
  readonly #kept = new Map<string, Bits>();

  constructor(prepared: Prepared) {
    this.#prepared = prepared;
  }

  /** The rows that hold every term, the last at least as a beginning. */
  rows(mirror: Mirror, terms: readonly string[]): Bits {
    return this.#rows(mirror, terms, anywhere);
  }

  /**
   * A row's score for the terms. It depends on the row alone, unlike BM25, whose weights move with every other row:
   * terms in the title first, whole before begun, then the shorter title.
   */
  scores(mirror: Mirror, terms: readonly string[]): (row: number) => number {
    const best = levels.map((level) => ({ rows: this.#rows(mirror, terms, level), score: level.score }));
    return (row) => {
      const level = best.find(({ rows }) => rows.has(row))?.score ?? anywhere.score;
      const length = Math.min(LEVEL_STEP - 1, mirror.titleLengths.at(row) || 0);
      return level * LEVEL_STEP + LEVEL_STEP - 1 - length;
    };
  }

  /** How many rows hold a word whole. */
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

    // One text of numbers is several times cheaper to hand over than a row for each.
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

/** Reads row numbers parted by commas, digit by digit: a hundred thousand of them in a millisecond. */
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

/** User text never becomes an expression: every term is a quoted string. */
const quoted = (term: string): string => `"${term.replaceAll('"', '""')}"`;
