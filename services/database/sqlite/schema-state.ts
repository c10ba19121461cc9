import { DatabaseSync } from 'node:sqlite';
import type { AnyCollection } from '#lib/data/collection.ts';
import { Counters } from '#lib/data/counters.ts';
import { isAsDeclared, schemaVersionOf } from './schema.ts';
import { tableOf } from './tables.ts';

export type SchemaState = {
  /** How many times the schema of the file was updated. */
  readonly version: number;
  /** The collections whose tables this version of Plaza would change at startup. */
  readonly behind: readonly string[];
};

/**
 * Reads the schema state of a database without changing it, safely beside a running server. Throws when the file is not
 * a database.
 */
export function readSchemaState(path: string, collections: readonly AnyCollection[]): SchemaState {
  const database = new DatabaseSync(path, { readOnly: true, timeout: 1_000 });
  try {
    const connection = { prepared: (sql: string) => database.prepare(sql) };
    const hasAny = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = '_meta'").get() !== undefined;
    const tables = [...collections, Counters].map(tableOf);
    const behind = tables.filter((table) => !hasAny || !isAsDeclared(connection, table));
    return { version: schemaVersionOf(connection), behind: behind.map(({ collection }) => collection.name) };
  } finally {
    database.close();
  }
}

/** Returns the problem that SQLite finds in a database, or null. The check reads every page. */
export function findDamage(path: string): string | null {
  const database = new DatabaseSync(path, { readOnly: true, timeout: 1_000 });
  try {
    const answer = String(database.prepare('PRAGMA quick_check(1)').get()?.quick_check);
    return answer === 'ok' ? null : answer;
  } finally {
    database.close();
  }
}
