import { describe, expect, it } from 'vitest';
import { headerText } from './header-text.ts';

describe('headerText', () => {
  it.each([
    ['a bidirectional override', 'bill \u202efdp.exe\u202c', 'bill fdp.exe'],
    ['a bidirectional embedding', '\u202aPay\u202b\u202d Pal', 'Pay Pal'],
    ['a bidirectional isolate', '\u2066Ann\u2067\u2068\u2069', 'Ann'],
    ['direction marks between Latin letters', 'pay\u200epal\u200f.com\u061c', 'paypal.com'],
    ['line breaks', 'a\r\nBcc: eve@evil.test', 'a Bcc: eve@evil.test'],
    ['direction marks without other text', '\u202e\u200f', ''],
  ])('removes %s', (_what, given, shown) => {
    expect(headerText(given)).toBe(shown);
  });

  it('keeps the direction marks that a right-to-left name needs', () => {
    expect(headerText('שלום (1)\u200f')).toBe('שלום (1)\u200f');
    expect(headerText('\u202bשלום\u202c')).toBe('שלום');
  });

  it('keeps the joiners in emoji and in Persian words', () => {
    for (const text of ['👩\u200d👧', 'می\u200cخواهم']) expect(headerText(text)).toBe(text);
  });
});
