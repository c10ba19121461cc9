import { describe, expect, it } from 'vitest';
import { MINUTE_MS, SECOND_MS } from '#lib/core/time.ts';
import { EmailDrafts, EmailMessages } from '#lib/crm/collections.ts';
import { sendDraft } from '#lib/crm/drafts/sending/send-draft.ts';
import { asUser } from '#tests/support/context.ts';
import { approvedReply, CUSTOMER, type Desk, openDesk, threadRow } from '#tests/support/mail-desk.ts';
import { takeMail } from '#tests/support/mails.ts';
import { everyRow } from '#tests/support/world.ts';
import { changeThreadStatus } from './threads.ts';

const robot = `Robot <${CUSTOMER}>`;
/** Creates a thread that we have answered, and returns the Message-ID of our answer. */
async function answered() {
  const desk = await openDesk();
  const { id, threadId } = await approvedReply(desk);
  const { messageId } = await sendDraft(desk.admin, id, {});
  return { desk, threadId, ours: (messageId ?? '').slice(1, -1) };
}
const resolve = async ({ ctx }: Desk, id: string) =>
  changeThreadStatus(await asUser(ctx, { role: 'admin' }), { id, status: 'resolved' });
const storedIn = async ({ ctx }: Desk) => (await everyRow(ctx.data, EmailMessages)).length;

describe('a loop of automatic replies', () => {
  it.each([
    ['an auto reply', ['Auto-Submitted: auto-replied'], 'auto_reply', 'Your ticket was received'],
    ['an absence note', ['Auto-Submitted: auto-replied'], 'ooo', 'Out of office: back on Monday'],
  ])(
    'ends at once when the mails of the other side declare themselves automatic: %s',
    async (_, headers, kind, subject) => {
      const { desk, threadId, ours } = await answered();
      await resolve(desk, threadId);

      for (let n = 0; n < 10; n++) await takeMail(desk.ctx, { from: robot, subject, inReplyTo: ours, headers });
      await desk.ctx.drain();

      expect(await threadRow(desk.ctx, threadId)).toMatchObject({
        status: 'resolved',
        reopenCount: 0,
        unreadCount: 1,
        activeDraftId: null,
        messageCount: 12,
      });
      expect(new Set((await everyRow(desk.ctx.data, EmailMessages)).map(({ data }) => data.kind))).toContain(kind);
      expect(await everyRow(desk.ctx.data, EmailDrafts)).toHaveLength(1);
      expect(desk.sender.calls).toBe(1);
    },
  );

  it('ends after five reopenings in an hour when undeclared: every mail is stored and no reply is sent', async () => {
    const { desk, threadId, ours } = await answered();

    for (let n = 0; n < 8; n++) {
      await resolve(desk, threadId);
      desk.ctx.clock.advance(MINUTE_MS);
      await takeMail(desk.ctx, { from: robot, subject: 'We have received your mail', inReplyTo: ours });
      await desk.ctx.drain();
    }

    const thread = await threadRow(desk.ctx, threadId);
    expect(thread).toMatchObject({ status: 'resolved', reopenCount: 5, messageCount: 10 });
    expect(thread.flags).toContain('loopSuspected');
    expect(await storedIn(desk)).toBe(10);
    expect(desk.sender.calls).toBe(1);
  });

  it('may reopen the thread again after an hour', async () => {
    const { desk, threadId, ours } = await answered();
    const again = async () => {
      await resolve(desk, threadId);
      desk.ctx.clock.advance(SECOND_MS);
      await takeMail(desk.ctx, { from: robot, inReplyTo: ours });
    };
    for (let n = 0; n < 6; n++) await again();
    expect((await threadRow(desk.ctx, threadId)).status).toBe('resolved');

    desk.ctx.clock.advance(61 * MINUTE_MS);
    await again();

    expect((await threadRow(desk.ctx, threadId)).status).toBe('ongoing');
  });
});
