import { describe, expect, it } from 'vitest';
import type { UserContext } from '#lib/context/context.ts';
import { applyPaymentResult } from '#lib/payments/attempts/apply-result.ts';
import { PaymentTransactions } from '#lib/payments/collections.ts';
import type { Payable, PaymentTransition, PurposeHandler } from '#lib/payments/ports.ts';
import type { LedgerRow } from '#lib/payments/schemas/ledger.ts';
import { saidOf } from '#tests/support/attempts.ts';
import { asUser, testContext } from '#tests/support/context.ts';
import { scriptedGateway } from '#tests/support/scripted-gateway.ts';
import { receiveCallback } from './receive-callback.ts';
import { startCardPayment } from './start-card.ts';

/** A purpose that holds no stock and has no bill of its own. */
function plainPurpose() {
  const seen: { readonly kind: string; readonly row: LedgerRow; readonly transition: PaymentTransition }[] = [];
  const handler: PurposeHandler = {
    find: async () => null,
    read: async () => null,
    paid: (_, row, __, transition) => {
      seen.push({ kind: 'paid', row, transition });
      return 'done';
    },
    refunded: () => 'done',
    moved: (_, row, __, transition) => void seen.push({ kind: 'moved', row, transition }),
  };
  return { handler, seen };
}

async function open(change: Partial<Payable> = {}) {
  const bank = scriptedGateway();
  const { handler, seen } = plainPurpose();
  const ctx = await asUser(await testContext({ cardGateway: bank.gateway, purposes: { wallet_topup: handler } }));
  const payable: Payable = {
    id: 'W123456789',
    stem: 'W123456789',
    userId: ctx.user.id,
    vendorIds: [],
    amountMinor: 50_000,
    currency: 'UAH',
    fx: null,
    locale: 'ru',
    standing: 'open',
    payState: 'unpaid',
    orderStatus: null,
    orderRev: null,
    ...change,
  };
  const press = (as: UserContext = ctx, attempts: readonly LedgerRow[] = []) =>
    startCardPayment(as, {
      purpose: 'wallet_topup',
      lane: `${PaymentTransactions.name}/${payable.stem}-1`,
      find: async () => ({ payable, attempts }),
      returnUrl: undefined,
      returnByDefault: '/wallet',
      locale: undefined,
    });
  const attempt = async () => (await ctx.data.need(PaymentTransactions, `${payable.stem}-1`)).data;
  return { ctx, bank, seen, payable, press, attempt };
}

describe('startCardPayment', () => {
  it('supports a purpose other than an order: calls moved and paid, and lists its reference as the line', async () => {
    const { ctx, bank, seen, press, attempt } = await open();

    const page = await press();

    expect(page).toMatchObject({ orderReference: 'W123456789-1', reused: false });
    expect(bank.payments.get('W123456789-1')?.ask).toMatchObject({
      purpose: 'wallet_topup',
      locale: 'ru',
      lines: [{ name: 'W123456789-1', count: 1, priceMinor: 50_000 }],
      payer: { name: ctx.user.name, email: ctx.user.email, phone: '' },
    });
    expect(await attempt()).toMatchObject({ purpose: 'wallet_topup', orderId: null, returnUrl: '/wallet' });
    bank.say('W123456789-1', 'Approved', '1100');
    await receiveCallback(ctx, bank.callback({ orderReference: 'W123456789-1' }));
    expect(await attempt()).toMatchObject({ status: 'paid' });
    expect(seen.map(({ kind, row, transition }) => [kind, row.status, transition.payState])).toEqual([
      ['moved', 'created', 'pending'],
      ['paid', 'paid', 'paid'],
    ]);
  });

  it('reuses an open page only for the same amount', async () => {
    const { press, attempt, payable } = await open();
    await press();
    const earlier = await attempt();

    expect(await press(undefined, [earlier])).toMatchObject({ orderReference: 'W123456789-1', reused: true });
    expect(await press(undefined, [{ ...earlier, amountMinor: payable.amountMinor + 1 }])).toMatchObject({
      orderReference: 'W123456789-2',
      reused: false,
    });
  });

  it('passes on a decline from a callback, but not its repetition by a check', async () => {
    const { ctx, seen, press, attempt } = await open();
    await press();
    const decline = async (source: 'webhook' | 'check') => {
      const statement = { ...saidOf(await attempt(), 'Declined', { source }), reasonCode: '1104' };
      await applyPaymentResult(ctx, 'W123456789-1', statement);
      return seen.at(-1)?.transition.failed;
    };
    expect(await decline('webhook')).toMatchObject({ code: 'no_funds' });

    await press(undefined, [await attempt()]);
    expect((await attempt()).failure).toBeNull();
    expect(await decline('check')).toBeNull();
    expect((await attempt()).failure).toMatchObject({ code: 'no_funds' });

    await press(undefined, [await attempt()]);
    expect(await decline('webhook')).toMatchObject({ code: 'no_funds' });
  });

  it('rejects a currency that the gateway does not accept without calling the gateway', async () => {
    const { bank, press } = await open({ currency: 'PLN' });

    await expect(press()).rejects.toMatchObject({ code: 'CurrencyNotAccepted', details: { currency: 'PLN' } });

    expect(bank.calls).toEqual([]);
  });

  it('rethrows an error that is not the gateway’s, and keeps the attempt as created', async () => {
    const { ctx, bank, press, attempt } = await open();
    const broken = { ...bank.gateway, start: () => Promise.reject(new TypeError('a bug')) };

    await expect(press({ ...ctx, cardGateway: broken })).rejects.toThrow('a bug');

    expect(await attempt()).toMatchObject({ status: 'created', nextCheckAt: ctx.now().toISOString() });
  });
});
