import { describe, expect, it } from 'vitest';
import { AuditLog } from '#lib/audit/collections.ts';
import { EmailDrafts, EmailMessages } from '#lib/crm/collections.ts';
import { createDraft } from '#lib/crm/drafts/drafts.ts';
import { sendDraft } from '#lib/crm/drafts/sending/send-draft.ts';
import { draftStatuses } from '#lib/crm/drafts/values.ts';
import { emailId } from '#lib/mail/identity.ts';
import { approvedReply, type Crm, draftOf, mailRow, openCrm, threadRow } from '#tests/support/crm.ts';
import { everyRow } from '#tests/support/world.ts';
import { resolveDraft } from './resolve-draft.ts';

async function unknownReply(crm: Crm) {
  const made = await approvedReply(crm);
  crm.sender.next({ accepted: false, code: 'ECONNECTION', command: 'CONN', stage: 'body' });
  await sendDraft(crm.admin, made.id, {}).catch(() => undefined);
  return made;
}

describe('resolveDraft', () => {
  it('marks the draft and its mail as sent and audits who resolved the draft', async () => {
    const crm = await openCrm();
    const { id, threadId } = await unknownReply(crm);

    await resolveDraft(crm.admin, id, { outcome: 'sent' });

    expect(await draftOf(crm.ctx, id)).toMatchObject({ status: 'sent', lookUntil: null, sentAt: expect.any(String) });
    expect((await mailRow(crm.ctx, id))?.deliveryStatus).toBe('sent');
    expect(await threadRow(crm.ctx, threadId)).toMatchObject({ status: 'waiting', activeDraftId: null });
    const acts = (await everyRow(crm.ctx.data, AuditLog)).map(({ data }) => data);
    expect(acts.find(({ action }) => action === 'draft.resolved')).toMatchObject({
      actorId: crm.admin.user.id,
      after: { status: 'sent', outcome: 'sent' },
    });
  });

  it('keeps a mail bounced when a bounce has arrived meanwhile', async () => {
    const crm = await openCrm();
    const { id } = await unknownReply(crm);
    const { channelId, messageId } = await draftOf(crm.ctx, id);
    await crm.ctx.data.update(EmailMessages, emailId(channelId, messageId ?? ''), { deliveryStatus: 'bounced' });

    await resolveDraft(crm.admin, id, { outcome: 'sent' });

    expect((await mailRow(crm.ctx, id))?.deliveryStatus).toBe('bounced');
  });

  it('allows another send under the same Message-ID after the outcome not_sent', async () => {
    const crm = await openCrm();
    const { id } = await unknownReply(crm);
    const { messageId } = await draftOf(crm.ctx, id);

    await resolveDraft(crm.admin, id, { outcome: 'not_sent' });
    const answer = await sendDraft(crm.admin, id, {});

    expect(answer.messageId).toBe(`<${messageId}>`);
    expect(crm.sender.held).toHaveLength(1);
    expect(await draftOf(crm.ctx, id)).toMatchObject({ status: 'sent', attempts: 2 });
  });

  it('supersedes an unsent draft when another draft has taken its place', async () => {
    const crm = await openCrm();
    const { id, threadId } = await unknownReply(crm);
    const otherDraft = await createDraft(crm.admin, threadId, 'Another');

    await resolveDraft(crm.admin, id, { outcome: 'not_sent' });

    expect(await draftOf(crm.ctx, id)).toMatchObject({ status: 'superseded', supersededBy: otherDraft.id });
    expect((await threadRow(crm.ctx, threadId)).activeDraftId).toBe(otherDraft.id);
  });

  it('rejects every draft whose outcome is known', async () => {
    const crm = await openCrm();
    const { id } = await unknownReply(crm);
    for (const status of draftStatuses.filter(
      (draftStatus) => draftStatus !== 'send_unknown' && draftStatus !== 'sending',
    )) {
      await crm.ctx.data.update(EmailDrafts, id, { status });
      for (const outcome of ['sent', 'not_sent'] as const)
        await expect(resolveDraft(crm.admin, id, { outcome }), status).rejects.toMatchObject({ status: 409 });
    }
  });

  it('rejects a draft that is being sent', async () => {
    const crm = await openCrm();
    const { id } = await unknownReply(crm);
    await crm.ctx.data.update(EmailDrafts, id, { status: 'sending' });

    await expect(resolveDraft(crm.admin, id, { outcome: 'sent' })).rejects.toMatchObject({
      code: 'InvalidTransition',
    });
  });
});
