import { auditRow } from '#lib/audit/audit.ts';
import { MAX_AUDIT_REASON } from '#lib/audit/schemas/audit.ts';
import type { UserContext } from '#lib/context/context.ts';
import {
  assertVersion,
  draftLane,
  type HeldDraft,
  needDraft,
  toDraftView,
  unreviewed,
  writeDraft,
} from '#lib/crm/drafts/draft-rows.ts';
import { nextDraftStatus } from '#lib/crm/drafts/draft-states.ts';
import { openSlotsOf } from '#lib/crm/drafts/open-slots.ts';
import { removeOverrides, withoutOverrides } from '#lib/crm/drafts/send-overrides.ts';
import { assertNoOpenSlot } from '#lib/crm/drafts/sending/outgoing-mail.ts';
import type { EmailDraft, EmailDraftView } from '#lib/crm/schemas/draft.ts';
import type { ApproveDraftInput, EditDraftInput, RejectDraftInput } from '#lib/crm/schemas/draft-input.ts';
import type { EmailThread } from '#lib/crm/schemas/thread.ts';
import type { Tx } from '#lib/data/store.ts';
import { cut } from '#lib/mail/headers/reply-headers.ts';

/**
 * Approves exactly this version of the text. The first to approve is the reviewer. Approving again changes nothing.
 * Throws OpenSlot for a placeholder in the text, and StaleVersion when the version differs from the caller's.
 */
export const approveDraft = (ctx: UserContext, id: string, { version }: ApproveDraftInput): Promise<EmailDraftView> =>
  review(ctx, id, ({ draft }, now) => {
    const status = draft.status === 'approved' ? draft.status : nextDraftStatus(draft.status, 'approve');
    assertVersion(draft, version);
    if (draft.status === 'approved') return null;
    assertNoOpenSlot(draft);
    return {
      action: 'draft.approved',
      patch: {
        status,
        stale: false,
        reviewerId: ctx.user.id,
        approvedAt: now.toISOString(),
        approvedVersion: draft.version,
        retries: 0,
      },
      takesUp: true,
    };
  });

/** Rejects a draft. Rejecting again changes nothing, and the first reason stays. */
export const rejectDraft = (ctx: UserContext, id: string, { reason }: RejectDraftInput): Promise<EmailDraftView> =>
  review(ctx, id, ({ draft }, now) => {
    if (draft.status === 'rejected') return null;
    return {
      action: 'draft.rejected',
      patch: {
        ...removeOverrides(draft),
        status: nextDraftStatus(draft.status, 'reject'),
        rejectedBy: ctx.user.id,
        rejectedAt: now.toISOString(),
        rejectReason: reason || null,
        nextAttemptAt: null,
        sendAt: null,
        scheduledBy: null,
      },
      reason: reason ? cut(reason, MAX_AUDIT_REASON) : null,
    };
  });

/** Changes the text or the subject. The change creates a new version, which voids an earlier approval. */
export const editDraft = (ctx: UserContext, id: string, input: EditDraftInput): Promise<EmailDraftView> =>
  review(ctx, id, ({ draft }, now) => {
    const status = nextDraftStatus(draft.status, 'edit');
    assertVersion(draft, input.version);
    const plain = withoutOverrides(draft);
    const { body = draft.body, subject = plain.subject } = input;
    if (body === draft.body && subject === plain.subject) return null;
    return {
      action: 'draft.edited',
      patch: {
        ...removeOverrides(draft),
        status,
        version: draft.version + 1,
        body,
        subject,
        openSlots: openSlotsOf(body),
        foreignLinks: draft.foreignLinks.filter((link) => body.includes(link)),
        ...unreviewed,
        editedBy: ctx.user.id,
        editedAt: now.toISOString(),
      },
      takesUp: true,
    };
  });

type Reviewed = {
  readonly action: string;
  readonly patch: Partial<EmailDraft>;
  readonly reason?: string | null;
  /** True when the review means that a person has taken up the conversation. */
  readonly takesUp?: boolean;
};
/** Applies a person's change to a draft and writes its audit row. `decide` returns null when nothing changes. */
async function review(
  ctx: UserContext,
  id: string,
  decide: (held: HeldDraft, now: Date) => Reviewed | null,
): Promise<EmailDraftView> {
  const now = ctx.now();
  const draft = await ctx.data.tx(
    async (t) => {
      const held = await needDraft(t, id);
      const decided = decide(held, now);
      return decided ? write(t, ctx, held, decided, now) : held.draft;
    },
    { lane: draftLane(id) },
  );
  return toDraftView(id, draft);
}

function write(t: Tx, ctx: UserContext, held: HeldDraft, reviewed: Reviewed, now: Date): EmailDraft {
  const { action, patch, reason = null, takesUp = false } = reviewed;
  const also: Partial<EmailThread> = takesUp && held.thread.data.status === 'new' ? { status: 'ongoing' } : {};
  const next = writeDraft(t, held, patch, { now, also });
  auditRow(t, ctx, {
    action,
    targetType: 'draft',
    targetId: held.id,
    before: { status: held.draft.status, version: held.draft.version },
    after: { status: next.status, version: next.version },
    reason,
    now,
  });
  return next;
}
