// Runs in a thread of its own (services/mail/mail-reader.ts): reads one mail after the other, so that no mail holds the event loop.
import { parentPort, type Transferable } from 'node:worker_threads';
import { MailParseError, type MailReading, type MailSource } from '#lib/mail/ports.ts';
import { readSource } from '#lib/mail/read-source.ts';
import type { ReadAnswer } from '#services/mail/mail-reader.ts';
import { mailTools } from '#services/mail/mail-tools.ts';

parentPort?.on('message', (source: MailSource) => void answer(source));

parentPort?.postMessage('ready');

async function answer(source: MailSource): Promise<void> {
  const found = await answerTo(source);
  parentPort?.postMessage(found, found.ok ? filesOf(found.reading) : []);
}

async function answerTo(source: MailSource): Promise<ReadAnswer> {
  try {
    return { ok: true, reading: await readSource(mailTools, source) };
  } catch (error) {
    const code = error instanceof MailParseError ? error.code : null;
    return { ok: false, code, message: error instanceof Error ? error.message : String(error) };
  }
}

/** The memory of files changes hands where it is a file's alone: small ones share theirs with others, and are copied. */
const filesOf = ({ mail }: MailReading): Transferable[] => [
  ...new Set(
    mail.parts.flatMap(({ content: { buffer, byteLength } }) =>
      buffer instanceof ArrayBuffer && buffer.byteLength === byteLength && byteLength > 0 ? [buffer] : [],
    ),
  ),
];
