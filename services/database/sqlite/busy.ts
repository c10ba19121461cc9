import { setTimeout as wait } from 'node:timers/promises';
import { storeUnavailable } from '#lib/data/store-errors.ts';

/** How long a writer waits for the other processes. */
const GIVE_UP_MS = 5_000;
const LONGEST_PAUSE_MS = 16;

/** SQLite's primary result codes that mean "not now": the disk, the lock or the file, and no bug of ours. */
const unavailableCodes: Readonly<Record<number, string>> = {
  5: 'The database is locked by another process',
  6: 'The database is locked',
  8: 'The database file cannot be written',
  10: 'The disk of the database does not answer',
  11: 'The database file is damaged',
  13: 'The disk of the database is full',
  14: 'The database file cannot be opened',
  26: 'The database file is damaged',
};

/** Of what could not be written through. Nobody knows what of it is on the disk. */
export const diskFailed = (error: unknown) => storeUnavailable('The disk of the database does not answer', error);

/** SQLite's primary result code of what was thrown. */
export const resultCode = (error: unknown): number | undefined =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : undefined;

/** Another connection holds the lock (SQLITE_BUSY, SQLITE_LOCKED). */
export function isBusy(error: unknown): boolean {
  const code = resultCode(error);
  return code === 5 || code === 6;
}

/** The store's own error for what SQLite threw; anything that is not the database's state passes through. */
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
 * Runs synchronous work on the database, and again after a short random pause while another process holds the lock.
 * SQLite's own busy_timeout would do the waiting inside the call and stop the event loop for it.
 */
export async function retryBusy<R>(work: () => R): Promise<R> {
  const startedAt = performance.now();
  for (let tries = 1; ; tries++) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error)) throw toStoreError(error);
      if (performance.now() - startedAt > GIVE_UP_MS) {
        throw storeUnavailable('The database stayed locked by another process', error);
      }
    }
    await wait(Math.random() * Math.min(LONGEST_PAUSE_MS, 1 + tries));
  }
}
