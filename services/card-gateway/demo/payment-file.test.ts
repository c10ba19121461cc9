import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SANDBOX_MERCHANT } from '#lib/core/env/payments.ts';
import { purchase, SECRET } from '#tests/support/gateway-customer.ts';
import { openNotes } from './notes.ts';
import type { Payment } from './payment.ts';
import { openPaymentFile } from './payment-file.ts';
import { readPurchase } from './take-order.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plaza-gateway-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const now = new Date('2026-03-02T10:00:00.000Z');
function paymentOf(orderReference: string): Payment {
  const form = purchase('http://127.0.0.1:3000', { orderReference });
  const read = readPurchase({
    form,
    merchant: { account: SANDBOX_MERCHANT, secret: SECRET },
    now,
    notes: openNotes(() => now),
  });
  if (!('payment' in read)) throw new Error(`refused with ${read.refused}`);
  return read.payment;
}

describe('openPaymentFile', () => {
  it('keeps the last state of each payment, in the order of creation, readable by the owner alone', async () => {
    const first = await openPaymentFile(folder);
    await Promise.all(['A-1', 'B-1'].map((reference) => first.save(paymentOf(reference))));
    await first.save({ ...paymentOf('A-1'), status: 'Approved' });
    await first.close();

    const second = await openPaymentFile(folder);
    await second.close();

    expect(second.payments.map(({ orderReference, status }) => [orderReference, status])).toEqual([
      ['A-1', 'Approved'],
      ['B-1', 'Created'],
    ]);
    expect(statSync(join(folder, 'payments.jsonl')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(folder, 'payments.jsonl'), 'utf8').trim().split('\n')).toHaveLength(2);
  });

  it('drops a line that a crash cut off, and appends after it', async () => {
    const first = await openPaymentFile(folder);
    await first.save(paymentOf('A-1'));
    await first.close();
    appendFileSync(join(folder, 'payments.jsonl'), '{"orderReference":"B-1","vk');

    const second = await openPaymentFile(folder);
    await second.save(paymentOf('C-1'));
    await second.close();
    const third = await openPaymentFile(folder);
    await third.close();

    expect(third.payments.map(({ orderReference }) => orderReference)).toEqual(['A-1', 'C-1']);
  });

  it('refuses to open a damaged line', async () => {
    const first = await openPaymentFile(folder);
    await first.save(paymentOf('A-1'));
    await first.close();
    appendFileSync(join(folder, 'payments.jsonl'), '{"orderReference":\n');

    await expect(openPaymentFile(folder)).rejects.toThrow();
  });

  it('rejects every save after a failed write', async () => {
    const file = await openPaymentFile(folder);
    await file.close();

    await expect(file.save(paymentOf('A-1'))).rejects.toThrow();
    await expect(file.save(paymentOf('B-1'))).rejects.toThrow();
  });
});
