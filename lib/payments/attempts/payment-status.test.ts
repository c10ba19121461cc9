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
  it('tells a buyer what to do in every state of the money', () => {
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

  it('offers payment for every open order that no money is on its way to', () => {
    const payStatesToPayIn = payStates.filter((payState) => nextStep(payable({ payState }), undefined) === 'pay');

    expect(payStatesToPayIn).toEqual(['unpaid', 'refund_pending', 'refunded']);
  });

  it('offers another try after a decline, but not while the bank still checks', () => {
    expect(nextStep(payable({ payState: 'pending' }), { ...page, failure: failureOf('1104') })).toBe('pay');
    expect(nextStep(payable({ payState: 'pending' }), { ...page, failure: failureOf('1114') })).toBe('wait');
  });

  it('offers another try where the gateway opened no page, but not while it is being asked', () => {
    const tried = { ...page, paymentUrl: null };

    expect(nextStep(payable({ payState: 'pending' }), tried)).toBe('pay');
    expect(nextStep(payable({ payState: 'pending' }), { ...tried, version: 0 })).toBe('wait');
    expect(nextStep(payable({ payState: 'pending' }), page)).toBe('wait');
  });

  it('offers no other try once the order is canceled', () => {
    const canceled = payable({ payState: 'pending', standing: 'canceled', orderStatus: 'canceled' });

    expect(nextStep(canceled, { ...page, failure: failureOf('1104') })).toBe('none');
    expect(nextStep(canceled, { ...page, paymentUrl: null })).toBe('none');
  });

  it('does not call done what was canceled after it was paid', () => {
    expect(nextStep(payable({ payState: 'paid', standing: 'paid', orderStatus: 'canceled' }), undefined)).toBe('none');
  });

  it.each(['canceled', 'short', 'paid'] as const)('offers nothing for an unpaid order that is %s', (standing) => {
    expect(nextStep(payable({ payState: 'unpaid', standing }), undefined)).toBe('none');
  });
});
