import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { type Payment, paymentSchema } from './payment.ts';

export type PaymentFile = {
  /** The payments at the time the file was opened. */
  readonly payments: readonly Payment[];
  /** Resolves when the payment would survive a power failure. After one failed write every later one fails too. */
  save(payment: Payment): Promise<void>;
  close(): Promise<void>;
};

/**
 * Opens a file with one line per saved payment. The last line of each payment counts. Concurrent saves share one
 * sync. Only one process may open the file: each opening rewrites it without the earlier lines.
 */
export async function openPaymentFile(folder: string): Promise<PaymentFile> {
  const path = join(folder, 'payments.jsonl');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const payments = readLines(await textOf(path));
  await writeAnew(folder, path, payments);
  const file = await open(path, 'a', 0o600);

  let lines: string[] = [];
  let batch: Promise<void> | null = null;
  let tail: Promise<void> = Promise.resolve();
  async function append(): Promise<void> {
    batch = null;
    const text = lines.join('');
    lines = [];
    await file.appendFile(text);
    await file.datasync();
  }
  return {
    payments,
    save: (payment) => {
      lines.push(lineOf(payment));
      if (batch === null) {
        // A failed write may have left half a line, so nothing is ever appended after it.
        batch = tail.then(append);
        tail = batch;
      }
      return batch;
    },
    close: async () => {
      await tail.catch(() => undefined); // the caller of `save` got the error
      await file.close();
    },
  };
}

const lineOf = (payment: Payment): string => `${JSON.stringify(payment)}\n`;

async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

/** Half a line at the end is an interrupted write that was never confirmed. Anywhere else it is damage. */
function readLines(text: string): readonly Payment[] {
  const lines = text.split('\n').slice(0, -1);
  const payments = lines.map((line) => paymentSchema.parse(JSON.parse(line)));
  return [...new Map(payments.map((payment) => [payment.orderReference, payment])).values()];
}

/** Writes the file aside and renames it into place, so that no reader sees half a file. */
async function writeAnew(folder: string, path: string, payments: readonly Payment[]): Promise<void> {
  const draft = `${path}.draft`;
  const file = await open(draft, 'w', 0o600);
  try {
    await file.writeFile(payments.map(lineOf).join(''));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
  const within = await open(folder, 'r');
  try {
    await within.sync();
  } finally {
    await within.close();
  }
}
