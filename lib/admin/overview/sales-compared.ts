import type { PlatformDay, Revenue } from '#lib/admin/schemas/platform-stats.ts';
import { PlatformStatsDays } from '#lib/admin/statistics/collections.ts';
import { sumRevenue } from '#lib/admin/statistics/platform-stats.ts';
import type { Context } from '#lib/context/context.ts';
import { SECOND_MS } from '#lib/core/time.ts';
import { daysOf, lastDays } from '#lib/crm/analytics/days.ts';
import type { OverviewRange } from './values.ts';

const KEPT_MS = 10 * SECOND_MS;

/** A figure of the range, and of as many days before it. */
export type Compared = { readonly now: number; readonly before: number };
export type MoneyCompared = {
  readonly currency: string;
  readonly revenue: Compared;
  readonly refunds: Compared;
  /** The revenue of one paid order, in whole minor units; 0 without orders. */
  readonly averageOrder: Compared;
};
export type SalesCompared = {
  readonly from: string;
  readonly to: string;
  readonly money: readonly MoneyCompared[];
  readonly orders: Compared;
  readonly newAccounts: Compared;
};

/**
 * Compares the last UTC days, including today, with as many days before them. The figures are those of the last
 * roll-up, and no row is scanned.
 */
export const salesCompared = (ctx: Context, range: OverviewRange): Promise<SalesCompared> =>
  ctx.memo.get(`sales-compared:${range}`, KEPT_MS, async () => {
    const days = daysOf(range, ctx.now());
    const both = lastDays(2 * days.length, ctx.now());
    const rows = (await ctx.data.getMany(PlatformStatsDays, both)).map((row) => row?.data);
    const [before, now] = [known(rows.slice(0, days.length)), known(rows.slice(days.length))];
    const compared = (figure: (day: PlatformDay) => number): Compared => ({
      now: sumOf(now.map(figure)),
      before: sumOf(before.map(figure)),
    });
    return {
      ...{ from: days[0] ?? '', to: days.at(-1) ?? '' },
      money: moneyCompared(now, before),
      orders: compared(({ orders }) => sumOf(Object.values(orders))),
      newAccounts: compared(({ newUsers }) => newUsers),
    };
  });

function moneyCompared(now: readonly PlatformDay[], before: readonly PlatformDay[]): readonly MoneyCompared[] {
  const [current, earlier] = [revenueOf(now), revenueOf(before)];
  return sumRevenue([...current, ...earlier]).map(({ currency }) => {
    const compared = (figure: (revenue: Revenue) => number): Compared => ({
      now: figureIn(current, currency, figure),
      before: figureIn(earlier, currency, figure),
    });
    return {
      currency,
      revenue: compared(({ amountMinor }) => amountMinor),
      refunds: compared(({ refundedMinor }) => refundedMinor),
      averageOrder: compared(({ amountMinor, orders }) => (orders === 0 ? 0 : Math.round(amountMinor / orders))),
    };
  });
}

const revenueOf = (days: readonly PlatformDay[]): readonly Revenue[] =>
  sumRevenue(days.flatMap(({ revenue }) => revenue));

function figureIn(all: readonly Revenue[], currency: string, figure: (revenue: Revenue) => number): number {
  const found = all.find((revenue) => revenue.currency === currency);
  return found ? figure(found) : 0;
}

/** Days before the first roll-up have no row. */
const known = (rows: readonly (PlatformDay | undefined)[]): readonly PlatformDay[] =>
  rows.filter((row) => row !== undefined);

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);
