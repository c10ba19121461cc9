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
  it('charges exactly what the server quoted for the same total', () => {
    expect(chargeOf(offer(), 200)).toBe(9640);
  });

  it('rounds a converted charge up', () => {
    expect(chargeOf(offer({ rate: { totalMinor: 3, chargeMinor: 10 } }), 2)).toBe(7);
  });

  it('is open only when the balance covers the whole charge', () => {
    expect(canPay(offer({ balanceMinor: 9640 }), 200)).toBe(true);
    expect(canPay(offer({ balanceMinor: 9639 }), 200)).toBe(false);
  });

  it.each([{ isOn: false }, { takesCurrency: false }])('is closed with %o', (change) => {
    expect(canPay(offer(change), 200)).toBe(false);
  });

  it('reports the missing amount, and zero when a higher balance would not help', () => {
    expect(missingFor(offer({ balanceMinor: 9640 }), 200)).toBe(0);
    expect(missingFor(offer({ balanceMinor: 9000 }), 200)).toBe(640);
    expect(missingFor(offer({ balanceMinor: 0, isOn: false }), 200)).toBe(0);
    expect(missingFor(offer({ balanceMinor: 0, takesCurrency: false }), 200)).toBe(0);
  });
});
