import { describe, expect, it } from 'vitest';
import { addHistograms, bucketOf, emptyHistogram, type Histogram, percentileOf, samplesIn } from './histogram.ts';
import { BUCKETS, ratingOf, type VitalName, vitalNames } from './values.ts';

const histogramOf = (name: VitalName, values: readonly number[]): Histogram =>
  addHistograms(
    values.map((value) => {
      const bucket = bucketOf(name, value) ?? 0;
      const { buckets, ...rest } = emptyHistogram();
      return { ...rest, buckets: buckets.with(bucket, 1), [ratingOf(name, value)]: 1 };
    }),
  );

describe('bucketOf', () => {
  it.each([
    ['LCP', 60_001],
    ['INP', 20_001],
    ['CLS', 2.01],
    ['FCP', -1],
    ['TTFB', Number.NaN],
    ['LCP', Number.POSITIVE_INFINITY],
  ] as const)('drops a value of %s that no browser measures: %s', (name, value) => {
    expect(bucketOf(name, value)).toBeNull();
  });

  it.each(vitalNames)('counts the smallest and the largest value of %s in the outer buckets', (name) => {
    const largest = { LCP: 60_000, INP: 20_000, CLS: 2, FCP: 60_000, TTFB: 60_000 }[name];

    expect(bucketOf(name, 0)).toBe(0);
    expect(bucketOf(name, largest)).toBe(BUCKETS - 1);
  });
});

describe('ratingOf', () => {
  it('counts a value on a threshold with the better rating', () => {
    expect([2_500, 2_501, 4_000, 4_001].map((value) => ratingOf('LCP', value))).toEqual([
      'good',
      'needsImprovement',
      'needsImprovement',
      'poor',
    ]);
  });
});

describe('percentileOf', () => {
  it.each(vitalNames)('is at most 6 % from the sorted values of %s', (name) => {
    const scale = name === 'CLS' ? 0.000_1 : 1;
    // Spread over two decades, in an order that is not sorted.
    const values = Array.from({ length: 997 }, (_, n) => 40 * 1.005 ** ((n * 461) % 997) * scale);
    const sorted = values.toSorted((a, b) => a - b);
    const histogram = histogramOf(name, values);

    for (const share of [0.5, 0.75, 0.95]) {
      const exact = sorted[Math.ceil(values.length * share) - 1] ?? 0;
      expect(Math.abs((percentileOf(name, histogram, share) ?? 0) / exact - 1)).toBeLessThan(0.06);
    }
    expect(samplesIn(histogram)).toBe(values.length);
  });

  it('is null without samples', () => {
    expect(percentileOf('LCP', emptyHistogram(), 0.75)).toBeNull();
  });
});
