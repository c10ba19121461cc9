import { expect, it } from 'vitest';
import type { PlatformDay } from '#lib/admin/schemas/platform-stats.ts';
import { PlatformStatsDays } from '#lib/admin/statistics/collections.ts';
import { orderStatuses } from '#lib/context/ports/values.ts';
import { DAY_MS, dayOf } from '#lib/core/time.ts';
import { type TestContext, testContext } from '#tests/support/context.ts';
import { salesCompared } from './sales-compared.ts';

const none = Object.fromEntries(orderStatuses.map((status) => [status, 0])) as PlatformDay['orders'];

/** Stores the figures of the day so many days ago. */
async function putDay({ data, now }: TestContext, ago: number, part: Partial<PlatformDay>): Promise<void> {
  const date = dayOf(new Date(now().getTime() - ago * DAY_MS));
  const empty = { date, newUsers: 0, orders: none, revenue: [], messages: 0, computedAt: now().toISOString() };
  await data.set(PlatformStatsDays, date, { ...empty, ...part });
}
const hryvnias = (amountMinor: number, orders: number, refundedMinor = 0) => ({
  ...{ currency: 'UAH', amountMinor, orders, refundedMinor },
  refunds: refundedMinor > 0 ? 1 : 0,
});

it('compares the range, including today, with as many days before it, by currency', async () => {
  const ctx = await testContext();
  await putDay(ctx, 0, { newUsers: 3, orders: { ...none, paid: 2 }, revenue: [hryvnias(1_000, 2)] });
  await putDay(ctx, 6, { newUsers: 1, orders: { ...none, shipped: 1 }, revenue: [hryvnias(500, 1, 200)] });
  await putDay(ctx, 7, { newUsers: 2, orders: { ...none, paid: 4 }, revenue: [hryvnias(600, 4)] });
  await putDay(ctx, 13, { revenue: [{ ...hryvnias(900, 1), currency: 'EUR' }] });
  await putDay(ctx, 14, { newUsers: 99, orders: { ...none, paid: 99 }, revenue: [hryvnias(99_999, 99)] });

  const { money, orders, newAccounts } = await salesCompared(ctx, '7d');

  expect(orders).toEqual({ now: 3, before: 4 });
  expect(newAccounts).toEqual({ now: 4, before: 2 });
  expect(money).toEqual([
    {
      currency: 'EUR',
      revenue: { now: 0, before: 900 },
      refunds: { now: 0, before: 0 },
      averageOrder: { now: 0, before: 900 },
    },
    {
      currency: 'UAH',
      revenue: { now: 1_500, before: 600 },
      refunds: { now: 200, before: 0 },
      averageOrder: { now: 500, before: 150 },
    },
  ]);
});

it('is zero everywhere on a platform without a roll-up', async () => {
  const { money, orders } = await salesCompared(await testContext(), '30d');

  expect([money, orders]).toEqual([[], { now: 0, before: 0 }]);
});
