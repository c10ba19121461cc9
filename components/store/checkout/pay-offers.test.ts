import { describe, expect, it } from 'vitest';
import type { Rail } from '#lib/payments/schemas/ledger.ts';
import type { CreditOffer } from './credit-offer.ts';
import { payOffers, wayOf } from './pay-offers.ts';

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
  it('keeps the order of the shop', () => {
    expect(payOffers([balance, card], enough).map(({ way }) => way)).toEqual(['credit', 'cardgw']);
  });

  it('says nothing of cards where the shop takes none, and shows them closed where only the currency is wrong', () => {
    expect(payOffers([{ ...card, available: false, code: 'GatewayNotConfigured' }], enough)).toEqual([]);
    expect(payOffers([{ ...card, available: false, code: 'CurrencyNotAccepted' }], enough)).toEqual([
      { way: 'cardgw', isOpen: false },
    ]);
  });

  it('reckons the balance for the sum at hand, whatever the server has seen', () => {
    expect(payOffers([balance], tooMuch)).toEqual([{ way: 'credit', isOpen: false }]);
    expect(payOffers([{ ...balance, available: false, code: 'InsufficientCredit' }], enough)).toEqual([
      { way: 'credit', isOpen: true },
    ]);
  });

  it('offers no way it has no button for', () => {
    expect(payOffers([{ processor: 'native_token', available: true }], enough)).toEqual([]);
  });
});

describe('wayOf', () => {
  it('is the first that is open until another is chosen', () => {
    expect(wayOf(payOffers([card, balance], enough), null)).toBe('cardgw');
    expect(wayOf(payOffers([card, balance], enough), 'credit')).toBe('credit');
  });

  it('leaves a way that has closed, and is none where all have', () => {
    expect(wayOf(payOffers([card, balance], tooMuch), 'credit')).toBe('cardgw');
    expect(wayOf(payOffers([balance], tooMuch), null)).toBeNull();
  });
});
