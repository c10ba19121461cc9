import type { StatementSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';

/** SQLite's own measure: 4 MB of log. */
const EVERY_PAGES = 1_000;
/** From here on the log is also begun anew, for which writers wait some milliseconds. */
const ANEW_PAGES = 4_000;
const WAIT_FOR_READERS_MS = 100;
/**
 * After this long without a burst the log is emptied. A log that has to grow again is written through the disk's own
 * journal, and purchases of the next burst waited up to 350 ms for it, so the time is longer than a pause in a burst.
 */
const REST_MS = 30_000;
/** A log that has grown by more than this within a rest is in a burst, of this process or of another one. */
const RESTING_PAGES = 100;

/**
 * The copying thread, as text: a bundler would have to be told about a file. PASSIVE copies beside the writers and leaves
 * what they add meanwhile. Only RESTART, for which writers wait, lets the log begin again from its start; the file keeps
 * its length. TRUNCATE empties it; a reader or writer in the way makes it `busy`.
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
  /** Called after each commit: has the log copied when it has grown enough, and emptied when commits rest. */
  committed(): void;
  close(): Promise<void>;
};

/**
 * Copies the log into the database in a thread of its own: a checkpoint writes to the disk and waits for it, which would
 * hold the event loop at the commit that causes it. `failed` receives the reason when a copy fails; the log keeps
 * everything, and a later commit causes another copy.
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
  /** Runs from the first commit after an emptying, however little it wrote. */
  let rest: NodeJS.Timeout | null = null;
  let pagesAtRest = 0;
  let ended: Promise<unknown> = Promise.resolve();

  function begin(): Worker {
    const begun = new Worker(COPIER, { eval: true, workerData: { path } });
    begun.unref();
    begun.on('message', ({ task, isBusy, reason }: Done) => {
      isCopying = false;
      if (reason !== undefined) failed(reason);
      // A reader was in the way of the emptying: it is tried again after another rest.
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

  /** Ends the thread: between bursts the process keeps neither its memory nor its connection. */
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

  /** Returns the pages in the log. A failing look is a copy that fails: what has been committed stays committed. */
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
