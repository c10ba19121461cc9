import type { Log } from '#lib/context/ports/log.ts';
import { AppError, type ErrorName, type Facts, unavailable } from '#lib/core/errors.ts';
import {
  MailParseError,
  type MailReader,
  type MailReading,
  type MailSource,
  type PostedReading,
  type PostedSource,
} from '#lib/mail/ports.ts';
import { openThreads } from '#services/threads/open-threads.ts';

/**
 * Two threads, so that one hostile mail does not block others. The heap is limited to 512 MB, the buffers by the size
 * of a mail. Posted mails wait in memory, so their number is limited. A poll waits for its mail before the next one.
 */
const limitsOfProduct = { most: 2, mostWaiting: 100, cpuMs: 10_000, memoryMb: 512, restMs: 60_000 };

/** The job of a thread: a mail, or the body of a provider's post. */
export type ReadJob = MailSource | PostedSource;
/**
 * The answer of a thread. `code` comes from a MailParseError, `refusal` from an AppError. Both are null for other
 * errors.
 */
export type ReadAnswer =
  | { readonly ok: true; readonly reading: MailReading | PostedReading }
  | {
      readonly ok: false;
      readonly code: string | null;
      readonly refusal: { readonly name: ErrorName; readonly facts: Pick<Facts, 'code' | 'details'> } | null;
      readonly message: string;
    };

export type ReaderLimits = Partial<Record<'cpuMs' | 'memoryMb' | 'restMs' | 'mostWaiting', number>>;

/**
 * Reads mails in worker threads that run `entry` (services/run/mail-worker.ts). A mail that exceeds its CPU time or
 * memory fails permanently with `Timeout` or `OutOfMemory`. Bytes in shared memory are passed without a copy on this
 * thread.
 */
export function openMailReader(entry: URL, log: Log, limits: ReaderLimits = {}): MailReader {
  const threads = openThreads<ReadJob, ReadAnswer, MailReading | PostedReading>({
    entry,
    log,
    limits: { ...limitsOfProduct, ...limits },
    stopped: 'mail.reading_stopped',
    resultOf,
    failures: {
      overtime: () => new MailParseError('Timeout'),
      outOfMemory: () => new MailParseError('OutOfMemory'),
      // Counts as a try: a mail that crashes each thread must not hold up its channel.
      crashed: () => new MailParseError('Crashed'),
      // The mail is not the cause. It is read again later, and the failure does not count as an attempt.
      noThread: (cause) => unavailable('Mail cannot be read right now', { retryAfter: 5, cause }),
    },
  });
  return {
    read: (source) => threads.run(source),
    readPosted: (source) => threads.run(source) as Promise<PostedReading>,
    close: () => threads.close(),
  };
}

function resultOf(answer: ReadAnswer): MailReading | PostedReading {
  if (answer.ok) return answer.reading;
  const { code, refusal, message } = answer;
  if (refusal) throw new AppError(refusal.name, message, refusal.facts);
  throw code === null ? new Error(message) : new MailParseError(code);
}
