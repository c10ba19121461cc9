import { describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#lib/core/time.ts';
import { emailAnalytics } from '#lib/crm/analytics/analytics.ts';
import { medianOf } from '#lib/crm/analytics/percentiles.ts';
import { analyticsRanges } from '#lib/crm/analytics/values.ts';
import { EmailDeadLetters, EmailDrafts, EmailMessages, EmailTasks, EmailThreads } from '#lib/crm/collections.ts';
import { approveDraft } from '#lib/crm/drafts/review/review-draft.ts';
import { sendDraft } from '#lib/crm/drafts/sending/send-draft.ts';
import { countInbox } from '#lib/crm/threads/inbox-counts.ts';
import { listThreads } from '#lib/crm/threads/threads.ts';
import { analyticsByHand, firstRepliesByHand } from '#tests/support/analytics-by-hand.ts';
import { asUser, testContext } from '#tests/support/context.ts';
import { openMemoryFiles } from '#tests/support/memory-files.ts';
import { everyRow } from '#tests/support/world.ts';
import { seedDemoPeople } from './demo-people.ts';
import { demoThreads } from './mails/mails.ts';
import { seedDemoInbox } from './seed-inbox.ts';

const openDemo = async (vars: Readonly<Record<string, string>> = {}) => {
  const ctx = await testContext({ vars: { PLAZA_DEMO: '1', ...vars }, files: openMemoryFiles() });
  await seedDemoPeople(ctx);
  await seedDemoInbox(ctx);
  return ctx;
};

describe('the inbox of a demo', () => {
  it('has a dozen threads in three languages, with all their mails and every status', async () => {
    const ctx = await openDemo();

    const { threads } = await listThreads(ctx, { limit: 100 });
    const mails = demoThreads.flatMap((thread) => thread.mails);
    expect(threads.map(({ subject }) => subject).sort()).toEqual(demoThreads.map(({ subject }) => subject).sort());
    expect(threads.reduce((sum, { inboundCount }) => sum + inboundCount, 0)).toBe(
      mails.filter(({ from }) => from !== undefined).length,
    );
    expect(new Set(threads.map(({ status }) => status))).toEqual(new Set(['new', 'ongoing', 'waiting', 'resolved']));
  });

  it('shows waiting drafts, an uncertain send, and a dead letter', async () => {
    const ctx = await openDemo();

    const drafts = await everyRow(ctx.data, EmailDrafts);
    expect(drafts.map(({ data }) => data.status).sort()).toEqual(['pending', 'pending', 'send_unknown']);
    expect(await countInbox(ctx)).toMatchObject({ all: demoThreads.length, drafts: 2, deadLetters: 1 });
  });

  it('is seeded without a warning or an error in the log', async () => {
    const ctx = await openDemo();

    expect(ctx.lines.filter(({ level }) => level === 'warn' || level === 'error')).toEqual([]);
  });

  it('is seeded even when its channel cannot send', async () => {
    const ctx = await openDemo({ SMTP_HOST: 'smtp.example.test', SMTP_FROM: 'no-reply@plaza.test' });

    const drafts = await everyRow(ctx.data, EmailDrafts);
    expect(drafts.map(({ data }) => data.status)).toEqual(['pending', 'pending', 'pending']);
  });

  it('shows analytics that match a recount of its rows', async () => {
    const ctx = await openDemo();
    await ctx.drain();
    const admin = await asUser(ctx, { role: 'admin' });
    const ready = (await everyRow(ctx.data, EmailDrafts)).filter(
      ({ data }) => data.status === 'pending' && data.openSlots.length === 0,
    );
    for (const { id } of ready.slice(0, 2)) {
      ctx.clock.advance(MINUTE_MS);
      await approveDraft(admin, id, {});
      await sendDraft(admin, id, {});
    }
    await ctx.drain();

    for (const range of analyticsRanges) {
      const found = await emailAnalytics(ctx, range);
      const { range: _r, from: _f, to: _t, generatedAt: _g, costStats, channels, ...rest } = found;
      const { currency: _c, budget: _b, ...cost } = costStats;
      const shown = { ...rest, costStats: cost, channels: channels.map(({ name: _, ...counts }) => counts) };
      expect(shown).toEqual(await analyticsByHand(ctx.data, ctx.now(), range, ['demo']));
      const replies = await firstRepliesByHand(ctx.data);
      expect(found.response.answeredThreads).toBe(replies.length);
      expect(found.response.medianFirstReplySeconds).toBe(medianOf(replies.map(({ seconds }) => seconds)));
    }
    expect((await emailAnalytics(ctx, '7d')).response.medianFirstReplySeconds).toBeGreaterThan(60);
    expect(ready.length).toBeGreaterThan(0);
  });

  it('is seeded once, after any number of starts', async () => {
    const ctx = await openDemo();
    const count = async () =>
      Promise.all(
        [EmailThreads, EmailMessages, EmailDrafts, EmailTasks, EmailDeadLetters].map(
          async (rows) => (await everyRow<object>(ctx.data, rows as never)).length,
        ),
      );
    const before = await count();
    ctx.clock.advance(DAY_MS);

    await seedDemoInbox(ctx);

    expect(await count()).toEqual(before);
  });
});
