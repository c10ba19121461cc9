import { describe, expect, it } from 'vitest';
import type { OrderView } from '#lib/store/schemas/order.ts';
import { thanksFor } from './order-texts.ts';

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
