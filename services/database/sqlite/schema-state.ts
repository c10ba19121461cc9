import { DatabaseSync } from 'node:sqlite';
import type { AnyCollection } from '#lib/data/collection.ts';
import { Counters } from '#lib/data/counters.ts';
import { bringingsOf, isAsDeclared } from './schema.ts';
import { tableOf } from './tables.ts';

export type SchemaState = {
  /** How often the file was brought to declarations. */
  readonly version: number;
  /** Collections that this version of us would change at its start. */
  readonly behind: readonly string[];
};

/** Reads how a database lies, beside a server that uses it and without changing it. One that is no database throws. */
export function readSchemaState(path: string, collections: readonly AnyCollection[]): SchemaState {
  const database = new DatabaseSync(path, { readOnly: true, timeout: 1_000 });
  try {
    const connection = { prepared: (sql: string) => database.prepare(sql) };
    const hasAny = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = '_meta'").get() !== undefined;
    const tables = [...collections, Counters].map(tableOf);
    const behind = tables.filter((table) => !hasAny || !isAsDeclared(connection, table));
    return { version: bringingsOf(connection), behind: behind.map(({ collection }) => collection.name) };
  } finally {
    database.close();
  }
}

/** What SQLite finds wrong with a database; null where it finds nothing. Reads every page. */
export function findDamage(path: string): string | null {
  const database = new DatabaseSync(path, { readOnly: true, timeout: 1_000 });
  try {
    const answer = String(database.prepare('PRAGMA quick_check(1)').get()?.quick_check);
    return answer === 'ok' ? null : answer;
  } finally {
    database.close();
  }
}
