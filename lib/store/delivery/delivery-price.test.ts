import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testEnv } from '#tests/support/context.ts';
import { deliveryPrice, serves } from './delivery-price.ts';

const env = testEnv();
const option = { priceMinor: 6_000, freeFromMinor: 100_000 };

describe('deliveryPrice', () => {
  it('is 0 from the given total on, and the price below it', () => {
    const at = (subtotalMinor: number) => deliveryPrice(option, { subtotalMinor, currency: 'UAH' }, env);

    expect([at(99_999), at(100_000), at(1_000_000)]).toEqual([6_000, 0, 0]);
    expect(deliveryPrice({ ...option, freeFromMinor: null }, { subtotalMinor: 1e9, currency: 'UAH' }, env)).toBe(6_000);
  });

  it('converts price and threshold, and rounds the price as the shop prints prices', () => {
    const at = (subtotalMinor: number) => deliveryPrice(option, { subtotalMinor, currency: 'EUR' }, env);

    // 60 UAH are 1.2448 EUR, and 1,000 UAH are 20.75 EUR.
    expect([at(2_074), at(2_075)]).toEqual([120, 0]);
  });

  it('keeps free delivery free in every currency, and has no price without a rate', () => {
    const free = { priceMinor: 0, freeFromMinor: null };

    expect(['UAH', 'EUR', 'USD'].map((currency) => deliveryPrice(free, { subtotalMinor: 1, currency }, env))).toEqual([
      0, 0, 0,
    ]);
    expect(deliveryPrice(option, { subtotalMinor: 1, currency: 'PLN' }, env)).toBeNull();
  });

  it('never grows with the total of the lines', () => {
    fc.assert(
      fc.property(fc.nat(1e6), fc.nat(1e6), fc.constantFrom('UAH', 'EUR', 'USD'), (a, b, currency) => {
        const [less, more] = [Math.min(a, b), Math.max(a, b)].map((subtotalMinor) =>
          deliveryPrice(option, { subtotalMinor, currency }, env),
        );
        expect(more ?? 0).toBeLessThanOrEqual(less ?? 0);
      }),
    );
  });
});

it('serves tells whether an option is active and reaches a country', () => {
  expect(serves({ active: true, countries: [] }, 'UA')).toBe(true);
  expect(serves({ active: true, countries: ['PL'] }, 'UA')).toBe(false);
  expect(serves({ active: true, countries: ['PL', 'UA'] }, 'UA')).toBe(true);
  expect(serves({ active: false, countries: [] }, 'UA')).toBe(false);
});
