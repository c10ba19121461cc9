import { createHash } from 'node:crypto';
import type { SearchChange, SearchEntry } from '#lib/search/search-index.ts';
import { type IndexTables, META, type Prepared, readMeta, tablesOf } from './tables.ts';

type Weight = 'A' | 'B' | 'C';

/**
 * Opens a writer of one index within a write lock. Each changed row gets the next seq; a write that changes nothing
 * gets none.
 */
export function openWriter(prepared: Prepared, index: string) {
  const tables = tablesOf(index);
  let { seq } = readMeta(prepared, index);
  const next = (): number => {
    seq += 1;
    return seq;
  };
  const find = (id: string) => prepared(`SELECT * FROM ${tables.rows} WHERE id = ?`).get(id);

  return {
    put(entry: SearchEntry): void {
      const held = find(entry.id);
      const facets = JSON.stringify(entry.facets);
      const fields = JSON.stringify(entry.fields);
      const hash = hashOfText(entry);
      const sameText = held?.text_hash === hash;
      if (sameText && held.facets === facets && held.fields === fields && held.card === entry.card) return;

      const values = [next(), hash, tokensOf(entry, 'A').length, facets, fields, entry.card];
      const row = held ? Number(held.row) : insertRow(prepared, tables, entry.id, values);
      if (held) updateRow(prepared, tables, row, values);
      if (!sameText) putText(prepared, tables, row, entry);
    },

    patch({ id, facets = {}, fields = {} }: SearchChange): void {
      const held = find(id);
      if (!held || held.facets === null) return;
      const before = JSON.parse(String(held.facets)) as string[];
      const prefixes = Object.keys(facets);
      const kept = before.filter((facet) => !prefixes.some((prefix) => facet.startsWith(prefix)));
      const newFacets = JSON.stringify([...kept, ...Object.values(facets).flat()]);
      const newFields = JSON.stringify({ ...JSON.parse(String(held.fields)), ...fields });
      if (newFacets === held.facets && newFields === held.fields) return;
      prepared(`UPDATE ${tables.rows} SET seq = ?, facets = ?, fields = ? WHERE id = ?`).run(
        next(),
        newFacets,
        newFields,
        id,
      );
    },

    remove(id: string): void {
      const held = find(id);
      if (!held || held.facets === null) return;
      prepared(
        `UPDATE ${tables.rows} SET seq = ?, text_hash = NULL, facets = NULL, fields = NULL, card = NULL WHERE id = ?`,
      ).run(next(), id);
      prepared(`DELETE FROM ${tables.text} WHERE rowid = ?`).run(Number(held.row));
    },

    finish(): void {
      prepared(`UPDATE ${META} SET seq = ? WHERE name = ?`).run(seq, index);
    },
  };
}

type Values = readonly (string | number)[];

// No upsert and no RETURNING: SQLite runs those under their own savepoint, and there FTS5 writes its buffered data as a
// segment. That made one segment per entry instead of one per commit, and merging them blocked the event loop for 180
// ms.
function insertRow(prepared: Prepared, { rows }: IndexTables, id: string, values: Values): number {
  const sql = `INSERT INTO ${rows}(seq, text_hash, title_length, facets, fields, card, id) VALUES (?, ?, ?, ?, ?, ?, ?)`;
  return Number(prepared(sql).run(...values, id).lastInsertRowid);
}

function updateRow(prepared: Prepared, { rows }: IndexTables, row: number, values: Values): void {
  const sql = `UPDATE ${rows} SET seq = ?, text_hash = ?, title_length = ?, facets = ?, fields = ?, card = ? WHERE row = ?`;
  prepared(sql).run(...values, row);
}

/** Empties an index. The next revision is one that no reader has seen. */
export function clearIndex(prepared: Prepared, index: string): void {
  const { rows, text, words } = tablesOf(index);
  prepared(`DELETE FROM ${rows}`).run();
  prepared(`INSERT INTO ${text}(${text}) VALUES ('delete-all')`).run();
  prepared(`DELETE FROM ${words}`).run();
  prepared(`UPDATE ${META} SET epoch = epoch + 1, seq = 0, built = NULL WHERE name = ?`).run(index);
}

const tokensOf = ({ terms }: SearchEntry, weight: Weight): readonly string[] =>
  terms.filter((group) => group.weight === weight).flatMap(({ tokens }) => tokens);

const textOf = (entry: SearchEntry) => (['A', 'B', 'C'] as const).map((weight) => tokensOf(entry, weight).join(' '));

const hashOfText = (entry: SearchEntry): string =>
  createHash('sha256')
    .update(JSON.stringify([textOf(entry), entry.words]))
    .digest('base64url')
    .slice(0, 22);

function putText(prepared: Prepared, { text, words }: IndexTables, row: number, entry: SearchEntry): void {
  prepared(`INSERT OR REPLACE INTO ${text}(rowid, a, b, c) VALUES (?, ?, ?, ?)`).run(row, ...textOf(entry));
  const remember = prepared(`INSERT OR IGNORE INTO ${words}(word) VALUES (?)`);
  for (const word of entry.words) remember.run(word);
}
