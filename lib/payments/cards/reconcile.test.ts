import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#lib/core/time.ts';
import { applyPaymentResult } from '#lib/payments/attempts/apply-result.ts';
import { auditMoney } from '#lib/payments/audit/audit.ts';
import { payByCredit } from '#lib/payments/credit/start-credit.ts';
import { saidOf } from '#tests/support/attempts.ts';
import { type CardShop, cardShop, startAtGateway, stored } from '#tests/support/card.ts';
import { cancelOrder, placeOrder } from '#tests/support/paying.ts';
import { readMoney } from '#tests/support/world.ts';
import { reconcilePayments } from './reconcile.ts';

/** Lets minutes pass, then runs the process once. */
async function pass(minutes: number, { ctx }: CardShop) {
  ctx.clock.advance(minutes * MINUTE_MS);
  return reconcilePayments(ctx);
}
const verbs = ({ gateway }: CardShop) => gateway.calls.map(({ verb }) => verb);
const expectSound = async ({ ctx }: CardShop) => expect(auditMoney(await readMoney(ctx.data))).toEqual([]);

/** Starts a payment of an order that is paid another way meanwhile, so its money has to go back. */
async function excessOf(shop: CardShop) {
  const { id } = await placeOrder(shop.ctx);
  const row = await startAtGateway(shop, { orderId: id });
  await payByCredit(shop.ctx, id);
  shop.gateway.say(row.orderReference, 'Approved');
  await applyPaymentResult(shop.ctx, row.orderReference, saidOf(row, 'Approved', { source: 'check' }));
  return row;
}

describe('payment-reconcile', () => {
  it('applies a payment whose callback never arrived', async () => {
    const shop = await cardShop();
    const row = await startAtGateway(shop);
    shop.gateway.say(row.orderReference, 'Approved');

    expect(await reconcilePayments(shop.ctx)).toMatchObject({ seen: 0 });
    expect(await pass(1, shop)).toMatchObject({ seen: 1, done: 1 });

    expect(await stored(shop, row)).toMatchObject({ status: 'paid', nextCheckAt: null });
    await expectSound(shop);
  });

  it('checks an attempt once across concurrent runs', async () => {
    const shop = await cardShop();
    await startAtGateway(shop);
    shop.ctx.clock.advance(MINUTE_MS);

    await Promise.all([1, 2, 3].map(() => reconcilePayments(shop.ctx)));

    expect(verbs(shop)).toEqual(['check']);
  });

  it('keeps an attempt unknown to the gateway pending during its lifetime, then expires the attempt', async () => {
    const shop = await cardShop();
    const row = await startAtGateway(shop, { opened: false });

    await pass(18, shop);
    expect(await stored(shop, row)).toMatchObject({ status: 'pending' });
    await pass(20, shop);

    expect(await stored(shop, row)).toMatchObject({ status: 'expired', nextCheckAt: null });
    await expectSound(shop);
  });

  it('ends a declined attempt as declined once no other card can be tried', async () => {
    const shop = await cardShop();
    const row = await startAtGateway(shop);
    shop.gateway.say(row.orderReference, 'Declined', '1104');

    await pass(1, shop);
    expect(await stored(shop, row)).toMatchObject({ status: 'pending', failure: { code: 'no_funds' } });
    await pass(40, shop);

    expect(await stored(shop, row)).toMatchObject({ status: 'declined', nextCheckAt: null });
  });

  it('retries at the next scheduled check when the gateway is unreachable', async () => {
    const shop = await cardShop();
    const row = await startAtGateway(shop);
    shop.gateway.say(row.orderReference, 'Approved');
    shop.gateway.down = true;
    expect(await pass(1, shop)).toMatchObject({ failed: 1 });

    shop.gateway.down = false;
    await pass(1, shop);
    expect(await stored(shop, row)).toMatchObject({ status: 'pending' });
    await pass(1, shop);

    expect(await stored(shop, row)).toMatchObject({ status: 'paid' });
  });

  it('settles an authorized payment once, and checks its status after a lost response', async () => {
    const shop = await cardShop();
    const row = await startAtGateway(shop);
    shop.gateway.say(row.orderReference, 'WaitingAuthComplete');
    await pass(1, shop);
    shop.gateway.loseNextAnswer();
    await pass(1, shop);
    await pass(60, shop);

    expect(verbs(shop)).toEqual(['check', 'settle', 'check']);
    expect(await stored(shop, row)).toMatchObject({ status: 'paid' });
    await expectSound(shop);
  });

  it('marks an attempt as paid when the gateway refuses to settle an already approved payment', async () => {
    const shop = await cardShop();
    const row = await startAtGateway(shop);
    shop.gateway.say(row.orderReference, 'WaitingAuthComplete');
    await pass(1, shop);
    shop.gateway.say(row.orderReference, 'Approved');
    const refused = saidOf(row, 'Declined', { source: 'check', reasonCode: '1126' });
    shop.gateway.gateway.settle = () => Promise.resolve(refused);

    await pass(1, shop);

    expect(await stored(shop, row)).toMatchObject({ status: 'paid' });
    await expectSound(shop);
  });

  it('marks an attempt as suspicious when the gateway contradicts a late callback', async () => {
    const shop = await cardShop();
    const row = await startAtGateway(shop, { opened: false });
    await pass(40, shop);
    await applyPaymentResult(shop.ctx, row.orderReference, saidOf(row, 'Approved'));

    await pass(1, shop);

    expect(await stored(shop, row)).toMatchObject({ status: 'suspicious', claimedAt: null, nextCheckAt: null });
  });

  it('keeps checking past the last scheduled check until the gateway responds', async () => {
    const shop = await cardShop();
    const row = await startAtGateway(shop);
    shop.gateway.say(row.orderReference, 'InProcessing');
    for (let hour = 0; hour < 95; hour++) await pass(60, shop);
    shop.gateway.down = true;
    await pass(60, shop);
    await pass(60, shop);
    expect(await stored(shop, row)).toMatchObject({ status: 'pending', nextCheckAt: expect.any(String) });

    shop.gateway.down = false;
    await pass(60, shop);

    expect(await stored(shop, row)).toMatchObject({ status: 'expired', nextCheckAt: null });
    await expectSound(shop);
  });

  it('keeps checking a superseded attempt until the gateway responds', async () => {
    const shop = await cardShop();
    const { id } = await placeOrder(shop.ctx);
    const row = await startAtGateway(shop, { orderId: id });
    await payByCredit(shop.ctx, id);
    shop.gateway.down = true;
    for (const minutes of [1, 2, 5, 10, 20]) await pass(minutes, shop);
    shop.gateway.down = false;
    shop.gateway.say(row.orderReference, 'Approved');

    await pass(60, shop);

    expect(await stored(shop, row)).toMatchObject({ status: 'paid', excess: true });
  });

  it('repeats a settle request that never reached the gateway, for as long as the payment is authorized', async () => {
    const shop = await cardShop();
    const row = await startAtGateway(shop);
    shop.gateway.say(row.orderReference, 'WaitingAuthComplete');
    await pass(1, shop);
    shop.gateway.down = true;
    await pass(1, shop);
    for (let hour = 0; hour < 120; hour++) await pass(60, shop);
    expect(await stored(shop, row)).toMatchObject({ status: 'authorized' });

    shop.gateway.down = false;
    await pass(60, shop);
    await pass(60, shop);

    expect(await stored(shop, row)).toMatchObject({ status: 'paid' });
    await expectSound(shop);
  });

  it('does nothing when no gateway is configured', async () => {
    const shop = await cardShop();
    await startAtGateway(shop);
    shop.ctx.clock.advance(MINUTE_MS);

    expect(await reconcilePayments({ ...shop.ctx, cardGateway: null })).toMatchObject({ seen: 0 });
  });
});

describe('an excess payment', () => {
  it('is refunded once although the outbox and the process both handle it', async () => {
    const shop = await cardShop();
    const row = await excessOf(shop);

    await Promise.all([shop.ctx.drain(), reconcilePayments(shop.ctx)]);
    await pass(60, shop);

    expect(verbs(shop).filter((verb) => verb === 'refund')).toHaveLength(1);
    expect(await stored(shop, row)).toMatchObject({ status: 'refunded', refundState: 'done', excess: true });
    await expectSound(shop);
  });

  it('is refunded although the callback of an earlier, declined card arrives last', async () => {
    const shop = await cardShop();
    const row = await excessOf(shop);
    await applyPaymentResult(shop.ctx, row.orderReference, saidOf(row, 'Declined', { reasonCode: '1101' }));
    expect(await stored(shop, row)).toMatchObject({ refundState: 'pending' });

    await reconcilePayments(shop.ctx);

    expect(verbs(shop)).toEqual(['refund']);
    expect(await stored(shop, row)).toMatchObject({ status: 'refunded' });
    await expectSound(shop);
  });

  it('has one refund request after the gateway’s promise, and refundState failed when no refund follows', async () => {
    const shop = await cardShop();
    const row = await excessOf(shop);
    const promised = saidOf(row, 'RefundInProcessing', { source: 'check', reasonCode: '1138' });
    let asked = 0;
    shop.gateway.gateway.refund = () => {
      asked += 1;
      return Promise.resolve(promised);
    };

    for (let hour = 0; hour < 100; hour++) await pass(60, shop);

    expect(asked).toBe(1);
    expect(await stored(shop, row)).toMatchObject({ status: 'paid', refundState: 'failed', nextCheckAt: null });
    await expectSound(shop);
  });

  it('is refunded when its order was canceled and the units are gone', async () => {
    const shop = await cardShop({ units: { mug: 1 } });
    const { id } = await placeOrder(shop.ctx);
    const row = await startAtGateway(shop, { orderId: id });
    await cancelOrder(shop.ctx, id);
    await placeOrder(shop.ctx);
    shop.gateway.say(row.orderReference, 'Approved');

    await pass(1, shop);
    await reconcilePayments(shop.ctx);

    expect(await stored(shop, row)).toMatchObject({ status: 'refunded', excess: true });
    await expectSound(shop);
  });

  it('is refunded once when the refund’s response is lost: a check confirms the refund', async () => {
    const shop = await cardShop();
    const row = await excessOf(shop);
    shop.gateway.loseNextAnswer();
    await reconcilePayments(shop.ctx);
    expect(await stored(shop, row)).toMatchObject({ status: 'paid', refundState: 'pending' });

    await pass(2, shop);

    expect(verbs(shop)).toEqual(['refund', 'check']);
    expect(await stored(shop, row)).toMatchObject({ status: 'refunded' });
    await expectSound(shop);
  });

  it('has a second refund request only after a check shows that the first request failed', async () => {
    const shop = await cardShop();
    const row = await excessOf(shop);
    shop.gateway.down = true;
    await reconcilePayments(shop.ctx);
    shop.gateway.down = false;
    await pass(2, shop);
    await pass(5, shop);

    expect(verbs(shop)).toEqual(['refund', 'check', 'refund']);
    expect(await stored(shop, row)).toMatchObject({ status: 'refunded' });
    await expectSound(shop);
  });

  it.each(['1126', '1128'])(
    'is marked as refunded when the refund is refused with %s but a check confirms the refund',
    async (reason) => {
      const shop = await cardShop();
      const row = await excessOf(shop);
      shop.gateway.refuseRefunds(reason);
      shop.gateway.say(row.orderReference, 'Refunded');

      await reconcilePayments(shop.ctx);

      expect(verbs(shop)).toEqual(['refund', 'check']);
      expect(await stored(shop, row)).toMatchObject({ status: 'refunded' });
    },
  );

  it('has refundState failed and an alert when the gateway refuses the refund', async () => {
    const shop = await cardShop();
    const row = await excessOf(shop);
    shop.gateway.refuseRefunds('1123');

    await reconcilePayments(shop.ctx);

    expect(await stored(shop, row)).toMatchObject({ status: 'paid', refundState: 'failed', nextCheckAt: null });
    expect(shop.ctx.lines).toContainEqual(
      expect.objectContaining({
        event: 'payment.alerted',
        facts: expect.objectContaining({ alert: 'refund_failed' }),
      }),
    );
  });
});
