import type { Scalar } from '#lib/data/query.ts';
import type { Connection } from './connection.ts';
import { columnOf, encoded, type Table, type TableIndex } from './tables.ts';

type Json = Readonly<Record<string, unknown>>;

// A side table holds what Firestore calls index entries: a row for each distinct element of an array field.
const insertSql = ({ on, fields }: TableIndex): string =>
  `INSERT INTO "${on}" (${['av', ...fields.map(columnOf), 'id'].join(', ')}) VALUES (${'?, '.repeat(fields.length + 1)}?)`;

function insert({ prepared }: Connection, index: TableIndex, id: string, data: Json): void {
  const elements = index.array === null ? null : data[index.array];
  if (!Array.isArray(elements)) return;
  const fields = index.fields.map((field) => encoded((data[field] ?? null) as Scalar));
  const statement = prepared(insertSql(index));
  for (const element of new Set(elements as readonly Scalar[])) statement.run(encoded(element), ...fields, id);
}

/** Puts the entries of a document in the place of its earlier ones; null takes them away. */
export function rewriteEntries(connection: Connection, table: Table, id: string, data: Json | null): void {
  for (const index of table.indexes) {
    if (index.array === null) continue;
    connection.prepared(`DELETE FROM "${index.on}" WHERE id = ?`).run(id);
    if (data) insert(connection, index, id, data);
  }
}

/** Fills a new side table from the documents that are there. */
export function fillSideTable(connection: Connection, table: Table, index: TableIndex): void {
  for (const row of connection.database.prepare(`SELECT id, d FROM "${table.name}"`).iterate()) {
    insert(connection, index, String(row.id), JSON.parse(String(row.d)) as Json);
  }
}
