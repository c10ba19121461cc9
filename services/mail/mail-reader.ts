import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Log } from '#lib/context/ports/log.ts';
import { unavailable } from '#lib/core/errors.ts';
import { MailParseError, type MailReader, type MailReading, type MailSource } from '#lib/mail/ports.ts';

/** Two, so that one hostile mail holds up no other. */
const MOST_WORKERS = 2;
/** CPU time of one mail. A busy machine gives a mail more time by the clock. */
const CPU_LIMIT_MS = 10_000;
/** A worker that does not say for so long how much CPU time it has used sits in one call of a library. */
const SILENCE_LIMIT_MS = 60_000;
const LOOK_MS = 500;
/** Of its heap; its buffers are bounded by the size of a mail, and it has one at a time. */
const MEMORY_LIMIT_MB = 512;
/** A worker with nothing to read ends: it takes forty megabytes. */
const REST_MS = 60_000;

/** What the thread answers. `code` is the one of a MailParseError; null where something else has failed. */
export type ReadAnswer =
  | { readonly ok: true; readonly reading: MailReading }
  | { readonly ok: false; readonly code: string | null; readonly message: string };

export type ReaderLimits = { readonly cpuMs?: number; readonly memoryMb?: number; readonly restMs?: number };

type Job = {
  readonly source: MailSource;
  readonly done: (reading: MailReading) => void;
  readonly fail: (error: Error) => void;
};

/** A thread, and the mail it reads. What it takes to load the libraries counts against no mail: `isReady` comes after. */
type Thread = { readonly worker: Worker; isReady: boolean; job: Job | null; timer?: NodeJS.Timeout | undefined };

/**
 * Reads mails in worker threads that run `entry` (services/run/mail-worker.ts). A mail that takes more than its CPU time
 * or memory fails for good with `Timeout` or `OutOfMemory`; its thread ends, and the next mail gets a new one.
 */
export function openMailReader(entry: URL, log: Log, limits: ReaderLimits = {}): MailReader {
  const { cpuMs = CPU_LIMIT_MS, memoryMb = MEMORY_LIMIT_MB, restMs = REST_MS } = limits;
  const waiting: Job[] = [];
  const threads = new Set<Thread>();
  let isClosed = false;

  function pump(): void {
    while (waiting.length > 0) {
      const idle = [...threads].find(({ job }) => job === null);
      if (!idle && threads.size >= MOST_WORKERS) return;
      const job = waiting.shift();
      if (!job) return;
      try {
        begin(idle ?? spawn(), job);
      } catch (cause) {
        job.fail(noReader(cause));
      }
    }
  }

  function spawn(): Thread {
    const worker = new Worker(entry, { resourceLimits: { maxOldGenerationSizeMb: memoryMb } });
    const thread: Thread = { worker, isReady: false, job: null };
    threads.add(thread);
    worker.on('message', (answer: ReadAnswer | 'ready') => {
      if (answer === 'ready') {
        thread.isReady = true;
        return thread.job ? begin(thread, thread.job) : undefined;
      }
      const job = rest(thread);
      if (answer.ok) job?.done(answer.reading);
      else job?.fail(answer.code === null ? new Error(answer.message) : new MailParseError(answer.code));
      pump();
    });
    worker.on('error', (error: NodeJS.ErrnoException) => end(thread, asFailure(error)));
    worker.on('exit', () => end(thread, noReader()));
    return thread;
  }

  function begin(thread: Thread, job: Job): void {
    clearTimeout(thread.timer);
    thread.job = job;
    thread.worker.ref();
    const isReading = thread.isReady;
    let heardAt = performance.now();
    const before = usedMs(thread.worker);
    const look = async () => {
      const [from, now] = await Promise.all([before, usedMs(thread.worker)]);
      if (thread.job !== job || thread.isReady !== isReading) return;
      if (isReading && now !== null) heardAt = performance.now();
      const used = isReading && now !== null ? now - (from ?? 0) : 0;
      if (used < cpuMs && performance.now() - heardAt < SILENCE_LIMIT_MS) return watch();
      log('warn', 'mail.reading_stopped', { cpuMs: Math.round(used), isReading });
      end(thread, isReading ? new MailParseError('Timeout') : noReader());
    };
    const watch = () => {
      thread.timer = setTimeout(() => void look(), Math.min(LOOK_MS, cpuMs));
    };
    watch();
    if (isReading) thread.worker.postMessage(job.source);
  }

  /** Takes the mail from a thread, which waits for the next one or ends after a while. */
  function rest(thread: Thread): Job | null {
    const { job } = thread;
    clearTimeout(thread.timer);
    thread.job = null;
    thread.worker.unref();
    thread.timer = setTimeout(() => end(thread, noReader()), restMs).unref();
    return job;
  }

  function end(thread: Thread, reason: Error): void {
    const { job } = thread;
    clearTimeout(thread.timer);
    thread.job = null;
    if (threads.delete(thread)) void thread.worker.terminate();
    job?.fail(reason);
    pump();
  }

  return {
    read: (source) =>
      new Promise<MailReading>((done, fail) => {
        if (isClosed) return fail(noReader());
        waiting.push({ source, done, fail });
        pump();
      }),
    async close() {
      isClosed = true;
      for (const { fail } of waiting.splice(0)) fail(noReader());
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

/** The mail is not at fault: it is read again later, and the failure does not count as a try. */
const noReader = (cause?: unknown) => unavailable('Mails cannot be read now', { retryAfter: 5, cause });

const asFailure = (error: NodeJS.ErrnoException): Error =>
  error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new MailParseError('OutOfMemory') : noReader(error);
