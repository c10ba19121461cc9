import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutEnd } from './without-end.ts';

describe('withoutEnd', () => {
  it('takes off what the expression takes off', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '.', '!', ' ', 'щ') }), (text) => {
        expect(withoutEnd(text, '.!')).toBe(text.replace(/[.!]+$/, ''));
      }),
    );
    expect(withoutEnd('...', '.')).toBe('');
  });

  // The expression would take 10^12 steps for this text, hours beyond the timeout of the test.
  it('does not look at a run of such characters that is not at the end', () => {
    const text = `${'.'.repeat(4_000_000)}a.`;

    expect(withoutEnd(text, '.') === text.slice(0, -1)).toBe(true);
  });
});
