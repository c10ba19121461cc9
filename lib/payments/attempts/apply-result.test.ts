import { describe, expect, it } from 'vitest';
import { auditMoney } from '#lib/payments/audit/audit.ts';
import { balanceOf } from '#lib/payments/books/journal.ts';
import { JournalEntries, PaymentTransactions } from '#lib/payments/collections.ts';
import { creditOf } from '#lib/payments/credit/credit.ts';
import { payByCredit } from '#lib/payments/credit/start-credit.ts';
import type { Evidence, LedgerRow } from '#lib/payments/schemas/ledger.ts';
import { Orders, StockHolds, StockLevels } from '#lib/store/collections.ts';
import { changeOrderStatus } from '#lib/store/orders/change-order-status.ts';
import { eventsOf } from '#lib/store/queries.ts';
import { orderHoldId } from '#lib/store/stock/hold-terms.ts';
import { promisedAlerts } from '#tests/support/alerts.ts';
import { saidOf, testAttempt } from '#tests/support/attempts.ts';
import type { TestContext } from '#tests/support/context.ts';
import { anotherShopper, cancelOrder, payingShopper, placeOrder, startCard } from '#tests/support/paying.ts';
import { everyRow, readMoney } from '#tests/support/world.ts';
import { applyPaymentResult } from './apply-result.ts';

const orderOf = async (ctx: TestContext, id: string) => (await ctx.data.need(Orders, id)).data;
const attemptOf = async (ctx: TestContext, { orderReference }: LedgerRow) =>
  (await ctx.data.need(PaymentTransactions, orderReference)).data;
const stepsOf = async (ctx: TestContext, id: string) =>
  (await ctx.data.find(eventsOf(id, 100))).rows.map(({ data }) => data.kind);
const kindsBooked = async (ctx: TestContext) =>
  (await everyRow(ctx.data, JournalEntries)).map(({ data }) => data.kind).sort();
const report = (ctx: TestContext, row: LedgerRow, status: string, about: Partial<Evidence> = {}) =>
  applyPaymentResult(ctx, row.orderReference, saidOf(row, status, about));
const check: Partial<Evidence> = { source: 'check' };

/** Places an order of one mug and starts a card attempt for it. */
async function cardOrder(world: Parameters<typeof payingShopper>[0] = {}) {
  const ctx = await payingShopper({ creditMinor: 0, ...world });
  const order = await placeOrder(ctx);
  return { ctx, order, attempt: await startCard(ctx, order.id) };
}

describe('applyPaymentResult', () => {
  it('pays the order, sells its units, posts the capture and creates the settlement', async () => {
    const { ctx, order, attempt } = await cardOrder();

    const applied = await report(ctx, attempt, 'Approved', { payload: { authCode: '541963', recToken: 'no' } });

    expect(applied).toMatchObject({ moved: true, confirm: false, alert: null, row: { status: 'paid' } });
    expect(await attemptOf(ctx, attempt)).toMatchObject({
      paidAt: ctx.now().toISOString(),
      nextCheckAt: null,
      processor_payload: { authCode: '541963' },
      evidence: [{ kind: 'approved', amountText: '100.00' }],
    });
    expect(await orderOf(ctx, order.id)).toMatchObject({
      status: 'paid',
      payState: 'paid',
      paidAt: ctx.now().toISOString(),
      stockState: 'sold',
      vendorSettlements: [{ vendorId: 'vnd_test', grossMinor: 10_000, netMinor: 9_000, commissionMinor: 1_000 }],
    });
    expect(await ctx.data.need(StockHolds, orderHoldId(order.id, 'mug'))).toMatchObject({ data: { state: 'sold' } });
    expect(await balanceOf(ctx.data, 'gateway:cardgw', 'UAH')).toBe(10_000);
    expect(auditMoney(await readMoney(ctx.data))).toEqual([]);
  });

  it('applies one of fifty concurrent approvals', async () => {
    const { ctx, attempt } = await cardOrder();

    const applied = await Promise.all(Array.from({ length: 50 }, () => report(ctx, attempt, 'Approved')));

    expect(applied.filter(({ moved }) => moved)).toHaveLength(1);
    expect(await kindsBooked(ctx)).toEqual(['capture']);
    expect(auditMoney(await readMoney(ctx.data))).toEqual([]);
  });

  it('changes nothing when the same result is reported again', async () => {
    const { ctx, attempt } = await cardOrder();
    await report(ctx, attempt, 'Declined', { reasonCode: '1104' });
    const before = await ctx.data.need(PaymentTransactions, attempt.orderReference);

    ctx.clock.advance(1000);
    const again = await report(ctx, attempt, 'Declined', { reasonCode: '1104' });

    expect(again.moved).toBe(false);
    expect(await ctx.data.need(PaymentTransactions, attempt.orderReference)).toEqual(before);
  });

  it('records a decline and still accepts an approval of the same attempt', async () => {
    const { ctx, order, attempt } = await cardOrder();

    await report(ctx, attempt, 'Declined', { reasonCode: '1104' });
    expect(await attemptOf(ctx, attempt)).toMatchObject({ status: 'pending', failure: { code: 'no_funds' } });
    expect(await orderOf(ctx, order.id)).toMatchObject({ status: 'new', payState: 'pending' });
    expect(await stepsOf(ctx, order.id)).toEqual(['created', 'payment_started', 'payment_failed']);

    await report(ctx, attempt, 'Approved');
    expect(await attemptOf(ctx, attempt)).toMatchObject({ status: 'paid', failure: null });
    expect(await orderOf(ctx, order.id)).toMatchObject({ status: 'paid' });
  });

  it('adds one payment_failed event when a declined attempt expires later', async () => {
    const { ctx, order, attempt } = await cardOrder();
    await report(ctx, attempt, 'Declined', { reasonCode: '1104' });

    await report(ctx, attempt, 'Expired', check);

    expect(await attemptOf(ctx, attempt)).toMatchObject({ status: 'declined', failure: { code: 'no_funds' } });
    expect(await orderOf(ctx, order.id)).toMatchObject({ status: 'new', payState: 'unpaid' });
    expect(await stepsOf(ctx, order.id)).toEqual(['created', 'payment_started', 'payment_failed', 'note']);
  });

  it('sets the order back to unpaid when an attempt expires', async () => {
    const { ctx, order, attempt } = await cardOrder();

    await report(ctx, attempt, 'Expired', check);

    expect(await attemptOf(ctx, attempt)).toMatchObject({ status: 'expired', closedAt: ctx.now().toISOString() });
    expect(await orderOf(ctx, order.id)).toMatchObject({ status: 'new', payState: 'unpaid' });
  });

  it.each([
    ['amount', { amountText: '1.00' }],
    ['currency', { currency: 'EUR' }],
    ['merchant', { merchantAccount: 'somebody' }],
  ])('marks an approval with another %s as suspicious and raises an alert', async (_, about) => {
    const { ctx, order, attempt } = await cardOrder();

    const applied = await report(ctx, attempt, 'Approved', about);

    expect(applied).toMatchObject({ alert: 'amount_differs', row: { status: 'suspicious' } });
    expect(await orderOf(ctx, order.id)).toMatchObject({ status: 'new', payState: 'suspicious', paidAt: null });
    expect(await kindsBooked(ctx)).toEqual([]);
    expect(ctx.lines.filter(({ event }) => event === 'payment.alerted')).toHaveLength(1);
  });

  it('applies an approval of an expired attempt only after a check at the gateway confirms it', async () => {
    const { ctx, order, attempt } = await cardOrder();
    await report(ctx, attempt, 'Expired', check);

    const claimed = await report(ctx, attempt, 'Approved');
    expect(claimed).toMatchObject({ moved: false, confirm: true, row: { status: 'expired' } });
    expect(await attemptOf(ctx, attempt)).toMatchObject({
      claimedAt: ctx.now().toISOString(),
      nextCheckAt: ctx.now().toISOString(),
    });

    await report(ctx, attempt, 'Approved', check);
    expect(await attemptOf(ctx, attempt)).toMatchObject({ status: 'paid', claimedAt: null, excess: false });
    expect(await orderOf(ctx, order.id)).toMatchObject({ status: 'paid' });
  });

  it('marks an attempt as suspicious when a check contradicts the claimed approval', async () => {
    const { ctx, order, attempt } = await cardOrder();
    await report(ctx, attempt, 'Expired', check);
    await report(ctx, attempt, 'Approved');

    await report(ctx, attempt, 'Declined', check);

    expect(await attemptOf(ctx, attempt)).toMatchObject({ status: 'suspicious', paidAt: null });
    expect(await orderOf(ctx, order.id)).toMatchObject({ status: 'new', payState: 'suspicious' });
  });

  it('takes the units of a canceled order again for a late payment', async () => {
    const { ctx, order, attempt } = await cardOrder();
    await cancelOrder(ctx, order.id);

    await report(ctx, attempt, 'Approved', check);

    expect(await orderOf(ctx, order.id)).toMatchObject({ status: 'paid', stockState: 'sold', payState: 'paid' });
    expect(await ctx.data.need(StockLevels, 'mug')).toMatchObject({ data: { held: 1 } });
    expect(auditMoney(await readMoney(ctx.data))).toEqual([]);
  });

  it('refunds a late payment when the units are gone, and leaves the order canceled', async () => {
    const { ctx, order, attempt } = await cardOrder({ units: { mug: 1 } });
    await cancelOrder(ctx, order.id);
    await placeOrder(await anotherShopper(ctx));

    await report(ctx, attempt, 'Approved', check);
    expect(await attemptOf(ctx, attempt)).toMatchObject({ status: 'paid', excess: true, refundState: 'pending' });
    expect(await orderOf(ctx, order.id)).toMatchObject({
      status: 'canceled',
      paidAt: null,
      payState: 'refund_pending',
    });
    expect(await balanceOf(ctx.data, 'refund_clearing', 'UAH')).toBe(-10_000);

    await report(ctx, attempt, 'Refunded', check);
    expect(await attemptOf(ctx, attempt)).toMatchObject({ status: 'refunded', refundState: 'done' });
    expect(await orderOf(ctx, order.id)).toMatchObject({ status: 'canceled', payState: 'refunded' });
    expect(await balanceOf(ctx.data, 'refund_clearing', 'UAH')).toBe(0);
    expect(await balanceOf(ctx.data, 'gateway:cardgw', 'UAH')).toBe(0);
    expect(auditMoney(await readMoney(ctx.data))).toEqual([]);
  });

  it('refunds a late payment of a reopened order whose units are gone', async () => {
    const { ctx, order, attempt } = await cardOrder({ units: { mug: 1 } });
    await cancelOrder(ctx, order.id);
    await placeOrder(await anotherShopper(ctx));
    await changeOrderStatus(ctx, order.id, { status: 'new' });

    await report(ctx, attempt, 'Approved', check);

    expect(await attemptOf(ctx, attempt)).toMatchObject({ status: 'paid', excess: true, refundState: 'pending' });
    expect(await orderOf(ctx, order.id)).toMatchObject({ status: 'new', paidAt: null, payState: 'refund_pending' });
    expect(auditMoney(await readMoney(ctx.data))).toEqual([]);
  });

  it('refunds a second payment and leaves the order paid by the first payment', async () => {
    const { ctx, order, attempt } = await cardOrder({ creditMinor: 50_000 });
    await payByCredit(ctx, order.id);
    expect(await attemptOf(ctx, attempt)).toMatchObject({ status: 'superseded' });

    await report(ctx, attempt, 'Approved', check);

    expect(await attemptOf(ctx, attempt)).toMatchObject({ status: 'paid', excess: true, refundState: 'pending' });
    expect(await orderOf(ctx, order.id)).toMatchObject({ status: 'paid', payState: 'paid' });
    expect(await kindsBooked(ctx)).toEqual(['capture', 'excess', 'topup']);
    expect(auditMoney(await readMoney(ctx.data))).toEqual([]);
  });

  it('reverses a refunded sale once, and ignores replayed results', async () => {
    const { ctx, order, attempt } = await cardOrder();
    await report(ctx, attempt, 'Approved');

    await report(ctx, attempt, 'RefundInProcessing', check);
    expect(await orderOf(ctx, order.id)).toMatchObject({ payState: 'refund_pending' });
    await report(ctx, attempt, 'Refunded');
    await Promise.all([
      report(ctx, attempt, 'Refunded'),
      report(ctx, attempt, 'Voided', check),
      report(ctx, attempt, 'Approved'),
    ]);

    expect(await attemptOf(ctx, attempt)).toMatchObject({ status: 'refunded', refundState: 'done' });
    expect(await orderOf(ctx, order.id)).toMatchObject({
      status: 'paid',
      payState: 'refunded',
      vendorSettlements: [{ state: 'reversed' }],
    });
    expect(await kindsBooked(ctx)).toEqual(['capture', 'refund']);
    expect(await balanceOf(ctx.data, 'vendor:vnd_test:pending', 'UAH')).toBe(0);
    expect(auditMoney(await readMoney(ctx.data))).toEqual([]);
  });

  it('marks a refund as failed when the gateway declines it, and the order stays paid', async () => {
    const { ctx, order, attempt } = await cardOrder();
    await report(ctx, attempt, 'Approved');
    await report(ctx, attempt, 'RefundInProcessing', check);

    const applied = await report(ctx, attempt, 'Declined', check);

    expect(applied).toMatchObject({ alert: 'refund_failed', row: { status: 'paid', refundState: 'failed' } });
    expect(await orderOf(ctx, order.id)).toMatchObject({ payState: 'paid' });
  });

  it('refunds credit by exactly the debited amount, in the currency of the account', async () => {
    const ctx = await payingShopper({ creditMinor: 1_000_000, vars: { STORE_PRICE_ROUNDING: 'exact' } });
    const order = await placeOrder(ctx, { mug: 1 }, 'EUR');
    const { payment, balanceMinor } = await payByCredit(ctx, order.id);
    expect(balanceMinor).toBe(1_000_000 - 9_978); // 2.07 EUR at 48.20, rounded up

    const row = (await ctx.data.need(PaymentTransactions, payment.orderReference)).data;
    await report(ctx, row, 'Refunded', { source: 'credit' });

    expect(await creditOf(ctx.data, ctx.user.id)).toEqual({ balanceMinor: 1_000_000, currency: 'UAH' });
    expect(await balanceOf(ctx.data, 'fx:EUR', 'EUR')).toBe(0);
    expect(auditMoney(await readMoney(ctx.data))).toEqual([]);
  });

  it('refunds a late credit payment immediately', async () => {
    const { ctx, order, attempt } = await cardOrder({ creditMinor: 50_000 });
    await report(ctx, attempt, 'Approved');
    const late = testAttempt({
      ...attempt,
      orderReference: `${order.number}-2`,
      n: 2,
      processor: 'credit',
      status: 'created',
    });
    await ctx.data.create(PaymentTransactions, late.orderReference, late);

    await report(ctx, late, 'Approved', { source: 'credit' });

    expect(await attemptOf(ctx, late)).toMatchObject({ status: 'refunded', excess: true, refundState: 'done' });
    expect(await creditOf(ctx.data, ctx.user.id)).toMatchObject({ balanceMinor: 50_000 });
    expect(await kindsBooked(ctx)).toEqual(['capture', 'excess', 'excess_refund', 'topup']);
    expect(auditMoney(await readMoney(ctx.data))).toEqual([]);
  });

  it('keeps the first and the latest nineteen of thirty reported results', async () => {
    const { ctx, attempt } = await cardOrder();

    for (let n = 0; n < 30; n++) await report(ctx, attempt, 'Pending', { ...check, reasonCode: String(n) });

    const { evidence, status } = await attemptOf(ctx, attempt);
    expect(status).toBe('pending');
    expect(evidence.map(({ reasonCode }) => reasonCode)).toEqual([
      '0',
      ...Array.from({ length: 19 }, (_, i) => String(i + 11)),
    ]);
  });

  it('throws a 404 for an unknown order reference', async () => {
    const { ctx, attempt } = await cardOrder();

    const applied = applyPaymentResult(ctx, 'P999999999-1', saidOf(attempt, 'Approved'));

    await expect(applied).rejects.toMatchObject({ status: 404 });
  });

  it('raises one alert per problem even when the result is reported repeatedly', async () => {
    const { ctx, attempt } = await cardOrder();
    const wrong = { amountText: '99.00' };
    await report(ctx, attempt, 'Approved', wrong);
    await report(ctx, attempt, 'Approved', wrong);
    await Promise.all([1, 2, 3].map(() => report(ctx, attempt, 'Foreseen')));

    const alerts = await promisedAlerts(ctx);
    expect(alerts.map(({ kind, lines }) => `${kind} ${lines[0]?.name}`)).toEqual(
      Array(2).fill(`payment ${attempt.orderReference}`),
    );
    expect(alerts.map(({ subjectId }) => subjectId.replace(/^.*-/, '')).sort()).toEqual([
      'amount_differs',
      'unknown_status',
    ]);
  });
});
