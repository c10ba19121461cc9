import { statSync } from 'node:fs';
import { EnvProblem } from '#lib/core/env/env.ts';
import { resultCode } from './busy.ts';
import type { Connection } from './connection.ts';

/** Up to this file size, startup checks every page. A larger file would delay startup too long. */
const CHECKED_BYTES = 32 * 1024 * 1024;
/** SQLite's result codes for a corrupt page, and for a file that is not a database. */
const damage = [11, 26];

/** The problem that SQLite's quick_check reports for a file. */
class Damage extends Error {
  override readonly name = 'Damage';
}

/**
 * Throws when SQLite's own check finds the file damaged. A large file is skipped: backups and later reads find its
 * damage.
 */
export function assertUndamaged({ database }: Connection, path: string): void {
  if (statSync(path).size > CHECKED_BYTES) return;
  const found = database.prepare('PRAGMA quick_check(1)').get()?.quick_check;
  if (found !== 'ok') throw new Damage(String(found));
}

/** Returns true when SQLite reports that its file is damaged. */
export const isDamage = (error: unknown): boolean =>
  error instanceof Damage || damage.includes(resultCode(error) ?? Number.NaN);

/** Returns an error that says why a database file cannot be opened and what to do about it. */
export function openingProblem(path: string, cause: unknown): EnvProblem {
  return new EnvProblem(`PLAZA_DATA_DIR: the database ${path} ${reasonOf(cause)}`, { cause });
}

function reasonOf(cause: unknown): string {
  if (isDamage(cause)) return 'is damaged; move the folder aside and restore the last backup: npm run restore -- FROM';
  switch (resultCode(cause) ?? 0) {
    case 5:
    case 6:
      return 'is locked by another process; stop that process, then start again';
    case 10:
      return 'cannot be read: its disk reports an error; check the disk, then start again';
    case 13:
      return 'cannot be opened: its disk is full; make room, then start again';
    default:
      return 'cannot be opened for writing; make the folder writable, or set FIRESTORE_PROJECT_ID and FIREBASE_SERVICE_ACCOUNT to keep documents in Firestore';
  }
}
