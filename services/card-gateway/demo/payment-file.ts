import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { type Payment, paymentSchema } from './payment.ts';

export type PaymentFile = {
  /** As they stood when the file was opened. */
  readonly payments: readonly Payment[];
  /** Resolves when the payment would survive the loss of power. After one failed write every later one fails too. */
  save(payment: Payment): Promise<void>;
  close(): Promise<void>;
};

/**
 * Payments as lines of one file, the last line of each counting. What is saved at the same time costs one sync. Whoever
 * opens the file must be the only one: it is written anew, without the earlier lines, at each opening.
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
        // A write that failed may have left half a line: nothing is ever added behind it.
        batch = tail.then(append);
        tail = batch;
      }
      return batch;
    },
    close: async () => {
      await tail.catch(() => undefined); // whoever saved has been told
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

/** Half a line at the end is a write that was cut off and never confirmed; anywhere else it is damage. */
function readLines(text: string): readonly Payment[] {
  const lines = text.split('\n').slice(0, -1);
  const payments = lines.map((line) => paymentSchema.parse(JSON.parse(line)));
  return [...new Map(payments.map((payment) => [payment.orderReference, payment])).values()];
}

/** Written aside and moved into place, so that nobody ever reads half a file. */
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
