import { describe, expect, it } from 'vitest';
import { AuditLog } from '#lib/audit/collections.ts';
import { EmailDrafts } from '#lib/crm/collections.ts';
import { createDraft } from '#lib/crm/drafts/drafts.ts';
import { type DraftStatus, draftStatuses } from '#lib/crm/drafts/values.ts';
import { rejectDraftInput } from '#lib/crm/schemas/draft-input.ts';
import { asUser } from '#tests/support/context.ts';
import { approvedReply, type Crm, draftOf, openCrm, receive, threadRow } from '#tests/support/crm.ts';
import { everyRow } from '#tests/support/world.ts';
import { approveDraft, editDraft, rejectDraft } from './review-draft.ts';

async function pendingReply(crm: Crm, body = 'It is on its way.') {
  const { threadId } = await receive(crm);
  const { id } = await createDraft(crm.admin, threadId, body);
  return { id, threadId };
}
const put = (crm: Crm, id: string, status: DraftStatus) => crm.ctx.data.update(EmailDrafts, id, { status });
const acts = async ({ ctx }: Crm) =>
  (await everyRow(ctx.data, AuditLog)).map(({ data }) => data.action).filter((action) => action.startsWith('draft.'));

describe('approveDraft', () => {
  it('records the version and the reviewer and sets the thread to ongoing', async () => {
    const crm = await openCrm();
    const { id, threadId } = await pendingReply(crm);

    const draft = await approveDraft(crm.admin, id, { version: 1 });

    expect(draft).toMatchObject({ status: 'approved', approvedVersion: 1, reviewerId: crm.admin.user.id });
    expect(await threadRow(crm.ctx, threadId)).toMatchObject({
      status: 'ongoing',
      version: 2,
      activeDraftStatus: 'approved',
    });
    expect(await acts(crm)).toContain('draft.approved');
  });

  it('keeps the first reviewer when the draft is approved again', async () => {
    const crm = await openCrm();
    const { id } = await pendingReply(crm);
    const rival = await asUser(crm.ctx, { role: 'admin' });

    await Promise.all([approveDraft(crm.admin, id, {}), approveDraft(crm.admin, id, {})]);
    const again = await approveDraft(rival, id, {});

    expect(again.reviewerId).toBe(crm.admin.user.id);
    expect((await acts(crm)).filter((act) => act === 'draft.approved')).toHaveLength(1);
  });

  it('rejects a draft with an open slot and a version that is not current', async () => {
    const crm = await openCrm();
    const open = await pendingReply(crm, 'Order [order number] is on its way.');
    const otherDraft = await pendingReply(crm);

    await expect(approveDraft(crm.admin, open.id, {})).rejects.toMatchObject({ status: 409, code: 'OpenSlot' });
    await expect(approveDraft(crm.admin, otherDraft.id, { version: 2 })).rejects.toMatchObject({
      code: 'StaleVersion',
    });
    expect((await draftOf(crm.ctx, otherDraft.id)).status).toBe('pending');
  });

  it('rejects a draft in any state except pending and approved', async () => {
    const crm = await openCrm();
    const { id } = await pendingReply(crm);
    for (const status of draftStatuses.filter(
      (draftStatus) => draftStatus !== 'pending' && draftStatus !== 'approved',
    )) {
      await put(crm, id, status);
      await expect(approveDraft(crm.admin, id, {}), status).rejects.toMatchObject({ code: 'InvalidTransition' });
    }
  });
});

describe('editDraft', () => {
  it('creates a new version without an approval', async () => {
    const crm = await openCrm();
    const { id } = await approvedReply(crm);

    const draft = await editDraft(crm.admin, id, { body: 'It leaves [date].', subject: 'Your order', version: 1 });

    expect(draft).toMatchObject({
      status: 'pending',
      version: 2,
      subject: 'Your order',
      openSlots: ['date'],
      approvedVersion: null,
      reviewerId: null,
      editedBy: crm.admin.user.id,
    });
  });

  it('accepts one of two concurrent edits and rejects the other with StaleVersion', async () => {
    const crm = await openCrm();
    const { id } = await pendingReply(crm);

    const both = await Promise.allSettled(['A', 'B'].map((body) => editDraft(crm.admin, id, { body, version: 1 })));

    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'StaleVersion' } });
  });

  it('keeps the approval when the text is unchanged', async () => {
    const crm = await openCrm();
    const { id } = await approvedReply(crm);

    expect(await editDraft(crm.admin, id, { body: 'It is on its way.', version: 1 })).toMatchObject({
      status: 'approved',
      version: 1,
    });
  });

  it.each(['sending', 'sent', 'send_unknown', 'rejected', 'superseded'] as const)(
    'rejects a draft in the state %s',
    async (status) => {
      const crm = await openCrm();
      const { id } = await pendingReply(crm);
      await put(crm, id, status);

      await expect(editDraft(crm.admin, id, { body: 'B', version: 1 })).rejects.toMatchObject({
        code: 'InvalidTransition',
      });
    },
  );
});

describe('rejectDraft', () => {
  it('keeps the first reason when repeated and clears the active draft of the thread', async () => {
    const crm = await openCrm();
    const { id, threadId } = await approvedReply(crm);

    await rejectDraft(crm.admin, id, { reason: 'wrong tone' });
    const again = await rejectDraft(crm.admin, id, { reason: 'other' });

    expect(again).toMatchObject({ status: 'rejected', rejectReason: 'wrong tone', rejectedBy: crm.admin.user.id });
    expect(await threadRow(crm.ctx, threadId)).toMatchObject({ activeDraftId: null, activeDraftStatus: null });
  });

  it('stores a reason of 1,000 characters in full and its first 500 characters in the audit log', async () => {
    const crm = await openCrm();
    const { id } = await pendingReply(crm);
    const reason = 'no '.repeat(333).padEnd(1000, '.');

    const draft = await rejectDraft(crm.admin, id, rejectDraftInput.parse({ reason }));

    const acted = (await everyRow(crm.ctx.data, AuditLog)).find(({ data }) => data.action === 'draft.rejected');
    expect(draft.rejectReason).toBe(reason);
    expect(acted?.data.reason).toBe(reason.slice(0, 500));
  });

  it.each(['sending', 'sent', 'send_unknown', 'superseded'] as const)(
    'rejects a draft in the state %s',
    async (status) => {
      const crm = await openCrm();
      const { id } = await pendingReply(crm);
      await put(crm, id, status);

      await expect(rejectDraft(crm.admin, id, {})).rejects.toMatchObject({ code: 'InvalidTransition' });
    },
  );
});
