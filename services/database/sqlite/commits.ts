import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { diskFailed, retryBusy, toStoreError } from './busy.ts';
import { afterTurn } from './turns.ts';

/** One commit takes work for so long; what is left goes into the next. */
const LONGEST_COMMIT_MS = 10;

type Job = { readonly work: () => unknown; done(value: unknown): void; fail(error: unknown): void };
/** How a piece of a commit is to be settled, once it is known whether the commit is on the disk. */
type Outcome = { readonly job: Job; readonly tell: () => void };
type Base = {
  readonly database: DatabaseSync;
  readonly prepared: (sql: string) => StatementSync;
  /** Called under the write lock, before anything is written; throws where nothing may be. */
  readonly assertOurs: () => void;
  /** Called after each commit: settles when it is on the disk; null where nobody waits for that. */
  readonly committed: () => Promise<void> | null;
};

/**
 * Opens the queue of writers. What gathers in one turn of the event loop is committed together and shares one write
 * through to the disk, which is what a commit costs; a piece that fails takes back itself and no other. The next commit
 * does not wait for the disk, only those who are to be told. Answers a function that runs synchronous work under the
 * write lock and settles when it is on the disk, all of it or nothing.
 */
export function openCommits({ database, prepared, assertOurs, committed }: Base): <R>(work: () => R) => Promise<R> {
  const queue: Job[] = [];
  let isScheduled = false;

  function piece(job: Job): Outcome {
    prepared('SAVEPOINT piece').run();
    try {
      const value = job.work();
      prepared('RELEASE piece').run();
      return { job, tell: () => job.done(value) };
    } catch (error) {
      // A full or failing disk has taken back the whole commit, not the piece alone.
      if (!database.isTransaction) throw error;
      prepared('ROLLBACK TO piece').run();
      prepared('RELEASE piece').run();
      return { job, tell: () => job.fail(toStoreError(error)) };
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

  /** Commits what has gathered; answers what the callers are to be told. */
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
      return jobs.map((job) => ({ job, tell: () => job.fail(toStoreError(error)) }));
    }
  }

  /** Tells the callers, in this very turn where nobody waits for the disk. */
  async function tell(outcomes: readonly Outcome[]): Promise<void> {
    try {
      const onDisk = committed();
      if (onDisk) await onDisk;
    } catch (error) {
      for (const { job } of outcomes) job.fail(diskFailed(error));
      return;
    }
    for (const outcome of outcomes) outcome.tell();
  }

  async function flush(): Promise<void> {
    try {
      void tell(await retryBusy(commit));
    } catch (error) {
      // Nobody's work has begun: the lock was never had, the file is no longer ours, or the database is closed.
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
