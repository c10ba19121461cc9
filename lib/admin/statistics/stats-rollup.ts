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
/** Separates the UTC day of the slice from the last day that it counted. */
const SEPARATOR = '/';

export type RolledUp = { readonly done: number; readonly next: string | null };

/**
 * Counts days from their current rows and stores them, then the figures that belong to no day. Usually this is today,
 * once an hour the last week, and in the first run of a UTC day the longest range. A repeat changes only the time.
 * `cursor` is where the previous slice ended. One of an earlier UTC day is ignored, because this day needs a recount of
 * its own.
 */
export async function rollUpStats(base: Context, cursor: string | null, sliceMs = SLICE_MS): Promise<RolledUp> {
  const startedAt = performance.now();
  // One moment for the whole slice, so that one which runs over midnight does not stand for the new day.
  const now = base.now();
  const ctx = { ...base, now: () => now };
  const today = dayOf(now);
  const [onDay, after] = cursor?.split(SEPARATOR) ?? [];
  const [due, currencies] = await Promise.all([
    onDay === today && after !== undefined
      ? lastDays(LONGEST_RANGE_DAYS, now).filter((day) => day > after)
      : daysDue(ctx),
    currenciesPaid(ctx),
  ]);
  let done = 0;
  for (const day of due) {
    await ctx.data.set(PlatformStatsDays, day, await countDay(ctx, day, currencies));
    done += 1;
    if (performance.now() - startedAt >= sliceMs && done < due.length)
      return { done, next: `${today}${SEPARATOR}${day}` };
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
