import { describe, expect, it } from 'vitest';
import { decimalText, minorOf, moneyText } from './money-text.ts';

/** Intl writes no-break spaces of two widths, which look like spaces. */
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ');

describe('moneyText', () => {
  it.each([
    [154_736, 'UAH', 'en', '₴1,547.36'],
    [154_736, 'UAH', 'uk', '1 547,36 ₴'],
    [2900, 'EUR', 'en', '€29'],
    [2900, 'EUR', 'ru', '29 €'],
    [5, 'EUR', 'en', '€0.05'],
    [-150, 'EUR', 'en', '-€1.50'],
    [1200, 'JPY', 'en', '¥1,200'],
  ])('writes %i of %s for %s as %s', (minor, currency, locale, text) => {
    expect(plain(moneyText(minor, currency, locale))).toBe(text);
  });

  it('is exact where a float would not be', () => {
    expect(moneyText(900_719_925_474_099_1, 'EUR', 'en')).toBe('€90,071,992,547,409.91');
    expect(decimalText(7, 3)).toBe('0.007');
  });
});

describe('minorOf', () => {
  it.each([
    ['12', 2, 1200],
    ['12,5', 2, 1250],
    ['1 547.36', 2, 154_736],
    ['99', 0, 99],
  ])('parses %s with %i decimals as %i', (typed, digits, minor) => {
    expect(minorOf(typed, digits)).toBe(minor);
  });

  it.each([
    ['', 2],
    ['-5', 2],
    ['1e3', 2],
    ['12.345', 2],
    ['12.5', 0],
    ['cheap', 2],
  ])('parses %j with %i decimals as null', (typed, digits) => {
    expect(minorOf(typed, digits)).toBeNull();
  });
});
