import type { Context } from '#lib/context/context.ts';
import { dayOf, SECOND_MS } from '#lib/core/time.ts';
import { EmailDayStats } from '#lib/crm/collections.ts';
import { LONGEST_RANGE_DAYS, lastDays, writeDay } from './days.ts';

/** Rows of these days still change often, so they are recounted every hour. All days are recounted once a day. */
const RECENT_DAYS = 7;
const SLICE_MS = 10 * SECOND_MS;

export type RolledUp = { readonly done: number; readonly next: string | null };

/**
 * Stores the figures of days, counted from their current rows. Every hour this is the last week. After midnight, or
 * when a day is missing, this is the longest range. A repeat changes nothing but the time. `after` is the last day of
 * the previous slice.
 */
export async function rollUpDays(ctx: Context, after: string | null): Promise<RolledUp> {
  const startedAt = performance.now();
  const days = (after === null ? await daysDue(ctx) : lastDays(LONGEST_RANGE_DAYS, ctx.now())).filter(
    (day) => after === null || day > after,
  );
  let done = 0;
  for (const day of days) {
    await writeDay(ctx, day);
    done += 1;
    if (performance.now() - startedAt >= SLICE_MS && done < days.length) return { done, next: day };
  }
  return { done, next: null };
}

/** Returns all days of the longest range when a day is missing or today has just begun, otherwise the recent days. */
async function daysDue(ctx: Context): Promise<readonly string[]> {
  const now = ctx.now();
  const all = lastDays(LONGEST_RANGE_DAYS, now);
  const rows = await ctx.data.getMany(EmailDayStats, all);
  const isMissing = rows.slice(0, -1).some((row) => row === undefined);
  const today = rows.at(-1)?.data;
  return isMissing || today === undefined || dayOf(today.computedAt) !== dayOf(now) ? all : all.slice(-RECENT_DAYS);
}
