import { createHash } from 'node:crypto';
import type { Connection } from './connection.ts';
import { fillSideTable } from './side-tables.ts';
import { columnExpression, columnOf, createIndexSql, type Table, type TableIndex } from './tables.ts';

const TABLES = `
  CREATE TABLE IF NOT EXISTS _meta (key TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS _changes (seq INTEGER PRIMARY KEY, coll TEXT NOT NULL, id TEXT NOT NULL);
`;

/** A hash over everything of a table that lies in the database; the same hash means nothing is to be done. */
const hashOf = (table: Table): string =>
  createHash('sha256')
    .update(
      JSON.stringify([2, table.columns.map((field) => [field, columnExpression(field)]), table.indexes, table.ttl]),
    )
    .digest('hex');

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

/** Columns were once told by the documents themselves, so that each write of a document wrote all its indexes anew. */
function dropGenerated(connection: Connection, table: Table): void {
  const { database } = connection;
  const generated = columnsOf(connection, table, 'hidden = 2');
  if (generated.size === 0) return;
  const stem = table.collection.name;
  const indexes = [`i_${stem}___`, `t_${stem}___`].map((prefix) => existing(connection, 'index', prefix));
  for (const name of indexes.flatMap((found) => [...found])) database.exec(`DROP INDEX "${name}"`);
  for (const name of generated) database.exec(`ALTER TABLE "${table.name}" DROP COLUMN "${name}"`);
}

/** Drops what is declared no longer: indexes first, because a column under an index cannot go. */
function dropUndeclared(connection: Connection, table: Table): void {
  const { database } = connection;
  const stem = table.collection.name;
  const kept = new Set([...table.indexes.map((index) => index.name), table.ttl?.index]);
  const sides = new Set(table.indexes.map((index) => index.on));
  for (const prefix of [`i_${stem}___`, `t_${stem}___`]) {
    for (const name of existing(connection, 'index', prefix))
      if (!kept.has(name)) database.exec(`DROP INDEX "${name}"`);
  }
  for (const name of existing(connection, 'table', `x_${stem}___`)) {
    if (!sides.has(name)) database.exec(`DROP TABLE "${name}"`);
  }
  for (const name of columnsOf(connection, table, "substr(name, 1, 2) = 'f_'")) {
    if (!table.columns.includes(name.slice(2))) database.exec(`ALTER TABLE "${table.name}" DROP COLUMN "${name}"`);
  }
}

function addColumns({ database }: Connection, table: Table, fields: readonly string[]): void {
  if (fields.length === 0) return;
  for (const field of fields) database.exec(`ALTER TABLE "${table.name}" ADD COLUMN ${columnOf(field)}`);
  const sets = fields.map((field) => `${columnOf(field)} = ${columnExpression(field)}`);
  database.exec(`UPDATE "${table.name}" SET ${sets.join(', ')}`);
}

function addDeclared(connection: Connection, table: Table): void {
  const { database } = connection;
  const stem = table.collection.name;
  const columns = columnsOf(connection, table, 'true');
  addColumns(
    connection,
    table,
    table.columns.filter((field) => !columns.has(`f_${field}`)),
  );
  const sides = existing(connection, 'table', `x_${stem}___`);
  const indexes = existing(connection, 'index', `i_${stem}___`);
  for (const index of table.indexes) {
    if (index.array !== null && !sides.has(index.on)) createSideTable(connection, table, index);
    if (!indexes.has(index.name)) database.exec(createIndexSql(index));
  }
  if (table.ttl && !existing(connection, 'index', `t_${stem}___`).has(table.ttl.index)) {
    database.exec(createTtlIndexSql(table.name, table.ttl));
  }
}

/** Makes a table with all that belongs to it at once: adding column by column to a new table takes ten times as long. */
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

/**
 * Brings the database to the declarations: adds missing tables, columns and indexes, drops undeclared columns and
 * indexes, leaves the documents alone. Tables of collections it is not given stay as they are.
 */
export function bringUpToDate(connection: Connection, tables: readonly Table[]): void {
  const { database, prepared } = connection;
  database.exec('BEGIN IMMEDIATE');
  try {
    database.exec(TABLES);
    for (const table of tables) {
      const key = `collection:${table.collection.name}`;
      const hash = hashOf(table);
      if (prepared('SELECT value FROM _meta WHERE key = ?').get(key)?.value === hash) continue;
      if (prepared("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(table.name)) {
        dropGenerated(connection, table);
        dropUndeclared(connection, table);
        addDeclared(connection, table);
      } else {
        createTable(connection, table);
      }
      prepared('INSERT OR REPLACE INTO _meta (key, value) VALUES (?, ?)').run(key, hash);
    }
    database.exec('COMMIT');
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}
