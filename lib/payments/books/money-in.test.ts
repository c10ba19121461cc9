import { describe, expect, it } from 'vitest';
import { sumsOf } from './journal.ts';
import { chargeIn, givenBy, moneyIn } from './money-in.ts';

const fx = { base: 'UAH', quote: 'EUR', rate: '48.205', at: '2026-01-01T00:00:00.000Z' };
const row = { processor: 'credit', userId: 'usr_1', amountMinor: 1001, currency: 'EUR', fx } as const;

describe('chargeIn', () => {
  it('converts at the frozen rate and rounds up to a whole minor unit', () => {
    expect(chargeIn('UAH', { amountMinor: 1001, currency: 'EUR' }, fx)).toBe(48_254); // 48,253.205
    expect(chargeIn('UAH', { amountMinor: 1000, currency: 'EUR' }, fx)).toBe(48_205);
  });

  it('returns the same amount for the same currency, with or without a rate', () => {
    expect(chargeIn('UAH', { amountMinor: 1001, currency: 'UAH' }, fx)).toBe(1001);
    expect(chargeIn('UAH', { amountMinor: 1001, currency: 'UAH' }, null)).toBe(1001);
  });

  it('returns null without a rate between the two currencies', () => {
    expect(chargeIn('UAH', { amountMinor: 1001, currency: 'EUR' }, null)).toBeNull();
    expect(chargeIn('UAH', { amountMinor: 1001, currency: 'USD' }, fx)).toBeNull();
    expect(chargeIn('USD', { amountMinor: 1001, currency: 'EUR' }, fx)).toBeNull();
  });
});

describe('moneyIn and givenBy', () => {
  it('post credit of another currency through the fx account of each currency', () => {
    const postings = moneyIn(row);

    expect(postings).toEqual([
      { account: 'user_credit:usr_1', amountMinor: 48_254, currency: 'UAH' },
      { account: 'fx:UAH', amountMinor: -48_254, currency: 'UAH' },
      { account: 'fx:EUR', amountMinor: 1001, currency: 'EUR' },
    ]);
    expect(Object.fromEntries(sumsOf(postings))).toEqual({ UAH: 0, EUR: 1001 });
  });

  it.each([
    ['cardgw', 'gateway:cardgw'],
    ['manual', 'gateway:manual'],
    ['native_token', 'chain:treasury'],
  ] as const)('post money paid by %s in the order’s currency to %s', (processor, account) => {
    expect(moneyIn({ ...row, processor })).toEqual([{ account, amountMinor: 1001, currency: 'EUR' }]);
  });

  it('throw when credit has no rate to the order’s currency', () => {
    expect(() => givenBy({ ...row, currency: 'USD' })).toThrow(/no rate/);
  });
});
