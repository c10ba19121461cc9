import { describe, expect, it } from 'vitest';
import { applyPaymentResult } from '#lib/payments/attempts/apply-result.ts';
import { JournalEntries, JournalPostings, PaymentTransactions } from '#lib/payments/collections.ts';
import { payByCredit } from '#lib/payments/credit/start-credit.ts';
import { topUpDue } from '#lib/payments/wallet/account-dues.ts';
import { saidOf } from '#tests/support/attempts.ts';
import type { TestContext } from '#tests/support/context.ts';
import { payingShopper, placeOrder, startAccountCard, startCard } from '#tests/support/paying.ts';
import { everyRow } from '#tests/support/world.ts';
import { auditAttemptOf, auditEntryOf } from './rows.ts';

/** Places an order that is paid twice: by credit, and on a card page that was still open. */
async function paidTwice() {
  const ctx = await payingShopper();
  const order = await placeOrder(ctx);
  const card = await startCard(ctx, order.id);
  await payByCredit(ctx, order.id);
  await applyPaymentResult(ctx, card.orderReference, saidOf(card, 'Approved', { source: 'check' }));
  return { ctx, card };
}

/** The findings among all entries, and among all attempts. */
const entriesOff = async (ctx: TestContext) =>
  (await Promise.all((await everyRow(ctx.data, JournalEntries)).map(({ id }) => auditEntryOf(ctx, id)))).flat();
const attemptsOff = async (ctx: TestContext) =>
  (await Promise.all((await everyRow(ctx.data, PaymentTransactions)).map(({ id }) => auditAttemptOf(ctx, id)))).flat();

describe('auditEntryOf', () => {
  it('reports the entry that does not balance', async () => {
    const { ctx } = await paidTwice();
    expect(await entriesOff(ctx)).toEqual([]);

    const posting = (await everyRow(ctx.data, JournalPostings)).find(({ data }) => data.account === 'refund_clearing');
    await ctx.data.update(JournalPostings, posting?.id ?? '', { amountMinor: 1 });

    const findings = await entriesOff(ctx);
    expect(findings.map(({ invariant, subject }) => [invariant, subject])).toEqual([['SI4', posting?.data.entryId]]);
  });
});

describe('auditAttemptOf', () => {
  it('reports an attempt that differs from its journal entries', async () => {
    const { ctx, card } = await paidTwice();
    expect(await attemptsOff(ctx)).toEqual([]);

    await ctx.data.update(PaymentTransactions, card.orderReference, { excess: false });

    const findings = await attemptsOff(ctx);
    expect(findings.map(({ invariant, subject }) => [invariant, subject])).toEqual([['SI9', card.orderReference]]);
  });

  it('reports a top-up whose amount differs from the journal', async () => {
    const ctx = await payingShopper({ creditMinor: 0 });
    const row = await startAccountCard(ctx, await topUpDue(ctx, 5_000));
    await applyPaymentResult(ctx, row.orderReference, saidOf(row, 'Approved'));
    expect(await attemptsOff(ctx)).toEqual([]);

    await ctx.data.update(PaymentTransactions, row.orderReference, { amountMinor: 6_000 });

    const findings = await attemptsOff(ctx);
    expect(findings.map(({ invariant, subject }) => [invariant, subject])).toEqual([['SI14', row.orderReference]]);
  });
});
