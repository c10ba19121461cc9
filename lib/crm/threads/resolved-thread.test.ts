import { describe, expect, it } from 'vitest';
import { DAY_MS } from '#lib/core/time.ts';
import { EmailThreads } from '#lib/crm/collections.ts';
import { asUser, testContext } from '#tests/support/context.ts';
import { takeMail, twoChannels } from '#tests/support/mails.ts';
import { changeThreadStatus } from './threads.ts';

/** Creates a thread that was resolved this many days ago. */
async function resolved(days: number) {
  const ctx = await testContext({ vars: twoChannels });
  const asked = await takeMail(ctx, { mid: 'asked@shop.test', subject: 'The lamp' });
  await changeThreadStatus(await asUser(ctx, { role: 'admin' }), { id: asked.threadId, status: 'resolved' });
  ctx.clock.advance(days * DAY_MS);
  return { ctx, asked };
}
const again = { inReplyTo: 'asked@shop.test', subject: 'Re: The lamp', date: 'Mon, 01 Jun 2026 09:00:00 +0000' };

describe('a mail to a resolved thread', () => {
  it('reopens the thread within thirty days', async () => {
    const { ctx, asked } = await resolved(30);

    const mail = await takeMail(ctx, again);

    expect(mail.threadId).toBe(asked.threadId);
    const { data } = await ctx.data.need(EmailThreads, asked.threadId);
    expect(data).toMatchObject({ status: 'ongoing', reopenCount: 1, resolvedAt: null, unreadCount: 2 });
  });

  it('starts a follow-up thread after thirty days, which later mails continue', async () => {
    const { ctx, asked } = await resolved(31);

    const mail = await takeMail(ctx, { ...again, mid: 'again@shop.test' });
    const more = await takeMail(ctx, { inReplyTo: 'again@shop.test', references: ['asked@shop.test'] });

    expect(mail.threadId).not.toBe(asked.threadId);
    expect(more.threadId).toBe(mail.threadId);
    const { data } = await ctx.data.need(EmailThreads, mail.threadId);
    expect(data).toMatchObject({ status: 'new', previousThreadId: asked.threadId, messageCount: 2, mergedFrom: [] });
    expect((await ctx.data.need(EmailThreads, asked.threadId)).data).toMatchObject({
      status: 'resolved',
      messageCount: 1,
    });
  });

  it('joins the thread without reopening it when sent by a program', async () => {
    const { ctx, asked } = await resolved(31);

    const mail = await takeMail(ctx, { ...again, headers: ['Auto-Submitted: auto-replied'] });

    expect(mail.threadId).toBe(asked.threadId);
    expect((await ctx.data.need(EmailThreads, asked.threadId)).data.status).toBe('resolved');
  });
});
