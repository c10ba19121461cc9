import { describe, expect, it } from 'vitest';
import type { Rail } from '#lib/payments/schemas/ledger.ts';
import type { CreditOffer } from './credit-offer.ts';
import { payMethodOf, payOffers } from './pay-offers.ts';

const credit: CreditOffer = {
  isOn: true,
  takesCurrency: true,
  balanceMinor: 10_000,
  currency: 'UAH',
  rate: { totalMinor: 100, chargeMinor: 100 },
};
const card: Rail = { processor: 'cardgw', available: true };
const balance: Rail = { processor: 'credit', available: true };
const enough = { totalMinor: 10_000, credit };
const tooMuch = { totalMinor: 10_001, credit };

describe('payOffers', () => {
  it('lists the payment methods in the order of the shop', () => {
    expect(payOffers([balance, card], enough).map(({ way }) => way)).toEqual(['credit', 'cardgw']);
  });

  it('hides cards when the gateway is not configured, and closes them when only the currency is not accepted', () => {
    expect(payOffers([{ ...card, available: false, code: 'GatewayNotConfigured' }], enough)).toEqual([]);
    expect(payOffers([{ ...card, available: false, code: 'CurrencyNotAccepted' }], enough)).toEqual([
      { way: 'cardgw', isOpen: false },
    ]);
  });

  it('checks the balance against the current total instead of trusting the earlier result of the server', () => {
    expect(payOffers([balance], tooMuch)).toEqual([{ way: 'credit', isOpen: false }]);
    expect(payOffers([{ ...balance, available: false, code: 'InsufficientCredit' }], enough)).toEqual([
      { way: 'credit', isOpen: true },
    ]);
  });

  it('omits payment methods that have no button', () => {
    expect(payOffers([{ processor: 'native_token', available: true }], enough)).toEqual([]);
  });
});

describe('payMethodOf', () => {
  it('returns the first open method until the buyer chooses another', () => {
    expect(payMethodOf(payOffers([card, balance], enough), null)).toBe('cardgw');
    expect(payMethodOf(payOffers([card, balance], enough), 'credit')).toBe('credit');
  });

  it('replaces a closed method with an open one, and returns null when all are closed', () => {
    expect(payMethodOf(payOffers([card, balance], tooMuch), 'credit')).toBe('cardgw');
    expect(payMethodOf(payOffers([balance], tooMuch), null)).toBeNull();
  });
});
