import { describe, expect, it } from 'vitest';
import { AuditLog } from '#lib/audit/collections.ts';
import { EmailDrafts } from '#lib/crm/collections.ts';
import { createDraft } from '#lib/crm/drafts/drafts.ts';
import { type DraftStatus, draftStatuses } from '#lib/crm/drafts/values.ts';
import { rejectDraftInput } from '#lib/crm/schemas/draft-input.ts';
import { asUser } from '#tests/support/context.ts';
import { approvedReply, type Desk, draftOf, openDesk, receive, threadRow } from '#tests/support/mail-desk.ts';
import { everyRow } from '#tests/support/world.ts';
import { approveDraft, editDraft, rejectDraft } from './review-draft.ts';

async function pendingReply(desk: Desk, body = 'It is on its way.') {
  const { threadId } = await receive(desk);
  const { id } = await createDraft(desk.admin, threadId, body);
  return { id, threadId };
}
const put = (desk: Desk, id: string, status: DraftStatus) => desk.ctx.data.update(EmailDrafts, id, { status });
const acts = async ({ ctx }: Desk) =>
  (await everyRow(ctx.data, AuditLog)).map(({ data }) => data.action).filter((action) => action.startsWith('draft.'));

describe('approveDraft', () => {
  it('records the version and the reviewer and sets the thread to ongoing', async () => {
    const desk = await openDesk();
    const { id, threadId } = await pendingReply(desk);

    const draft = await approveDraft(desk.admin, id, { version: 1 });

    expect(draft).toMatchObject({ status: 'approved', approvedVersion: 1, reviewerId: desk.admin.user.id });
    expect(await threadRow(desk.ctx, threadId)).toMatchObject({
      status: 'ongoing',
      version: 2,
      activeDraftStatus: 'approved',
    });
    expect(await acts(desk)).toContain('draft.approved');
  });

  it('keeps the first reviewer when the draft is approved again', async () => {
    const desk = await openDesk();
    const { id } = await pendingReply(desk);
    const rival = await asUser(desk.ctx, { role: 'admin' });

    await Promise.all([approveDraft(desk.admin, id, {}), approveDraft(desk.admin, id, {})]);
    const again = await approveDraft(rival, id, {});

    expect(again.reviewerId).toBe(desk.admin.user.id);
    expect((await acts(desk)).filter((act) => act === 'draft.approved')).toHaveLength(1);
  });

  it('rejects a draft with an open slot and a version that is not current', async () => {
    const desk = await openDesk();
    const open = await pendingReply(desk, 'Order [order number] is on its way.');
    const otherDraft = await pendingReply(desk);

    await expect(approveDraft(desk.admin, open.id, {})).rejects.toMatchObject({ status: 409, code: 'OpenSlot' });
    await expect(approveDraft(desk.admin, otherDraft.id, { version: 2 })).rejects.toMatchObject({
      code: 'StaleVersion',
    });
    expect((await draftOf(desk.ctx, otherDraft.id)).status).toBe('pending');
  });

  it('rejects a draft in any state except pending and approved', async () => {
    const desk = await openDesk();
    const { id } = await pendingReply(desk);
    for (const status of draftStatuses.filter(
      (draftStatus) => draftStatus !== 'pending' && draftStatus !== 'approved',
    )) {
      await put(desk, id, status);
      await expect(approveDraft(desk.admin, id, {}), status).rejects.toMatchObject({ code: 'InvalidTransition' });
    }
  });
});

describe('editDraft', () => {
  it('creates a new version without an approval', async () => {
    const desk = await openDesk();
    const { id } = await approvedReply(desk);

    const draft = await editDraft(desk.admin, id, { body: 'It leaves [date].', subject: 'Your order', version: 1 });

    expect(draft).toMatchObject({
      status: 'pending',
      version: 2,
      subject: 'Your order',
      openSlots: ['date'],
      approvedVersion: null,
      reviewerId: null,
      editedBy: desk.admin.user.id,
    });
  });

  it('accepts one of two concurrent edits and rejects the other with StaleVersion', async () => {
    const desk = await openDesk();
    const { id } = await pendingReply(desk);

    const both = await Promise.allSettled(['A', 'B'].map((body) => editDraft(desk.admin, id, { body, version: 1 })));

    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'StaleVersion' } });
  });

  it('keeps the approval when the text is unchanged', async () => {
    const desk = await openDesk();
    const { id } = await approvedReply(desk);

    expect(await editDraft(desk.admin, id, { body: 'It is on its way.', version: 1 })).toMatchObject({
      status: 'approved',
      version: 1,
    });
  });

  it.each(['sending', 'sent', 'send_unknown', 'rejected', 'superseded'] as const)(
    'rejects a draft in the state %s',
    async (status) => {
      const desk = await openDesk();
      const { id } = await pendingReply(desk);
      await put(desk, id, status);

      await expect(editDraft(desk.admin, id, { body: 'B', version: 1 })).rejects.toMatchObject({
        code: 'InvalidTransition',
      });
    },
  );
});

describe('rejectDraft', () => {
  it('keeps the first reason when repeated and clears the active draft of the thread', async () => {
    const desk = await openDesk();
    const { id, threadId } = await approvedReply(desk);

    await rejectDraft(desk.admin, id, { reason: 'wrong tone' });
    const again = await rejectDraft(desk.admin, id, { reason: 'other' });

    expect(again).toMatchObject({ status: 'rejected', rejectReason: 'wrong tone', rejectedBy: desk.admin.user.id });
    expect(await threadRow(desk.ctx, threadId)).toMatchObject({ activeDraftId: null, activeDraftStatus: null });
  });

  it('stores a reason of 1,000 characters in full and its first 500 characters in the audit log', async () => {
    const desk = await openDesk();
    const { id } = await pendingReply(desk);
    const reason = 'no '.repeat(333).padEnd(1000, '.');

    const draft = await rejectDraft(desk.admin, id, rejectDraftInput.parse({ reason }));

    const acted = (await everyRow(desk.ctx.data, AuditLog)).find(({ data }) => data.action === 'draft.rejected');
    expect(draft.rejectReason).toBe(reason);
    expect(acted?.data.reason).toBe(reason.slice(0, 500));
  });

  it.each(['sending', 'sent', 'send_unknown', 'superseded'] as const)(
    'rejects a draft in the state %s',
    async (status) => {
      const desk = await openDesk();
      const { id } = await pendingReply(desk);
      await put(desk, id, status);

      await expect(rejectDraft(desk.admin, id, {})).rejects.toMatchObject({ code: 'InvalidTransition' });
    },
  );
});
