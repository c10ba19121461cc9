import { describe, expect, it } from 'vitest';
import { payingShopper } from '#tests/support/paying.ts';
import { railsFor } from './rails.ts';

const order = { totalMinor: 10_000, currency: 'UAH', fx: null };

describe('railsFor', () => {
  it('offers credit that is enough to the last unit', async () => {
    const ctx = await payingShopper({ creditMinor: 10_000 });

    expect(await railsFor(ctx, order)).toEqual([{ processor: 'credit', available: true }]);
  });

  it.each([
    ['RailDisabled', { PAYMENT_STORE_ALLOW_CREDIT: 'false' }, 0],
    ['CurrencyNotAccepted', { PAYMENT_CREDIT_BALANCE_ACCEPTED_ORDER_CURRENCIES: 'EUR' }, 0],
    ['InsufficientCredit', {}, 9_999],
  ] as const)('says why credit is not open: %s', async (code, vars, creditMinor) => {
    const ctx = await payingShopper({ vars, creditMinor });

    expect(await railsFor(ctx, order)).toEqual([{ processor: 'credit', available: false, code }]);
  });

  it('asks the price in the currency of the account', async () => {
    const ctx = await payingShopper({ creditMinor: 4_820 });
    const fx = { base: 'UAH', quote: 'EUR', rate: '48.20', source: 'STORE_FX_RATES', at: ctx.now().toISOString() };

    expect(await railsFor(ctx, { totalMinor: 100, currency: 'EUR', fx })).toMatchObject([{ available: true }]);
    expect(await railsFor(ctx, { totalMinor: 101, currency: 'EUR', fx })).toMatchObject([{ available: false }]);
  });
});
