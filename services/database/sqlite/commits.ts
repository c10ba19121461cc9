import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { retryBusy, toStoreError } from './busy.ts';
import { afterTurn } from './turns.ts';

/** One commit takes work for so long; what is left goes into the next. */
const LONGEST_COMMIT_MS = 20;

type Job = { readonly work: () => unknown; done(value: unknown): void; fail(error: unknown): void };
type Base = { readonly database: DatabaseSync; readonly prepared: (sql: string) => StatementSync };

/**
 * Opens the queue of writers. What gathers in one turn of the event loop is committed together and shares one write
 * through to the disk, which is what a commit costs; a piece that fails takes back itself and no other. Answers a
 * function that runs synchronous work under the write lock and settles when it is on the disk, all of it or nothing.
 */
export function openCommits({ database, prepared }: Base): <R>(work: () => R) => Promise<R> {
  const queue: Job[] = [];
  let isScheduled = false;

  /** Runs one piece of a commit; answers how it is to be settled once the commit is on the disk. */
  function piece(job: Job): () => void {
    prepared('SAVEPOINT piece').run();
    try {
      const value = job.work();
      prepared('RELEASE piece').run();
      return () => job.done(value);
    } catch (error) {
      // A full or failing disk has taken back the whole commit, not the piece alone.
      if (!database.isTransaction) throw error;
      prepared('ROLLBACK TO piece').run();
      prepared('RELEASE piece').run();
      return () => job.fail(toStoreError(error));
    }
  }

  /** Commits what has gathered; answers what the callers are to be told. */
  function commit(): readonly (() => void)[] {
    prepared('BEGIN IMMEDIATE').run();
    const jobs: Job[] = [];
    const until = performance.now() + LONGEST_COMMIT_MS;
    try {
      const outcomes: (() => void)[] = [];
      while (queue[0] && performance.now() < until) {
        const [job] = queue.splice(0, 1) as [Job];
        jobs.push(job);
        outcomes.push(piece(job));
      }
      prepared('COMMIT').run();
      return outcomes;
    } catch (error) {
      if (database.isTransaction) prepared('ROLLBACK').run();
      return jobs.map((job) => () => job.fail(toStoreError(error)));
    }
  }

  async function flush(): Promise<void> {
    try {
      for (const tell of await retryBusy(commit)) tell();
    } catch (error) {
      // Nobody's work has begun: the lock was never had, or the database is closed.
      for (const job of queue.splice(0)) job.fail(error);
    }
    isScheduled = false;
    if (queue.length > 0) schedule();
  }

  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    afterTurn(() => void flush());
  }

  return <R>(work: () => R) =>
    new Promise<R>((resolve, reject) => {
      queue.push({ work, done: (value) => resolve(value as R), fail: reject });
      schedule();
    });
}
