import { afterEach, describe, expect, it } from 'vitest';
import { armFault, type FaultMode } from '#lib/core/fault.ts';
import { MINUTE_MS, SECOND_MS } from '#lib/core/time.ts';
import { auditMoney } from '#lib/payments/audit/audit.ts';
import { Callbacks, PaymentTransactions } from '#lib/payments/collections.ts';
import { Orders } from '#lib/store/collections.ts';
import { payingShopper, placeOrder } from '#tests/support/paying.ts';
import { scriptedGateway } from '#tests/support/scripted-gateway.ts';
import { everyRow, readMoney } from '#tests/support/world.ts';
import { payOrderByCard } from './pay-order-by-card.ts';
import { queryGateway } from './query-gateway.ts';
import { drainCallbacks, receiveCallback } from './receive-callback.ts';

async function open() {
  const bank = scriptedGateway();
  const ctx = await payingShopper({ cardGateway: bank.gateway });
  const order = await placeOrder(ctx);
  const reference = `${order.number}-1`;
  return {
    ctx,
    bank,
    order,
    reference,
    press: () => payOrderByCard(ctx, { orderId: order.id }),
    attempt: async (id = reference) => (await ctx.data.need(PaymentTransactions, id)).data,
    callBack: () => receiveCallback(ctx, bank.callback({ orderReference: reference })),
    statusOfOrder: async () => (await ctx.data.need(Orders, order.id)).data.status,
    callbacks: async () => (await everyRow(ctx.data, Callbacks)).map(({ data }) => data.state),
    expectSoundMoney: async () => expect(auditMoney(await readMoney(ctx.data))).toEqual([]),
  };
}

const breakAt = (point: string, mode: FaultMode = 'throw') => armFault({ FAULT_AT: point, FAULT_MODE: mode });
afterEach(() => armFault({ FAULT_MODE: 'throw' }));

describe('a card payment interrupted by a crash', () => {
  it('C3 before the gateway call: the next request starts another attempt and supersedes the first attempt', async () => {
    const { ctx, bank, reference, order, press, attempt, expectSoundMoney } = await open();
    breakAt('payment.after_claim');
    await expect(press()).rejects.toThrow('payment.after_claim');
    expect(await attempt()).toMatchObject({ status: 'created', paymentUrl: null });
    ctx.clock.advance(12 * SECOND_MS);

    expect(await press()).toMatchObject({ orderReference: `${order.number}-2`, reused: false });

    expect(await attempt()).toMatchObject({ status: 'superseded' });
    expect(bank.payments.has(reference)).toBe(false);
    await expectSoundMoney();
  });

  it('C3 before the gateway call, without another request: the attempt expires 25 minutes later', async () => {
    const { ctx, press, attempt } = await open();
    breakAt('payment.after_claim');
    await expect(press()).rejects.toThrow();

    expect((await queryGateway(ctx, await attempt(), { withinMs: SECOND_MS })).applied).toBeNull();
    ctx.clock.advance(25 * MINUTE_MS);
    await queryGateway(ctx, await attempt(), { withinMs: SECOND_MS });

    expect(await attempt()).toMatchObject({ status: 'expired' });
  });

  it('C4 after the gateway call: a payment on the page that the buyer never received is applied', async () => {
    const { bank, reference, press, attempt, callBack, statusOfOrder, expectSoundMoney } = await open();
    breakAt('payment.after_gateway_call');
    await expect(press()).rejects.toThrow('payment.after_gateway_call');
    bank.say(reference, 'Approved', '1100');

    await callBack();

    expect(await attempt()).toMatchObject({ status: 'paid' });
    expect(await statusOfOrder()).toBe('paid');
    await expectSoundMoney();
  });

  it.each(['webhook.after_verify', 'webhook.before_commit'])(
    'C6 at %s: the callback is stored but not accepted, and drainCallbacks applies it later',
    async (point) => {
      const { ctx, bank, reference, press, callBack, callbacks, statusOfOrder, expectSoundMoney } = await open();
      await press();
      bank.say(reference, 'Approved', '1100');
      breakAt(point);
      await expect(callBack()).rejects.toThrow();
      expect(await callbacks()).toEqual(['received']);
      expect(await statusOfOrder()).toBe('new');
      ctx.clock.advance(30 * SECOND_MS);

      expect(await drainCallbacks(ctx)).toMatchObject({ done: 1 });

      expect(await callbacks()).toEqual(['applied']);
      expect(await statusOfOrder()).toBe('paid');
      await expectSoundMoney();
    },
  );

  it('C7 after the commit: the repeated callback is accepted and applied only once', async () => {
    const { bank, reference, press, callBack, callbacks, statusOfOrder, expectSoundMoney } = await open();
    await press();
    bank.say(reference, 'Approved', '1100');
    breakAt('paid.after_commit');
    await expect(callBack()).rejects.toThrow();
    expect(await statusOfOrder()).toBe('paid');

    await expect(callBack()).resolves.toMatchObject({ orderReference: reference, status: 'accept' });

    expect(await callbacks()).toEqual(['applied']);
    await expectSoundMoney();
  });

  it('does not count as a failed try of the callback when the store was only busy', async () => {
    const { ctx, bank, reference, press, callBack } = await open();
    await press();
    bank.say(reference, 'Approved', '1100');
    breakAt('webhook.before_commit', 'busy');

    await expect(callBack()).rejects.toMatchObject({ name: 'ServiceUnavailable' });

    expect((await everyRow(ctx.data, Callbacks))[0]?.data).toMatchObject({ state: 'received', tries: 0 });
  });
});
