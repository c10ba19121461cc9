import { describe, expect, it } from 'vitest';
import { type OrderStatus, orderStatuses } from '#lib/context/ports/values.ts';
import { consequencesOf, movesOf } from './order-moves.ts';

const PAID_AT = '2026-01-01T00:00:00.000Z';

const orderThat = (status: OrderStatus, { paid = status !== 'new', digital = false, sent = false } = {}) => ({
  status,
  paidAt: paid ? PAID_AT : null,
  lines: [{ fulfilment: digital ? ('digital' as const) : ('physical' as const) }],
  parts: [
    {
      vendorId: 'vnd_1',
      state: sent ? ('shipped' as const) : ('pending' as const),
      trackingUrl: null,
      shippedAt: null,
    },
  ],
});

describe('what a move by hand brings with it', () => {
  it('is said for every status but the one the order has', () => {
    for (const status of orderStatuses) {
      const moves = movesOf(orderThat(status));

      expect(Object.keys(moves).sort()).toEqual(orderStatuses.filter((other) => other !== status).sort());
      for (const sentences of Object.values(moves)) expect(sentences.length).toBeGreaterThan(0);
    }
  });

  it('names the payment wherever an unpaid order is put beyond new, and nowhere else', () => {
    const pays = (order: Parameters<typeof consequencesOf>[0]) =>
      orderStatuses.filter((to) => consequencesOf(order, to).some((sentence) => sentence.includes('A manual payment')));

    expect(pays(orderThat('new'))).toEqual(['paid', 'processing', 'shipped', 'completed']);
    expect(pays(orderThat('canceled', { paid: false }))).toEqual(['paid', 'processing', 'shipped', 'completed']);
    expect(pays(orderThat('paid'))).toEqual([]);
  });

  it('says when a payment ends the order at once', () => {
    expect(consequencesOf(orderThat('new', { digital: true }), 'paid').join(' ')).toContain('completed immediately');
    expect(consequencesOf(orderThat('new'), 'paid').join(' ')).not.toContain('completed immediately');
  });

  it('names a move outside the usual life as one, and an ordinary one not', () => {
    const isMarked = (from: OrderStatus, to: OrderStatus) =>
      consequencesOf(orderThat(from), to).some((sentence) => sentence.includes('marked as moved manually'));

    expect([isMarked('new', 'shipped'), isMarked('shipped', 'paid'), isMarked('canceled', 'paid')]).toEqual([
      true,
      true,
      true,
    ]);
    expect([isMarked('new', 'paid'), isMarked('paid', 'processing'), isMarked('processing', 'canceled')]).toEqual([
      false,
      false,
      false,
    ]);
  });

  it('tells a cancelation that gives stock back from one that cannot', () => {
    expect(consequencesOf(orderThat('new'), 'canceled')).toEqual(['The reserved items go back on sale.']);
    expect(consequencesOf(orderThat('shipped', { sent: true }), 'canceled')).toEqual([
      'Shipped items do not return to stock automatically.',
      'No money is refunded. The sellers’ earnings from this order will be blocked.',
      'The shop would not take this step itself. The order will be marked as moved manually.',
    ]);
  });

  it('says so when only the label changes', () => {
    expect(consequencesOf(orderThat('paid'), 'processing')).toEqual(['Only the status changes.']);
  });
});
