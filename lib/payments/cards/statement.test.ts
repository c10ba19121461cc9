import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, minutesFrom } from '#lib/core/time.ts';
import { applyPaymentResult } from '#lib/payments/attempts/apply-result.ts';
import { auditMoney } from '#lib/payments/audit/audit.ts';
import { balanceOf } from '#lib/payments/books/journal.ts';
import { GatewayStatements, PaymentTransactions } from '#lib/payments/collections.ts';
import type { LedgerRow } from '#lib/payments/schemas/ledger.ts';
import { promisedAlerts } from '#tests/support/alerts.ts';
import { saidOf } from '#tests/support/attempts.ts';
import { type CardShop, cardShop, startAtGateway, stored } from '#tests/support/card.ts';
import { readMoney } from '#tests/support/world.ts';
import { compareStatement } from './statement.ts';

/** Makes a payment that both sides know, some hours ago. */
async function paidShop() {
  const shop = await cardShop();
  const row = await startAtGateway(shop);
  shop.gateway.say(row.orderReference, 'Approved');
  await applyPaymentResult(shop.ctx, row.orderReference, saidOf(row, 'Approved', { source: 'check' }));
  shop.ctx.clock.advance(3 * HOUR_MS);
  return { ...shop, row };
}
const findingsOf = async ({ ctx }: CardShop) => {
  const day = ctx.now().toISOString().slice(0, 10);
  return (await ctx.data.need(GatewayStatements, day)).data.findings;
};
const why = (row: Pick<LedgerRow, 'orderReference'>, text: string) => [
  { orderReference: row.orderReference, why: expect.stringContaining(text) },
];

describe('gateway-statement', () => {
  it('reports no difference when both sides agree, also after a refund', async () => {
    const shop = await paidShop();
    expect(await compareStatement(shop.ctx)).toEqual({ lines: 1, fees: 0, found: 0 });

    shop.gateway.say(shop.row.orderReference, 'Refunded');
    await applyPaymentResult(shop.ctx, shop.row.orderReference, saidOf(shop.row, 'Refunded', { source: 'check' }));
    expect(await compareStatement(shop.ctx)).toMatchObject({ found: 0 });
  });

  it('posts a fee once over repeated comparisons', async () => {
    const shop = await paidShop();
    shop.gateway.charge(shop.row.orderReference, 250);

    expect(await compareStatement(shop.ctx)).toMatchObject({ fees: 1, found: 0 });
    expect(await compareStatement(shop.ctx)).toMatchObject({ fees: 0, found: 0 });

    expect(await balanceOf(shop.ctx.data, 'platform:fees', 'UAH')).toBe(250);
    expect(await balanceOf(shop.ctx.data, 'gateway:cardgw', 'UAH')).toBe(10_000 - 250);
    expect((await stored(shop, shop.row)).processor_payload).toMatchObject({ feeMinor: 250 });
    expect(auditMoney(await readMoney(shop.ctx.data))).toEqual([]);
  });

  it('reports a changed fee and posts no second fee', async () => {
    const shop = await paidShop();
    shop.gateway.charge(shop.row.orderReference, 250);
    await compareStatement(shop.ctx);
    shop.gateway.charge(shop.row.orderReference, 300);

    expect(await compareStatement(shop.ctx)).toMatchObject({ fees: 0, found: 1 });
    expect(await findingsOf(shop)).toEqual(why(shop.row, 'the fee is 300'));
  });

  it('reports a payment missing from the books, logs an error and changes no attempt', async () => {
    const shop = await cardShop();
    const row = await startAtGateway(shop);
    shop.gateway.say(row.orderReference, 'Approved');
    shop.ctx.clock.advance(3 * HOUR_MS);

    expect(await compareStatement(shop.ctx)).toMatchObject({ found: 1 });

    expect(await findingsOf(shop)).toEqual(why(row, 'the gateway has the money, but the row is pending'));
    expect(await stored(shop, row)).toEqual(row);
    expect(shop.ctx.lines).toContainEqual(expect.objectContaining({ level: 'error', event: 'statement.differs' }));
  });

  it('alerts superadmins once of a new difference, also across midnight', async () => {
    const shop = await cardShop();
    const row = await startAtGateway(shop);
    shop.gateway.say(row.orderReference, 'Approved');
    await compareStatement(shop.ctx);
    await compareStatement(shop.ctx);
    shop.ctx.clock.advance(DAY_MS);
    await compareStatement(shop.ctx);
    expect(await promisedAlerts(shop.ctx)).toMatchObject([
      { kind: 'statement', count: 1, lines: [{ name: row.orderReference, value: expect.stringContaining('pending') }] },
    ]);

    shop.gateway.say(row.orderReference, 'Declined');
    expect(await compareStatement(shop.ctx)).toMatchObject({ found: 0 });
    shop.gateway.say(row.orderReference, 'Approved');
    await compareStatement(shop.ctx);
    expect(await promisedAlerts(shop.ctx)).toHaveLength(2);
  });

  it('ignores a recent approval while its callback or its check is pending', async () => {
    const shop = await cardShop();
    const row = await startAtGateway(shop);
    shop.gateway.say(row.orderReference, 'Approved');
    expect(await compareStatement(shop.ctx)).toMatchObject({ found: 0 });

    shop.ctx.clock.advance(3 * HOUR_MS);
    await shop.ctx.data.update(PaymentTransactions, row.orderReference, {
      nextCheckAt: minutesFrom(shop.ctx.now(), 60),
    });
    expect(await compareStatement(shop.ctx)).toMatchObject({ found: 0 });

    shop.ctx.clock.advance(DAY_MS);
    await shop.ctx.data.update(PaymentTransactions, row.orderReference, {
      nextCheckAt: minutesFrom(shop.ctx.now(), 60),
    });
    expect(await compareStatement(shop.ctx)).toMatchObject({ found: 1 });
  });

  it.each(['Declined', 'Expired', 'Pending'])('reports a paid attempt that the gateway lists as %s', async (status) => {
    const shop = await paidShop();
    shop.gateway.say(shop.row.orderReference, status);

    expect(await compareStatement(shop.ctx)).toMatchObject({ found: 1 });
    expect(await findingsOf(shop)).toEqual(why(shop.row, `is paid, but the gateway reports ${status}`));
  });

  it('ignores an attempt that was paid only just before the comparison', async () => {
    const shop = await cardShop();
    const row = await startAtGateway(shop);
    shop.gateway.say(row.orderReference, 'Pending');
    await applyPaymentResult(shop.ctx, row.orderReference, saidOf(row, 'Approved', { source: 'check' }));

    expect(await compareStatement(shop.ctx)).toMatchObject({ found: 0 });
  });

  it('reports money for an unknown payment', async () => {
    const shop = await paidShop();
    const known = shop.gateway.payments.get(shop.row.orderReference);
    if (!known) throw new Error('no payment');
    shop.gateway.payments.set('P000000000-9', { ...known, ask: { ...known.ask, orderReference: 'P000000000-9' } });

    await compareStatement(shop.ctx);

    expect(await findingsOf(shop)).toEqual(why({ orderReference: 'P000000000-9' }, 'money for an unknown payment'));
  });

  it('reports a different amount, and a payment missing from the gateway’s list', async () => {
    const shop = await paidShop();
    const known = shop.gateway.payments.get(shop.row.orderReference);
    if (!known) throw new Error('no payment');
    shop.gateway.payments.set(shop.row.orderReference, { ...known, ask: { ...known.ask, amountMinor: 9_999 } });
    await compareStatement(shop.ctx);
    expect(await findingsOf(shop)).toEqual(why(shop.row, 'the gateway reports 99.99 UAH'));

    shop.gateway.payments.clear();
    await compareStatement(shop.ctx);
    expect(await findingsOf(shop)).toEqual(why(shop.row, 'the gateway does not list it'));
  });

  it('ignores payments older than two days', async () => {
    const shop = await paidShop();
    shop.ctx.clock.advance(3 * DAY_MS);
    shop.gateway.payments.clear();

    expect(await compareStatement(shop.ctx)).toEqual({ lines: 0, fees: 0, found: 0 });
  });
});
