import { describe, expect, it } from 'vitest';
import { newPart } from '#lib/store/parts/part-rows.ts';
import type { OrderView } from '#lib/store/schemas/order.ts';
import { shownParts, thanksFor } from './order-texts.ts';

type Line = OrderView['lines'][number];
const line = (fulfilment: Line['fulfilment']): Line => ({
  id: 'l1',
  productId: 'prd_1',
  title: 'A thing',
  options: [],
  image: null,
  vendor: { id: 'vnd_1', name: 'A maker' },
  qty: 1,
  unitPriceMinor: 100,
  totalMinor: 100,
  fulfilment,
});

describe('thanksFor', () => {
  it('thanks for a paid order and for a completed digital order', () => {
    expect(thanksFor({ status: 'paid', payState: 'paid', lines: [line('physical')] })).toBe('thanks');
    expect(thanksFor({ status: 'completed', payState: 'paid', lines: [line('digital')] })).toBe('thanksDigital');
  });

  it.each([
    ['an unpaid order', 'new', 'unpaid', 'digital'],
    ['a delivered parcel', 'completed', 'paid', 'physical'],
    ['a refunded order', 'completed', 'refunded', 'digital'],
  ] as const)('returns null for %s', (_, status, payState, fulfilment) => {
    expect(thanksFor({ status, payState, lines: [line(fulfilment)] })).toBeNull();
  });
});

describe('shownParts', () => {
  const priced = { vendorName: 'Potter', amountMinor: 100 };
  const waiting = { ...newPart('vnd_a'), ...priced };
  const sent = { ...newPart('vnd_b', { state: 'shipped', shippedAt: '2026-03-02T10:00:00.000Z' }), ...priced };
  const parts = [waiting, sent];

  it('includes unshipped parts only while an order is in progress', () => {
    for (const status of ['paid', 'processing', 'shipped'] as const)
      expect(shownParts({ status, parts })).toEqual(parts);
    expect(shownParts({ status: 'completed', parts })).toEqual([sent]);
    expect(shownParts({ status: 'completed', parts: [waiting] })).toEqual([]);
    for (const status of ['new', 'canceled'] as const) expect(shownParts({ status, parts })).toEqual([]);
  });
});
