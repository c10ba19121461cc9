import { VerificationOpen, VerificationProcedures } from '#lib/admin/collections.ts';
import type { Procedure } from '#lib/admin/schemas/verification.ts';
import type { SetVerified } from '#lib/admin/schemas/verification-input.ts';
import type { VerifiedSet } from '#lib/admin/schemas/verification-views.ts';
import { adminUserOf } from '#lib/admin/users/users.ts';
import { auditRefusal, auditRow } from '#lib/audit/audit.ts';
import { getStandingUser } from '#lib/auth/users.ts';
import type { CurrentUser, UserContext } from '#lib/context/context.ts';
import type { Tx } from '#lib/data/store.ts';
import { notifyOwner } from './notify-owner.ts';
import { newProcedureNumber } from './open-procedure.ts';
import { setVerifiedFlag } from './outcome.ts';
import { proceduresAbout } from './queries.ts';
import { openClaimId, publishTransition, recordEvent } from './record-transition.ts';
import { writeReview } from './review.ts';
import { assertNotOwn } from './review-rules.ts';

type Setting = SetVerified & { readonly now: Date; readonly user: CurrentUser };

/**
 * Sets or clears the `isVerified` flag of an account. Decides the open identity procedure, or else inserts a closed
 * `manual` procedure, so every flag has a procedure. Setting the present value without an open procedure changes
 * nothing. Throws OwnProcedure for the administrator's own account.
 */
export async function setVerified(ctx: UserContext, userId: string, input: SetVerified): Promise<VerifiedSet> {
  const now = ctx.now();
  const { isVerified, reason } = input;
  const act = {
    action: isVerified ? 'verification.approved' : 'verification.rejected',
    ...{ targetType: 'user', targetId: userId, reason, after: { isVerified } },
  };
  const manual = newProcedureNumber(now);

  const done = await auditRefusal(ctx, act, () =>
    ctx.data.tx(
      async (t) => {
        assertNotOwn(ctx, userId);
        const user = await getStandingUser(t, userId);
        const [claim, { rows }] = await Promise.all([
          t.get(VerificationOpen, identityClaim(userId)),
          t.find(proceduresAbout(userId, 1)),
        ]);
        const latest = rows[0]?.id ?? null;
        const number = claim?.data.procedureNumber ?? manual;
        if (!claim && user.isVerified === isVerified) return { user, number: latest, isChanged: false };
        const setting = { ...input, now, user };
        if (claim) await decideOpen(ctx, t, number, setting);
        else writeManual(ctx, t, number, setting, latest);
        auditRow(t, ctx, {
          ...act,
          before: { isVerified: user.isVerified },
          after: { isVerified, procedureNumber: number },
          now,
        });
        const at = now.toISOString();
        const changed = { ...user, isVerified, verifiedAt: isVerified ? at : null, updatedAt: at };
        return { user: changed, number, isChanged: true };
      },
      { lane: `users/${userId}`, mayQuery: true },
    ),
  );
  if (done.isChanged) await publishTransition(ctx, { subjectType: 'user' });
  return { success: true, user: adminUserOf(done.user), procedureNumber: done.number };
}

const identityClaim = (userId: string) => openClaimId({ subjectType: 'user', subjectId: userId, kind: 'identity' });

/** Decides the open procedure, even without evidence. */
async function decideOpen(ctx: UserContext, t: Tx, number: string, setting: Setting): Promise<void> {
  const { isVerified, reason, note, now, user } = setting;
  const before = (await t.need(VerificationProcedures, number)).data;
  await writeReview(ctx, t, {
    ...{ number, action: isVerified ? 'approve' : 'reject', before, now, note },
    input: reason === undefined ? {} : { reason },
  });
  if (!isVerified && user.isVerified) setVerifiedFlag(t, user.id, false, now);
}

/** Inserts a procedure that is already closed. */
function writeManual(ctx: UserContext, t: Tx, number: string, setting: Setting, previous: string | null): void {
  const { isVerified, reason = null, note = null, now, user } = setting;
  const at = now.toISOString();
  const status = isVerified ? 'approved' : 'rejected';
  const procedure: Procedure = {
    ...{ subjectType: 'user', subjectId: user.id, subjectName: user.name, ownerId: user.id, kind: 'manual', status },
    ...{ isOpen: false, attempt: 1, previousProcedure: previous, answers: {}, evidence: [], version: 1 },
    ...{ submittedBy: ctx.user.id, submittedAt: at, claimedBy: null, claimedAt: null, slaDueAt: at },
    ...{ decidedBy: ctx.user.id, decidedAt: at, reasonCode: null, reason, createdAt: at, updatedAt: at },
    ...{ infoRequest: null, infoDueAt: null, evidenceDueAt: null },
  };
  t.create(VerificationProcedures, number, procedure);
  recordEvent(t, number, procedure, {
    ...{ at, actorId: ctx.user.id, action: isVerified ? 'approve' : 'reject', from: null, to: status, reason, note },
  });
  setVerifiedFlag(t, user.id, isVerified, now);
  notifyOwner(t, number, procedure, isVerified ? 'granted' : 'removed', now);
}
