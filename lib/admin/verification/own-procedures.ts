import { VerificationProcedures } from '#lib/admin/collections.ts';
import { REAPPLY_AFTER_MS, SLA_MS } from '#lib/admin/limits.ts';
import type { Procedure } from '#lib/admin/schemas/verification.ts';
import type { AnswerInput } from '#lib/admin/schemas/verification-input.ts';
import type { OwnProcedure } from '#lib/admin/schemas/verification-views.ts';
import type { UserContext } from '#lib/context/context.ts';
import { notFound } from '#lib/core/errors.ts';
import { after } from '#lib/core/time.ts';
import type { Cursor } from '#lib/data/query.ts';
import type { Reader, Row, Tx } from '#lib/data/store.ts';
import { assertMayWrite } from '#lib/messaging/conversations/access.ts';
import { planAccount } from '#lib/store/vendors/application.ts';
import { answeredAccount } from './answered-account.ts';
import { mergedAnswers } from './answers.ts';
import { planOutcome } from './outcome.ts';
import { proceduresOfOwner } from './queries.ts';
import { procedureLane, publishTransition, recordTransition } from './record-transition.ts';
import { assertFresh } from './review-rules.ts';
import { storedEvidence } from './stored-evidence.ts';
import { assertAllowed } from './transitions.ts';

/** Returns the time from which another attempt is possible, or null unless an application was rejected. */
export const retryAtOf = ({ kind, status, decidedAt }: Procedure): string | null =>
  kind !== 'manual' && status === 'rejected' && decidedAt !== null
    ? after(new Date(decidedAt), REAPPLY_AFTER_MS)
    : null;

/** Returns the owner's view of a procedure. It does not name the reviewer. */
export const ownProcedureOf = ({ id, data }: Pick<Row<Procedure>, 'id' | 'data'>): OwnProcedure => ({
  ...{ procedureNumber: id, kind: data.kind, status: data.status, version: data.version },
  ...{ submittedAt: data.submittedAt, slaDueAt: data.slaDueAt, infoRequest: data.infoRequest },
  ...{ reasonCode: data.reasonCode, reason: data.reason, decidedAt: data.decidedAt, answers: data.answers },
  evidence: storedEvidence(data).map(({ id: fileId, kind, fileName, sizeBytes }) => ({
    id: fileId,
    kind,
    fileName,
    sizeBytes,
  })),
  retryAt: retryAtOf(data),
});

/** Lists the caller's procedures, newest first. */
export async function listOwnProcedures(
  { data, user }: UserContext,
  { limit, cursor }: { readonly limit: number; readonly cursor?: Cursor | undefined },
) {
  const { rows, next } = await data.find(proceduresOfOwner(user.id, limit, cursor));
  return { procedures: rows.map(ownProcedureOf), nextCursor: next };
}

/** Returns a procedure of the caller. Throws NotFound for another person's. */
export async function getOwnProcedure(
  { user }: Pick<UserContext, 'user'>,
  reader: Reader,
  number: string,
): Promise<Row<Procedure>> {
  const row = await reader.get(VerificationProcedures, number);
  if (row?.data.ownerId !== user.id) throw notFound(VerificationProcedures.label, number);
  return row;
}

/** Checks that the caller owns a procedure and may change it. Throws Forbidden for a restricted account. */
export async function loadOwnProcedure(ctx: UserContext, number: string): Promise<void> {
  assertMayWrite(ctx);
  await getOwnProcedure(ctx, ctx.data, number);
}

/** Answers a reviewer's question and returns the procedure to the queue. */
export async function answerQuestion(
  ctx: UserContext,
  number: string,
  { answers, version }: AnswerInput,
): Promise<OwnProcedure> {
  const account = await answeredAccount(ctx, (await getOwnProcedure(ctx, ctx.data, number)).data, answers);
  return moveOwn(ctx, number, async (t, before, now) => {
    assertAllowed('answer', before.status);
    assertFresh(before, version);
    const asked = before.infoRequest?.fields ?? [];
    const merged = mergedAnswers(before.kind, before.answers, answers, { asked, now });
    const write = account && (await planAccount(t, before.subjectId, account, now));
    write?.(t);
    const subjectName = before.kind === 'vendor' ? (merged.name ?? before.subjectName) : before.subjectName;
    const waiting = { slaDueAt: after(now, SLA_MS), claimedBy: null, claimedAt: null };
    const patch = { answers: { ...merged }, subjectName, ...waiting };
    return recordTransition(t, number, before, { action: 'answer', actorId: ctx.user.id, now, patch });
  });
}

/** Withdraws an open application. Withdrawing it again changes nothing. */
export const withdrawProcedure = (ctx: UserContext, number: string): Promise<OwnProcedure> =>
  moveOwn(ctx, number, async (t, before, now) => {
    if (before.status === 'cancelled') return before;
    assertAllowed('withdraw', before.status);
    const outcome = await planOutcome(t, before, { isApproved: false, now });
    outcome(t);
    return recordTransition(t, number, before, { action: 'withdraw', actorId: ctx.user.id, now });
  });

async function moveOwn(
  ctx: UserContext,
  number: string,
  transition: (t: Tx, before: Procedure, now: Date) => Promise<Procedure>,
): Promise<OwnProcedure> {
  const now = ctx.now();
  const procedure = await ctx.data.tx(
    async (t) => {
      const { data: before } = await getOwnProcedure(ctx, t, number);
      return transition(t, before, now);
    },
    { lane: procedureLane(number) },
  );
  await publishTransition(ctx, procedure);
  return ownProcedureOf({ id: number, data: procedure });
}
