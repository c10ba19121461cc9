import { BUCKETS, type VitalName } from './values.ts';

/** How many samples of one measure fell into each bucket and into each rating. */
export type Histogram = {
  readonly buckets: readonly number[];
  readonly good: number;
  readonly needsImprovement: number;
  readonly poor: number;
};

/** The first and last value that the logarithmic buckets distinguish. */
const spans = {
  LCP: { from: 10, to: 60_000 },
  INP: { from: 8, to: 20_000 },
  CLS: { from: 0.001, to: 2 },
  FCP: { from: 10, to: 60_000 },
  TTFB: { from: 10, to: 60_000 },
} as const satisfies Readonly<Record<VitalName, { readonly from: number; readonly to: number }>>;

export const emptyHistogram = (): Histogram => ({
  buckets: Array.from({ length: BUCKETS }, () => 0),
  ...{ good: 0, needsImprovement: 0, poor: 0 },
});

/**
 * Returns the bucket of a value, or null for a value that no browser measures. A value below the span counts in the
 * first bucket: most pages shift nothing at all, and their CLS is 0.
 */
export function bucketOf(name: VitalName, value: number): number | null {
  const { from, to } = spans[name];
  if (!(value >= 0 && value <= to)) return null;
  if (value <= from) return 0;
  return Math.min(BUCKETS - 1, Math.floor((Math.log(value / from) / Math.log(to / from)) * BUCKETS));
}

export function addHistograms(parts: readonly Histogram[]): Histogram {
  const buckets = Array.from({ length: BUCKETS }, () => 0);
  let [good, needsImprovement, poor] = [0, 0, 0];
  for (const part of parts) {
    for (let at = 0; at < BUCKETS; at++) buckets[at] = (buckets[at] ?? 0) + (part.buckets[at] ?? 0);
    good += part.good;
    needsImprovement += part.needsImprovement;
    poor += part.poor;
  }
  return { buckets, good, needsImprovement, poor };
}

export const samplesIn = ({ good, needsImprovement, poor }: Histogram): number => good + needsImprovement + poor;

/**
 * Returns a percentile as the geometric middle of its bucket, so it is off by at most 6 %. Returns null without
 * samples.
 */
export function percentileOf(name: VitalName, histogram: Histogram, share: number): number | null {
  const rank = Math.ceil(samplesIn(histogram) * share);
  let seen = 0;
  for (const [at, count] of histogram.buckets.entries()) {
    seen += count;
    if (count > 0 && seen >= rank) return middleOf(name, at);
  }
  return null;
}

function middleOf(name: VitalName, bucket: number): number {
  const { from, to } = spans[name];
  const value = from * (to / from) ** ((bucket + 0.5) / BUCKETS);
  const digits = name === 'CLS' ? 10_000 : 10;
  return Math.round(value * digits) / digits;
}
