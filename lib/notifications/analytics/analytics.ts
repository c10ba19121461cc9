import type { Context } from '#lib/context/context.ts';
import { invalid } from '#lib/core/errors.ts';
import { DAY_MS, dayOf } from '#lib/core/time.ts';
import { NotificationStats } from '#lib/notifications/collections.ts';
import {
  type AnalyticsAnswer,
  type AnalyticsQuery,
  deliveryFigures,
  type FigureName,
  figureName,
  type Period,
} from '#lib/notifications/schemas/analytics.ts';
import { notificationPriorities, notificationTypes } from '#lib/notifications/values.ts';
import { figuresId, SHARDS } from './figures.ts';

const MOST_DAYS = 366;
const AT_ONCE = 400;
const days: Readonly<Record<Period, number>> = { day: 1, week: 7, month: 30 };

/**
 * Returns the totals of sent, read and delivered notifications for the requested days. Reads only the daily figures, no
 * notifications.
 */
export async function readAnalytics(ctx: Context, query: AnalyticsQuery): Promise<AnalyticsAnswer> {
  const sums = await sumsOf(ctx, daysOf(query, ctx.now()));
  const sum = (name: FigureName): number => sums.get(name) ?? 0;
  const cells = notificationTypes.flatMap((type) =>
    notificationPriorities.map((priority) => ({
      type,
      priority,
      sent: sum(figureName('sent', type, priority)),
      read: sum(figureName('read', type, priority)),
    })),
  );
  const total = rateOf(cells);
  return {
    period: query.period,
    totalSent: total.sent,
    totalRead: total.read,
    readRate: total.rate,
    byType: byKey(notificationTypes, (key) => rateOf(cells.filter(({ type }) => type === key))),
    byPriority: byKey(notificationPriorities, (key) => rateOf(cells.filter(({ priority }) => priority === key))),
    deliveryStats: byKey(deliveryFigures, sum),
  };
}

/** Returns the requested days, both ends included. */
function daysOf({ period, startDate, endDate }: AnalyticsQuery, now: Date): readonly string[] {
  const last = Date.parse(endDate ?? dayOf(now));
  const first = startDate === undefined ? last - (days[period] - 1) * DAY_MS : Date.parse(startDate);
  const count = Math.round((last - first) / DAY_MS) + 1;
  if (count < 1) throw invalid('The query is not valid', { startDate: 'must not be after endDate' });
  if (count > MOST_DAYS)
    throw invalid('The query is not valid', { startDate: `must be less than ${MOST_DAYS} days before endDate` });
  return Array.from({ length: count }, (_, at) => dayOf(new Date(first + at * DAY_MS)));
}

async function sumsOf({ data }: Context, of: readonly string[]): Promise<ReadonlyMap<FigureName, number>> {
  const ids = of.flatMap((day) => Array.from({ length: SHARDS }, (_, shard) => figuresId(day, shard)));
  const sums = new Map<FigureName, number>();
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    for (const row of await data.getMany(NotificationStats, ids.slice(from, from + AT_ONCE)))
      for (const [name, value] of Object.entries(row?.data ?? {}))
        sums.set(name as FigureName, (sums.get(name as FigureName) ?? 0) + (value ?? 0)); // the schema knows no other names
  }
  return sums;
}

type Cell = { readonly sent: number; readonly read: number };

function rateOf(cells: readonly Cell[]): Cell & { readonly rate: number } {
  const sent = cells.reduce((sum, cell) => sum + cell.sent, 0);
  const read = cells.reduce((sum, cell) => sum + cell.read, 0);
  return { sent, read, rate: sent === 0 ? 0 : Math.round((read / sent) * 10_000) / 10_000 };
}

const byKey = <K extends string, V>(keys: readonly K[], of: (key: K) => V): Record<K, V> =>
  Object.fromEntries(keys.map((key) => [key, of(key)])) as Record<K, V>;
