import { describe, expect, it } from 'vitest';
import type { UserContext } from '#lib/context/context.ts';
import { payingShopper } from '#tests/support/paying.ts';
import { scriptedGateway } from '#tests/support/scripted-gateway.ts';
import { railsFor } from './rails.ts';

const creditIn = async (...asked: Parameters<typeof railsFor>) =>
  (await railsFor(...asked)).find(({ processor }) => processor === 'credit');
const order = { totalMinor: 10_000, currency: 'UAH', fx: null };

describe('railsFor', () => {
  it('offers credit when the balance equals the total', async () => {
    const ctx = await payingShopper({ creditMinor: 10_000 });

    expect(await creditIn(ctx, order)).toEqual({ processor: 'credit', available: true });
  });

  it.each([
    ['RailDisabled', { PAYMENT_STORE_ALLOW_CREDIT: 'false' }, 0],
    ['CurrencyNotAccepted', { PAYMENT_CREDIT_BALANCE_ACCEPTED_ORDER_CURRENCIES: 'EUR' }, 0],
    ['InsufficientCredit', {}, 9_999],
  ] as const)('gives the reason why credit is unavailable: %s', async (code, vars, creditMinor) => {
    const ctx = await payingShopper({ vars, creditMinor });

    expect(await creditIn(ctx, order)).toEqual({ processor: 'credit', available: false, code });
  });

  it('compares the balance with the price in the account’s currency', async () => {
    const ctx = await payingShopper({ creditMinor: 4_820 });
    const fx = { base: 'UAH', quote: 'EUR', rate: '48.20', source: 'STORE_FX_RATES', at: ctx.now().toISOString() };

    expect(await creditIn(ctx, { totalMinor: 100, currency: 'EUR', fx })).toMatchObject({ available: true });
    expect(await creditIn(ctx, { totalMinor: 101, currency: 'EUR', fx })).toMatchObject({ available: false });
  });

  it('offers cards only with a configured gateway and for the currencies that it accepts', async () => {
    const ctx = await payingShopper({ cardGateway: scriptedGateway().gateway });
    const cardFor = async (world: UserContext, currency: string) =>
      (await railsFor(world, { ...order, currency })).find(({ processor }) => processor === 'cardgw');

    expect(await cardFor(ctx, 'UAH')).toEqual({ processor: 'cardgw', available: true });
    expect(await cardFor(ctx, 'PLN')).toEqual({ processor: 'cardgw', available: false, code: 'CurrencyNotAccepted' });
    expect(await cardFor({ ...ctx, cardGateway: null }, 'UAH')).toEqual({
      processor: 'cardgw',
      available: false,
      code: 'GatewayNotConfigured',
    });
  });

  it.each(['cardgw', 'credit'])('lists the shop’s preferred processor first: %s', async (first) => {
    const ctx = await payingShopper({ vars: { PAYMENT_STORE_PROCESSOR: first } });

    const rails = await railsFor(ctx, order);

    expect(rails.map(({ processor }) => processor).sort()).toEqual(['cardgw', 'credit']);
    expect(rails[0]?.processor).toBe(first);
  });
});
