import { existsSync, readdirSync, readlinkSync, realpathSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** SQLite's primary result codes: the lower byte of its error code. */
const BUSY = 5;
const LOCKED = 6;
const CORRUPT = 11;
const NOT_A_DATABASE = 26;

/**
 * Locks a database against every other process and returns a function that releases it. Returns null when another
 * process has the database open. SQLite cannot lock a database too damaged to read; then Linux is asked which processes
 * have the file open. On other systems no process counts as having it open. SQLite allows leaving WAL mode only to the
 * single process that has the file open, and then leaves no log beside it.
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

/**
 * Returns true when another process of this user has a file open, according to Linux's /proc; false on other systems.
 */
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
