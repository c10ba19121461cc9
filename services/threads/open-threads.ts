import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Log } from '#lib/context/ports/log.ts';

/** A worker that has not reported its CPU time for this long is stuck in one library call. */
const SILENCE_LIMIT_MS = 60_000;
const LOOK_MS = 500;

/** How many threads there are, what one job may cost, and how long an idle thread stays. */
export type ThreadLimits = {
  readonly most: number;
  /** The CPU time of one job. On a busy machine a job may take longer in real time. */
  readonly cpuMs: number;
  /** The real time of one job, for jobs that may wait for something else. Unlimited by default. */
  readonly clockMs?: number;
  /** The limit of its heap. */
  readonly memoryMb: number;
  /** An idle thread ends after this time and frees its memory. */
  readonly restMs: number;
  /** How many jobs may wait for a thread. Further jobs are rejected. */
  readonly mostWaiting?: number;
};

/** The errors for a job whose thread did not answer. */
export type ThreadFailures = {
  readonly overtime: () => Error;
  readonly outOfMemory: () => Error;
  /** The job is not the cause: no thread could be started, or the thread died before it got the job. */
  readonly noThread: (cause?: unknown) => Error;
  /** The thread died of an uncaught error while it ran the job. `noThread` unless set. */
  readonly crashed?: (cause?: unknown) => Error;
  readonly full?: () => Error;
};

export type ThreadsOptions<A, R> = {
  /** The module that a thread runs. It posts 'ready' once it is loaded, and then one answer per job. */
  readonly entry: URL;
  readonly limits: ThreadLimits;
  readonly failures: ThreadFailures;
  /** Returns the result of an answer, or throws the error in the answer. */
  readonly resultOf: (answer: A) => R;
  readonly log: Log;
  /** The log event for a stopped job. */
  readonly stopped: string;
};

export type Threads<J, R> = { run(job: J): Promise<R>; close(): Promise<void> };

type Task<J, R> = { readonly job: J; readonly done: (result: R) => void; readonly fail: (error: Error) => void };

/** A thread and its task. The time to load the libraries counts for no job, because `isReady` is set after that. */
type Thread<J, R> = {
  readonly worker: Worker;
  isReady: boolean;
  task: Task<J, R> | null;
  timer?: NodeJS.Timeout | undefined;
};

/**
 * Runs jobs in worker threads, one at a time per thread. A job that exceeds its CPU time or memory fails. Its thread
 * ends, and the next job gets a new one.
 */
export function openThreads<J, A, R>(options: ThreadsOptions<A, R>): Threads<J, R> {
  const { entry, limits, failures, resultOf, log, stopped } = options;
  const waiting: Task<J, R>[] = [];
  const threads = new Set<Thread<J, R>>();
  let isClosed = false;

  function pump(): void {
    while (waiting.length > 0) {
      const idle = [...threads].find(({ task }) => task === null);
      if (!idle && threads.size >= limits.most) return;
      const task = waiting.shift();
      if (!task) return;
      try {
        begin(idle ?? spawn(), task);
      } catch (cause) {
        task.fail(failures.noThread(cause));
      }
    }
  }

  function spawn(): Thread<J, R> {
    const worker = new Worker(entry, { resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb } });
    const thread: Thread<J, R> = { worker, isReady: false, task: null };
    threads.add(thread);
    worker.on('message', (answer: A | 'ready') => {
      if (answer === 'ready') {
        thread.isReady = true;
        return thread.task ? begin(thread, thread.task) : undefined;
      }
      finish(rest(thread), answer);
      pump();
    });
    worker.on('error', (error: NodeJS.ErrnoException) => {
      const isFull = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      end(thread, isFull ? failures.outOfMemory() : died(thread, error));
    });
    worker.on('exit', () => end(thread, died(thread)));
    return thread;
  }

  const died = ({ isReady }: Thread<J, R>, cause?: unknown): Error =>
    ((isReady && failures.crashed) || failures.noThread)(cause);

  function begin(thread: Thread<J, R>, task: Task<J, R>): void {
    clearTimeout(thread.timer);
    thread.task = task;
    thread.worker.ref();
    const isWorking = thread.isReady;
    const beganAt = performance.now();
    let respondedAt = beganAt;
    const before = usedMs(thread.worker);
    let from: number | null = null;
    const look = async () => {
      const [atFirst, now] = await Promise.all([before, usedMs(thread.worker)]);
      if (thread.task !== task || thread.isReady !== isWorking) return;
      if (isWorking && now !== null) respondedAt = performance.now();
      // If the thread did not report its CPU time at the start, its earlier CPU time must not count for this job.
      from ??= atFirst ?? now;
      const used = isWorking && now !== null && from !== null ? now - from : 0;
      const isLate = isWorking && performance.now() - beganAt >= (limits.clockMs ?? Number.POSITIVE_INFINITY);
      if (used < limits.cpuMs && !isLate && performance.now() - respondedAt < SILENCE_LIMIT_MS) return watch();
      log('warn', stopped, { cpuMs: Math.round(used), isReady: isWorking });
      end(thread, isWorking ? failures.overtime() : failures.noThread());
    };
    const watch = () => {
      thread.timer = setTimeout(() => void look(), Math.min(LOOK_MS, limits.cpuMs));
    };
    watch();
    if (isWorking) thread.worker.postMessage(task.job);
  }

  function finish(task: Task<J, R> | null, answer: A): void {
    try {
      task?.done(resultOf(answer));
    } catch (error) {
      task?.fail(error as Error);
    }
  }

  /** Takes the task from a thread. The thread waits for the next task and ends after a while. */
  function rest(thread: Thread<J, R>): Task<J, R> | null {
    const { task } = thread;
    clearTimeout(thread.timer);
    thread.task = null;
    thread.worker.unref();
    thread.timer = setTimeout(() => end(thread, failures.noThread()), limits.restMs).unref();
    return task;
  }

  function end(thread: Thread<J, R>, reason: Error): void {
    const { task } = thread;
    clearTimeout(thread.timer);
    thread.task = null;
    if (threads.delete(thread)) void thread.worker.terminate();
    task?.fail(reason);
    pump();
  }

  return {
    run: (job) =>
      new Promise<R>((done, fail) => {
        if (isClosed) return fail(failures.noThread());
        const isFull = waiting.length >= (limits.mostWaiting ?? Number.POSITIVE_INFINITY);
        if (isFull) return fail((failures.full ?? failures.noThread)());
        waiting.push({ job, done, fail });
        pump();
      }),
    async close() {
      isClosed = true;
      for (const { fail } of waiting.splice(0)) fail(failures.noThread());
      const ends = [...threads].map(({ worker }) => worker.terminate());
      await Promise.all(ends);
    },
  };
}

/**
 * Returns the CPU time of a thread so far, in milliseconds. Returns null when the thread has ended, or is stuck in one
 * call and cannot report.
 */
const usedMs = (worker: Worker): Promise<number | null> =>
  Promise.race([
    worker.cpuUsage().then(
      ({ user, system }) => (user + system) / 1000,
      () => null,
    ),
    pause(LOOK_MS, null),
  ]);
