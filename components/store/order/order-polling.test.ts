import { describe, expect, it } from 'vitest';
import { mayCancel, mayPay } from '#components/store/order/may-cancel.ts';
import { hasMoved, pollIntervalMs, type Seen } from './order-polling.ts';

describe('pollIntervalMs', () => {
  it.each(['pending', 'authorized'] as const)('polls every 2 seconds while a payment is %s', (payState) => {
    expect(pollIntervalMs({ orderStatus: 'new', payState, moneyBack: null }, false)).toBe(2_000);
    expect(pollIntervalMs({ orderStatus: 'new', payState, moneyBack: null }, true)).toBe(2_000);
  });

  it.each(['new', 'paid', 'processing', 'shipped'] as const)(
    'polls slowly while an order is %s, and more slowly when updates are pushed',
    (orderStatus) => {
      const payState = orderStatus === 'new' ? 'unpaid' : 'paid';

      expect(pollIntervalMs({ orderStatus, payState, moneyBack: null }, false)).toBe(20_000);
      expect(pollIntervalMs({ orderStatus, payState, moneyBack: null }, true)).toBe(120_000);
    },
  );

  it.each(['completed', 'canceled'] as const)('stops polling when an order is %s', (orderStatus) => {
    expect(pollIntervalMs({ orderStatus, payState: 'unpaid', moneyBack: null }, false)).toBeNull();
  });

  it('keeps polling a finished order until its refund is complete', () => {
    const canceled = { orderStatus: 'canceled', payState: 'refund_pending' } as const;

    expect(pollIntervalMs({ ...canceled, moneyBack: 'returning' }, false)).toBe(20_000);
    expect(pollIntervalMs({ ...canceled, payState: 'refunded', moneyBack: 'returned' }, false)).toBeNull();
    expect(pollIntervalMs({ orderStatus: 'completed', payState: 'paid', moneyBack: 'returning' }, false)).toBe(20_000);
  });
});

describe('mayPay', () => {
  it('is false for paid and canceled orders and for payments being checked', () => {
    expect(mayPay({ status: 'new', payState: 'unpaid' }, null)).toBe(true);
    expect(mayPay({ status: 'new', payState: 'pending' }, { kind: 'asking' })).toBe(true);
    expect(mayPay({ status: 'new', payState: 'pending' }, { kind: 'checking' })).toBe(false);
    expect(mayPay({ status: 'new', payState: 'suspicious' }, { kind: 'checking' })).toBe(false);
    expect(mayPay({ status: 'paid', payState: 'paid' }, null)).toBe(false);
    expect(mayPay({ status: 'canceled', payState: 'unpaid' }, null)).toBe(false);
  });
});

describe('mayCancel', () => {
  it('is true for an unpaid order, also after a payment was started, and false once money is held', () => {
    expect(mayCancel({ status: 'new', payState: 'unpaid' })).toBe(true);
    expect(mayCancel({ status: 'new', payState: 'pending' })).toBe(true);
    for (const payState of ['authorized', 'suspicious', 'paid'] as const)
      expect(mayCancel({ status: 'new', payState })).toBe(false);
    expect(mayCancel({ status: 'paid', payState: 'paid' })).toBe(false);
  });
});

describe('hasMoved', () => {
  const seen: Seen = {
    orderStatus: 'new',
    orderRev: 3,
    payState: 'pending',
    orderReference: 'P1-1',
    failure: null,
    moneyBack: null,
  };

  it('is true after a decline that leaves the payment open, a new attempt, a payment or a cancellation', () => {
    expect(hasMoved(seen, { ...seen, failure: { code: 'no_funds' } })).toBe(true);
    expect(hasMoved(seen, { ...seen, orderReference: 'P1-2' })).toBe(true);
    expect(hasMoved(seen, { ...seen, payState: 'paid' })).toBe(true);
    expect(hasMoved(seen, { ...seen, orderStatus: 'canceled' })).toBe(true);
  });

  it('is true for a new revision without a status change', () => {
    expect(hasMoved(seen, { ...seen, orderRev: 4 })).toBe(true);
  });

  it('is true for a second payment of a paid order and for its refund', () => {
    const paid = { ...seen, orderStatus: 'paid', payState: 'paid' } as const;

    expect(hasMoved(paid, { ...paid, moneyBack: 'returning' })).toBe(true);
    expect(hasMoved({ ...paid, moneyBack: 'returning' }, { ...paid, moneyBack: 'returned' })).toBe(true);
  });

  it('is false for an unchanged state', () => {
    const declined = { ...seen, failure: { code: 'declined' } } as const;

    expect(hasMoved(declined, { ...declined })).toBe(false);
  });
});
