import { describe, expect, it } from 'vitest';
import { headerText } from './header-text.ts';

describe('headerText', () => {
  it.each([
    ['an override', 'bill \u202efdp.exe\u202c', 'bill fdp.exe'],
    ['an embedding', '\u202aPay\u202b\u202d Pal', 'Pay Pal'],
    ['an isolate', '\u2066Ann\u2067\u2068\u2069', 'Ann'],
    ['marks between Latin letters', 'pay\u200epal\u200f.com\u061c', 'paypal.com'],
    ['line breaks', 'a\r\nBcc: eve@evil.test', 'a Bcc: eve@evil.test'],
    ['nothing but marks', '\u202e\u200f', ''],
  ])('takes %s out', (_what, given, shown) => {
    expect(headerText(given)).toBe(shown);
  });

  it('keeps the marks that a name written from right to left needs', () => {
    expect(headerText('שלום (1)\u200f')).toBe('שלום (1)\u200f');
    expect(headerText('\u202bשלום\u202c')).toBe('שלום');
  });

  it('leaves the joiners of emoji and of Indic and Persian words alone', () => {
    for (const text of ['👩\u200d👧', 'می\u200cخواهم']) expect(headerText(text)).toBe(text);
  });
});
