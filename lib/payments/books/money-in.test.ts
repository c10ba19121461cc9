import { describe, expect, it } from 'vitest';
import { sumsOf } from './journal.ts';
import { chargeIn, givenBy, moneyIn } from './money-in.ts';

const fx = { base: 'UAH', quote: 'EUR', rate: '48.205', at: '2026-01-01T00:00:00.000Z' };
const row = { processor: 'credit', userId: 'usr_1', amountMinor: 1001, currency: 'EUR', fx } as const;

describe('chargeIn', () => {
  it('charges the frozen rate and rounds a part of a unit up', () => {
    expect(chargeIn('UAH', { amountMinor: 1001, currency: 'EUR' }, fx)).toBe(48_254); // 48,253.205
    expect(chargeIn('UAH', { amountMinor: 1000, currency: 'EUR' }, fx)).toBe(48_205);
  });

  it('charges the amount itself where the currency is the same, whatever rate was frozen with it', () => {
    expect(chargeIn('UAH', { amountMinor: 1001, currency: 'UAH' }, fx)).toBe(1001);
    expect(chargeIn('UAH', { amountMinor: 1001, currency: 'UAH' }, null)).toBe(1001);
  });

  it('charges nothing without a rate between the two', () => {
    expect(chargeIn('UAH', { amountMinor: 1001, currency: 'EUR' }, null)).toBeNull();
    expect(chargeIn('UAH', { amountMinor: 1001, currency: 'USD' }, fx)).toBeNull();
    expect(chargeIn('USD', { amountMinor: 1001, currency: 'EUR' }, fx)).toBeNull();
  });
});

describe('moneyIn', () => {
  it('exchanges credit of another currency, so that each currency is balanced by itself', () => {
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
  ] as const)('takes money by %s in the currency of the order from %s', (processor, account) => {
    expect(moneyIn({ ...row, processor })).toEqual([{ account, amountMinor: 1001, currency: 'EUR' }]);
  });

  it('stops rather than guess when credit has no rate to the currency of the order', () => {
    expect(() => givenBy({ ...row, currency: 'USD' })).toThrow(/no rate/);
  });
});
