import type { StatementSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';

/** SQLite's own measure: 4 MB of log. */
const EVERY_PAGES = 1_000;
/** From here on the log is also begun anew, for which writers wait some milliseconds. */
const ANEW_PAGES = 4_000;
const WAIT_FOR_READERS_MS = 100;
/**
 * After so long without a copy the room of the log goes back to the disk. A log that has to grow anew is written through by
 * way of the disk's own journal, for which purchases of the next burst waited up to 350 ms; so this is no pause of a burst.
 */
const REST_MS = 30_000;

/**
 * The copying thread, as text: a bundler would have to be told of a file. PASSIVE copies beside the writers and leaves
 * what they add meanwhile; only RESTART, which lets them wait for that little rest, lets the log begin anew. Its file
 * keeps its length meanwhile; when the burst is over TRUNCATE empties it.
 */
const copier = (restMs: number) => `
const { parentPort, workerData } = require('node:worker_threads');
const { DatabaseSync } = require('node:sqlite');
const database = new DatabaseSync(workerData.path, { timeout: ${WAIT_FOR_READERS_MS} });
let rest;
function empty() {
  try {
    database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
  } catch {
    // Somebody reads or writes after all; the next burst ends with a rest too.
  }
}
parentPort.on('message', (task) => {
  clearTimeout(rest);
  if (task === 'close') return database.close(), parentPort.close();
  rest = setTimeout(empty, ${restMs});
  try {
    const { log } = database.prepare('PRAGMA wal_checkpoint(PASSIVE)').get();
    if (log >= ${ANEW_PAGES}) database.prepare('PRAGMA wal_checkpoint(RESTART)').get();
    parentPort.postMessage(null);
  } catch (error) {
    parentPort.postMessage(String(error));
  }
});`;

export type Checkpoints = {
  /** To be called after each commit: has the log copied when it has grown enough. */
  committed(): void;
  close(): Promise<void>;
};

/**
 * Copies the log into the database by a thread of its own: a checkpoint writes to the disk and waits for it, which would
 * stop the event loop at the commit that happens to cause it. `failed` is told why a copy did not come about; the log
 * keeps everything, and the next commits cause another.
 */
export function openCheckpoints(
  path: string,
  prepared: (sql: string) => StatementSync,
  failed: (reason: string) => void,
  restMs = REST_MS,
): Checkpoints {
  let worker: Worker | null = null;
  let isCopying = false;
  let copiedAt = 0;

  function begin(): Worker {
    const begun = new Worker(copier(restMs), { eval: true, workerData: { path } });
    begun.unref();
    begun.on('message', (reason: string | null) => {
      isCopying = false;
      if (reason !== null) failed(reason);
    });
    begun.on('error', (error) => {
      // The next copy gets a thread anew.
      worker = null;
      isCopying = false;
      failed(String(error));
    });
    return begun;
  }

  /** A look that fails is a copy that does not come about: what has been committed stays so. */
  function pagesOfLog(): number {
    try {
      return (prepared('PRAGMA wal_checkpoint(NOOP)').get() as { log: number }).log;
    } catch (error) {
      failed(String(error));
      return copiedAt;
    }
  }

  return {
    committed() {
      if (isCopying) return;
      const log = pagesOfLog();
      if (log < copiedAt) copiedAt = 0;
      if (log - copiedAt < EVERY_PAGES) return;
      copiedAt = log;
      isCopying = true;
      worker ??= begin();
      worker.postMessage('copy');
    },
    async close() {
      if (!worker) return;
      worker.ref();
      const ended = new Promise((done) => worker?.once('exit', done));
      worker.postMessage('close');
      await ended;
    },
  };
}
