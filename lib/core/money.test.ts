import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountText, configuredCurrencies, convertMinor, divide, parseAmount, rateText, shareDown } from './money.ts';

const currencies = fc.constantFrom('UAH', 'JPY', 'KWD');

describe('amountText and parseAmount', () => {
  it.each([
    [154_736, 'UAH', '1547.36'],
    [50_000, 'UAH', '500.00'],
    [7, 'UAH', '0.07'],
    [0, 'UAH', '0.00'],
    [1547, 'JPY', '1547'],
    [1547, 'KWD', '1.547'],
    [-205, 'UAH', '-2.05'],
  ])('write %i minor units of %s as %s', (minor, currency, text) => {
    expect(amountText(minor, currency)).toBe(text);
  });

  it('parse a written amount back to the same number', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 15 }), currencies, (minor, currency) => {
        expect(parseAmount(amountText(minor, currency), currency)).toBe(minor);
      }),
    );
  });

  it.each(['490', '490.0', '490.00', '490.000'])('parse %s, ignoring trailing zeros', (text) => {
    expect(parseAmount(text, 'UAH')).toBe(49_000);
  });

  it.each(['490.001', '490,00', '-490', '+490', '4e2', '', ' 490', '490.', '.49', 'NaN', '9'.repeat(20)])(
    'parse "%s" as null',
    (text) => {
      expect(parseAmount(text, 'UAH')).toBeNull();
    },
  );
});

describe('convertMinor', () => {
  const main = { currency: 'UAH', rate: '1' };

  it('rounds half up unless a direction is given', () => {
    const euro = { currency: 'EUR', rate: '48.205' };

    expect(convertMinor(1001, euro, main)).toBe(48_253);
    expect(convertMinor(1001, euro, main, 'up')).toBe(48_254);
    expect(convertMinor(1001, euro, main, 'down')).toBe(48_253);
  });

  it('respects the number of decimals of each currency', () => {
    expect(convertMinor(100, { currency: 'JPY', rate: '0.28' }, main)).toBe(2800);
    expect(convertMinor(2800, main, { currency: 'KWD', rate: '135' })).toBe(207);
  });
});

describe('divide', () => {
  it('returns the nearest integer below or above the exact quotient', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.bigInt({ min: 1n, max: 10n ** 20n }), (dividend, by) => {
        const [down, up] = [divide(dividend, by, 'down'), divide(dividend, by, 'up')];

        expect(down * by <= dividend && dividend <= up * by).toBe(true);
        expect(up - down).toBe(dividend % by === 0n ? 0n : 1n);
      }),
    );
  });
});

describe('shareDown', () => {
  it('returns the exact share where a float would lose units', () => {
    expect(shareDown(999_999_999_999_971, 9_999)).toBe(999_899_999_999_971);
    expect(shareDown(101, 9_000)).toBe(90);
  });
});

describe('rateText', () => {
  it.each(['0', '0.0', '-1', '1e3', '1.', '1,5', ''])('rejects "%s"', (text) => {
    expect(rateText.safeParse(text).success).toBe(false);
  });
});

describe('configuredCurrencies', () => {
  it('lists the main currency first and each currency once', () => {
    expect(configuredCurrencies({ EUR: '48', UAH: '1' })).toEqual(['UAH', 'EUR']);
  });
});
