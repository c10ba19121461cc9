import { describe, expect, it } from 'vitest';
import { openSlotsOf } from './open-slots.ts';

describe('openSlotsOf', () => {
  it('finds each place left open, once, in any language', () => {
    expect(openSlotsOf('Order [order number] and [order number], [стан замовлення], […]')).toEqual([
      'order number',
      'стан замовлення',
      '…',
    ]);
  });

  it('takes footnotes and broken brackets for none', () => {
    expect(openSlotsOf('See [1] and [12], a[ b\n c], [], plain')).toEqual([]);
  });

  it('takes links for none', () => {
    expect(openSlotsOf('The [shop](https://plaza.test) is open.\n[shop]: https://plaza.test')).toEqual([]);
  });

  it('is linear over texts made to be slow', () => {
    const from = performance.now();
    for (const text of ['['.repeat(200_000), '[a '.repeat(60_000), `[${'a'.repeat(200_000)}`]) openSlotsOf(text);

    expect(performance.now() - from).toBeLessThan(1000);
  });
});
