import { z } from 'zod';
import { auditRow } from '#lib/audit/audit.ts';
import type { UserContext } from '#lib/context/context.ts';
import { conflict } from '#lib/core/errors.ts';
import { idText } from '#lib/core/ids.ts';
import { after, isoTime, SECOND_MS } from '#lib/core/time.ts';
import { EmailDrafts } from '#lib/crm/collections.ts';
import { assertVersion, draftLane, needDraft, toDraftView } from '#lib/crm/drafts/draft-rows.ts';
import { removeOverrides, withoutOverrides } from '#lib/crm/drafts/send-overrides.ts';
import type { EmailDraftView } from '#lib/crm/schemas/draft.ts';
import type { DraftSent } from '#lib/crm/schemas/draft-input.ts';
import { enqueue, topic } from '#lib/data/outbox.ts';
import { assertSendable, outgoingReply, type SendWish } from './outgoing-mail.ts';

/**
 * Sends a draft at exactly this time. A send that was cancelled, edited or completed in the meantime has another time
 * or none.
 */
export const scheduledSendTopic = topic('crm.send', z.object({ draftId: idText, sendAt: isoTime }));

/**
 * Holds an approved draft back for this many seconds and then sends it. Errors that would prevent an immediate send are
 * thrown now. A repeat while the draft is held back changes nothing.
 */
export async function scheduleSend(
  ctx: UserContext,
  id: string,
  wish: SendWish,
  undoSeconds: number,
): Promise<DraftSent> {
  const now = ctx.now();
  const seen = await needDraft(ctx.data, id);
  if (seen.draft.status === 'sent') return alreadySent(seen.draft.messageId);
  assertVersion(seen.draft, wish.version);
  assertSendable(seen.draft);
  const plain = { ...seen, draft: { ...seen.draft, ...removeOverrides(seen.draft) } };
  const { to, subject, redirected } = await outgoingReply(ctx, plain, wish, now);

  return ctx.data.tx(
    async (t): Promise<DraftSent> => {
      const { draft } = await needDraft(t, id);
      if (draft.status === 'sent') return alreadySent(draft.messageId);
      assertSendable(draft);
      assertVersion(draft, seen.draft.version);
      if (draft.sendAt !== null && draft.sendAt > now.toISOString()) return heldBack(draft.sendAt);
      const sendAt = after(now, undoSeconds * SECOND_MS);
      t.update(EmailDrafts, id, {
        sendAt,
        scheduledBy: ctx.user.id,
        nextAttemptAt: null,
        toEmail: to.email,
        toName: to.name,
        subject,
        redirected,
        own: withoutOverrides(draft),
        updatedAt: now.toISOString(),
      });
      enqueue(t, scheduledSendTopic, { draftId: id, sendAt }, { now, availableAt: sendAt });
      auditRow(t, ctx, { action: 'draft.scheduled', targetType: 'draft', targetId: id, after: { redirected }, now });
      return heldBack(sendAt);
    },
    { lane: draftLane(id) },
  );
}

const alreadySent = (messageId: string | null): DraftSent => ({
  success: true,
  messageId: `<${messageId ?? ''}>`,
  status: 'sent',
  replay: true,
  sendAt: null,
});
const heldBack = (sendAt: string): DraftSent => ({
  success: true,
  messageId: null,
  status: 'scheduled',
  replay: false,
  sendAt,
});

/**
 * Cancels a send that is still held back, including its overrides of recipient and subject. Throws when the send has
 * begun. Changes nothing when no send is held back.
 */
export async function unsendDraft(ctx: UserContext, id: string): Promise<EmailDraftView> {
  const now = ctx.now();
  const draft = await ctx.data.tx(
    async (t) => {
      const held = await needDraft(t, id);
      const { status, sendAt } = held.draft;
      if (status === 'sending') throw conflict('The draft is being sent', { code: 'SendInProgress' });
      if (status === 'sent')
        throw conflict('The draft was already sent', { code: 'InvalidTransition', details: { status } });
      if (sendAt === null) return held.draft;
      const free = { ...removeOverrides(held.draft), sendAt: null, scheduledBy: null, updatedAt: now.toISOString() };
      t.update(EmailDrafts, id, free);
      auditRow(t, ctx, { action: 'draft.unscheduled', targetType: 'draft', targetId: id, now });
      return { ...held.draft, ...free };
    },
    { lane: draftLane(id) },
  );
  return toDraftView(id, draft);
}
