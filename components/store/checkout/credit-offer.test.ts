import { describe, expect, it } from 'vitest';
import { type CreditOffer, canPay, chargeOf, missingFor } from './credit-offer.ts';

const offer = (change: Partial<CreditOffer> = {}): CreditOffer => ({
  isOn: true,
  takesCurrency: true,
  balanceMinor: 10_000,
  currency: 'UAH',
  rate: { totalMinor: 200, chargeMinor: 9640 },
  ...change,
});

describe('an offer to pay from the balance', () => {
  it('says of the known total exactly what the server has said', () => {
    expect(chargeOf(offer(), 200)).toBe(9640);
  });

  it('never promises less than the payment will take', () => {
    expect(chargeOf(offer({ rate: { totalMinor: 3, chargeMinor: 10 } }), 2)).toBe(7);
  });

  it('stands only where the balance covers all of it', () => {
    expect(canPay(offer({ balanceMinor: 9640 }), 200)).toBe(true);
    expect(canPay(offer({ balanceMinor: 9639 }), 200)).toBe(false);
  });

  it.each([{ isOn: false }, { takesCurrency: false }])('does not stand with %o', (change) => {
    expect(canPay(offer(change), 200)).toBe(false);
  });

  it('names what it is short of, and nothing where more money would not help', () => {
    expect(missingFor(offer({ balanceMinor: 9640 }), 200)).toBe(0);
    expect(missingFor(offer({ balanceMinor: 9000 }), 200)).toBe(640);
    expect(missingFor(offer({ balanceMinor: 0, isOn: false }), 200)).toBe(0);
    expect(missingFor(offer({ balanceMinor: 0, takesCurrency: false }), 200)).toBe(0);
  });
});
