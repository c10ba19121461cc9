import { VerificationProcedures } from '#lib/admin/collections.ts';
import { ANSWER_WITHIN_MS } from '#lib/admin/limits.ts';
import type { Procedure } from '#lib/admin/schemas/verification.ts';
import type { ReviewInput } from '#lib/admin/schemas/verification-input.ts';
import type { Reviewed } from '#lib/admin/schemas/verification-views.ts';
import { auditRefusal, auditRow } from '#lib/audit/audit.ts';
import type { UserContext } from '#lib/context/context.ts';
import { after } from '#lib/core/time.ts';
import type { Tx } from '#lib/data/store.ts';
import { type Notified, notifyOwner } from './notify-owner.ts';
import { planOutcome } from './outcome.ts';
import { procedureLane, publishTransition, recordTransition } from './record-transition.ts';
import {
  assertAskable,
  assertComplete,
  assertEvidence,
  assertFresh,
  assertNotOwn,
  isRepeated,
} from './review-rules.ts';
import { assertAllowed } from './transitions.ts';
import type { ReviewAction } from './values.ts';

/** The audit action of each transition, and the notification that the owner gets. */
const acts = {
  'under-review': { audit: 'verification.claimed', notified: null },
  'request-info': { audit: 'verification.info-requested', notified: 'info_requested' },
  approve: { audit: 'verification.approved', notified: 'approved' },
  reject: { audit: 'verification.rejected', notified: 'rejected' },
} as const satisfies Record<ReviewAction, { readonly audit: string; readonly notified: Notified | null }>;

/**
 * Performs an administrator's transition. Repeating a transition that already had its effect changes nothing. Throws OwnProcedure for
 * the administrator's own case, InvalidTransition for a transition that the status does not allow, StaleVersion when the case
 * has changed since that version, EvidenceMissing for the approval of an identity without a file, and ShopSuspended for the
 * approval of a suspended shop.
 */
export async function reviewProcedure(
  ctx: UserContext,
  number: string,
  action: ReviewAction,
  input: ReviewInput,
): Promise<Reviewed> {
  assertComplete(action, input);
  const now = ctx.now();
  const act = { action: acts[action].audit, targetType: 'verification', targetId: number, reason: input.reason };

  const { procedure, isChanged } = await auditRefusal(ctx, act, () =>
    ctx.data.tx(
      async (t) => {
        const before = (await t.need(VerificationProcedures, number)).data;
        assertNotOwn(ctx, before.ownerId);
        assertAskable(before, input.fields ?? []);
        if (isRepeated(ctx, action, input, before)) return { procedure: before, isChanged: false };
        assertAllowed(action, before.status);
        assertFresh(before, input.version);
        if (action === 'approve') assertEvidence(before);
        const procedure = await writeReview(ctx, t, { number, action, input, before, now });
        auditRow(t, ctx, { ...act, ...recorded(before, procedure), now });
        return { procedure, isChanged: true };
      },
      { lane: procedureLane(number) },
    ),
  );
  if (isChanged) await publishTransition(ctx, procedure);
  const { status, version, decidedAt, claimedBy } = procedure;
  return { success: true, procedure: { procedureNumber: number, status, version, decidedAt, claimedBy } };
}

/** What the audit row tells of a transition: the status, who took the case over from whom, and the code of a rejection. */
function recorded(before: Procedure, after: Procedure) {
  const isTaken = before.claimedBy !== after.claimedBy;
  return {
    before: { status: before.status, ...(isTaken && { claimedBy: before.claimedBy }) },
    after: {
      status: after.status,
      ...(isTaken && { claimedBy: after.claimedBy }),
      ...(after.reasonCode !== null && { reasonCode: after.reasonCode }),
    },
  };
}

export type Review = {
  readonly number: string;
  readonly action: ReviewAction;
  readonly input: ReviewInput;
  readonly before: Procedure;
  readonly now: Date;
  readonly note?: string | undefined;
};

/** Writes an allowed transition and its effects on the account or the shop. Returns the changed procedure. */
export async function writeReview(ctx: UserContext, t: Tx, review: Review): Promise<Procedure> {
  const { number, action, input, before, now, note } = review;
  const isClosing = action === 'approve' || action === 'reject';
  const outcome = isClosing
    ? await planOutcome(t, before, { isApproved: action === 'approve', reason: input.reason ?? null, now })
    : null;
  const procedure = recordTransition(t, number, before, {
    ...{ action, actorId: ctx.user.id, now },
    reason: (action === 'request-info' ? input.message : input.reason) ?? null,
    note: note ?? null,
    patch: changesOf(ctx, review),
  });
  outcome?.(t);
  const { notified } = acts[action];
  if (notified !== null) notifyOwner(t, number, procedure, notified, now);
  return procedure;
}

function changesOf({ user }: UserContext, { action, input, now }: Review): Partial<Procedure> {
  switch (action) {
    case 'under-review':
      return { claimedBy: user.id, claimedAt: now.toISOString() };
    case 'request-info': {
      const dueAt = after(now, ANSWER_WITHIN_MS);
      const infoRequest = { message: input.message ?? '', fields: [...(input.fields ?? [])], dueAt };
      return { infoRequest, infoDueAt: dueAt };
    }
    case 'approve':
      return { decidedBy: user.id, reason: input.reason ?? null };
    case 'reject':
      return { decidedBy: user.id, reasonCode: input.reasonCode ?? null, reason: input.reason ?? null };
  }
}
