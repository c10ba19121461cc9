import { describe, expect, it } from 'vitest';
import { order as orderSchema } from '#lib/store/schemas/order.ts';
import { orderRow } from '#tests/support/platform-rows.ts';
import { followsFromParts, newPart, upgradeOrder } from './part-rows.ts';

const AT = '2026-03-02T10:00:00.000Z';
const paid = { status: 'processing', payState: 'paid', paidAt: AT } as const;
const request = { state: 'open', reason: 'Too late', answer: null, at: AT, remindedAt: null } as const;

describe('what follows from the parts of an order', () => {
  it('lists the order for each of its vendors, as a whole and by state, from the payment on', () => {
    const parts = [newPart('vnd_a'), newPart('vnd_b', { state: 'shipped', shippedAt: AT })];

    expect(followsFromParts({ ...paid, parts }).partKeys).toEqual(['vnd_a', 'vnd_a:pending', 'vnd_b', 'vnd_b:shipped']);
    expect(followsFromParts({ ...paid, paidAt: null, payState: 'unpaid', parts }).partKeys).toEqual([]);
  });

  it('lists no part as to be sent that nobody may send: its order is canceled, or its money or that of the order went back', () => {
    const refund = { state: 'done', amountMinor: 100, way: 'balance' } as const;
    const parts = [newPart('vnd_a'), newPart('vnd_b', { state: 'shipped', shippedAt: AT })];
    const paidBack = [newPart('vnd_a', { refund }), newPart('vnd_b', { state: 'shipped', shippedAt: AT, refund })];

    for (const order of [
      { ...paid, status: 'canceled' as const, parts },
      { ...paid, payState: 'refunded' as const, parts },
      { ...paid, parts: paidBack },
    ])
      expect(followsFromParts(order).partKeys).toEqual(['vnd_a', 'vnd_b', 'vnd_b:shipped']);
  });

  it('is due fourteen days after the first shipment, or 72 hours after an open cancel request', () => {
    const sent = newPart('vnd_a', { state: 'shipped', shippedAt: AT });
    const asked = newPart('vnd_b', { cancelRequest: request });

    expect(followsFromParts({ ...paid, parts: [sent] }).nextPartDueAt).toBe('2026-03-16T10:00:00.000Z');
    expect(followsFromParts({ ...paid, parts: [sent, asked] }).nextPartDueAt).toBe('2026-03-05T10:00:00.000Z');
  });

  it('is due never where time changes nothing: a reminder was sent, or the money goes back', () => {
    const reminded = newPart('vnd_a', { cancelRequest: { ...request, remindedAt: AT } });
    const sent = newPart('vnd_a', { state: 'shipped', shippedAt: AT });

    expect(followsFromParts({ ...paid, parts: [reminded, newPart('vnd_b')] }).nextPartDueAt).toBeNull();
    for (const payState of ['refund_pending', 'refunded', 'suspicious'] as const)
      expect(followsFromParts({ ...paid, payState, parts: [sent] }).nextPartDueAt).toBeNull();
    expect(followsFromParts({ ...paid, status: 'canceled', parts: [sent] }).nextPartDueAt).toBeNull();
  });
});

describe('an order stored before its parts could move', () => {
  const stored = (over: object) => {
    const { partKeys: _keys, nextPartDueAt: _due, ...old } = orderRow(1, AT, { paidAt: AT, payState: 'paid' });
    const parts = [{ vendorId: 'vnd_test', state: 'pending', trackingUrl: null, shippedAt: null }];
    return orderSchema.parse(upgradeOrder({ ...old, parts, ...over }, 1));
  };

  it.each([
    ['paid', 'pending'],
    ['processing', 'processing'],
    ['shipped', 'shipped'],
    ['completed', 'delivered'],
    ['canceled', 'pending'],
  ] as const)('is readable, and its part is as far as its status %s says', (status, state) => {
    const { parts, partKeys } = stored({ status });

    expect(parts).toMatchObject([{ state, refund: null, cancelRequest: null }]);
    expect(partKeys).toEqual(status === 'canceled' ? ['vnd_test'] : ['vnd_test', `vnd_test:${state}`]);
  });

  it('is no longer listed as to be sent when it was stored as such although it is canceled', () => {
    const row = orderRow(1, AT, { paidAt: AT, payState: 'paid', status: 'canceled', parts: [newPart('vnd_test')] });
    const old = { ...row, partKeys: ['vnd_test', 'vnd_test:pending'] };

    expect(upgradeOrder(old, 2)).toEqual({ ...old, partKeys: ['vnd_test'] });
  });

  it('keeps the time of a shipment and is due by it', () => {
    const parts = [{ vendorId: 'vnd_test', state: 'shipped', trackingUrl: 'https://post.test/1', shippedAt: AT }];

    expect(stored({ status: 'shipped', parts })).toMatchObject({
      parts: [{ trackingUrl: 'https://post.test/1', shippedAt: AT }],
      nextPartDueAt: '2026-03-16T10:00:00.000Z',
    });
  });
});
