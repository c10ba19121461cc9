import { describe, expect, it } from 'vitest';
import { AuditLog } from '#lib/audit/collections.ts';
import { EmailDrafts, EmailMessages } from '#lib/crm/collections.ts';
import { createDraft } from '#lib/crm/drafts/drafts.ts';
import { sendDraft } from '#lib/crm/drafts/sending/send-draft.ts';
import { draftStatuses } from '#lib/crm/drafts/values.ts';
import { emailId } from '#lib/mail/identity.ts';
import { approvedReply, type Desk, draftOf, mailRow, openDesk, threadRow } from '#tests/support/mail-desk.ts';
import { everyRow } from '#tests/support/world.ts';
import { resolveDraft } from './resolve-draft.ts';

async function unknownReply(desk: Desk) {
  const made = await approvedReply(desk);
  desk.sender.next({ accepted: false, code: 'ECONNECTION', command: 'CONN', stage: 'body' });
  await sendDraft(desk.admin, made.id, {}).catch(() => undefined);
  return made;
}

describe('resolveDraft', () => {
  it('marks the draft and its mail as sent and audits who resolved the draft', async () => {
    const desk = await openDesk();
    const { id, threadId } = await unknownReply(desk);

    await resolveDraft(desk.admin, id, { outcome: 'sent' });

    expect(await draftOf(desk.ctx, id)).toMatchObject({ status: 'sent', lookUntil: null, sentAt: expect.any(String) });
    expect((await mailRow(desk.ctx, id))?.deliveryStatus).toBe('sent');
    expect(await threadRow(desk.ctx, threadId)).toMatchObject({ status: 'waiting', activeDraftId: null });
    const acts = (await everyRow(desk.ctx.data, AuditLog)).map(({ data }) => data);
    expect(acts.find(({ action }) => action === 'draft.resolved')).toMatchObject({
      actorId: desk.admin.user.id,
      after: { status: 'sent', outcome: 'sent' },
    });
  });

  it('keeps a mail bounced when a bounce has arrived meanwhile', async () => {
    const desk = await openDesk();
    const { id } = await unknownReply(desk);
    const { channelId, messageId } = await draftOf(desk.ctx, id);
    await desk.ctx.data.update(EmailMessages, emailId(channelId, messageId ?? ''), { deliveryStatus: 'bounced' });

    await resolveDraft(desk.admin, id, { outcome: 'sent' });

    expect((await mailRow(desk.ctx, id))?.deliveryStatus).toBe('bounced');
  });

  it('allows another send under the same Message-ID after the outcome not_sent', async () => {
    const desk = await openDesk();
    const { id } = await unknownReply(desk);
    const { messageId } = await draftOf(desk.ctx, id);

    await resolveDraft(desk.admin, id, { outcome: 'not_sent' });
    const answer = await sendDraft(desk.admin, id, {});

    expect(answer.messageId).toBe(`<${messageId}>`);
    expect(desk.sender.held).toHaveLength(1);
    expect(await draftOf(desk.ctx, id)).toMatchObject({ status: 'sent', attempts: 2 });
  });

  it('supersedes an unsent draft when another draft has taken its place', async () => {
    const desk = await openDesk();
    const { id, threadId } = await unknownReply(desk);
    const otherDraft = await createDraft(desk.admin, threadId, 'Another');

    await resolveDraft(desk.admin, id, { outcome: 'not_sent' });

    expect(await draftOf(desk.ctx, id)).toMatchObject({ status: 'superseded', supersededBy: otherDraft.id });
    expect((await threadRow(desk.ctx, threadId)).activeDraftId).toBe(otherDraft.id);
  });

  it('rejects every draft whose outcome is known', async () => {
    const desk = await openDesk();
    const { id } = await unknownReply(desk);
    for (const status of draftStatuses.filter(
      (draftStatus) => draftStatus !== 'send_unknown' && draftStatus !== 'sending',
    )) {
      await desk.ctx.data.update(EmailDrafts, id, { status });
      for (const outcome of ['sent', 'not_sent'] as const)
        await expect(resolveDraft(desk.admin, id, { outcome }), status).rejects.toMatchObject({ status: 409 });
    }
  });

  it('rejects a draft that is being sent', async () => {
    const desk = await openDesk();
    const { id } = await unknownReply(desk);
    await desk.ctx.data.update(EmailDrafts, id, { status: 'sending' });

    await expect(resolveDraft(desk.admin, id, { outcome: 'sent' })).rejects.toMatchObject({
      code: 'InvalidTransition',
    });
  });
});
