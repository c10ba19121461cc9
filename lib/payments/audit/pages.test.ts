import { describe, expect, it } from 'vitest';
import { applyPaymentResult } from '#lib/payments/attempts/apply-result.ts';
import { JournalPostings, PaymentTransactions } from '#lib/payments/collections.ts';
import { payByCredit } from '#lib/payments/credit/start-credit.ts';
import { topUpDue } from '#lib/payments/wallet/account-dues.ts';
import { saidOf } from '#tests/support/attempts.ts';
import { payingShopper, placeOrder, startAccountCard, startCard } from '#tests/support/paying.ts';
import { everyRow } from '#tests/support/world.ts';
import { auditAttemptPage, auditEntryPage } from './pages.ts';

/** An order paid twice, by credit and by a card page that was still open. */
async function paidTwice() {
  const ctx = await payingShopper();
  const order = await placeOrder(ctx);
  const card = await startCard(ctx, order.id);
  await payByCredit(ctx, order.id);
  await applyPaymentResult(ctx, card.orderReference, saidOf(card, 'Approved', { source: 'check' }));
  return { ctx, card };
}

describe('auditEntryPage', () => {
  it('looks at every entry and finds the one that does not balance', async () => {
    const { ctx } = await paidTwice();
    expect(await auditEntryPage(ctx, undefined)).toEqual({ checked: 3, findings: [], next: null });

    const posting = (await everyRow(ctx.data, JournalPostings)).find(({ data }) => data.account === 'refund_clearing');
    await ctx.data.update(JournalPostings, posting?.id ?? '', { amountMinor: 1 });

    const { findings } = await auditEntryPage(ctx, undefined);
    expect(findings.map(({ invariant, subject }) => [invariant, subject])).toEqual([['SI4', posting?.data.entryId]]);
  });
});

describe('auditAttemptPage', () => {
  it('looks at every attempt and finds the one whose money is booked otherwise than it says', async () => {
    const { ctx, card } = await paidTwice();
    expect(await auditAttemptPage(ctx, undefined)).toEqual({ checked: 2, findings: [], next: null });

    await ctx.data.update(PaymentTransactions, card.orderReference, { excess: false });

    const { findings } = await auditAttemptPage(ctx, undefined);
    expect(findings.map(({ invariant, subject }) => [invariant, subject])).toEqual([['SI9', card.orderReference]]);
  });

  it('looks at what was booked for a top-up', async () => {
    const ctx = await payingShopper({ creditMinor: 0 });
    const row = await startAccountCard(ctx, topUpDue(ctx, 5_000));
    await applyPaymentResult(ctx, row.orderReference, saidOf(row, 'Approved'));
    expect(await auditAttemptPage(ctx, undefined)).toEqual({ checked: 1, findings: [], next: null });

    await ctx.data.update(PaymentTransactions, row.orderReference, { amountMinor: 6_000 });

    const { findings } = await auditAttemptPage(ctx, undefined);
    expect(findings.map(({ invariant, subject }) => [invariant, subject])).toEqual([['SI14', row.orderReference]]);
  });
});
