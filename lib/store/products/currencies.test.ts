import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareAtIn, convert, currenciesOf, frozenRateFor, isConfigured, priceIn } from './currencies.ts';

const env = { STORE_FX_RATES: { EUR: '48.20', USD: '41.50', JPY: '0.27' }, STORE_PRICE_ROUNDING: 'shop' } as const;
const exact = { ...env, STORE_PRICE_ROUNDING: 'exact' } as const;
const now = new Date('2026-03-01T10:00:00.000Z');
const mug = { priceMinor: 1999, currency: 'EUR', prices: { USD: 2100 }, compareAtMinor: 2499 };

describe('priceIn', () => {
  it('uses the base price, then the seller’s price in the currency, then a conversion', () => {
    expect(priceIn(mug, 'EUR', env)).toBe(1999);
    expect(priceIn(mug, 'USD', env)).toBe(2100);
    expect(priceIn(mug, 'UAH', env)).toBe(96_400); // 19.99 × 48.20 = 963.518
  });

  it.each([
    ['9.97', 'EUR', 48_055, 1_000],
    ['9.94', 'EUR', 47_911, 990],
    ['10.24', 'EUR', 49_357, 1_000],
    ['10.26', 'EUR', 49_453, 1_050],
    ['99.76', 'EUR', 480_843, 10_000],
    ['100.49', 'EUR', 484_362, 10_000],
    ['100.51', 'EUR', 484_458, 10_100],
    ['0.01', 'EUR', 48, 10],
    ['999', 'JPY', 26_973, 999],
    ['1,004', 'JPY', 27_108, 1_000],
    ['1,006', 'JPY', 27_162, 1_010],
  ])('rounds a converted price of %s %s to retail steps', (_, currency, priceMinor, printed) => {
    expect(priceIn({ priceMinor, currency: 'UAH', prices: {} }, currency, env)).toBe(printed);
  });

  it('rounds only to the minor unit with exact rounding', () => {
    expect(priceIn(mug, 'UAH', exact)).toBe(96_352);
    expect(priceIn({ priceMinor: 1, currency: 'UAH', prices: {} }, 'EUR', exact)).toBe(1);
  });

  it('never rounds a price that the seller set', () => {
    expect(priceIn({ priceMinor: 123_456, currency: 'UAH', prices: { EUR: 2_561 } }, 'UAH', env)).toBe(123_456);
    expect(priceIn({ priceMinor: 123_456, currency: 'UAH', prices: { EUR: 2_561 } }, 'EUR', env)).toBe(2_561);
  });

  it('rounds half up to the minor unit, with the digits of each currency', () => {
    expect(convert(1, 'EUR', 'UAH', { STORE_FX_RATES: { EUR: '48.5' } })).toBe(49);
    expect(convert(100, 'EUR', 'JPY', env)).toBe(179); // 48.20 / 0.27 = 178.52 yen, which have no cents
    expect(convert(179, 'JPY', 'EUR', env)).toBe(100);
  });

  it('converts between foreign currencies through the main currency', () => {
    expect(priceIn({ ...mug, prices: {} }, 'USD', env)).toBe(2300); // 19.99 × 48.20 / 41.50 = 23.217
  });

  it('never rounds a price to 0', () => {
    expect(priceIn({ priceMinor: 1, currency: 'UAH', prices: {} }, 'EUR', env)).toBe(10);
  });

  it('returns null for a currency without a rate, unless the seller set a price', () => {
    expect(priceIn({ priceMinor: 500, currency: 'CHF', prices: {} }, 'UAH', env)).toBeNull();
    expect(priceIn({ priceMinor: 500, currency: 'CHF', prices: { UAH: 25_000 } }, 'UAH', env)).toBe(25_000);
  });

  it('preserves the order of prices in a conversion', () => {
    const amount = fc.integer({ min: 1, max: 1e9 });
    fc.assert(
      fc.property(amount, amount, (a, b) => {
        const [x, y] = [a, b].map(
          (priceMinor) => priceIn({ priceMinor, currency: 'UAH', prices: {} }, 'EUR', env) ?? 0,
        );
        expect(Math.sign((x ?? 0) - (y ?? 0)) * Math.sign(a - b)).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe('compareAtIn', () => {
  it('converts the compare-at price, and returns null when it is not above the price', () => {
    expect(compareAtIn(mug, 'EUR', env)).toBe(2499);
    expect(compareAtIn(mug, 'UAH', env)).toBe(120_500); // 24.99 × 48.20 = 1204.518
    expect(compareAtIn({ ...mug, prices: { USD: 9900 } }, 'USD', env)).toBeNull();
    expect(compareAtIn({ ...mug, compareAtMinor: null }, 'EUR', env)).toBeNull();
  });
});

describe('the configured currencies', () => {
  it('are the main currency and every currency with a rate', () => {
    expect(currenciesOf(env)).toEqual(['UAH', 'EUR', 'USD', 'JPY']);
    expect(currenciesOf({ STORE_FX_RATES: {} })).toEqual(['UAH']);
    expect(isConfigured('EUR', env)).toBe(true);
    expect(isConfigured('CHF', env)).toBe(false);
  });
});

describe('frozenRateFor', () => {
  const plain = { priceMinor: 50_000, currency: 'UAH', prices: {} };

  it('returns the rate used for the order’s total', () => {
    expect(frozenRateFor([plain], 'EUR', env, now)).toEqual({
      base: 'UAH',
      quote: 'EUR',
      rate: '48.20',
      source: 'STORE_FX_RATES',
      at: '2026-03-01T10:00:00.000Z',
    });
    expect(frozenRateFor([plain, mug], 'UAH', env, now)?.quote).toBe('EUR');
  });

  it('returns null in the main currency when no price was converted', () => {
    expect(frozenRateFor([plain], 'UAH', env, now)).toBeNull();
  });

  it('returns a foreign currency’s rate even for prices set by the seller: credit is debited at that rate', () => {
    expect(frozenRateFor([mug], 'USD', env, now)).toMatchObject({ quote: 'USD', rate: '41.50' });
  });
});
