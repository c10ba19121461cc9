import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** Primary result codes: the lower byte of what SQLite answers. */
const BUSY = 5;
const LOCKED = 6;
const CORRUPT = 11;
const NOT_A_DATABASE = 26;

/**
 * Holds a database against every other process and returns what lets go of it; null where another process has it open. A
 * database so damaged that SQLite does not read it is held by no one. Throws where that cannot be known. Leaving WAL mode is only granted to the one process
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
    const code = ((error as { errcode?: number }).errcode ?? 0) & 0xff;
    if (code === BUSY || code === LOCKED) return null;
    if (code === CORRUPT || code === NOT_A_DATABASE) return () => undefined;
    throw error;
  }
}
