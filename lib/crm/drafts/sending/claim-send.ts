import type { Context } from '#lib/context/context.ts';
import { conflict } from '#lib/core/errors.ts';
import { newId } from '#lib/core/ids.ts';
import { EmailBodies, EmailMessages, EmailMsgids } from '#lib/crm/collections.ts';
import {
  assertVersion,
  draftLane,
  type HeldDraft,
  needDraft,
  staleVersion,
  writeDraft,
} from '#lib/crm/drafts/draft-rows.ts';
import { nextDraftStatus } from '#lib/crm/drafts/draft-states.ts';
import { removeOverrides, withoutOverrides } from '#lib/crm/drafts/send-overrides.ts';
import type { EmailDraft } from '#lib/crm/schemas/draft.ts';
import { isLater } from '#lib/crm/threads/latest-mail.ts';
import { promiseThreadIndex } from '#lib/crm/topics.ts';
import { msgidKey } from '#lib/mail/identity.ts';
import { assertSendable, type OutgoingReply, outgoingReply, type SendWish } from './outgoing-mail.ts';

/** What started a send: a person now, the schedule that a person set before, or a retry. */
export type SendCause =
  | { readonly by: 'person'; readonly wish: SendWish }
  | { readonly by: 'schedule'; readonly sendAt: string }
  | { readonly by: 'retry' };

/** An attempt that only this caller may settle. `attempt` is its number. */
export type SendClaim = {
  readonly id: string;
  readonly attempt: number;
  readonly reply: OutgoingReply;
  readonly raw: Uint8Array;
};
export type Claimed = { readonly claim: SendClaim } | { readonly claim: null; readonly sent: EmailDraft };

/**
 * Claims the next attempt to send a draft, and writes the row of its mail and the index by which replies find it. The
 * mail is built first, so a mail that cannot be built is never claimed. A draft that was already sent is returned
 * without a claim.
 */
export async function claimSend(ctx: Context, id: string, cause: SendCause): Promise<Claimed> {
  const now = ctx.now();
  const seen = await needDraft(ctx.data, id);
  if (isSent(seen.draft)) return { claim: null, sent: seen.draft };
  if (cause.by === 'person') assertVersion(seen.draft, cause.wish.version);
  assertDue(seen.draft, cause, now);
  const reply = await replyFor(ctx, seen, cause, now);
  const tools = await ctx.mailTools();
  const raw = await tools.compose(reply.mail);
  const claimId = newId('run');

  return ctx.data.tx(
    async (t): Promise<Claimed> => {
      const held = await needDraft(t, id);
      const { draft, thread } = held;
      // Firestore may repeat an applied commit. This callback then finds its own claim.
      if (draft.status === 'sending' && draft.claimId === claimId)
        return { claim: { id, attempt: draft.attempts, reply, raw } };
      if (isSent(draft)) return { claim: null, sent: draft };
      assertDue(draft, cause, now);
      assertVersion(draft, seen.draft.version);
      // A mail held back by another person may have another recipient.
      if (draft.toEmail !== seen.draft.toEmail) throw staleVersion(draft);
      const { latestId } = thread.data;
      const [known, latest] = await Promise.all([
        t.get(EmailMessages, reply.rowId),
        latestId === null ? undefined : t.get(EmailMessages, latestId),
      ]);
      // The customer has written again since the approval. An automatic send keeps that mail as the latest one, so that
      // it gets a draft.
      const isOvertaken = draft.stale && cause.by !== 'person';
      const isLatest =
        !isOvertaken && (!latest || latest.id === reply.rowId || isLater({ id: reply.rowId, data: reply.row }, latest));

      const claimed = writeDraft(
        t,
        held,
        { ...claimOf(held, reply, cause, now), claimId },
        {
          now,
          also: { ...countOf(held, known), ...(isLatest && { latestId: reply.rowId }) },
        },
      );
      t.set(EmailMessages, reply.rowId, {
        ...reply.row,
        threadId: thread.id,
        createdAt: known?.data.createdAt ?? reply.row.createdAt,
      });
      if (reply.row.bodyChunks > 0) {
        const piece = JSON.stringify({ text: reply.mail.text, html: '', remoteImages: [] });
        t.set(EmailBodies, `${reply.rowId}-0`, { messageId: reply.rowId, n: 0, piece });
      } else if (known && known.data.bodyChunks > 0) t.delete(EmailBodies, `${reply.rowId}-0`);
      const { channelId, messageId } = reply.row;
      const entry = { threadId: thread.id, channelId, messageId: reply.rowId, createdAt: now.toISOString() };
      t.set(EmailMsgids, msgidKey(channelId, messageId), entry);
      promiseThreadIndex(t, thread.id, now);
      return { claim: { id, attempt: claimed.attempts, reply, raw } };
    },
    { lane: draftLane(id) },
  );
}

/**
 * Builds the mail of an attempt. A person's send applies the overrides of this call. A scheduled send and a retry apply
 * the stored overrides.
 */
function replyFor(ctx: Context, held: HeldDraft, cause: SendCause, now: Date): Promise<OutgoingReply> {
  if (cause.by !== 'person') return outgoingReply(ctx, held, {}, now);
  const plain = { ...held, draft: { ...held.draft, ...removeOverrides(held.draft) } };
  return outgoingReply(ctx, plain, cause.wish, now);
}

const isSent = ({ status }: EmailDraft): boolean => status === 'sent';

/** Throws when an attempt is not due yet or no longer has a reason. A person may always send. */
function assertDue(draft: EmailDraft, cause: SendCause, now: Date): void {
  const { nextAttemptAt } = draft;
  const isDue =
    cause.by === 'person' ||
    (cause.by === 'schedule' && draft.sendAt === cause.sendAt) ||
    (cause.by === 'retry' && draft.status === 'failed' && nextAttemptAt !== null && nextAttemptAt <= now.toISOString());
  if (!isDue) throw conflict('There is nothing left to send', { code: 'InvalidTransition' });
  assertSendable(draft);
}

const claimOf = ({ draft }: HeldDraft, reply: OutgoingReply, { by }: SendCause, now: Date): Partial<EmailDraft> => ({
  status: nextDraftStatus(draft.status, 'claim'),
  attempts: draft.attempts + 1,
  retries: by === 'retry' ? draft.retries + 1 : 0,
  nextAttemptAt: null,
  sendAt: null,
  lastError: null,
  claimedAt: now.toISOString(),
  lookUntil: null,
  messageId: reply.mail.messageId,
  subject: reply.subject,
  toEmail: reply.to.email,
  toName: reply.to.name,
  redirected: reply.redirected,
  own: withoutOverrides(draft),
});

/** A second attempt is the same message of the thread, so it is not counted again. */
const countOf = ({ thread: { data } }: HeldDraft, known: object | undefined) =>
  known ? {} : { messageCount: data.messageCount + 1, outboundCount: data.outboundCount + 1 };
