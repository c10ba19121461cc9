import { describe, expect, it } from 'vitest';
import { auditMoney } from '#lib/payments/audit/audit.ts';
import { balanceOf } from '#lib/payments/books/journal.ts';
import { PaymentTransactions } from '#lib/payments/collections.ts';
import { Orders } from '#lib/store/collections.ts';
import { cancelOrder, payingShopper, placeOrder, startCard } from '#tests/support/paying.ts';
import { readMoney } from '#tests/support/world.ts';
import { payByHand } from './pay-by-hand.ts';

describe('payByHand', () => {
  it('inserts a ledger row, pays the order, supersedes open attempts and posts the capture', async () => {
    const ctx = await payingShopper({ creditMinor: 0 });
    const order = await placeOrder(ctx);
    const card = await startCard(ctx, order.id);

    const payment = await payByHand(ctx, order.id, { note: 'paid at the fair' });

    expect(payment).toMatchObject({
      orderReference: `${order.number}-2`,
      processor: 'manual',
      status: 'paid',
      processor_payload: { note: 'paid at the fair' },
    });
    expect(await ctx.data.need(Orders, order.id)).toMatchObject({ data: { status: 'paid', payState: 'paid' } });
    expect(await ctx.data.need(PaymentTransactions, card.orderReference)).toMatchObject({
      data: { status: 'superseded' },
    });
    expect(await balanceOf(ctx.data, 'gateway:manual', 'UAH')).toBe(10_000);
    expect(auditMoney(await readMoney(ctx.data))).toEqual([]);
  });

  it('pays once for two concurrent calls', async () => {
    const ctx = await payingShopper();
    const order = await placeOrder(ctx);

    const both = await Promise.allSettled([payByHand(ctx, order.id), payByHand(ctx, order.id)]);

    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(auditMoney(await readMoney(ctx.data))).toEqual([]);
  });

  it('rejects a canceled order and a missing order', async () => {
    const ctx = await payingShopper();
    const order = await placeOrder(ctx);
    await cancelOrder(ctx, order.id);

    await expect(payByHand(ctx, order.id)).rejects.toMatchObject({ status: 409, code: 'OrderCanceled' });
    await expect(payByHand(ctx, 'ord_missing')).rejects.toMatchObject({ status: 404 });
  });
});
