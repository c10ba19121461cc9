import { setImmediate as breathe } from 'node:timers/promises';
import type { EntryPage, FacetCounts, SearchEntry, SearchIndex } from '#lib/search/search-index.ts';
import type { SqliteHandle } from '#services/database/sqlite-handle.ts';
import type { Bits } from './sqlite/bits.ts';
import { type Column, Numbers } from './sqlite/columns.ts';
import { Matcher } from './sqlite/match.ts';
import { type Mirror, Mirrors } from './sqlite/mirror.ts';
import { matching, selectPage } from './sqlite/select.ts';
import { createTables, META, type Prepared, readMeta, statementsOf, tablesOf } from './sqlite/tables.ts';
import { Vocabulary } from './sqlite/vocabulary.ts';
import { clearIndex, openWriter } from './sqlite/write.ts';

/**
 * The limits of entries and of tokens written under one lock. They take about ten milliseconds, so no other write waits
 * long.
 */
const AT_ONCE = 100;
const TOKENS_AT_ONCE = 5_000;

/**
 * Opens the search index inside the store's own SQLite file. FTS5 does the full-text search, and a copy of the row
 * table in memory does everything else. Several processes may share the file; each process follows the writes of the
 * others.
 */
export function openSqliteSearch(handle: SqliteHandle): SearchIndex {
  const prepared = statementsOf(handle.database);
  const mirrors = new Mirrors();
  const matcher = new Matcher(prepared);
  const vocabularies = new WeakMap<Mirror, Vocabulary>();
  const made = new Map<string, Promise<void>>();

  /** Creates the tables of an index, once per process. */
  function ready(index: string): Promise<void> {
    const making = made.get(index) ?? handle.write((database) => createTables(database, index));
    made.set(index, making);
    making.catch(() => made.delete(index));
    return making;
  }

  async function read<R>(index: string, work: (mirror: Mirror) => R): Promise<R> {
    await ready(index);
    for (;;) {
      const done = await handle.read(() => {
        const mirror = mirrors.current(prepared, index);
        return mirror && { value: work(mirror) };
      });
      if (done) return done.value;
      await breathe();
    }
  }

  async function write<T>(
    index: string,
    items: readonly T[],
    work: (writer: ReturnType<typeof openWriter>, item: T) => void,
    tokensOf: (item: T) => number = () => 0,
  ): Promise<void> {
    await ready(index);
    for (const portion of portionsOf(items, tokensOf)) {
      await handle.write(() => {
        const writer = openWriter(prepared, index);
        for (const item of portion) work(writer, item);
        writer.finish();
      });
    }
  }

  async function metaOf(index: string) {
    await ready(index);
    return handle.read(() => readMeta(prepared, index));
  }

  return {
    put: (index, entries) => write(index, entries, (writer, entry) => writer.put(entry), tokenCount),
    patch: (index, changes) => write(index, changes, (writer, change) => writer.patch(change)),
    remove: (index, ids) => write(index, ids, (writer, id) => writer.remove(id)),
    async clear(index) {
      await ready(index);
      await handle.write(() => clearIndex(prepared, index));
    },
    search: (index, request) => read(index, (mirror) => selectPage(prepared, mirror, matcher, request)),
    async walk(index, limit, after = '0') {
      await ready(index);
      return handle.read(() => walkPage(prepared, index, limit, Number(after)));
    },
    facets: (index, filter, want) =>
      read(index, (mirror) => countFacets(mirror, matching(prepared, mirror, matcher, filter), want)),
    suggest: (index, word, limit) =>
      read(index, (mirror) => {
        const vocabulary = vocabularies.get(mirror) ?? new Vocabulary();
        vocabularies.set(mirror, vocabulary);
        vocabulary.catchUp(prepared, mirror);
        return vocabulary.near(mirror, matcher, word).slice(0, limit);
      }),
    async revision(index) {
      const { epoch, seq } = await metaOf(index);
      return `${epoch}.${seq}`;
    },
    async builtAs(index) {
      return (await metaOf(index)).built;
    },
    async markBuilt(index, version) {
      await ready(index);
      await handle.write(() => prepared(`UPDATE ${META} SET built = ? WHERE name = ?`).run(version, index));
    },
  };
}

/**
 * Returns a page of entries by their row numbers: a new entry gets a number after all others. Removed rows count too,
 * so that the work of a page is bounded.
 */
function walkPage(prepared: Prepared, index: string, limit: number, after: number): EntryPage {
  const { rows } = tablesOf(index);
  const found = prepared(`SELECT row, id, facets FROM ${rows} WHERE row > ? ORDER BY row LIMIT ?`).all(after, limit);
  const last = found.at(-1);
  return {
    ids: found.flatMap(({ id, facets }) => (facets === null ? [] : [String(id)])),
    next: last && found.length === limit ? String(last.row) : null,
  };
}

const tokenCount = ({ terms }: SearchEntry): number => terms.reduce((sum, { tokens }) => sum + tokens.length, 0);

/**
 * Splits items into portions, each written under one lock. An item with more tokens than the limit is a portion of its
 * own.
 */
function portionsOf<T>(items: readonly T[], tokensOf: (item: T) => number): readonly T[][] {
  const portions: T[][] = [];
  let left = 0;
  for (const item of items) {
    const tokens = tokensOf(item);
    const portion = portions.at(-1);
    if (portion && portion.length < AT_ONCE && tokens <= left) {
      portion.push(item);
      left -= tokens;
    } else {
      portions.push([item]);
      left = TOKENS_AT_ONCE - tokens;
    }
  }
  return portions;
}

function countFacets(
  { facets, columns }: Mirror,
  rows: Bits,
  want: { readonly prefixes: readonly string[]; readonly ranges: readonly string[] },
): FacetCounts {
  const counts: Record<string, number> = {};
  for (const [facet, held] of facets) {
    if (!want.prefixes.some((prefix) => facet.startsWith(prefix))) continue;
    const count = held.sizeWithin(rows);
    if (count > 0) counts[facet] = count;
  }
  const ranges = Object.fromEntries(want.ranges.map((field) => [field, rangeOf(columns.get(field), rows)]));
  return { exact: true, total: rows.size, counts, ranges };
}

function rangeOf(column: Column | undefined, rows: Bits) {
  const { min, max } = column instanceof Numbers ? rows.ends(column.values) : { min: 1, max: 0 };
  return min <= max ? { min, max } : { min: null, max: null };
}
