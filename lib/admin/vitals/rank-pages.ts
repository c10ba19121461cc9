import { MOST_PATHS } from '#lib/admin/limits.ts';
import type { PathVitals, VitalsDay } from '#lib/admin/schemas/web-vitals.ts';
import { OTHER_PATTERN, pagePatterns } from '#lib/api/collecting/route-patterns.ts';
import type { Context } from '#lib/context/context.ts';
import { hourOf } from '#lib/core/time.ts';
import { daysOf, LONGEST_RANGE_DAYS, lastDays } from '#lib/crm/analytics/days.ts';
import { type AnalyticsRange, analyticsRanges } from '#lib/crm/analytics/values.ts';
import { WebVitalsDays, WebVitalsRanges } from './collections.ts';
import { addMetrics, vitalsDayId } from './vitals-buffer.ts';
import { p75Of } from './web-vitals.ts';

type Reader = Pick<Context, 'data' | 'now'>;

/**
 * Stores the busiest pages of each range, once an hour. Returns the number of documents written. A repeat changes only
 * the time. It reads the days of one page after another, so that each read is short.
 */
export async function rankPages(ctx: Reader): Promise<number> {
  const now = ctx.now();
  const last = (await ctx.data.get(WebVitalsRanges, '7d'))?.data.computedAt ?? '';
  if (hourOf(last) === hourOf(now)) return 0;

  const found: Record<AnalyticsRange, PathVitals[]> = { '7d': [], '30d': [], '90d': [] };
  for (const path of [...pagePatterns, OTHER_PATTERN]) {
    const days = await daysOfPath(ctx, path);
    for (const range of analyticsRanges) {
      const [first = ''] = daysOf(range, now);
      const vitals = vitalsOf(
        path,
        days.filter(({ date }) => date >= first),
      );
      if (vitals) found[range].push(vitals);
    }
  }
  await ctx.data.batch((write) => {
    for (const range of analyticsRanges)
      write.set(WebVitalsRanges, range, { byPath: busiest(found[range]), computedAt: now.toISOString() });
  });
  return analyticsRanges.length;
}

async function daysOfPath({ data, now }: Reader, path: string): Promise<readonly VitalsDay[]> {
  const rows = await data.getMany(
    WebVitalsDays,
    lastDays(LONGEST_RANGE_DAYS, now()).map((date) => vitalsDayId(date, path)),
  );
  return rows.flatMap((row) => (row ? [row.data] : []));
}

function vitalsOf(path: string, days: readonly VitalsDay[]): PathVitals | null {
  const samples = days.reduce((sum, day) => sum + day.samples, 0);
  return samples === 0 ? null : { path, samples, ...p75Of(addMetrics(days.map(({ metrics }) => metrics))) };
}

const busiest = (pages: readonly PathVitals[]): PathVitals[] =>
  pages.toSorted((a, b) => b.samples - a.samples || (a.path < b.path ? -1 : 1)).slice(0, MOST_PATHS);
