import { expect, it } from 'vitest';
import { sizeText } from './size-text.ts';

it.each([
  [0, 'en', '0 bytes'],
  [999, 'en', '999 bytes'],
  [1000, 'en', '1 kB'],
  [3_440_000, 'en', '3.4 MB'],
  [12_400_000, 'ru', '12 МБ'],
  [5_000_000_000_000, 'en', '5,000 GB'],
])('writes %d bytes in %s as %s', (bytes, locale, text) => {
  expect(sizeText(bytes, locale).replaceAll('\u00a0', ' ')).toBe(text);
});
