import type { Context } from '#lib/context/context.ts';
import { DAY_MS, dayOf, MINUTE_MS } from '#lib/core/time.ts';
import { EmailDayStats } from '#lib/crm/collections.ts';
import type { DaySpans, EmailDayStats as DayStats, DayTotals, UsageTotals } from '#lib/crm/schemas/analytics.ts';
import { pagesOf } from '#lib/data/read-all.ts';
import { noTotals } from './add-totals.ts';
import { countDay, spanOfDay } from './count-day.ts';
import { daySpans } from './day-spans.ts';
import { everyChannelRow, oldestDeadLetter, oldestThread, type Span, usageWithin } from './queries.ts';
import { addUsage, noUsage, usageOfCall } from './usage-sums.ts';
import type { AnalyticsRange } from './values.ts';

/** Rows older than this are complete. A call is stored when it has ended, and clocks differ. */
const LATE_MS = 2 * MINUTE_MS;
/** How long today's durations and the stored figures of other days are cached. */
const KEPT_MS = 30_000;
/** How many model calls one query reads. */
const CALLS_AT_ONCE = 200;

const lengths: Readonly<Record<AnalyticsRange, number>> = { '7d': 7, '30d': 30, '90d': 90 };
export const LONGEST_RANGE_DAYS = lengths['90d'];

/** Returns the UTC days of a range in order, ending with today. */
export const daysOf = (range: AnalyticsRange, now: Date): readonly string[] => lastDays(lengths[range], now);

export const lastDays = (count: number, now: Date): readonly string[] =>
  Array.from({ length: count }, (_, back) => dayOf(new Date(now.getTime() - (count - 1 - back) * DAY_MS)));

export type DayParts = {
  readonly day: string;
  readonly figures: DayTotals;
  readonly spans: DaySpans;
  readonly usage: UsageTotals;
};

/** Returns the figures of each day: the stored figures when they are final, otherwise figures counted from the rows. */
export async function partsOfDays(ctx: Context, days: readonly string[]): Promise<readonly DayParts[]> {
  const [stored, channelIds, firstDay] = await Promise.all([storedDays(ctx, days), channelIdsOf(ctx), firstDayOf(ctx)]);
  const parts: DayParts[] = [];
  // Days are counted one after the other. Usually only today is counted, and each day takes some fifty queries.
  for (const day of days) {
    const kept = stored.get(day);
    if (kept?.usageUntil === null) parts.push({ ...kept, day });
    else if (day < firstDay) parts.push({ day, figures: noTotals(channelIds), spans: noSpans, usage: noUsage });
    else parts.push(await countNow(ctx, day, channelIds, kept));
  }
  return parts;
}

const noSpans: DaySpans = { firstReply: [], review: [], completion: [] };

/**
 * Returns the day of the first thread or dead letter, or today when there is none. Earlier days have nothing to count.
 */
function firstDayOf(ctx: Context): Promise<string> {
  return ctx.memo.get('crm.first-day', KEPT_MS, async () => {
    const [threads, letters] = await Promise.all([ctx.data.find(oldestThread()), ctx.data.find(oldestDeadLetter())]);
    const days = [...threads.rows.map(({ data }) => dayOf(data.beganAt)), ...letters.rows.map(({ data }) => data.day)];
    return days.sort()[0] ?? dayOf(ctx.now());
  });
}

/**
 * Stores the figures of a day: final figures once the day has ended, otherwise the figures so far with the calls so
 * far.
 */
export async function writeDay(ctx: Context, day: string): Promise<void> {
  const now = ctx.now();
  const { from, to } = spanOfDay(day);
  const settled = new Date(now.getTime() - LATE_MS).toISOString();
  const isOver = settled >= to;
  const [channelIds, firstDay] = await Promise.all([channelIdsOf(ctx), firstDayOf(ctx)]);
  const [figures, spans, usage] =
    day < firstDay
      ? [noTotals(channelIds), noSpans, noUsage]
      : await Promise.all([
          countDay(ctx, day, channelIds),
          daySpans(ctx, day),
          sumUsageWithin(ctx, { from, to: isOver ? to : settled }),
        ]);
  const usageUntil = isOver ? null : ([from, settled].sort().at(-1) ?? null);
  await ctx.data.set(EmailDayStats, day, { day, figures, spans, usage, usageUntil, computedAt: now.toISOString() });
}

async function countNow(
  ctx: Context,
  day: string,
  channelIds: readonly string[],
  kept: DayStats | undefined,
): Promise<DayParts> {
  const { from, to } = spanOfDay(day);
  const since = kept?.usageUntil ?? from;
  const [figures, spans, later] = await Promise.all([
    countDay(ctx, day, channelIds),
    ctx.memo.get(`crm.spans:${day}`, KEPT_MS, () => daySpans(ctx, day)),
    sumUsageWithin(ctx, { from: since, to }),
  ]);
  return { day, figures, spans, usage: kept ? addUsage([kept.usage, later]) : later };
}

/**
 * Returns the totals of the model calls within a span. Only calls of the inbox count, not those of the shop's agent.
 */
async function sumUsageWithin({ data }: Context, span: Span): Promise<UsageTotals> {
  let figures: UsageTotals = noUsage;
  for await (const rows of pagesOf(data, (after) => usageWithin(span, CALLS_AT_ONCE, after)))
    figures = addUsage([figures, ...rows.map((row) => usageOfCall(row.data))]);
  return figures;
}

/** Returns the stored days, cached for a moment. */
function storedDays(ctx: Context, days: readonly string[]): Promise<ReadonlyMap<string, DayStats>> {
  return ctx.memo.get(`crm.days:${days[0]}:${days.length}`, KEPT_MS, async () => {
    const rows = await ctx.data.getMany(EmailDayStats, days);
    return new Map(rows.flatMap((row) => (row ? [[row.id, row.data] as const] : [])));
  });
}

/** Returns the ids of the configured channels, and of former channels that have rows. */
async function channelIdsOf(ctx: Context): Promise<readonly string[]> {
  const { rows } = await ctx.data.find(everyChannelRow(100));
  return [...new Set([...ctx.channels.all.map(({ id }) => id), ...rows.map(({ id }) => id)])];
}
