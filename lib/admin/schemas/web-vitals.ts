import { z } from 'zod';
import { BUCKETS, vitalNames, vitalRatings } from '#lib/admin/vitals/values.ts';
import { isoTime } from '#lib/core/time.ts';
import { analyticsRanges } from '#lib/crm/analytics/values.ts';

const count = z.int().nonnegative();
const day = z.iso.date();

/** An object with one value for each measure. */
const byVital = <S extends z.ZodType>(schema: S) =>
  z.object({ LCP: schema, INP: schema, CLS: schema, FCP: schema, TTFB: schema });

// One check for all buckets: a page of figures reads 36,000 of them.
const buckets = z.custom<readonly number[]>(
  (value) => Array.isArray(value) && value.length === BUCKETS && value.every((n) => Number.isInteger(n) && n >= 0),
);
export const histogram = z.object({ buckets, good: count, needsImprovement: count, poor: count });

/** The samples of one UTC day: of one page, or of all. */
export const vitalsDay = z.object({
  date: day,
  path: z.string().max(200),
  samples: count,
  metrics: byVital(histogram),
  expiresAt: isoTime,
});
export type VitalsDay = z.infer<typeof vitalsDay>;

const value = z.number().nonnegative().nullable();
const pathVitals = z.object({ path: z.string(), samples: count, LCP: value, INP: value, CLS: value });
export type PathVitals = z.infer<typeof pathVitals>;

/** The busiest pages of a range, as the roll-up last counted them. */
export const vitalsRange = z.object({ byPath: z.array(pathVitals), computedAt: isoTime });

/** What a browser sends when its page is hidden. */
export const vitalSamples = z.strictObject({
  samples: z
    .array(
      z.strictObject({
        name: z.enum(vitalNames),
        value: z.number(),
        path: z.string().max(300),
        navigationType: z.string().max(40),
      }),
    )
    .min(1)
    .max(10),
});

export const vitalsQuery = z.object({
  scope: z.literal('platform').default('platform'),
  range: z.enum(analyticsRanges).default('7d'),
});

const metric = z.object({
  samples: count,
  ...{ p50: value, p75: value, p95: value },
  ...{ good: count, needsImprovement: count, poor: count },
  /** The rating of p75. */
  rating: z.enum(vitalRatings).nullable(),
});
export type VitalMetric = z.infer<typeof metric>;

/** The response of the web vitals. Milliseconds, CLS without a unit. */
export const webVitals = z
  .object({
    scope: z.literal('platform'),
    range: z.enum(analyticsRanges),
    generatedAt: isoTime,
    samples: count,
    metrics: byVital(metric),
    /** The 75th percentiles of the twenty pages with the most samples. */
    byPath: z.array(pathVitals),
    /** The 75th percentiles of each day. */
    daily: z.array(z.object({ date: day, samples: count, LCP: value, INP: value, CLS: value })),
  })
  .meta({ id: 'WebVitals' });
export type WebVitals = z.infer<typeof webVitals>;
