import { rankPages } from '#lib/admin/vitals/rank-pages.ts';
import type { Context } from '#lib/context/context.ts';
import { dayOf, hourOf, SECOND_MS } from '#lib/core/time.ts';
import { LONGEST_RANGE_DAYS, lastDays } from '#lib/crm/analytics/days.ts';
import { PlatformStats, PlatformStatsDays } from './collections.ts';
import { countDay, currenciesPaid } from './count-day.ts';
import { countNow } from './count-now.ts';
import { CURRENT } from './platform-stats.ts';

/** Rows of these days still change often, so they are recounted every hour. All days are recounted once a day. */
const RECENT_DAYS = 7;
const SLICE_MS = 5 * SECOND_MS;

export type RolledUp = { readonly done: number; readonly next: string | null };

/**
 * Counts days from their current rows and stores them, then the figures that belong to no day. Usually this is today,
 * once an hour the last week, and in the first run of a UTC day the longest range. A repeat changes only the time.
 * `after` is the last day of the previous slice.
 */
export async function rollUpStats(ctx: Context, after: string | null): Promise<RolledUp> {
  const startedAt = performance.now();
  const [due, currencies] = await Promise.all([
    after === null ? daysDue(ctx) : lastDays(LONGEST_RANGE_DAYS, ctx.now()).filter((day) => day > after),
    currenciesPaid(ctx),
  ]);
  let done = 0;
  for (const day of due) {
    await ctx.data.set(PlatformStatsDays, day, await countDay(ctx, day, currencies));
    done += 1;
    if (performance.now() - startedAt >= SLICE_MS && done < due.length) return { done, next: day };
  }
  done += await rankPages(ctx);
  // These come last: their time says that the days before them are done.
  await ctx.data.set(PlatformStats, CURRENT, await countNow(ctx));
  return { done: done + 1, next: null };
}

async function daysDue(ctx: Context): Promise<readonly string[]> {
  const now = ctx.now();
  const last = (await ctx.data.get(PlatformStats, CURRENT))?.data.computedAt ?? '';
  const days = lastDays(LONGEST_RANGE_DAYS, now);
  if (dayOf(last) !== dayOf(now)) return days;
  return days.slice(hourOf(last) === hourOf(now) ? -1 : -RECENT_DAYS);
}
