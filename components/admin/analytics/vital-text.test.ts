import { expect, it } from 'vitest';
import { vitalTextOf } from './vital-text.ts';

it.each([
  ['LCP', 'en', 184.6, '185 ms'],
  ['LCP', 'en', 2_500, '2.5 sec'],
  ['INP', 'uk', 999, '999 мс'],
  ['LCP', 'ru', 12_340, '12,34 с'],
  ['CLS', 'en', 0.0834, '0.083'],
  ['CLS', 'uk', 0, '0'],
] as const)('writes %s in %s: %d is "%s"', (name, locale, value, text) => {
  expect(vitalTextOf(name, locale)(value).replaceAll('\u00a0', ' ')).toBe(text);
});
