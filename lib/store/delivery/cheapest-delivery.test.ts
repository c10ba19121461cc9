import { describe, expect, it } from 'vitest';
import { cheapestDelivery } from './cheapest-delivery.ts';

const offer = (priceMinor: number, freeFromMinor: number | null = null, maxDays = 4) => ({
  ...{ priceMinor, freeFromMinor, minDays: 1, maxDays },
});

describe('cheapestDelivery', () => {
  it('returns the cheapest, of equal ones the quickest', () => {
    expect(cheapestDelivery([offer(6_000), offer(4_500), offer(4_500, null, 2)], 0)).toEqual(offer(4_500, null, 2));
    expect(cheapestDelivery([], 0)).toBeUndefined();
  });

  it('returns what is free from the total of the lines on', () => {
    const offers = [offer(4_500), offer(6_000, 30_000)];
    expect(cheapestDelivery(offers, 29_999)?.priceMinor).toBe(4_500);
    expect(cheapestDelivery(offers, 30_000)).toEqual(offer(0, 30_000));
  });
});
