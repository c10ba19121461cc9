import { describe, expect, it } from 'vitest';
import { type OrderStatus, orderStatuses } from '#lib/context/ports/values.ts';
import { newPart } from '#lib/store/parts/part-rows.ts';
import { consequencesOf, transitionsOf, usualMovesOf } from './order-transitions.ts';

const PAID_AT = '2026-01-01T00:00:00.000Z';

const orderThat = (status: OrderStatus, { paid = status !== 'new', digital = false, sent = false } = {}) => ({
  status,
  paidAt: paid ? PAID_AT : null,
  lines: [{ fulfilment: digital ? ('digital' as const) : ('physical' as const) }],
  parts: [
    {
      ...newPart('vnd_1', { state: sent ? 'shipped' : 'pending', shippedAt: sent ? PAID_AT : null }),
      ...{ vendorName: 'Potter', amountMinor: 100 },
    },
  ],
});

describe('the consequences shown for a manual status change', () => {
  it('are listed for every status except the current one', () => {
    for (const status of orderStatuses) {
      const moves = transitionsOf(orderThat(status));

      expect(Object.keys(moves).sort()).toEqual(orderStatuses.filter((target) => target !== status).sort());
      for (const sentences of Object.values(moves)) expect(sentences.length).toBeGreaterThan(0);
    }
  });

  it('mention a manual payment only when an unpaid order becomes paid or a later status', () => {
    const pays = (order: Parameters<typeof consequencesOf>[0]) =>
      orderStatuses.filter((to) => consequencesOf(order, to).includes('then_pay'));

    expect(pays(orderThat('new'))).toEqual(['paid', 'processing', 'shipped', 'completed']);
    expect(pays(orderThat('canceled', { paid: false }))).toEqual(['paid', 'processing', 'shipped', 'completed']);
    expect(pays(orderThat('paid'))).toEqual([]);
  });

  it('say that payment completes a digital order immediately', () => {
    expect(consequencesOf(orderThat('new', { digital: true }), 'paid')).toContain('then_complete');
    expect(consequencesOf(orderThat('new'), 'paid')).not.toContain('then_complete');
  });

  it('say that the order will be marked as moved manually only for unusual transitions', () => {
    const isMarked = (from: OrderStatus, to: OrderStatus) =>
      consequencesOf(orderThat(from), to).includes('then_forced');

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

  it('distinguish a cancellation that returns stock from one that does not', () => {
    expect(consequencesOf(orderThat('new'), 'canceled')).toEqual(['then_release']);
    expect(consequencesOf(orderThat('shipped', { sent: true }), 'canceled')).toEqual([
      'then_keepStock',
      'then_noRefund',
      'then_forced',
    ]);
  });

  it('say of an order of two sellers that what was sent stays and that the rest returns', () => {
    const { parts, ...order } = orderThat('processing', { sent: true });
    const both = { ...order, parts: [...parts, ...orderThat('processing').parts] };

    expect(consequencesOf(both, 'canceled')).toEqual(['then_keepStock', 'then_release', 'then_noRefund']);
  });

  it('say when only the status changes', () => {
    expect(consequencesOf(orderThat('paid'), 'processing')).toEqual(['then_nothing']);
  });

  it('are one press away for the moves that the shop makes itself, and for no forced one', () => {
    expect(usualMovesOf(orderThat('new'))).toEqual(['paid', 'canceled']);
    expect(usualMovesOf(orderThat('processing'))).toEqual(['shipped', 'canceled']);
    expect(usualMovesOf(orderThat('canceled'))).toEqual([]);
  });
});
