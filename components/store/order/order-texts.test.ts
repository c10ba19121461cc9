import { describe, expect, it } from 'vitest';
import type { OrderView } from '#lib/store/schemas/order.ts';
import { shownParts, thanksFor } from './order-texts.ts';

type Line = OrderView['lines'][number];
const line = (fulfilment: Line['fulfilment']): Line => ({
  id: 'l1',
  productId: 'prd_1',
  title: 'A thing',
  image: null,
  vendor: { id: 'vnd_1', name: 'A maker' },
  qty: 1,
  unitPriceMinor: 100,
  totalMinor: 100,
  fulfilment,
});

describe('thanksFor', () => {
  it('thanks for a paid order, and for one of digital things, which is completed at once', () => {
    expect(thanksFor({ status: 'paid', payState: 'paid', lines: [line('physical')] })).toBe('thanks');
    expect(thanksFor({ status: 'completed', payState: 'paid', lines: [line('digital')] })).toBe('thanksDigital');
  });

  it.each([
    ['one that waits for its payment', 'new', 'unpaid', 'digital'],
    ['a parcel that arrived', 'completed', 'paid', 'physical'],
    ['money that went back', 'completed', 'refunded', 'digital'],
  ] as const)('says nothing of %s', (_, status, payState, fulfilment) => {
    expect(thanksFor({ status, payState, lines: [line(fulfilment)] })).toBeNull();
  });
});

describe('shownParts', () => {
  const waiting = { vendorId: 'vnd_a', state: 'pending' as const, trackingUrl: null, shippedAt: null };
  const sent = {
    vendorId: 'vnd_b',
    state: 'shipped' as const,
    trackingUrl: null,
    shippedAt: '2026-03-02T10:00:00.000Z',
  };
  const parts = [waiting, sent];

  it('names what is not shipped yet only while an order is under way, and never once it is completed', () => {
    for (const status of ['paid', 'processing', 'shipped'] as const)
      expect(shownParts({ status, parts })).toEqual(parts);
    expect(shownParts({ status: 'completed', parts })).toEqual([sent]);
    expect(shownParts({ status: 'completed', parts: [waiting] })).toEqual([]);
    for (const status of ['new', 'canceled'] as const) expect(shownParts({ status, parts })).toEqual([]);
  });
});
