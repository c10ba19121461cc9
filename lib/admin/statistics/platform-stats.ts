import { casesWithOpenAppeal, openCases } from '#lib/admin/moderation/moderation-queue.ts';
import { countDeadEffects } from '#lib/admin/processes/dead-effects.ts';
import type { PlatformDay, PlatformNow, Revenue, PlatformStats as Stats } from '#lib/admin/schemas/platform-stats.ts';
import { openProcedures } from '#lib/admin/verification/queries.ts';
import type { Context } from '#lib/context/context.ts';
import { orderStatuses } from '#lib/context/ports/values.ts';
import { roles } from '#lib/context/values.ts';
import { SECOND_MS } from '#lib/core/time.ts';
import { daysOf } from '#lib/crm/analytics/days.ts';
import { type AnalyticsRange, analyticsRanges } from '#lib/crm/analytics/values.ts';
import { countInbox } from '#lib/crm/threads/inbox-counts.ts';
import { attemptsWithRefund } from '#lib/payments/queries.ts';
import { PlatformStats, PlatformStatsDays } from './collections.ts';

/** The id of the figures that belong to no day. */
export const CURRENT = 'current';
const KEPT_MS = 10 * SECOND_MS;
/** Waiting items are counted up to this number. */
const MOST = 500;

/**
 * Returns the figures of the platform over the last 7, 30 or 90 UTC days, including today. Days and totals are as the
 * roll-up last counted them; waiting items are counted now. The figures are at most ten seconds older than that.
 */
export const platformStats = (ctx: Context, range: AnalyticsRange): Promise<Stats> =>
  ctx.memo.get(`platform-stats:${range}`, KEPT_MS, async () => {
    const dates = daysOf(range, ctx.now());
    const [rows, current, waiting] = await Promise.all([
      ctx.data.getMany(PlatformStatsDays, dates),
      ctx.data.get(PlatformStats, CURRENT),
      countWaiting(ctx),
    ]);
    const days = dates.map((date, at) => rows[at]?.data ?? emptyDay(date));
    return { ...summaryOf(days, current?.data ?? nothing, range), generatedAt: ctx.now().toISOString(), ...waiting };
  });

type Summary = Omit<Stats, 'generatedAt' | 'mail' | 'queues'>;

function summaryOf(days: readonly PlatformDay[], current: PlatformNow, range: AnalyticsRange): Summary {
  const { total, byRole, verified, active } = current.users;
  const daily = days.map(({ date, newUsers, orders, messages }) => ({
    ...{ date, newUsers, messages },
    orders: sumOf(Object.values(orders)),
  }));
  return {
    range: { from: daily[0]?.date ?? '', to: daily.at(-1)?.date ?? '' },
    users: { total, byRole, verified, new: sumOf(daily.map(({ newUsers }) => newUsers)), active: active[range] },
    orders: {
      total: current.orders,
      new: sumOf(daily.map(({ orders }) => orders)),
      byStatus: eachOf(orderStatuses, (status) => sumOf(days.map(({ orders }) => orders[status]))),
    },
    revenue: sumRevenue(days.flatMap(({ revenue }) => revenue)),
    products: current.products,
    conversations: { total: current.conversations, messages: sumOf(daily.map(({ messages }) => messages)) },
    daily,
  };
}

/** Adds up revenue by currency. A refund is not subtracted, because it may belong to a payment of an earlier range. */
export function sumRevenue(parts: readonly Revenue[]): Revenue[] {
  const byCurrency = Map.groupBy(parts, ({ currency }) => currency);
  return [...byCurrency]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, same]) => ({
      currency,
      amountMinor: sumOf(same.map(({ amountMinor }) => amountMinor)),
      orders: sumOf(same.map(({ orders }) => orders)),
      refundedMinor: sumOf(same.map(({ refundedMinor }) => refundedMinor)),
      refunds: sumOf(same.map(({ refunds }) => refunds)),
    }));
}

async function countWaiting(ctx: Context): Promise<Pick<Stats, 'mail' | 'queues'>> {
  const [inbox, dead, moderation, appeals, verification, refundsPending] = await Promise.all([
    countInbox(ctx),
    countDeadEffects(ctx, MOST),
    ctx.data.count(openCases(undefined, MOST)),
    ctx.data.count(casesWithOpenAppeal(undefined, MOST)),
    ctx.data.count(openProcedures(undefined, MOST)),
    ctx.data.count(attemptsWithRefund('pending', MOST)),
  ]);
  return {
    mail: {
      threadsOpen: Math.min(MOST, inbox.new + inbox.ongoing + inbox.waiting),
      draftsPending: inbox.drafts,
      tasksOverdue: inbox.overdueTasks,
    },
    queues: {
      ...{ verification, moderation, appeals },
      outboxDead: Math.min(MOST, sumOf(Object.values(dead))),
      refundsPending,
    },
  };
}

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

const eachOf = <K extends string>(keys: readonly K[], value: (key: K) => number): Record<K, number> =>
  Object.fromEntries(keys.map((key) => [key, value(key)])) as Record<K, number>; // each key of the closed set

const emptyDay = (date: string): PlatformDay => ({
  ...{ date, newUsers: 0, messages: 0, revenue: [], computedAt: '' },
  orders: eachOf(orderStatuses, () => 0),
});

/** What a platform has before its first roll-up. */
const nothing: PlatformNow = {
  users: { total: 0, byRole: eachOf(roles, () => 0), verified: 0, active: eachOf(analyticsRanges, () => 0) },
  ...{ orders: 0, products: { listed: 0, unlisted: 0 }, conversations: 0, computedAt: '' },
};
