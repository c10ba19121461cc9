import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutEnd } from './without-end.ts';

describe('withoutEnd', () => {
  it('removes the same trailing characters as the regular expression', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '.', '!', ' ', 'щ') }), (text) => {
        expect(withoutEnd(text, '.!')).toBe(text.replace(/[.!]+$/, ''));
      }),
    );
    expect(withoutEnd('...', '.')).toBe('');
  });

  // The expression would take 10^12 steps for this text, hours beyond the timeout of the test.
  it('does not search a run of such characters inside the text', () => {
    const text = `${'.'.repeat(4_000_000)}a.`;

    expect(withoutEnd(text, '.') === text.slice(0, -1)).toBe(true);
  });
});
