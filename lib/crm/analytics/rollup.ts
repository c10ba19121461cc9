import type { Context } from '#lib/context/context.ts';
import { dayOf, SECOND_MS } from '#lib/core/time.ts';
import { EmailDayStats } from '#lib/crm/collections.ts';
import { LONGEST_RANGE_DAYS, lastDays, writeDay } from './days.ts';

/** Days whose rows still change often are counted anew each hour, all of them once a day. */
const RECENT_DAYS = 7;
const SLICE_MS = 10 * SECOND_MS;

export type RolledUp = { readonly done: number; readonly next: string | null };

/**
 * Writes down the figures of days, counted from their rows as they are now: the last week each hour, and what a range can
 * reach once after midnight, or where a day is missing. Repeating it changes nothing but the time. `after` is the day an
 * earlier slice has come to.
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

/** All days of the longest range when one is missing or the present day has only begun, else the recent ones. */
async function daysDue(ctx: Context): Promise<readonly string[]> {
  const now = ctx.now();
  const all = lastDays(LONGEST_RANGE_DAYS, now);
  const rows = await ctx.data.getMany(EmailDayStats, all);
  const isMissing = rows.slice(0, -1).some((row) => row === undefined);
  const today = rows.at(-1)?.data;
  return isMissing || today === undefined || dayOf(today.computedAt) !== dayOf(now) ? all : all.slice(-RECENT_DAYS);
}
