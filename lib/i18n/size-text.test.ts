import { expect, it } from 'vitest';
import { pictureBox } from '#lib/web/catalog/picture-box.ts';
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

it('fits a picture into its square, keeps its shape and never enlarges it', () => {
  expect(pictureBox(900, 600, 320)).toEqual({ width: 320, height: 213 });
  expect(pictureBox(40, 20, 320)).toEqual({ width: 40, height: 20 });
  expect(pictureBox(10_000, 1, 320)).toEqual({ width: 320, height: 1 });
});
