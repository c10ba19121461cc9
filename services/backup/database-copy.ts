import { existsSync, rmSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

/** The content of a database: the number of documents by collection. */
export type Inspected = { readonly counts: Readonly<Record<string, number>> };
type Answer = Inspected | { readonly reason: string };
type Task = { readonly path: string; readonly from: string | null };

/**
 * The source of the copying thread, as text, because a bundler would need configuration for a file. All pages are
 * copied in one step, so that the copy is one snapshot: between steps a writer would make the copy start again. The
 * copy leaves WAL mode. So it is a single file, and can be checked in a read-only folder.
 */
const COPIER = `
const { closeSync, fsyncSync, openSync } = require('node:fs');
const { backup, DatabaseSync } = require('node:sqlite');
const { parentPort, workerData } = require('node:worker_threads');
const { from, path } = workerData;

async function copy() {
  const source = new DatabaseSync(from, { readOnly: true, timeout: 5000 });
  try {
    await backup(source, path, { rate: 0x7fffffff });
  } finally {
    source.close();
  }
  const made = new DatabaseSync(path);
  made.exec('PRAGMA journal_mode = DELETE');
  made.close();
  const file = openSync(path, 'r+');
  fsyncSync(file);
  closeSync(file);
}

function inspect() {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const answer = database.prepare('PRAGMA integrity_check(1)').get().integrity_check;
    if (answer !== 'ok') throw new Error(answer);
    const names = database.prepare("SELECT substr(name, 3) AS name FROM sqlite_schema WHERE type = 'table' AND substr(name, 1, 2) = 'c_' ORDER BY name").all();
    return Object.fromEntries(names.map(({ name }) => [name, database.prepare('SELECT count(*) AS n FROM "c_' + name + '"').get().n]));
  } finally {
    database.close();
  }
}

(async () => {
  try {
    if (from !== null) await copy();
    parentPort.postMessage({ counts: inspect() });
  } catch (error) {
    parentPort.postMessage({ reason: error.message });
  }
})();`;

/**
 * Copies a database while it is in use, lets SQLite check the copy, and counts its rows, all in a separate thread.
 * Never overwrites an existing file; a failed copy leaves no files.
 */
export async function copyDatabase(from: string, to: string): Promise<Inspected> {
  if (existsSync(to)) throw new Error(`${to} already exists`);
  if (!existsSync(from)) throw new Error(`there is no database at ${from}`);
  try {
    return await run({ path: to, from });
  } catch (error) {
    for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(`${to}${suffix}`, { force: true });
    throw error;
  }
}

/** Lets SQLite check a database that no process uses, and counts its rows. Throws with SQLite's own message. */
export const inspectDatabase = (path: string): Promise<Inspected> => run({ path, from: null });

function run(task: Task): Promise<Inspected> {
  return new Promise((done, fail) => {
    const worker = new Worker(COPIER, { eval: true, workerData: task });
    worker.once('message', (answer: Answer) =>
      'reason' in answer
        ? fail(new Error(`the database is damaged or cannot be copied: ${answer.reason}`))
        : done(answer),
    );
    worker.once('error', fail);
    worker.once('exit', () => fail(new Error('the copy thread ended without a result')));
  });
}
