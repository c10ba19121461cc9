import { describe, expect, it } from 'vitest';
import { otherParameters, queryHref } from './query-href.ts';

describe('queryHref', () => {
  it('adds the given parameters, encoded, and leaves out the empty ones', () => {
    const href = queryHref('/admin/orders', { status: 'paid', q: 'a & b', type: '', state: undefined, cursor: null });

    expect(href).toBe('/admin/orders?status=paid&q=a+%26+b');
  });

  it('returns the bare path without parameters', () => {
    expect(queryHref('/admin/orders', { status: undefined })).toBe('/admin/orders');
  });
});

describe('otherParameters', () => {
  it('keeps parameters that the form has no field for', () => {
    const kept = otherParameters({ period: 'month', who: 'olha', channel: undefined }, ['who', 'channel']);

    expect(kept).toEqual([['period', 'month']]);
  });

  it('drops the cursor, which belongs to the previous list', () => {
    expect(otherParameters({ cursor: 'abc', period: '' }, ['who'])).toEqual([]);
  });
});
