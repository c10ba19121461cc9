import type { StatementSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';

/** The default of SQLite's wal_autocheckpoint: 4 MB of log. */
const EVERY_PAGES = 1_000;
/** From this size on, a RESTART checkpoint also starts the log over. Writers wait some milliseconds for that. */
const ANEW_PAGES = 4_000;
const WAIT_FOR_READERS_MS = 100;
/**
 * The log is emptied after this long without a burst. Growing the log again goes through the disk's own journal: the
 * purchases of the next burst waited up to 350 ms for it. So this time is longer than a pause within a burst.
 */
const REST_MS = 30_000;
/**
 * A log that grows by more pages than this within one rest interval is in a burst, of this process or of another
 * process.
 */
const RESTING_PAGES = 100;

/**
 * The source of the copying thread, as text, because a bundler would need configuration for a file. PASSIVE copies
 * beside the writers and leaves the pages that they add meanwhile. Only RESTART lets the log begin again from its
 * start; writers wait for it, and the file keeps its length. TRUNCATE empties the file; a reader or writer that blocks
 * it makes the result `busy`.
 */
const COPIER = `
const { parentPort, workerData } = require('node:worker_threads');
const { DatabaseSync } = require('node:sqlite');
const database = new DatabaseSync(workerData.path, { timeout: ${WAIT_FOR_READERS_MS} });
const checkpoint = (mode) => database.prepare('PRAGMA wal_checkpoint(' + mode + ')').get();
parentPort.on('message', (task) => {
  if (task === 'close') return database.close(), parentPort.close();
  try {
    const { busy, log } = checkpoint(task === 'empty' ? 'TRUNCATE' : 'PASSIVE');
    if (task === 'copy' && log >= ${ANEW_PAGES}) checkpoint('RESTART');
    parentPort.postMessage({ task, isBusy: busy === 1 });
  } catch (error) {
    parentPort.postMessage({ task, reason: String(error) });
  }
});`;

type Done = { readonly task: 'copy' | 'empty'; readonly isBusy?: boolean; readonly reason?: string };

export type Checkpoints = {
  /** Called after each commit. Starts a copy when the log has grown enough, and empties the log when commits pause. */
  committed(): void;
  close(): Promise<void>;
};

/**
 * Copies the log into the database in a separate thread. A checkpoint writes to the disk and waits for it. In the main
 * thread the commit that triggers the checkpoint would block the event loop. `failed` receives the reason when a copy
 * fails. The log then keeps everything, and a later commit starts another copy.
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
  /** The timer starts at the first commit after the log was emptied, however little that commit wrote. */
  let rest: NodeJS.Timeout | null = null;
  let pagesAtRest = 0;
  let ended: Promise<unknown> = Promise.resolve();

  function begin(): Worker {
    const begun = new Worker(COPIER, { eval: true, workerData: { path } });
    begun.unref();
    begun.on('message', ({ task, isBusy, reason }: Done) => {
      isCopying = false;
      if (reason !== undefined) failed(reason);
      // A reader blocked the emptying: it is retried after another rest interval.
      if (task === 'empty' && (isBusy || reason !== undefined)) armRest();
      else if (task === 'empty') endThread();
    });
    begun.on('error', (error) => {
      // The next copy starts a new thread.
      if (worker === begun) worker = null;
      isCopying = false;
      failed(String(error));
    });
    return begun;
  }

  function send(task: Done['task']): void {
    isCopying = true;
    worker ??= begin();
    worker.postMessage(task);
  }

  /** Ends the thread. Between bursts the process keeps neither the thread's memory nor its connection. */
  function endThread(): void {
    const ending = worker;
    if (!ending) return;
    worker = null;
    ending.ref();
    ended = new Promise((done) => ending.once('exit', done));
    ending.postMessage('close');
  }

  function armRest(): void {
    rest ??= setTimeout(emptyAfterRest, restMs).unref();
  }

  function emptyAfterRest(): void {
    rest = null;
    const log = pagesOfLog();
    const isBurst = log < pagesAtRest || log - pagesAtRest > RESTING_PAGES;
    pagesAtRest = log;
    if (isCopying || isBurst) armRest();
    else send('empty');
  }

  /**
   * Returns the number of pages in the log. An error counts as a failed copy, because the commit itself has already
   * succeeded.
   */
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
      armRest();
      if (isCopying) return;
      const log = pagesOfLog();
      if (log < copiedAt) copiedAt = 0;
      if (log - copiedAt < EVERY_PAGES) return;
      copiedAt = log;
      send('copy');
    },
    async close() {
      if (rest) clearTimeout(rest);
      endThread();
      await ended;
    },
  };
}
