import { describe, expect, it } from 'vitest';
import { type OrderStatus, orderStatuses } from '#lib/context/ports/values.ts';
import { newPart } from '#lib/store/parts/part-rows.ts';
import type { OrderLine } from '#lib/store/schemas/order.ts';
import type { Fulfilment, StockState } from '#lib/store/values.ts';
import { assertOrderTransition, effectsOfTransition, isForcedTransition, nextStatuses } from './order-status.ts';

const reachableFrom = (start: OrderStatus): ReadonlySet<OrderStatus> => {
  const seen = new Set<OrderStatus>([start]);
  for (const status of seen) for (const next of nextStatuses[status]) seen.add(next);
  return seen;
};

const markers = (
  status: OrderStatus,
  stockState: StockState,
  paid: boolean,
  part: 'pending' | 'shipped' = 'pending',
) => ({
  status,
  stockState,
  paidAt: paid ? '2026-01-01T00:00:00.000Z' : null,
  settledAt: paid ? '2026-01-01T00:00:00.000Z' : null,
  parts: [newPart('vnd_1', { state: part, shippedAt: part === 'shipped' ? '2026-01-02T00:00:00.000Z' : null })],
  ...lines('physical'),
});

const lines = (...fulfilments: Fulfilment[]) => ({
  lines: fulfilments.map((fulfilment) => ({ fulfilment, productId: 'prd_1', vendorId: 'vnd_1' }) as OrderLine),
});

describe('the order status table', () => {
  it('reaches every status from new', () => {
    expect([...reachableFrom('new')].sort()).toEqual([...orderStatuses].sort());
  });

  it('has no transition out of completed', () => {
    expect(nextStatuses.completed).toEqual([]);
  });

  it('is enforced by assertOrderTransition for every pair of statuses', () => {
    for (const from of orderStatuses) {
      for (const to of orderStatuses) {
        if (nextStatuses[from].includes(to)) expect(() => assertOrderTransition(from, to)).not.toThrow();
        else expect(() => assertOrderTransition(from, to)).toThrow(`An order that is ${from} cannot become ${to}`);
      }
    }
  });
});

describe('isForcedTransition', () => {
  it('returns true for a step back, a skipped step and a way out of canceled', () => {
    expect(isForcedTransition(lines('physical'), 'shipped', 'processing')).toBe(true);
    expect(isForcedTransition(lines('physical'), 'new', 'shipped')).toBe(true);
    expect(isForcedTransition(lines('physical'), 'canceled', 'paid')).toBe(true);
    expect(isForcedTransition(lines('physical'), 'paid', 'processing')).toBe(false);
  });

  it('returns false from paid to completed only for a wholly digital order', () => {
    expect(isForcedTransition(lines('digital', 'digital'), 'paid', 'completed')).toBe(false);
    expect(isForcedTransition(lines('digital', 'physical'), 'paid', 'completed')).toBe(true);
  });
});

describe('effectsOfTransition', () => {
  it('holds nothing again for lines without stock', () => {
    const [line] = lines('physical').lines;
    const custom = { ...markers('canceled', 'none', false), lines: line ? [{ ...line, productId: null }] : [] };

    expect(effectsOfTransition(custom, 'new').holdAgain).toBe(false);
    expect(effectsOfTransition(markers('canceled', 'none', false), 'new').holdAgain).toBe(true);
  });

  it('returns bound units when an unpaid order is canceled, and moves no money', () => {
    expect(effectsOfTransition(markers('new', 'bound', false), 'canceled')).toEqual({
      pay: false,
      giveBack: true,
      holdAgain: false,
      blockSettlements: null,
    });
  });

  it('returns sold units when a paid or processing order is canceled, and blocks its settlements', () => {
    for (const status of ['paid', 'processing'] as const) {
      const effects = effectsOfTransition(markers(status, 'sold', true), 'canceled');

      expect(effects).toMatchObject({ giveBack: true, blockSettlements: true });
    }
  });

  it('returns no units once the goods are shipped', () => {
    expect(effectsOfTransition(markers('shipped', 'sold', true), 'canceled').giveBack).toBe(false);
    expect(effectsOfTransition(markers('completed', 'sold', true), 'canceled').giveBack).toBe(false);
    expect(effectsOfTransition(markers('new', 'sold', true, 'shipped'), 'canceled').giveBack).toBe(false);
  });

  it('returns the units of the parts that were not sent, and holds those again', () => {
    const { parts, lines: sent, ...order } = markers('processing', 'sold', true, 'shipped');
    const unsent = sent.map((line) => ({ ...line, productId: 'prd_2', vendorId: 'vnd_2' }));
    const both = { ...order, lines: [...sent, ...unsent], parts: [...parts, newPart('vnd_2')] };
    const canceled = { ...both, status: 'canceled' } as const;
    const returned = {
      ...canceled,
      parts: [...parts, newPart('vnd_2', { stockReturnedAt: '2026-01-03T00:00:00.000Z' })],
    };

    expect(effectsOfTransition(both, 'canceled').giveBack).toBe(true);
    expect(effectsOfTransition({ ...both, status: 'shipped' }, 'canceled').giveBack).toBe(false);
    expect(effectsOfTransition(canceled, 'paid').holdAgain).toBe(false);
    expect(effectsOfTransition(returned, 'paid').holdAgain).toBe(true);
  });

  it('returns no units twice', () => {
    expect(effectsOfTransition(markers('paid', 'returned', true), 'canceled').giveBack).toBe(false);
  });

  it('pays an unpaid order moved past new, and never pays a paid order again', () => {
    for (const to of ['paid', 'processing', 'shipped', 'completed'] as const) {
      expect(effectsOfTransition(markers('new', 'bound', false), to).pay).toBe(true);
      expect(effectsOfTransition(markers('canceled', 'returned', true), to).pay).toBe(false);
    }
  });

  it('holds the units of a reopened order again, except units that were never returned', () => {
    expect(effectsOfTransition(markers('canceled', 'returned', true), 'processing')).toMatchObject({
      holdAgain: true,
      blockSettlements: false,
    });
    expect(effectsOfTransition(markers('canceled', 'none', false), 'new').holdAgain).toBe(true);
    expect(effectsOfTransition(markers('canceled', 'sold', true), 'shipped').holdAgain).toBe(false);
  });

  it('has no effects on a step back', () => {
    expect(effectsOfTransition(markers('completed', 'sold', true), 'paid')).toEqual({
      pay: false,
      giveBack: false,
      holdAgain: false,
      blockSettlements: null,
    });
  });
});
