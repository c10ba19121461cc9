import { sqliteHandleOf } from '#services/database/sqlite-handle.ts';
import type { TestContext } from '#tests/support/context.ts';

/** Returns every row of every table except the named ones, as text in small letters. */
export function dump(world: TestContext, ...except: readonly string[]): string {
  const database = sqliteHandleOf(world.data)?.database;
  const tables = database?.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all() ?? [];
  const rows = tables
    .filter(({ name }) => !except.includes(String(name)))
    .map(({ name }) => {
      const all = database?.prepare(`SELECT * FROM "${String(name)}"`);
      // The full-text index numbers its segments beyond what a JavaScript number can represent.
      all?.setReadBigInts(true);
      return all?.all();
    });
  return JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value)).toLowerCase();
}
