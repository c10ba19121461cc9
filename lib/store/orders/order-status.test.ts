import { describe, expect, it } from 'vitest';
import { type OrderStatus, orderStatuses } from '#lib/context/ports/values.ts';
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
  parts: [{ vendorId: 'vnd_1', state: part, trackingUrl: null, shippedAt: null }],
  ...lines('physical'),
});

const lines = (...fulfilments: Fulfilment[]) => ({
  lines: fulfilments.map((fulfilment) => ({ fulfilment, productId: 'prd_1' }) as OrderLine),
});

describe('the life of an order', () => {
  it('reaches every status from new', () => {
    expect([...reachableFrom('new')].sort()).toEqual([...orderStatuses].sort());
  });

  it('ends: a completed order moves nowhere by itself', () => {
    expect(nextStatuses.completed).toEqual([]);
  });

  it('refuses every move that is not in the table, and only those', () => {
    for (const from of orderStatuses) {
      for (const to of orderStatuses) {
        if (nextStatuses[from].includes(to)) expect(() => assertOrderTransition(from, to)).not.toThrow();
        else expect(() => assertOrderTransition(from, to)).toThrow(`An order that is ${from} cannot become ${to}`);
      }
    }
  });
});

describe('isForcedTransition', () => {
  it('marks a step back, a step left out, and any way out of canceled', () => {
    expect(isForcedTransition(lines('physical'), 'shipped', 'processing')).toBe(true);
    expect(isForcedTransition(lines('physical'), 'new', 'shipped')).toBe(true);
    expect(isForcedTransition(lines('physical'), 'canceled', 'paid')).toBe(true);
    expect(isForcedTransition(lines('physical'), 'paid', 'processing')).toBe(false);
  });

  it('lets only a wholly digital order go from paid to completed', () => {
    expect(isForcedTransition(lines('digital', 'digital'), 'paid', 'completed')).toBe(false);
    expect(isForcedTransition(lines('digital', 'physical'), 'paid', 'completed')).toBe(true);
  });
});

describe('effectsOfTransition', () => {
  it('holds nothing again for what has no stock', () => {
    const [line] = lines('physical').lines;
    const custom = { ...markers('canceled', 'none', false), lines: line ? [{ ...line, productId: null }] : [] };

    expect(effectsOfTransition(custom, 'new').holdAgain).toBe(false);
    expect(effectsOfTransition(markers('canceled', 'none', false), 'new').holdAgain).toBe(true);
  });

  it('gives bound units back when an unpaid order is canceled, and moves no money', () => {
    expect(effectsOfTransition(markers('new', 'bound', false), 'canceled')).toEqual({
      pay: false,
      giveBack: true,
      holdAgain: false,
      blockSettlements: null,
    });
  });

  it('gives sold units back from paid and processing, and blocks the settlements', () => {
    for (const status of ['paid', 'processing'] as const) {
      const effects = effectsOfTransition(markers(status, 'sold', true), 'canceled');

      expect(effects).toMatchObject({ giveBack: true, blockSettlements: true });
    }
  });

  it('gives nothing back by itself once the goods have left the house', () => {
    expect(effectsOfTransition(markers('shipped', 'sold', true), 'canceled').giveBack).toBe(false);
    expect(effectsOfTransition(markers('completed', 'sold', true), 'canceled').giveBack).toBe(false);
    expect(effectsOfTransition(markers('new', 'sold', true, 'shipped'), 'canceled').giveBack).toBe(false);
  });

  it('gives nothing back twice', () => {
    expect(effectsOfTransition(markers('paid', 'returned', true), 'canceled').giveBack).toBe(false);
  });

  it('pays first when an unpaid order is put beyond new, and never pays twice', () => {
    for (const to of ['paid', 'processing', 'shipped', 'completed'] as const) {
      expect(effectsOfTransition(markers('new', 'bound', false), to).pay).toBe(true);
      expect(effectsOfTransition(markers('canceled', 'returned', true), to).pay).toBe(false);
    }
  });

  it('holds again what a canceled order gave back, but not what it never gave back', () => {
    expect(effectsOfTransition(markers('canceled', 'returned', true), 'processing')).toMatchObject({
      holdAgain: true,
      blockSettlements: false,
    });
    expect(effectsOfTransition(markers('canceled', 'none', false), 'new').holdAgain).toBe(true);
    expect(effectsOfTransition(markers('canceled', 'sold', true), 'shipped').holdAgain).toBe(false);
  });

  it('changes the label only on a step back', () => {
    expect(effectsOfTransition(markers('completed', 'sold', true), 'paid')).toEqual({
      pay: false,
      giveBack: false,
      holdAgain: false,
      blockSettlements: null,
    });
  });
});
