import { describe, expect, it } from 'vitest';
import type { UserContext } from '#lib/context/context.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#lib/core/time.ts';
import { applyPaymentResult } from '#lib/payments/attempts/apply-result.ts';
import { PaymentTransactions } from '#lib/payments/collections.ts';
import { creditOf } from '#lib/payments/credit/credit.ts';
import { saidOf } from '#tests/support/attempts.ts';
import type { TestContext } from '#tests/support/context.ts';
import { anotherShopper, payingShopper } from '#tests/support/paying.ts';
import { scriptedGateway } from '#tests/support/scripted-gateway.ts';
import { membershipDue, payDueByCard, topUpDue } from './account-dues.ts';
import { walletPaymentsOf, watchWalletPayments } from './payments.ts';

type Shopper = TestContext & UserContext;

async function open() {
  const gateway = scriptedGateway();
  const ctx = await payingShopper({
    creditMinor: 0,
    cardGateway: gateway.gateway,
    vars: { PAYMENT_MEMBERSHIP_PRICE_MINOR: '20000' },
  });
  return { ctx, gateway };
}
const topUp = async (ctx: Shopper, amountMinor = 5_000) => {
  ctx.clock.advance(SECOND_MS);
  return (await payDueByCard(ctx, await topUpDue(ctx, amountMinor), undefined)).orderReference;
};
const report = async (ctx: Shopper, orderReference: string, status: string, reasonCode?: string) => {
  const { data } = await ctx.data.need(PaymentTransactions, orderReference);
  await applyPaymentResult(ctx, orderReference, {
    ...saidOf(data, status, { source: 'check' }),
    ...(reasonCode && { reasonCode }),
  });
};
const asksOf = ({ calls }: ReturnType<typeof scriptedGateway>) => calls.filter(({ verb }) => verb === 'check').length;

describe('walletPaymentsOf', () => {
  it('returns a pending top-up with its page’s deadline, then the paid top-up for a few minutes', async () => {
    const { ctx } = await open();
    expect(await walletPaymentsOf(ctx)).toEqual([]);

    const orderReference = await topUp(ctx);
    expect(await walletPaymentsOf(ctx)).toEqual([
      {
        orderReference,
        purpose: 'wallet_topup',
        amountMinor: 5_000,
        currency: 'UAH',
        requestedAt: expect.any(String),
        state: 'asking',
        until: expect.any(String),
        failure: null,
      },
    ]);

    await report(ctx, orderReference, 'Approved');
    expect(await walletPaymentsOf(ctx)).toMatchObject([{ state: 'paid', until: null }]);
    ctx.clock.advance(6 * MINUTE_MS);
    expect(await walletPaymentsOf(ctx)).toEqual([]);
  });

  it('returns a decline with its reason until a day has passed', async () => {
    const { ctx } = await open();
    const first = await topUp(ctx);
    await report(ctx, first, 'Declined', '1104');
    expect(await walletPaymentsOf(ctx)).toMatchObject([{ state: 'failed', failure: 'no_funds' }]);

    ctx.clock.advance(DAY_MS + MINUTE_MS);
    expect(await walletPaymentsOf(ctx)).toEqual([]);
  });

  it('hides a decline after the buyer reopens the page, until the bank declines again', async () => {
    const { ctx } = await open();
    const orderReference = await topUp(ctx);
    await report(ctx, orderReference, 'Declined', '1104');
    expect(await walletPaymentsOf(ctx)).toMatchObject([{ state: 'failed', until: expect.any(String) }]);

    expect(await topUp(ctx)).toBe(orderReference);
    expect(await walletPaymentsOf(ctx)).toMatchObject([{ orderReference, state: 'asking', failure: null }]);

    await report(ctx, orderReference, 'Declined', '1104');
    expect(await walletPaymentsOf(ctx)).toMatchObject([{ state: 'failed', failure: 'no_funds' }]);
  });

  it('drops a decline older than a new top-up, and returns both pending top-ups', async () => {
    const { ctx } = await open();
    await report(ctx, await topUp(ctx, 5_000), 'Declined', '1104');
    const second = await topUp(ctx, 6_000);
    const third = await topUp(ctx, 7_000);

    const payments = await walletPaymentsOf(ctx);

    expect(payments.map(({ orderReference, state }) => [orderReference, state])).toEqual([
      [third, 'asking'],
      [second, 'asking'],
    ]);
  });

  it('returns a membership beside a top-up, and a membership paid twice as returning', async () => {
    const { ctx } = await open();
    await topUp(ctx);
    ctx.clock.advance(SECOND_MS);
    const { orderReference } = await payDueByCard(ctx, await membershipDue(ctx), undefined);
    expect((await walletPaymentsOf(ctx)).map(({ purpose }) => purpose)).toEqual(['membership_upgrade', 'wallet_topup']);

    ctx.clock.advance(21 * MINUTE_MS);
    const again = await payDueByCard(ctx, await membershipDue(ctx), undefined);
    await report(ctx, orderReference, 'Approved');
    await report(ctx, again.orderReference, 'Approved');

    expect((await walletPaymentsOf(ctx))[0]).toMatchObject({ purpose: 'membership_upgrade', state: 'returning' });
  });

  it('S35 returns only the user’s own payments', async () => {
    const { ctx } = await open();
    await topUp(ctx);

    expect(await walletPaymentsOf(await anotherShopper(ctx))).toEqual([]);
  });
});

describe('watchWalletPayments', () => {
  it('returns the top-up as paid and adds the credit although the callback never arrives', async () => {
    const { ctx, gateway } = await open();
    const orderReference = await topUp(ctx);
    gateway.say(orderReference, 'Approved');
    ctx.clock.advance(6 * SECOND_MS);

    expect(await watchWalletPayments(ctx)).toMatchObject([{ state: 'paid' }]);
    expect(await creditOf(ctx.data, ctx.user.id)).toMatchObject({ balanceMinor: 5_000 });
  });

  it('checks at the gateway once for three concurrent watchers, and no longer after the payment', async () => {
    const { ctx, gateway } = await open();
    const orderReference = await topUp(ctx);
    await watchWalletPayments(ctx);
    expect(asksOf(gateway)).toBe(0);

    ctx.clock.advance(6 * SECOND_MS);
    await Promise.all([1, 2, 3].map(() => watchWalletPayments(ctx)));
    expect(asksOf(gateway)).toBe(1);

    await report(ctx, orderReference, 'Approved');
    ctx.clock.advance(MINUTE_MS);
    await watchWalletPayments(ctx);
    expect(asksOf(gateway)).toBe(1);
  });

  it('returns the pending top-up while the gateway is down', async () => {
    const { ctx, gateway } = await open();
    await topUp(ctx);
    ctx.clock.advance(6 * SECOND_MS);
    gateway.down = true;

    expect(await watchWalletPayments(ctx)).toMatchObject([{ state: 'asking' }]);
  });
});
