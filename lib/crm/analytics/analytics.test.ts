import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#lib/core/time.ts';
import { EmailApiUsage, EmailChannels, EmailDayStats, EmailDrafts, EmailMessages } from '#lib/crm/collections.ts';
import { unknownChannel } from '#lib/crm/mailboxes/channel-health.ts';
import { analyticsByHand, firstRepliesByHand } from '#tests/support/analytics-by-hand.ts';
import { testContext } from '#tests/support/context.ts';
import { fillInbox } from '#tests/support/inbox-history.ts';
import { messageRow, usageRow } from '#tests/support/inbox-rows.ts';
import { takeMail, twoChannels } from '#tests/support/mails.ts';
import { emailAnalytics, recentAnalytics } from './analytics.ts';
import { draftsSince } from './queries.ts';
import { rollUpDays } from './rollup.ts';
import { analyticsRanges } from './values.ts';

const vars = { CRM_CHANNELS: 'support,sales' };

async function filledInbox(days = 100) {
  const ctx = await testContext({ vars });
  ctx.clock.advance(5 * HOUR_MS);
  await ctx.data.set(EmailChannels, 'gone', unknownChannel(ctx.now()));
  await fillInbox(ctx.data, ctx.now(), { days, threads: 300, mailsPerThread: 5 }, 7);
  return ctx;
}

/** Returns the parts that a recount reproduces: without names, times and the budget. */
function comparable(found: Awaited<ReturnType<typeof emailAnalytics>>) {
  const { range: _r, from: _f, to: _t, generatedAt: _g, costStats, channels, ...rest } = found;
  const { currency: _c, budget: _b, ...cost } = costStats;
  return { ...rest, costStats: cost, channels: channels.map(({ name: _, ...counts }) => counts) };
}

describe('recentAnalytics', () => {
  it('shares one count among concurrent calls and counts again two seconds later', async () => {
    const ctx = await filledInbox(2);
    const [first, second] = await Promise.all([recentAnalytics(ctx, '7d'), recentAnalytics(ctx, '7d')]);
    expect(second).toBe(first);
    const at = ctx.now().toISOString();
    await ctx.data.create(EmailMessages, 'eml_new', messageRow(at, { kind: 'human', intent: 'payment' }));

    ctx.clock.advance(2 * SECOND_MS);

    expect((await recentAnalytics(ctx, '7d')).totals.inbound).toBe(first.totals.inbound + 1);
  });
});

describe('emailAnalytics', () => {
  it.each(analyticsRanges)('equals a recount of every row, over %s', async (range) => {
    const ctx = await filledInbox();
    await rollUpDays(ctx, null);

    const found = await emailAnalytics(ctx, range);

    expect(comparable(found)).toEqual(await analyticsByHand(ctx.data, ctx.now(), range));
  });

  it('equals a recount when rows are added to a day that was open at the rollup', async () => {
    const ctx = await filledInbox(20);
    const before = comparable(await emailAnalytics(ctx, '30d'));
    await rollUpDays(ctx, null);
    ctx.clock.advance(HOUR_MS);
    const at = ctx.now().toISOString();
    await ctx.data.create(EmailMessages, 'eml_new', messageRow(at, { kind: 'human', intent: 'payment' }));
    await ctx.data.create(EmailApiUsage, 'use_new', usageRow(at, { purpose: 'draft', costMicros: 12 }));

    const after = comparable(await emailAnalytics(ctx, '30d'));

    expect(after).toEqual(await analyticsByHand(ctx.data, ctx.now(), '30d'));
    expect(after.totals.inbound).toBe(before.totals.inbound + 1);
    expect(after.costStats.totalCostMicros).toBe(before.costStats.totalCostMicros + 12);
    ctx.clock.advance(DAY_MS);
    expect(comparable(await emailAnalytics(ctx, '30d'))).toEqual(await analyticsByHand(ctx.data, ctx.now(), '30d'));
  });

  it('counts drafts of closed days by their current status', async () => {
    const ctx = await filledInbox(20);
    await rollUpDays(ctx, null);
    const { rows } = await ctx.data.find(draftsSince('pending', '').limit(1));
    const pending = rows[0];
    if (!pending) throw new Error('no pending draft was made');
    const before = await emailAnalytics(ctx, '90d');

    await ctx.data.update(EmailDrafts, pending.id, { status: 'superseded' });

    const after = await emailAnalytics(ctx, '90d');
    expect(after.draftSummary.pending).toBe(before.draftSummary.pending - 1);
    expect(after.draftSummary.superseded).toBe(before.draftSummary.superseded + 1);
  });

  it('returns every day of the range and null shares for an empty inbox', async () => {
    const ctx = await testContext({ vars });

    const found = await emailAnalytics(ctx, '7d');

    expect(found.dailyStats.map(({ date }) => date)).toEqual([
      ...['2026-02-24', '2026-02-25', '2026-02-26', '2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02'],
    ]);
    expect(found).toMatchObject({
      from: '2026-02-24T00:00:00.000Z',
      to: '2026-03-03T00:00:00.000Z',
      averageSentiment: null,
      costStats: { errorRate: null, budget: { exhausted: false } },
      draftSummary: { editedShare: null, approvalRate: null, medianReviewSeconds: null },
      response: { medianFirstReplySeconds: null, answeredThreads: 0 },
      channels: [{ id: 'support' }, { id: 'sales' }],
    });
  });
});

describe('emailAnalytics of stored mails', () => {
  const HELP = 'help@plaza.test';
  const inbox = () => testContext({ vars: twoChannels });
  const dated = (at: string) => new Date(at).toUTCString();

  it('measures the first reply from the date of the question, or from its arrival if that is earlier', async () => {
    const ctx = await inbox();
    const asked = { mid: 'a@shop.test', date: dated('2026-03-02T08:00:00Z') };
    await takeMail(ctx, asked);
    await takeMail(ctx, { mid: 'b@shop.test', date: dated('2026-03-02T10:20:00Z') });
    ctx.clock.advance(HOUR_MS);
    const ours = { from: HELP, to: 'anna@shop.test', date: dated('2026-03-02T11:00:00Z') };
    await takeMail(ctx, { ...ours, inReplyTo: 'a@shop.test' });
    await takeMail(ctx, { ...ours, inReplyTo: 'b@shop.test' });

    const { response } = await emailAnalytics(ctx, '7d');

    expect(response).toMatchObject({ answeredThreads: 2, p90FirstReplySeconds: 3 * 3600 });
    expect((await firstRepliesByHand(ctx.data)).map(({ seconds }) => seconds)).toEqual([3600, 3 * 3600]);
  });

  it.each(['question first', 'answer first'])(
    'returns the same reply time in either order of arrival: %s',
    async (order) => {
      const ctx = await inbox();
      const asked = { mid: 'a@shop.test', date: dated('2026-03-02T08:00:00Z') };
      const ours = { from: HELP, to: 'anna@shop.test', date: dated('2026-03-02T09:00:00Z'), inReplyTo: 'a@shop.test' };
      const mails = order === 'answer first' ? [ours, asked] : [asked, ours];

      for (const mail of mails) await takeMail(ctx, mail);

      expect((await emailAnalytics(ctx, '7d')).response).toMatchObject({
        answeredThreads: 1,
        medianFirstReplySeconds: 3600,
      });
    },
  );

  it('counts the reply in another thread once both threads are merged', async () => {
    const ctx = await inbox();
    await takeMail(ctx, { mid: 'a@shop.test', date: dated('2026-03-02T08:00:00Z') });
    ctx.clock.advance(SECOND_MS);
    await takeMail(ctx, { mid: 'r@plaza.test', from: HELP, to: 'anna@shop.test', date: dated('2026-03-02T09:00:00Z') });
    expect((await emailAnalytics(ctx, '7d')).response.answeredThreads).toBe(0);

    const date = dated('2026-03-02T09:30:00Z');
    await takeMail(ctx, { inReplyTo: 'r@plaza.test', references: ['a@shop.test'], date });
    ctx.clock.advance(MINUTE_MS);

    expect((await emailAnalytics(ctx, '7d')).response).toMatchObject({
      answeredThreads: 1,
      medianFirstReplySeconds: 3600,
    });
  });

  it('counts a mail that is imported later on its own day, even after the rollup of that day', async () => {
    const ctx = await inbox();
    await rollUpDays(ctx, null);
    const day = '2026-02-20';
    const asked = { mid: 'old@shop.test', date: dated(`${day}T08:00:00Z`) };
    await takeMail(ctx, asked);
    await takeMail(ctx, { from: HELP, to: 'anna@shop.test', date: dated(`${day}T09:00:00Z`), inReplyTo: asked.mid });
    ctx.clock.advance(MINUTE_MS);

    const found = await emailAnalytics(ctx, '30d');

    expect(found.dailyStats.find(({ date }) => date === day)).toMatchObject({ inbound: 1, outbound: 1, newThreads: 1 });
    expect(found.dailyStats.at(-1)).toMatchObject({ inbound: 0, newThreads: 0 });
    expect(found.response).toMatchObject({ answeredThreads: 1, medianFirstReplySeconds: 3600 });
    expect(comparable(found)).toEqual(await analyticsByHand(ctx.data, ctx.now(), '30d', ['help', 'sales']));
  });
});

describe('rollUpDays', () => {
  it('writes 90 days in the first run of a day and 7 days in a later run', async () => {
    const ctx = await testContext({ vars });

    expect(await rollUpDays(ctx, null)).toEqual({ done: 90, next: null });
    ctx.clock.advance(HOUR_MS);
    expect(await rollUpDays(ctx, null)).toEqual({ done: 7, next: null });
    ctx.clock.advance(DAY_MS);
    expect(await rollUpDays(ctx, null)).toEqual({ done: 90, next: null });
    expect((await ctx.data.get(EmailDayStats, '2026-03-02'))?.data.usageUntil).toBeNull();
  });

  it('corrects a stored day after a row is added to it', async () => {
    const ctx = await filledInbox(20);
    await rollUpDays(ctx, null);
    const day = '2026-02-28';
    await ctx.data.create(EmailMessages, 'eml_late', messageRow(`${day}T09:00:00.000Z`));
    ctx.clock.advance(HOUR_MS);

    await rollUpDays(ctx, null);

    expect(comparable(await emailAnalytics(ctx, '30d'))).toEqual(await analyticsByHand(ctx.data, ctx.now(), '30d'));
  });
});
