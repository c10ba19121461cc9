import { describe, expect, it } from 'vitest';
import type { OrderView } from '#lib/store/schemas/order.ts';
import { thanksFor } from './order-texts.ts';

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
    expect(thanksFor({ status: 'paid', payState: 'paid', lines: [line('physical')], parts: [] })).toBe('thanks');
    expect(thanksFor({ status: 'completed', payState: 'paid', lines: [line('digital')], parts: [] })).toBe(
      'thanksDigital',
    );
  });

  it('does not say that all is prepared when a seller has canceled a part', () => {
    const waiting = { state: 'pending', refund: null } as const;
    const refused = { state: 'refused', refund: null } as const;
    const order = { status: 'paid' as const, payState: 'paid' as const, lines: [line('physical')] };
    expect(thanksFor({ ...order, parts: [waiting, refused] })).toBe('thanksPartly');
    expect(thanksFor({ ...order, parts: [waiting, waiting] })).toBe('thanks');
  });

  it.each([
    ['an unpaid order', 'new', 'unpaid', 'digital'],
    ['a delivered parcel', 'completed', 'paid', 'physical'],
    ['a refunded order', 'completed', 'refunded', 'digital'],
  ] as const)('returns null for %s', (_, status, payState, fulfilment) => {
    expect(thanksFor({ status, payState, lines: [line(fulfilment)], parts: [] })).toBeNull();
  });
});
