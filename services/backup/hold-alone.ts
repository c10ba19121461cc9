import { existsSync, readdirSync, readlinkSync, realpathSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** Primary result codes: the lower byte of what SQLite answers. */
const BUSY = 5;
const LOCKED = 6;
const CORRUPT = 11;
const NOT_A_DATABASE = 26;

/**
 * Holds a database against every other process and returns what lets go of it; null where another process has it open.
 * SQLite cannot hold a database too damaged to be read, so the system is asked who has that file open; where the system
 * does not say, nobody counts as having it. Leaving WAL mode is only granted to the one process that has the file, and
 * leaves no log beside it.
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
    if (code === CORRUPT || code === NOT_A_DATABASE) return isOpenElsewhere(path) ? null : () => undefined;
    throw error;
  }
}

/** Whether another process of this user has a file open, by what Linux says of each process; false on other systems. */
function isOpenElsewhere(path: string): boolean {
  const file = realpathSync(path);
  return namesIn('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .some((pid) => namesIn(`/proc/${pid}/fd`).some((fd) => targetOf(`/proc/${pid}/fd/${fd}`) === file));
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function targetOf(link: string): string | null {
  try {
    return readlinkSync(link);
  } catch {
    return null;
  }
}
