import { describe, expect, it } from 'vitest';
import { countAttention, listAllAttention, listAttention } from '#lib/payments/alerts/attention.ts';
import { Callbacks, PartRefunds, PaymentTransactions } from '#lib/payments/collections.ts';
import type { LedgerRow } from '#lib/payments/schemas/ledger.ts';
import { attemptStatuses, partRefundStates, processors, purposes } from '#lib/payments/values.ts';
import { testAttempt, testCallback, testPartRefund } from '#tests/support/attempts.ts';
import { testContext } from '#tests/support/context.ts';
import { listLedger } from './ledger-list.ts';

/** Inserts one attempt of each purpose, processor and status, one second apart. */
async function fullLedger() {
  const ctx = await testContext();
  const rows: LedgerRow[] = [];
  for (const purpose of purposes)
    for (const processor of processors)
      for (const status of attemptStatuses) {
        const orderReference = `P${String(rows.length).padStart(9, '0')}-1`;
        const createdAt = new Date(Date.UTC(2026, 0, 1, 0, 0, rows.length)).toISOString();
        rows.push(testAttempt({ orderReference, purpose, processor, status, createdAt }));
      }
  await ctx.data.batch((write) => {
    for (const row of rows) write.create(PaymentTransactions, row.orderReference, row);
  });
  return { ctx, newestFirst: rows.toReversed() };
}

describe('listLedger', () => {
  it('returns exactly the attempts that match all filters, newest first, page by page', async () => {
    const { ctx, newestFirst } = await fullLedger();

    for (const purpose of [undefined, 'store_order', 'membership_upgrade'] as const)
      for (const processor of [undefined, 'cardgw', 'credit'] as const)
        for (const status of [undefined, 'paid', 'suspicious'] as const) {
          const fits = (row: LedgerRow) =>
            (purpose ?? row.purpose) === row.purpose &&
            (processor ?? row.processor) === row.processor &&
            (status ?? row.status) === row.status;
          const seen: string[] = [];
          let cursor: string | undefined;
          do {
            const page = await listLedger(ctx, { purpose, processor, status }, { limit: 50, cursor });
            seen.push(...page.payments.map(({ orderReference }) => orderReference));
            cursor = page.nextCursor ?? undefined;
          } while (cursor !== undefined);

          expect(seen).toEqual(newestFirst.filter(fits).map(({ orderReference }) => orderReference));
        }
  });

  it('rejects a cursor of another filter', async () => {
    const { ctx } = await fullLedger();
    const { nextCursor } = await listLedger(ctx, {}, { limit: 1 });

    await expect(listLedger(ctx, { status: 'paid' }, { limit: 1, cursor: nextCursor ?? '' })).rejects.toMatchObject({
      code: 'InvalidCursor',
    });
  });
});

describe('listAllAttention and listAttention', () => {
  it('return only suspicious payments, failed refunds, owed or failed refunds of parts, and orphan or poison callbacks', async () => {
    const ctx = await testContext();
    const attempts = [
      testAttempt({ orderReference: 'P000000001-1', status: 'suspicious' }),
      testAttempt({ orderReference: 'P000000002-1', status: 'paid', refundState: 'failed' }),
      testAttempt({ orderReference: 'P000000003-1', status: 'paid', refundState: 'pending' }),
      testAttempt({ orderReference: 'P000000004-1', status: 'declined' }),
    ];
    await ctx.data.batch((write) => {
      for (const row of attempts) write.create(PaymentTransactions, row.orderReference, row);
      for (const state of ['received', 'applied', 'ignored', 'orphan', 'poison'] as const)
        write.create(Callbacks, `callback-${state}`, testCallback({ state }));
      for (const state of partRefundStates) write.create(PartRefunds, `prf_${state}`, testPartRefund({ state }));
    });

    const groups = await listAllAttention(ctx, 10);

    const named = groups.map(({ kind, payments, callbacks, refunds }) => [
      kind,
      ...payments.map(({ orderReference }) => orderReference),
      ...callbacks.map(({ id }) => id),
      ...refunds.map(({ id }) => id),
    ]);
    expect(named).toEqual([
      ['suspicious', 'P000000001-1'],
      ['refund_failed', 'P000000002-1'],
      ['part_owed', 'prf_owed'],
      ['part_failed', 'prf_failed'],
      ['orphan', 'callback-orphan'],
      ['poison', 'callback-poison'],
    ]);
    expect(await countAttention(ctx, 10)).toBe(6);
    for (const { callbacks } of groups) for (const callback of callbacks) expect(callback).not.toHaveProperty('raw');
  });

  it('return one kind page by page, newest first, and nothing for an empty store', async () => {
    const ctx = await testContext();
    expect(await listAllAttention(ctx, 10)).toEqual([]);
    await ctx.data.batch((write) => {
      for (const i of [1, 2, 3])
        write.create(Callbacks, `callback-${i}`, testCallback({ receivedAt: `2026-01-01T00:00:0${i}.000Z` }));
    });

    const first = await listAttention(ctx, 'orphan', { limit: 2 });
    const second = await listAttention(ctx, 'orphan', { limit: 2, cursor: first.nextCursor ?? '' });

    expect([...first.callbacks, ...second.callbacks].map(({ id }) => id)).toEqual([
      'callback-3',
      'callback-2',
      'callback-1',
    ]);
    expect(second.nextCursor).toBeNull();
  });
});
