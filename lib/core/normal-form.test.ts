import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalForm } from './normal-form.ts';

const forms = ['NFC', 'NFD', 'NFKC'] as const;

describe('normalForm', () => {
  it('equals String.normalize for a text with at most eight marks in a row', () => {
    const sign = fc.constantFrom('и\u0306', 'ﬁ', '\u0323\u0301', 'Å', '\u1e69', 'ᄒ', 'ᅡ', '\u0344', '㌀', ' ');
    fc.assert(
      fc.property(fc.array(sign, { maxLength: 4 }), fc.constantFrom(...forms), (signs, form) => {
        expect(normalForm(signs.join(''), form)).toBe(signs.join('').normalize(form));
      }),
    );
  });

  it('keeps at most eight marks per letter', () => {
    expect(normalForm(`a${'\u0323'.repeat(9)}b\u0301`, 'NFD')).toBe(`a${'\u0323'.repeat(8)}b\u0301`);
  });

  it('makes a text at most six times as long', () => {
    expect(normalForm('aﷺb'.repeat(1_000), 'NFKC')).toBe('a b'.repeat(1_000));
    for (let code = 0; code < 0x10000; code += 1)
      expect(normalForm(String.fromCharCode(code).toWellFormed(), 'NFKC').length).toBeLessThanOrEqual(6);
  });

  // String.normalize would sort these marks in 10^13 steps, hours beyond the timeout of the test.
  it.each(forms)('takes time linear in the number of marks: %s', (form) => {
    expect(normalForm(`a${'\u0301\u0323'.repeat(4_000_000)}`, form).length).toBeLessThan(10);
  });
});
