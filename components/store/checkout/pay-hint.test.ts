import { describe, expect, it } from 'vitest';
import en from '#lib/i18n/en.json' with { type: 'json' };
import type { CreditOffer } from './credit-offer.ts';
import { payHint } from './pay-hint.ts';

const credit: CreditOffer = {
  isOn: true,
  takesCurrency: true,
  balanceMinor: 10_000,
  currency: 'UAH',
  rate: { totalMinor: 100, chargeMinor: 100 },
};
const due = { credit, totalMinor: 4_000, currency: 'UAH', locale: 'en', texts: en.payWays } as const;
const balance = { way: 'credit', isOpen: true } as const;

describe('payHint', () => {
  it('says where card payment leads, or that the currency is not accepted', () => {
    expect(payHint({ way: 'cardgw', isOpen: true }, due)).toBe('You will be redirected to our bank’s payment page.');
    expect(payHint({ way: 'cardgw', isOpen: false }, { ...due, currency: 'GBP' })).toBe(
      'Orders in GBP cannot be paid by card.',
    );
  });

  it('shows the balance after the order, and the converted charge for an order in another currency', () => {
    expect(payHint(balance, due)).toBe('Your balance: ₴100. Balance after this order: ₴60.');
    const converted = { ...credit, rate: { totalMinor: 100, chargeMinor: 200 } };

    expect(payHint(balance, { ...due, currency: 'USD', credit: converted })).toBe(
      'Your balance: ₴100. About ₴80 from your balance. Balance after this order: ₴20.',
    );
  });

  it('shows only the balance while the total is unknown', () => {
    expect(payHint(balance, { ...due, totalMinor: null })).toBe('Your balance: ₴100.');
  });

  it.each([
    ['is too small', { totalMinor: 12_500 }, 'Your balance: ₴100. You need ₴25 more for this order.'],
    ['is switched off', { credit: { ...credit, isOn: false } }, en.payWays.creditOff],
    [
      'does not accept the currency',
      { credit: { ...credit, takesCurrency: false }, currency: 'EUR' },
      'Orders in EUR cannot be paid from your balance.',
    ],
  ])('explains why the balance cannot be used when it %s', (_, change, text) => {
    expect(payHint({ ...balance, isOpen: false }, { ...due, ...change })).toBe(text);
  });
});
