import type { Scalar } from '#lib/data/query.ts';
import type { Connection } from './connection.ts';
import { columnOf, columnValue, encoded, type Table, type TableIndex } from './tables.ts';

type Json = Readonly<Record<string, unknown>>;

// A side table holds one row for each distinct element of an array field. Firestore calls such rows index entries.
const insertSql = ({ on, fields }: TableIndex): string =>
  `INSERT INTO "${on}" (${['av', ...fields.map(columnOf), 'id'].join(', ')}) VALUES (${'?, '.repeat(fields.length + 1)}?)`;

const moveSql = ({ on, fields }: TableIndex): string =>
  `UPDATE "${on}" SET ${fields.map((field) => `${columnOf(field)} = ?`).join(', ')} WHERE id = ?`;

type Stored = ReturnType<typeof encoded>;
/** The rows of one document in one side table: one row per element, all with the same other fields. */
type Entries = { readonly elements: readonly Stored[]; readonly fields: readonly Stored[] };

function entriesOf({ array, fields }: TableIndex, data: Json | null): Entries {
  const elements = data === null || array === null ? null : data[array];
  if (data === null || !Array.isArray(elements)) return { elements: [], fields: [] };
  return {
    elements: [...new Set(elements as readonly Scalar[])].map(encoded),
    fields: fields.map((field) => columnValue(data, field)),
  };
}

const isSame = (a: readonly Stored[], b: readonly Stored[]): boolean =>
  a.length === b.length && a.every((value, at) => value === b[at]);

function insert({ prepared }: Connection, index: TableIndex, id: string, { elements, fields }: Entries): void {
  if (elements.length === 0) return;
  const statement = prepared(insertSql(index));
  for (const element of elements) statement.run(element, ...fields, id);
}

/** Replaces the entries of a document. An index that does not contain the changed fields is not written. */
export function rewriteEntries(
  connection: Connection,
  table: Table,
  id: string,
  { before, after }: { readonly before: Json | null; readonly after: Json | null },
): void {
  for (const index of table.indexes) {
    if (index.array === null) continue;
    const [was, is] = [entriesOf(index, before), entriesOf(index, after)];
    if (!isSame(was.elements, is.elements)) {
      if (was.elements.length > 0) connection.prepared(`DELETE FROM "${index.on}" WHERE id = ?`).run(id);
      insert(connection, index, id, is);
    } else if (!isSame(was.fields, is.fields)) connection.prepared(moveSql(index)).run(...is.fields, id);
  }
}

/** Fills a new side table from the existing documents. */
export function fillSideTable(connection: Connection, table: Table, index: TableIndex): void {
  for (const row of connection.database.prepare(`SELECT id, d FROM "${table.name}"`).iterate()) {
    insert(connection, index, String(row.id), entriesOf(index, JSON.parse(String(row.d)) as Json));
  }
}
