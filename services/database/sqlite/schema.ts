import { createHash } from 'node:crypto';
import { VERSION_FIELD } from '#lib/data/document.ts';
import { schemaChanged } from '#lib/data/store-errors.ts';
import type { Connection } from './connection.ts';
import { fillSideTable } from './side-tables.ts';
import { columnExpression, columnOf, createIndexSql, type Table, type TableIndex } from './tables.ts';

const TABLES = `
  CREATE TABLE IF NOT EXISTS _meta (key TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS _changes (seq INTEGER PRIMARY KEY, coll TEXT NOT NULL, id TEXT NOT NULL);
`;

/**
 * Returns a hash over everything that a table has in the database. An equal hash means that the table is up to date.
 */
function hashOf({ collection, columns, indexes, ttl }: Table): string {
  const told = columns.map((field) => [field, columnExpression(field)]);
  const version = collection.migrate ? [collection.version] : [];
  return createHash('sha256')
    .update(JSON.stringify([3, told, indexes, ttl, ...version]))
    .digest('hex');
}

const createTtlIndexSql = (table: string, { field, index }: NonNullable<Table['ttl']>): string =>
  `CREATE INDEX "${index}" ON "${table}" (${columnOf(field)}) WHERE ${columnOf(field)} IS NOT NULL`;

const names = (connection: Connection, sql: string, ...values: readonly string[]): Set<string> =>
  new Set(
    connection
      .prepared(sql)
      .all(...values)
      .map((row) => String(row.name)),
  );

const existing = (connection: Connection, type: 'table' | 'index', prefix: string): Set<string> =>
  names(
    connection,
    `SELECT name FROM sqlite_schema WHERE type = ? AND substr(name, 1, ${prefix.length}) = ? AND sql IS NOT NULL`,
    type,
    prefix,
  );

function createSideTable(connection: Connection, table: Table, index: TableIndex): void {
  const columns = ['av', ...index.fields.map(columnOf), 'id TEXT NOT NULL'].join(', ');
  connection.database.exec(`CREATE TABLE "${index.on}" (${columns})`);
  connection.database.exec(`CREATE INDEX "${index.on}__id" ON "${index.on}" (id)`);
  fillSideTable(connection, table, index);
}

const columnsOf = (connection: Connection, table: Table, where: string): Set<string> =>
  names(connection, `SELECT name FROM pragma_table_xinfo(?) WHERE ${where}`, table.name);

/**
 * Drops the generated columns of earlier versions. SQLite computed them from the document, so each write of a document
 * rewrote all its indexes.
 */
function dropGenerated(connection: Connection, table: Table): void {
  const { database } = connection;
  const generated = columnsOf(connection, table, 'hidden = 2');
  if (generated.size === 0) return;
  const stem = table.collection.name;
  const indexes = [`i_${stem}___`, `t_${stem}___`].map((prefix) => existing(connection, 'index', prefix));
  for (const name of indexes.flatMap((found) => [...found])) database.exec(`DROP INDEX "${name}"`);
  for (const name of generated) database.exec(`ALTER TABLE "${table.name}" DROP COLUMN "${name}"`);
}

/**
 * Drops what is no longer declared: indexes first, because an indexed column cannot be dropped. All side tables are
 * dropped and filled again, because their entries may be stale, as columns may be.
 */
function dropUndeclared(connection: Connection, table: Table): void {
  const { database } = connection;
  const stem = table.collection.name;
  const kept = new Set([...table.indexes.map((index) => index.name), table.ttl?.index]);
  for (const prefix of [`i_${stem}___`, `t_${stem}___`]) {
    for (const name of existing(connection, 'index', prefix))
      if (!kept.has(name)) database.exec(`DROP INDEX "${name}"`);
  }
  for (const name of existing(connection, 'table', `x_${stem}___`)) database.exec(`DROP TABLE "${name}"`);
  for (const name of columnsOf(connection, table, "substr(name, 1, 2) = 'f_'")) {
    if (!table.columns.includes(name.slice(2))) database.exec(`ALTER TABLE "${table.name}" DROP COLUMN "${name}"`);
  }
}

/**
 * Migrates the documents of older versions to the current version. Reading does the same, but a query reads an index
 * before any document, and a field that only the migration adds would be missing there.
 */
function migrateDocuments({ database, prepared }: Connection, { name, collection }: Table): void {
  const { version = 1, migrate } = collection;
  if (!migrate) return;
  const outdated = `SELECT id, d FROM "${name}" WHERE id > ? AND ifnull(json_extract(d, '$.${VERSION_FIELD}'), 1) < ? ORDER BY id LIMIT 500`;
  const write = database.prepare(`UPDATE "${name}" SET d = ? WHERE id = ?`);
  let rows = prepared(outdated).all('', version);
  while (rows.length > 0) {
    for (const { id, d } of rows) {
      const { [VERSION_FIELD]: from = 1, ...document } = JSON.parse(String(d)) as Record<string, unknown>;
      write.run(JSON.stringify({ ...migrate(document, Number(from)), [VERSION_FIELD]: version }), String(id));
    }
    rows = prepared(outdated).all(String(rows.at(-1)?.id), version);
  }
}

/**
 * Recomputes every column. A version of Plaza without the column, or with another expression for it, may have written
 * meanwhile.
 */
function fillColumns({ database }: Connection, { name, columns }: Table): void {
  if (columns.length === 0) return;
  const pairs = columns.map((field) => [columnOf(field), columnExpression(field)] as const);
  const sets = pairs.map(([column, told]) => `${column} = ${told}`).join(', ');
  const isOther = pairs.map(([column, told]) => `${column} IS NOT (${told})`).join(' OR ');
  database.exec(`UPDATE "${name}" SET ${sets} WHERE ${isOther}`);
}

function addDeclared(connection: Connection, table: Table): void {
  const { database } = connection;
  const stem = table.collection.name;
  const columns = columnsOf(connection, table, 'true');
  for (const field of table.columns)
    if (!columns.has(`f_${field}`)) database.exec(`ALTER TABLE "${table.name}" ADD COLUMN ${columnOf(field)}`);
  migrateDocuments(connection, table);
  fillColumns(connection, table);
  const indexes = existing(connection, 'index', `i_${stem}___`);
  for (const index of table.indexes) {
    if (index.array !== null) createSideTable(connection, table, index);
    if (!indexes.has(index.name)) database.exec(createIndexSql(index));
  }
  if (table.ttl && !existing(connection, 'index', `t_${stem}___`).has(table.ttl.index)) {
    database.exec(createTtlIndexSql(table.name, table.ttl));
  }
}

/**
 * Creates a table with all its columns and indexes at once. Adding columns one by one to a new table takes ten times as
 * long.
 */
function createTable(connection: Connection, table: Table): void {
  const { database } = connection;
  const columns = ['id TEXT PRIMARY KEY NOT NULL', 'v INTEGER NOT NULL', 'd TEXT NOT NULL'];
  database.exec(`CREATE TABLE "${table.name}" (${[...columns, ...table.columns.map(columnOf)].join(', ')})`);
  for (const index of table.indexes) {
    if (index.array !== null) createSideTable(connection, table, index);
    database.exec(createIndexSql(index));
  }
  if (table.ttl) database.exec(createTtlIndexSql(table.name, table.ttl));
}

const keyOf = ({ collection }: Table): string => `collection:${collection.name}`;

/** Returns how many times the schema of the file was updated. */
export const schemaVersionOf = ({ prepared }: Pick<Connection, 'prepared'>): number =>
  Number(prepared('PRAGMA user_version').get()?.user_version ?? 0);

/** Returns true when the table in the database matches its declaration. */
export const isAsDeclared = ({ prepared }: Pick<Connection, 'prepared'>, table: Table): boolean =>
  prepared('SELECT value FROM _meta WHERE key = ?').get(keyOf(table))?.value === hashOf(table);

/**
 * Returns a function that throws once another version of Plaza has changed the schema of the file. That version's
 * indexes would not find the documents that this process writes. A number in the file header shows whether any process
 * has changed the schema at all.
 */
export function openShapeGuard(connection: Connection, tables: readonly Table[]): () => void {
  let seen: number | undefined;
  return () => {
    const version = schemaVersionOf(connection);
    if (version === seen) return;
    if (!tables.every((table) => isAsDeclared(connection, table))) throw schemaChanged();
    seen = version;
  };
}

/**
 * Updates the database to the declarations: adds missing tables, columns and indexes, drops undeclared columns and
 * indexes, and migrates documents of older versions. Tables of other collections stay unchanged.
 */
export function updateSchema(connection: Connection, tables: readonly Table[]): void {
  const { database, prepared } = connection;
  database.exec('BEGIN IMMEDIATE');
  try {
    database.exec(TABLES);
    const others = tables.filter((table) => !isAsDeclared(connection, table));
    if (others.length > 0) database.exec(`PRAGMA user_version = ${schemaVersionOf(connection) + 1}`);
    for (const table of others) {
      if (prepared("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(table.name)) {
        dropGenerated(connection, table);
        dropUndeclared(connection, table);
        addDeclared(connection, table);
      } else {
        createTable(connection, table);
      }
      prepared('INSERT OR REPLACE INTO _meta (key, value) VALUES (?, ?)').run(keyOf(table), hashOf(table));
    }
    database.exec('COMMIT');
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}
