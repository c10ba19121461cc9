import { describe, expect, it } from 'vitest';
import { newPart } from '#lib/store/parts/part-rows.ts';
import type { OrderView } from '#lib/store/schemas/order.ts';
import { lookOfPart, offersForPart, shownParts } from './part-looks.ts';

type Fulfilment = OrderView['lines'][number]['fulfilment'];
const linesOf = (...kinds: readonly Fulfilment[]) =>
  kinds.map((fulfilment) => ({ fulfilment, vendor: { id: 'vnd_1', name: 'A maker' } }));
const refund = { state: 'owed' as const, amountMinor: 100, way: null };
const priced = { vendorName: 'Potter', amountMinor: 100 };

describe('lookOfPart', () => {
  it('calls downloads available, and a job done or not yet', () => {
    const look = (state: OrderView['parts'][number]['state'], ...kinds: readonly Fulfilment[]) =>
      lookOfPart({ state, vendorId: 'vnd_1', refund: null }, linesOf(...kinds));

    expect(look('delivered', 'digital', 'digital')).toBe('available');
    expect(look('delivered', 'digital', 'physical')).toBe('delivered');
    expect([look('pending', 'custom'), look('processing', 'custom')]).toEqual(['agreed', 'agreed']);
    expect([look('shipped', 'custom'), look('delivered', 'custom')]).toEqual(['done', 'done']);
    expect(look('refused', 'custom')).toBe('refused');
    expect(look('shipped', 'physical')).toBe('shipped');
  });

  it('is canceled for a part whose money went back before it was sent, whatever it was', () => {
    for (const state of ['pending', 'processing'] as const)
      for (const kind of ['physical', 'custom'] as const)
        expect(lookOfPart({ state, vendorId: 'vnd_1', refund }, linesOf(kind))).toBe('refused');
    expect(lookOfPart({ state: 'shipped', vendorId: 'vnd_1', refund }, linesOf('physical'))).toBe('shipped');
  });

  it('looks only at the lines of its own seller', () => {
    const lines = [...linesOf('physical'), { fulfilment: 'digital' as const, vendor: { id: 'vnd_2', name: 'Other' } }];

    expect(lookOfPart({ state: 'delivered', vendorId: 'vnd_2', refund: null }, lines)).toBe('available');
  });
});

describe('shownParts', () => {
  const waiting = { ...newPart('vnd_a'), ...priced };
  const sent = { ...newPart('vnd_b', { state: 'shipped', shippedAt: '2026-03-02T10:00:00.000Z' }), ...priced };
  const refused = { ...newPart('vnd_c', { state: 'refused' }), ...priced };
  const parts = [waiting, sent, refused];

  it('includes parts that are still to come only while an order is in progress', () => {
    for (const status of ['paid', 'processing', 'shipped'] as const)
      expect(shownParts({ status, parts })).toEqual(parts);
    expect(shownParts({ status: 'completed', parts })).toEqual([sent, refused]);
    expect(shownParts({ status: 'new', parts })).toEqual([]);
  });

  it('keeps a part whose money goes back when the rest of the order is complete', () => {
    const unsent = { ...waiting, refund };

    expect(shownParts({ status: 'completed', parts: [unsent, waiting, sent] })).toEqual([unsent, sent]);
  });

  it('shows of a canceled order what the sellers canceled or refunded', () => {
    const back = { ...sent, refund };

    expect(shownParts({ status: 'canceled', parts: [waiting, sent, refused, back] })).toEqual([refused, back]);
  });
});

describe('offersForPart', () => {
  const asked = {
    state: 'open',
    reason: 'Late',
    answer: null,
    at: '2026-03-02T10:00:00.000Z',
    remindedAt: null,
  } as const;

  it('offers to ask once for an unshipped part, and to confirm a shipped one', () => {
    for (const state of ['pending', 'processing'] as const) {
      expect(offersForPart({ state, cancelRequest: null, refund: null }, true)).toEqual({
        receive: false,
        cancel: true,
      });
      expect(offersForPart({ state, cancelRequest: asked, refund: null }, true).cancel).toBe(false);
    }
    expect(offersForPart({ state: 'shipped', cancelRequest: null, refund: null }, true)).toEqual({
      receive: true,
      cancel: false,
    });
    for (const state of ['delivered', 'refused'] as const)
      expect(offersForPart({ state, cancelRequest: null, refund: null }, true)).toEqual({
        receive: false,
        cancel: false,
      });
  });

  it('offers nothing for a part whose money went back', () => {
    expect(offersForPart({ state: 'pending', cancelRequest: null, refund }, true)).toEqual({
      receive: false,
      cancel: false,
    });
  });

  it('offers nothing where the money of the order goes back', () => {
    for (const state of ['pending', 'shipped'] as const)
      expect(offersForPart({ state, cancelRequest: null, refund: null }, false)).toEqual({
        receive: false,
        cancel: false,
      });
  });
});
