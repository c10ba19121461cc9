import { setTimeout as wait } from 'node:timers/promises';
import { storeUnavailable } from '#lib/data/store-errors.ts';

/** How long a writer waits for other processes. */
const GIVE_UP_MS = 5_000;
const LONGEST_PAUSE_MS = 16;

/**
 * SQLite's primary result codes that mean "not now". The cause is the disk, the lock or the file, never a bug in our
 * code.
 */
const unavailableCodes: Readonly<Record<number, string>> = {
  5: 'The database is locked by another process',
  6: 'The database is locked',
  8: 'The database file cannot be written',
  10: 'The disk of the database does not respond',
  11: 'The database file is damaged',
  13: 'The disk of the database is full',
  14: 'The database file cannot be opened',
  26: 'The database file is damaged',
};

/** Returns the error for a failed write to the disk. Whether any part of the write reached the disk is unknown. */
export const diskFailed = (error: unknown) => storeUnavailable('The disk of the database does not respond', error);

/** Returns SQLite's primary result code of a thrown error. */
export const resultCode = (error: unknown): number | undefined =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : undefined;

/** Returns true when another connection holds the lock (SQLITE_BUSY, SQLITE_LOCKED). */
export function isBusy(error: unknown): boolean {
  const code = resultCode(error);
  return code === 5 || code === 6;
}

/**
 * Converts an SQLite error to the store's own error. An error that does not describe the state of the database is
 * returned unchanged.
 */
export function toStoreError(error: unknown): unknown {
  const code = resultCode(error);
  const reason = code === undefined ? undefined : unavailableCodes[code];
  if (reason) return storeUnavailable(reason, error);
  if (error instanceof Error && 'code' in error && error.code === 'ERR_INVALID_STATE') {
    return storeUnavailable('The database is closed', error);
  }
  return error;
}

/**
 * Runs synchronous work on the database, and retries after a short random pause while another process holds the lock.
 * SQLite's own busy_timeout would wait inside the call and block the event loop.
 */
export async function retryBusy<R>(work: () => R): Promise<R> {
  const startedAt = performance.now();
  for (let tries = 1; ; tries++) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error)) throw toStoreError(error);
      if (performance.now() - startedAt > GIVE_UP_MS) {
        throw storeUnavailable('Another process kept the database locked for too long', error);
      }
    }
    await wait(Math.random() * Math.min(LONGEST_PAUSE_MS, 1 + tries));
  }
}
