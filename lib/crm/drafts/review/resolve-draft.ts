import { auditRow } from '#lib/audit/audit.ts';
import type { UserContext } from '#lib/context/context.ts';
import { EmailMessages } from '#lib/crm/collections.ts';
import { activeDraftOf, draftLane, needDraft, toDraftView, writeDraft } from '#lib/crm/drafts/draft-rows.ts';
import { nextDraftStatus } from '#lib/crm/drafts/draft-states.ts';
import { removeOverrides } from '#lib/crm/drafts/send-overrides.ts';
import { deliveryAfter, threadAfterSend } from '#lib/crm/drafts/sending/settle-send.ts';
import { answeredTasks, completeAnswered } from '#lib/crm/drafts/writing/reply-task.ts';
import type { EmailDraftView } from '#lib/crm/schemas/draft.ts';
import type { ResolveDraftInput } from '#lib/crm/schemas/draft-input.ts';
import { promiseThreadIndex } from '#lib/crm/topics.ts';
import { queriedTx } from '#lib/data/queried-tx.ts';
import { emailId } from '#lib/mail/identity.ts';

/**
 * Stores a person's decision about a mail with an unknown outcome. A mail that was never sent goes back to approved and
 * may be sent again. If another draft has replaced it in the meantime, it becomes superseded.
 */
export async function resolveDraft(
  ctx: UserContext,
  id: string,
  { outcome }: ResolveDraftInput,
): Promise<EmailDraftView> {
  const now = ctx.now();
  const draft = await queriedTx(
    ctx.data,
    async (t, found) => {
      const held = await needDraft(t, id);
      const before = held.draft;
      const [active, row] = await Promise.all([
        activeDraftOf(t, held.thread),
        t.get(EmailMessages, emailId(before.channelId, before.messageId ?? '')),
      ]);
      const isSent = outcome === 'sent';
      const status = nextDraftStatus(before.status, isSent ? 'confirm' : active ? 'retire' : 'release');
      const patch = isSent
        ? { own: null, sentAt: row?.data.sortAt ?? now.toISOString(), lastError: null }
        : { ...removeOverrides(before), supersededBy: status === 'superseded' ? (active?.id ?? null) : null };
      const answered = isSent ? await answeredTasks(found, held.thread) : [];
      const also = {
        ...(isSent && threadAfterSend(held, row ?? null, now)),
        ...completeAnswered(t, held.thread, answered, now),
      };
      const next = writeDraft(t, held, { status, lookUntil: null, ...patch }, { now, also });
      if (row)
        t.update(EmailMessages, row.id, {
          deliveryStatus: deliveryAfter(row.data, isSent ? 'sent' : 'failed'),
          updatedAt: next.updatedAt,
        });
      promiseThreadIndex(t, held.thread.id, now);
      auditRow(t, ctx, {
        action: 'draft.resolved',
        targetType: 'draft',
        targetId: id,
        before: { status: before.status },
        after: { status, outcome },
        now,
      });
      return next;
    },
    { lane: draftLane(id) },
  );
  return toDraftView(id, draft);
}
