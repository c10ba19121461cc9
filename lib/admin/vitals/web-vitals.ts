import type { VitalMetric, WebVitals } from '#lib/admin/schemas/web-vitals.ts';
import type { Context } from '#lib/context/context.ts';
import { SECOND_MS } from '#lib/core/time.ts';
import { daysOf } from '#lib/crm/analytics/days.ts';
import type { AnalyticsRange } from '#lib/crm/analytics/values.ts';
import { WebVitalsDays, WebVitalsRanges } from './collections.ts';
import { type Histogram, percentileOf, samplesIn } from './histogram.ts';
import { ALL_PATHS, ratingOf, type VitalName } from './values.ts';
import { addMetrics, vitalsDayId } from './vitals-buffer.ts';

const KEPT_MS = 10 * SECOND_MS;

/**
 * Returns the web vitals over the last 7, 30 or 90 UTC days, including today. Pages are as the roll-up last counted
 * them. The figures are at most ten seconds older than the store.
 */
export const webVitals = (ctx: Pick<Context, 'data' | 'memo' | 'now'>, range: AnalyticsRange): Promise<WebVitals> =>
  ctx.memo.get(`web-vitals:${range}`, KEPT_MS, async () => {
    const dates = daysOf(range, ctx.now());
    const [rows, pages] = await Promise.all([
      ctx.data.getMany(
        WebVitalsDays,
        dates.map((date) => vitalsDayId(date, ALL_PATHS)),
      ),
      ctx.data.get(WebVitalsRanges, range),
    ]);
    const days = rows.flatMap((row) => (row ? [row.data] : []));
    const metrics = addMetrics(days.map((day) => day.metrics));
    return {
      scope: 'platform',
      range,
      generatedAt: ctx.now().toISOString(),
      samples: days.reduce((sum, { samples }) => sum + samples, 0),
      metrics: {
        LCP: metricOf('LCP', metrics.LCP),
        INP: metricOf('INP', metrics.INP),
        CLS: metricOf('CLS', metrics.CLS),
        FCP: metricOf('FCP', metrics.FCP),
        TTFB: metricOf('TTFB', metrics.TTFB),
      },
      byPath: pages?.data.byPath ?? [],
      daily: rows.map((row, at) => ({
        date: dates[at] ?? '',
        samples: row?.data.samples ?? 0,
        ...p75Of(row?.data.metrics),
      })),
    };
  });

function metricOf(name: VitalName, histogram: Histogram): VitalMetric {
  const { good, needsImprovement, poor } = histogram;
  const p75 = percentileOf(name, histogram, 0.75);
  return {
    samples: samplesIn(histogram),
    p50: percentileOf(name, histogram, 0.5),
    p75,
    p95: percentileOf(name, histogram, 0.95),
    ...{ good, needsImprovement, poor },
    rating: p75 === null ? null : ratingOf(name, p75),
  };
}

type P75 = Readonly<Record<'LCP' | 'INP' | 'CLS', number | null>>;

/** Returns the 75th percentiles of the core web vitals. */
export const p75Of = (metrics: Readonly<Record<VitalName, Histogram>> | undefined): P75 => ({
  LCP: metrics ? percentileOf('LCP', metrics.LCP, 0.75) : null,
  INP: metrics ? percentileOf('INP', metrics.INP, 0.75) : null,
  CLS: metrics ? percentileOf('CLS', metrics.CLS, 0.75) : null,
});
