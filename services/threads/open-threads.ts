import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Log } from '#lib/context/ports/log.ts';

/** A worker that does not say for so long how much CPU time it has used sits in one call of a library. */
const SILENCE_LIMIT_MS = 60_000;
const LOOK_MS = 500;

/** How many threads there are, what one job may cost, and how long an idle thread stays. */
export type ThreadLimits = {
  readonly most: number;
  /** CPU time of one job. A busy machine gives a job more time by the clock. */
  readonly cpuMs: number;
  /** Time by the clock, for jobs that may wait for something else; no limit unless set. */
  readonly clockMs?: number;
  /** Of its heap. */
  readonly memoryMb: number;
  /** A thread without a job ends after this time and gives its memory back. */
  readonly restMs: number;
  /** Jobs that wait for a thread; one more is refused. */
  readonly mostWaiting?: number;
};

/** How a job failed whose thread did not answer. */
export type ThreadFailures = {
  readonly overtime: () => Error;
  readonly outOfMemory: () => Error;
  /** The job is not at fault: no thread could be started, or the thread died before it got the job. */
  readonly noThread: (cause?: unknown) => Error;
  /** The thread died of an uncaught error while it ran the job. `noThread` unless set. */
  readonly crashed?: (cause?: unknown) => Error;
  readonly full?: () => Error;
};

export type ThreadsOptions<A, R> = {
  /** The module that a thread runs. It posts 'ready' when it is loaded, and then one answer for each job. */
  readonly entry: URL;
  readonly limits: ThreadLimits;
  readonly failures: ThreadFailures;
  /** Returns the result of an answer, or throws what the answer says. */
  readonly resultOf: (answer: A) => R;
  readonly log: Log;
  /** The event in the log when a job is stopped. */
  readonly stopped: string;
};

export type Threads<J, R> = { run(job: J): Promise<R>; close(): Promise<void> };

type Task<J, R> = { readonly job: J; readonly done: (result: R) => void; readonly fail: (error: Error) => void };

/** A thread and its task. What it takes to load the libraries counts against no job: `isReady` comes after. */
type Thread<J, R> = {
  readonly worker: Worker;
  isReady: boolean;
  task: Task<J, R> | null;
  timer?: NodeJS.Timeout | undefined;
};

/**
 * Runs jobs in worker threads, one at a time in each. A job that takes more than its CPU time or memory fails; its thread
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
    let heardAt = beganAt;
    const before = usedMs(thread.worker);
    let from: number | null = null;
    const look = async () => {
      const [atFirst, now] = await Promise.all([before, usedMs(thread.worker)]);
      if (thread.task !== task || thread.isReady !== isWorking) return;
      if (isWorking && now !== null) heardAt = performance.now();
      // Where the thread did not say at first how much it had used, what it had done for others counts against no job.
      from ??= atFirst ?? now;
      const used = isWorking && now !== null && from !== null ? now - from : 0;
      const isLate = isWorking && performance.now() - beganAt >= (limits.clockMs ?? Number.POSITIVE_INFINITY);
      if (used < limits.cpuMs && !isLate && performance.now() - heardAt < SILENCE_LIMIT_MS) return watch();
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

  /** Takes the task from a thread, which waits for the next one or ends after a while. */
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

/** CPU time a thread has used so far, in milliseconds; null where it has ended, or sits in one call and cannot be asked. */
const usedMs = (worker: Worker): Promise<number | null> =>
  Promise.race([
    worker.cpuUsage().then(
      ({ user, system }) => (user + system) / 1000,
      () => null,
    ),
    pause(LOOK_MS, null),
  ]);
