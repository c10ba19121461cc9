import { VerificationOpen, VerificationProcedures } from '#lib/admin/collections.ts';
import { SLA_MS } from '#lib/admin/limits.ts';
import type { Procedure } from '#lib/admin/schemas/verification.ts';
import { conflict } from '#lib/core/errors.ts';
import { newNumber } from '#lib/core/ids.ts';
import { after } from '#lib/core/time.ts';
import type { Row, Tx } from '#lib/data/store.ts';
import { retryAtOf } from './own-procedures.ts';
import { latestOfKind } from './queries.ts';
import { openClaimId, recordEvent } from './record-transition.ts';

export type Subject = Pick<Procedure, 'subjectType' | 'subjectId' | 'subjectName' | 'ownerId' | 'kind'>;
type Opening = { readonly number: string; readonly answers: Procedure['answers']; readonly now: Date };

/** Returns a new number. Creating its procedure claims the number. */
export const newProcedureNumber = (now: Date): string => newNumber(`VP-${now.getUTCFullYear()}-`, 6);

/**
 * Inserts a procedure in the caller's transaction, with the claim that allows one open procedure of each kind. Counts
 * the subject's attempts.
 */
export async function openProcedure(t: Tx, subject: Subject, { number, answers, now }: Opening): Promise<Procedure> {
  const claimId = openClaimId(subject);
  const [claim, latest] = await Promise.all([
    t.get(VerificationOpen, claimId),
    t.find(latestOfKind(subject.subjectId, subject.kind)),
  ]);
  if (claim)
    throw conflict('An application is already open', {
      code: 'AlreadyOpen',
      details: { procedureNumber: claim.data.procedureNumber },
    });
  const [previous] = latest.rows;
  assertNotTooEarly(previous, now);
  const at = now.toISOString();
  const procedure: Procedure = {
    ...subject,
    ...{ status: 'submitted', isOpen: true, answers, evidence: [], slaDueAt: after(now, SLA_MS), version: 1 },
    attempt: (previous?.data.attempt ?? 0) + 1,
    previousProcedure: previous?.id ?? null,
    ...{ submittedBy: subject.ownerId, submittedAt: at, createdAt: at, updatedAt: at },
    ...{ claimedBy: null, claimedAt: null, decidedBy: null, decidedAt: null, reasonCode: null, reason: null },
    ...{ infoRequest: null, infoDueAt: null, evidenceDueAt: null },
  };
  t.create(VerificationProcedures, number, procedure);
  t.create(VerificationOpen, claimId, { procedureNumber: number });
  recordEvent(t, number, procedure, {
    ...{ at, actorId: subject.ownerId, action: 'submit', from: null, to: 'submitted', reason: null, note: null },
  });
  return procedure;
}

function assertNotTooEarly(previous: Pick<Row<Procedure>, 'data'> | undefined, now: Date): void {
  const retryAt = previous ? retryAtOf(previous.data) : null;
  if (retryAt !== null && now.toISOString() < retryAt)
    throw conflict('You can apply again later', { code: 'TooEarly', details: { retryAt } });
}
