import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

const BUSY = 5;

/**
 * Holds a database against every other process and returns what lets go of it; null where another process has it open. A
 * database so damaged that SQLite does not open it is held by no one. Leaving WAL mode is only granted to the one process
 * that has the file, and leaves no log beside it.
 */
export function holdAlone(path: string): (() => void) | null {
  if (!existsSync(path)) return () => undefined;
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    database.exec('PRAGMA journal_mode = DELETE');
    database.exec('BEGIN EXCLUSIVE');
    return () => database.close();
  } catch (error) {
    database.close();
    return (error as { errcode?: number }).errcode === BUSY ? null : () => undefined;
  }
}
