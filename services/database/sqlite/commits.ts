import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { diskFailed, retryBusy, toStoreError } from './busy.ts';
import { afterTurn } from './turns.ts';

/** How long one commit accepts work; the remaining work goes into the next commit. */
const LONGEST_COMMIT_MS = 10;

type Job = { readonly work: () => unknown; done(value: unknown): void; fail(error: unknown): void };
/** How one job of a commit is settled, after the result of the disk sync is known. */
type Outcome = { readonly job: Job; readonly settle: () => void };
type Base = {
  readonly database: DatabaseSync;
  readonly prepared: (sql: string) => StatementSync;
  /** Called under the write lock before any write; throws when writes are not allowed. */
  readonly assertOurs: () => void;
  /**
   * Called after each commit. The promise settles when the commit is on the disk; null when no caller waits for the
   * disk.
   */
  readonly committed: () => Promise<void> | null;
};

/**
 * Opens the queue of writers. All jobs of one turn of the event loop share one commit and one disk sync, which is the
 * cost of a commit. A job that fails rolls back only its own changes. The next commit does not wait for the disk; only
 * the callers do. Returns a function that runs synchronous work under the write lock. Its promise settles when the work
 * is on the disk, all of it or nothing.
 */
export function openCommits({ database, prepared, assertOurs, committed }: Base): <R>(work: () => R) => Promise<R> {
  const queue: Job[] = [];
  let isScheduled = false;

  function piece(job: Job): Outcome {
    prepared('SAVEPOINT piece').run();
    try {
      const value = job.work();
      prepared('RELEASE piece').run();
      return { job, settle: () => job.done(value) };
    } catch (error) {
      // A full or failing disk makes SQLite roll back the whole commit, not only this job.
      if (!database.isTransaction) throw error;
      prepared('ROLLBACK TO piece').run();
      prepared('RELEASE piece').run();
      return { job, settle: () => job.fail(toStoreError(error)) };
    }
  }

  function begin(): void {
    prepared('BEGIN IMMEDIATE').run();
    try {
      assertOurs();
    } catch (error) {
      if (database.isTransaction) prepared('ROLLBACK').run();
      throw error;
    }
  }

  /** Commits the queued jobs and returns how each caller is to be settled. */
  function commit(): readonly Outcome[] {
    begin();
    const jobs: Job[] = [];
    const until = performance.now() + LONGEST_COMMIT_MS;
    try {
      const outcomes: Outcome[] = [];
      while (queue[0] && performance.now() < until) {
        const [job] = queue.splice(0, 1) as [Job];
        jobs.push(job);
        outcomes.push(piece(job));
      }
      prepared('COMMIT').run();
      return outcomes;
    } catch (error) {
      if (database.isTransaction) prepared('ROLLBACK').run();
      return jobs.map((job) => ({ job, settle: () => job.fail(toStoreError(error)) }));
    }
  }

  /** Settles the callers, in the current turn when no caller waits for the disk. */
  async function settle(outcomes: readonly Outcome[]): Promise<void> {
    try {
      const onDisk = committed();
      if (onDisk) await onDisk;
    } catch (error) {
      for (const { job } of outcomes) job.fail(diskFailed(error));
      return;
    }
    for (const outcome of outcomes) outcome.settle();
  }

  async function flush(): Promise<void> {
    try {
      void settle(await retryBusy(commit));
    } catch (error) {
      // No job has started: the lock was not acquired, the file belongs to another version, or the database is closed.
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
