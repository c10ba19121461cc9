import { describe, expect, it } from 'vitest';
import type { Payable } from '#lib/payments/ports.ts';
import { payStates } from '#lib/payments/values.ts';
import { failureOf } from './failures.ts';
import { nextStep } from './payment-status.ts';

const payable = (about: Pick<Payable, 'payState'> & Partial<Payable>): Payable => ({
  id: 'ord_1',
  stem: 'P1',
  userId: 'usr_1',
  vendorIds: [],
  amountMinor: 1,
  currency: 'UAH',
  fx: null,
  locale: 'en',
  standing: 'open',
  orderStatus: 'new',
  orderRev: 1,
  ...about,
});

const page = { failure: null, paymentUrl: 'https://bank.test/page', version: 1 };

describe('nextStep', () => {
  it('returns the buyer’s next step for every pay state', () => {
    const steps = payStates.map((payState) => [payState, nextStep(payable({ payState, standing: 'paid' }), undefined)]);

    expect(Object.fromEntries(steps)).toEqual({
      unpaid: 'none',
      pending: 'wait',
      authorized: 'wait',
      paid: 'done',
      refund_pending: 'none',
      refunded: 'none',
      suspicious: 'wait',
    });
  });

  it('returns pay for an open order without a payment in progress', () => {
    const payStatesToPayIn = payStates.filter((payState) => nextStep(payable({ payState }), undefined) === 'pay');

    expect(payStatesToPayIn).toEqual(['unpaid', 'refund_pending', 'refunded']);
  });

  it('returns pay after a decline, and wait while the bank is still checking', () => {
    expect(nextStep(payable({ payState: 'pending' }), { ...page, failure: failureOf('1104') })).toBe('pay');
    expect(nextStep(payable({ payState: 'pending' }), { ...page, failure: failureOf('1114') })).toBe('wait');
  });

  it('returns pay when the gateway gave no page, and wait while the request runs', () => {
    const tried = { ...page, paymentUrl: null };

    expect(nextStep(payable({ payState: 'pending' }), tried)).toBe('pay');
    expect(nextStep(payable({ payState: 'pending' }), { ...tried, version: 0 })).toBe('wait');
    expect(nextStep(payable({ payState: 'pending' }), page)).toBe('wait');
  });

  it('returns none for failed attempts of a canceled order', () => {
    const canceled = payable({ payState: 'pending', standing: 'canceled', orderStatus: 'canceled' });

    expect(nextStep(canceled, { ...page, failure: failureOf('1104') })).toBe('none');
    expect(nextStep(canceled, { ...page, paymentUrl: null })).toBe('none');
  });

  it('returns none for an order canceled after payment', () => {
    expect(nextStep(payable({ payState: 'paid', standing: 'paid', orderStatus: 'canceled' }), undefined)).toBe('none');
  });

  it.each(['canceled', 'short', 'paid'] as const)(
    'returns none for an unpaid order whose standing is %s',
    (standing) => {
      expect(nextStep(payable({ payState: 'unpaid', standing }), undefined)).toBe('none');
    },
  );
});
