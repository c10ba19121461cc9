import { describe, expect, it } from 'vitest';
import { openSlotsOf } from './open-slots.ts';

describe('openSlotsOf', () => {
  it('finds each open slot once, in any language', () => {
    expect(openSlotsOf('Order [order number] and [order number], [стан замовлення], […]')).toEqual([
      'order number',
      'стан замовлення',
      '…',
    ]);
  });

  it('ignores footnotes and broken brackets', () => {
    expect(openSlotsOf('See [1] and [12], a[ b\n c], [], plain')).toEqual([]);
  });

  it('ignores Markdown links', () => {
    expect(openSlotsOf('The [shop](https://plaza.test) is open.\n[shop]: https://plaza.test')).toEqual([]);
  });

  // Two million characters each. Quadratic work would take 10^12 steps, far beyond the timeout.
  it.each([
    ['openings', '['.repeat(2_000_000)],
    ['openings and words', '[a '.repeat(700_000)],
    ['an opening without an end', `[${'a'.repeat(2_000_000)}`],
  ])('finds no slot in millions of brackets, without quadratic work: %s', (_, text) => {
    expect(openSlotsOf(text)).toEqual([]);
  });
});
