/** The measures of a page view. All are milliseconds except CLS, which has no unit. */
export const vitalNames = ['LCP', 'INP', 'CLS', 'FCP', 'TTFB'] as const;
export type VitalName = (typeof vitalNames)[number];

export const vitalRatings = ['good', 'needsImprovement', 'poor'] as const;
export type VitalRating = (typeof vitalRatings)[number];

/** The thresholds of web.dev: a value up to `good` is good, one above `poor` is poor. */
export const vitalThresholds = {
  LCP: { good: 2_500, poor: 4_000 },
  INP: { good: 200, poor: 500 },
  CLS: { good: 0.1, poor: 0.25 },
  FCP: { good: 1_800, poor: 3_000 },
  TTFB: { good: 800, poor: 1_800 },
} as const satisfies Readonly<Record<VitalName, { readonly good: number; readonly poor: number }>>;

/** Rates a value by the thresholds. */
export function ratingOf(name: VitalName, value: number): VitalRating {
  const { good, poor } = vitalThresholds[name];
  if (value <= good) return 'good';
  return value <= poor ? 'needsImprovement' : 'poor';
}

/** The document of a day that holds all paths together. */
export const ALL_PATHS = 'all';

/** The number of buckets of a histogram. */
export const BUCKETS = 80;
