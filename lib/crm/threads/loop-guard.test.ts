import { describe, expect, it } from 'vitest';
import { MINUTE_MS, SECOND_MS } from '#lib/core/time.ts';
import { EmailDrafts, EmailMessages } from '#lib/crm/collections.ts';
import { sendDraft } from '#lib/crm/drafts/sending/send-draft.ts';
import { asUser } from '#tests/support/context.ts';
import { approvedReply, type Crm, CUSTOMER, openCrm, threadRow } from '#tests/support/crm.ts';
import { takeMail } from '#tests/support/mails.ts';
import { everyRow } from '#tests/support/world.ts';
import { changeThreadStatus } from './threads.ts';

const robot = `Robot <${CUSTOMER}>`;
/** Creates a thread that we have answered, and returns the Message-ID of our answer. */
async function answered() {
  const crm = await openCrm();
  const { id, threadId } = await approvedReply(crm);
  const { messageId } = await sendDraft(crm.admin, id, {});
  return { crm, threadId, ours: (messageId ?? '').slice(1, -1) };
}
const resolve = async ({ ctx }: Crm, id: string) =>
  changeThreadStatus(await asUser(ctx, { role: 'admin' }), { id, status: 'resolved' });
const storedIn = async ({ ctx }: Crm) => (await everyRow(ctx.data, EmailMessages)).length;

describe('a loop of automatic replies', () => {
  it.each([
    ['an auto reply', ['Auto-Submitted: auto-replied'], 'auto_reply', 'Your ticket was received'],
    ['an absence note', ['Auto-Submitted: auto-replied'], 'ooo', 'Out of office: back on Monday'],
  ])(
    'ends at once when the mails of the other side declare themselves automatic: %s',
    async (_, headers, kind, subject) => {
      const { crm, threadId, ours } = await answered();
      await resolve(crm, threadId);

      for (let n = 0; n < 10; n++) await takeMail(crm.ctx, { from: robot, subject, inReplyTo: ours, headers });
      await crm.ctx.drain();

      expect(await threadRow(crm.ctx, threadId)).toMatchObject({
        status: 'resolved',
        reopenCount: 0,
        unreadCount: 1,
        activeDraftId: null,
        messageCount: 12,
      });
      expect(new Set((await everyRow(crm.ctx.data, EmailMessages)).map(({ data }) => data.kind))).toContain(kind);
      expect(await everyRow(crm.ctx.data, EmailDrafts)).toHaveLength(1);
      expect(crm.sender.calls).toBe(1);
    },
  );

  it('ends after five reopenings in an hour when undeclared: every mail is stored and no reply is sent', async () => {
    const { crm, threadId, ours } = await answered();

    for (let n = 0; n < 8; n++) {
      await resolve(crm, threadId);
      crm.ctx.clock.advance(MINUTE_MS);
      await takeMail(crm.ctx, { from: robot, subject: 'We have received your mail', inReplyTo: ours });
      await crm.ctx.drain();
    }

    const thread = await threadRow(crm.ctx, threadId);
    expect(thread).toMatchObject({ status: 'resolved', reopenCount: 5, messageCount: 10 });
    expect(thread.flags).toContain('loopSuspected');
    expect(await storedIn(crm)).toBe(10);
    expect(crm.sender.calls).toBe(1);
  });

  it('may reopen the thread again after an hour', async () => {
    const { crm, threadId, ours } = await answered();
    const again = async () => {
      await resolve(crm, threadId);
      crm.ctx.clock.advance(SECOND_MS);
      await takeMail(crm.ctx, { from: robot, inReplyTo: ours });
    };
    for (let n = 0; n < 6; n++) await again();
    expect((await threadRow(crm.ctx, threadId)).status).toBe('resolved');

    crm.ctx.clock.advance(61 * MINUTE_MS);
    await again();

    expect((await threadRow(crm.ctx, threadId)).status).toBe('ongoing');
  });
});
