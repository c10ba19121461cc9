import { expect, it } from 'vitest';
import { decodeAttribute, decodeText } from './html-entities.ts';

it.each([
  ['a&nbsp;b&shy;c&zwj;d', 'a\u00a0bcd'],
  ['&euro 5, 5 &euro, &mdash', '€ 5, 5 €, —'],
  ['&Scaron;&oelig;&frac12;&there4;', 'Šœ½∴'],
  ['&#150;&#8211;&#x2013;', '–––'],
  ['&#xD800;&#1114112;', '\uFFFD\uFFFD'],
  ['AT&T, R&D &nope; &', 'AT&T, R&D &nope; &'],
  ['x.test/?a=1&lang=en', 'x.test/?a=1&lang=en'],
  ['&amp;lt;', '&lt;'],
])('decodeText decodes %s', (text, decoded) => {
  expect(decodeText(text)).toBe(decoded);
});

it('decodeAttribute leaves the query parameters of a URL alone', () => {
  expect(decodeAttribute('https://x.test/?a=1&copy=2&amp;b=3')).toBe('https://x.test/?a=1&copy=2&b=3');
});
