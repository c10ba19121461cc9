// Runs in a thread of its own (services/mail/mail-reader.ts). Reads one mail after the other, so that no mail blocks
// the event loop.
import { parentPort, type Transferable } from 'node:worker_threads';
import { AppError } from '#lib/core/errors.ts';
import { readPosted } from '#lib/crm/mailboxes/read-posted.ts';
import { MailParseError, type MailReading } from '#lib/mail/ports.ts';
import { readSource } from '#lib/mail/read-source.ts';
import type { ReadAnswer, ReadJob } from '#services/mail/mail-reader.ts';
import { mailTools } from '#services/mail/mail-tools.ts';
import { lowerOwnPriority } from '#services/threads/low-priority.ts';

lowerOwnPriority();

parentPort?.on('message', (job: ReadJob) => void answer(job));

parentPort?.postMessage('ready');

async function answer(job: ReadJob): Promise<void> {
  const found = await answerTo(job);
  parentPort?.postMessage(found, found.ok ? filesOf(found.reading) : []);
}

async function answerTo(job: ReadJob): Promise<ReadAnswer> {
  try {
    return { ok: true, reading: await read(job) };
  } catch (error) {
    const code = error instanceof MailParseError ? error.code : null;
    const message = error instanceof Error ? error.message : String(error);
    return { ok: false, code, refusal: refusalOf(error), message };
  }
}

/** Copies shared memory here, because the mail libraries expect memory of their own. */
const read = (job: ReadJob): Promise<MailReading> =>
  'posted' in job
    ? readPosted(mailTools, { ...job, posted: new Uint8Array(job.posted) })
    : readSource(mailTools, 'raw' in job ? { ...job, raw: new Uint8Array(job.raw) } : job);

function refusalOf(error: unknown) {
  if (!(error instanceof AppError)) return null;
  const { code, details } = error;
  return { name: error.name, facts: { ...(code !== undefined && { code }), ...(details && { details }) } };
}

/** Returns the buffers to transfer: only those that belong to one file. Small files share a buffer and are copied. */
const filesOf = ({ mail, body }: MailReading): Transferable[] => [
  ...new Set(
    [...mail.parts.map(({ content }) => content), ...(body.file ? [body.file] : [])].flatMap(
      ({ buffer, byteLength }) =>
        buffer instanceof ArrayBuffer && buffer.byteLength === byteLength && byteLength > 0 ? [buffer] : [],
    ),
  ),
];
