import { describe, expect, it } from 'vitest';
import { ModerationCases, VerificationProcedures } from '#lib/admin/collections.ts';
import { newCase } from '#lib/admin/moderation/moderation.ts';
import { findReported } from '#lib/admin/moderation/reported.ts';
import { PlatformStatsDays } from '#lib/admin/statistics/collections.ts';
import { platformStats } from '#lib/admin/statistics/platform-stats.ts';
import { type RolledUp, rollUpStats } from '#lib/admin/statistics/stats-rollup.ts';
import type { Context } from '#lib/context/context.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#lib/core/time.ts';
import { type AnalyticsRange, analyticsRanges } from '#lib/crm/analytics/values.ts';
import { reindexCatalog } from '#lib/store/catalog/reindex.ts';
import { Orders, Products } from '#lib/store/collections.ts';
import { asUser, type TestContext, testContext } from '#tests/support/context.ts';
import { countRows } from '#tests/support/counted-store.ts';
import { giveUpEffect } from '#tests/support/dead-effects.ts';
import { fillInbox } from '#tests/support/inbox-history.ts';
import { platformByHand } from '#tests/support/platform-by-hand.ts';
import { fillPlatform } from '#tests/support/platform-history.ts';
import { orderRow } from '#tests/support/platform-rows.ts';
import { stockShop } from '#tests/support/shop.ts';
import { putProcedure } from '#tests/support/verification.ts';
import { everyRow } from '#tests/support/world.ts';

const vars = { CRM_CHANNELS: 'support,sales' };

async function filledPlatform(seed = 11) {
  const ctx = await testContext({ vars });
  ctx.clock.advance(5 * HOUR_MS);
  const size = { days: 100, users: 200, orders: 300, conversations: 40, messages: 300 };
  await fillPlatform(ctx.data, ctx.now(), size, seed);
  await fillInbox(ctx.data, ctx.now(), { days: 20, threads: 30, mailsPerThread: 1 }, seed);
  await stockShop(ctx, { mug: 1, jug: 0, cup: 3 });
  await ctx.data.update(Products, 'jug', { status: 'draft' });
  await ctx.data.update(Products, 'cup', { status: 'archived' });
  await reindexCatalog(ctx);
  await fillQueues(ctx);
  return ctx;
}

/** Leaves one closed and one open procedure, an open case and a dead effect. */
async function fillQueues(ctx: TestContext): Promise<void> {
  const [applicant, other] = [await asUser(ctx), await asUser(ctx)];
  const closed = await putProcedure(applicant, { withFile: false });
  await ctx.data.update(VerificationProcedures, closed, { isOpen: false });
  await putProcedure(other, { withFile: false });
  const reported = await findReported(ctx.data, other.user.id);
  if (!reported) throw new Error('a profile can be reported');
  const openCase = { ...newCase(reported, 'report', ctx.now().toISOString()), version: 1 };
  await ctx.data.create(ModerationCases, reported.id, openCase);
  const at = ctx.now().toISOString();
  const appeal = { text: 'Mine', at, decidedAt: null, decidedBy: null, reason: null };
  const appealed = {
    status: 'blocked',
    appealState: 'open',
    appealedAt: at,
    appeal,
    entityId: 'msg_appealed',
  } as const;
  await ctx.data.create(ModerationCases, 'msg_appealed', { ...openCase, ...appealed });
  await giveUpEffect(ctx);
}

/** Rolls up all slices. Returns how many documents were written. */
async function rollUp(ctx: Context): Promise<number> {
  let written = 0;
  let from: string | null = null;
  do {
    const slice: RolledUp = await rollUpStats(ctx, from);
    written += slice.done;
    from = slice.next;
  } while (from !== null);
  return written;
}

async function statsOf(ctx: Context, range: AnalyticsRange) {
  const { generatedAt, ...figures } = await platformStats(ctx, range);
  expect(generatedAt).toBe(ctx.now().toISOString());
  return figures;
}

describe('platformStats', () => {
  it.each(analyticsRanges)('has every figure as a recount of all rows has it, over %s', async (range) => {
    const ctx = await filledPlatform();
    await rollUp(ctx);

    const stats = await statsOf(ctx, range);

    expect(stats).toEqual(await platformByHand(ctx, range));
    expect(stats.queues).toMatchObject({ verification: 1, moderation: 1, outboxDead: 1 });
  });

  it('reads stored days and waiting items, and no other row', async () => {
    const ctx = await filledPlatform();
    await rollUp(ctx);
    const { data, rowsRead, wholeCounts } = countRows(ctx.data);

    await platformStats({ ...ctx, data }, '90d');

    expect(rowsRead()).toBeLessThanOrEqual(91);
    expect(wholeCounts()).toEqual([]);
  });

  it('reads once in ten seconds, however many ask', async () => {
    const ctx = await filledPlatform();
    await rollUp(ctx);
    const first = await platformStats(ctx, '7d');
    await ctx.data.create(Orders, 'ord_new', orderRow(999, ctx.now().toISOString()));
    await rollUp(ctx);

    expect(await platformStats(ctx, '7d')).toBe(first);
    ctx.clock.advance(10 * SECOND_MS);
    expect((await platformStats(ctx, '7d')).orders.new).toBe(first.orders.new + 1);
  });

  it('has every day of the range and zeros before the first roll-up', async () => {
    const ctx = await testContext({ vars });

    expect(await statsOf(ctx, '7d')).toEqual(await platformByHand(ctx, '7d'));
  });
});

describe('rollUpStats', () => {
  it('counts 90 days in the first run of a day, a week in the first run of an hour, and else today; ranks pages hourly', async () => {
    const ctx = await testContext({ vars });

    expect(await rollUp(ctx)).toBe(91 + 3);
    ctx.clock.advance(5 * MINUTE_MS);
    expect(await rollUp(ctx)).toBe(2);
    ctx.clock.advance(HOUR_MS);
    expect(await rollUp(ctx)).toBe(8 + 3);
    ctx.clock.advance(DAY_MS);
    expect(await rollUp(ctx)).toBe(91 + 3);
  });

  it('counts all days of a new day, also when a run of the day before ended midway', async () => {
    const ctx = await testContext({ vars });
    const first = await rollUpStats(ctx, null, 0);
    const second = await rollUpStats(ctx, first.next, 0);
    ctx.clock.advance(DAY_MS);

    const resumed = await rollUpStats(ctx, second.next);

    expect([first.done, second.done, resumed]).toEqual([1, 1, { done: 91 + 3, next: null }]);
    const days = await everyRow(ctx.data, PlatformStatsDays);
    expect(days.filter(({ data }) => data.computedAt === ctx.now().toISOString())).toHaveLength(90);
  });

  it('goes on after the last day of a slice of the same day', async () => {
    const ctx = await testContext({ vars });
    const { next } = await rollUpStats(ctx, null, 0);
    ctx.clock.advance(MINUTE_MS);

    expect(await rollUpStats(ctx, next)).toEqual({ done: 90 + 3, next: null });
  });

  it('changes nothing but the time when it runs again', async () => {
    const ctx = await filledPlatform();
    await rollUp(ctx);
    const before = await statsOf(ctx, '90d');
    ctx.clock.advance(HOUR_MS);

    await rollUp(ctx);

    expect(await statsOf(ctx, '90d')).toEqual(before);
  });

  it('counts orders by the status they have now, and leaves days beyond the longest range as they were', async () => {
    const ctx = await filledPlatform();
    const [old, recent] = ['2025-11-20', '2026-02-27'];
    for (const date of [old, recent])
      await ctx.data.create(Orders, `ord_${date}`, orderRow(7, `${date}T10:00:00.000Z`, { status: 'new' }));
    await rollUp({ ...ctx, now: () => new Date('2026-01-30T00:00:00.000Z') });
    await rollUp(ctx);
    const before = await platformStats(ctx, '7d');
    for (const date of [old, recent]) await ctx.data.update(Orders, `ord_${date}`, { status: 'shipped' });
    ctx.clock.advance(HOUR_MS);

    await rollUp(ctx);

    const { byStatus } = (await platformStats(ctx, '7d')).orders;
    expect(byStatus).toMatchObject({
      new: before.orders.byStatus.new - 1,
      shipped: before.orders.byStatus.shipped + 1,
    });
    const oldDay = await ctx.data.need(PlatformStatsDays, old);
    expect(oldDay.data.computedAt).toBe('2026-01-30T00:00:00.000Z');
  });
});
