import type { Procedure } from '#lib/admin/schemas/verification.ts';
import type { ReviewInput } from '#lib/admin/schemas/verification-input.ts';
import type { UserContext } from '#lib/context/context.ts';
import { conflict, forbidden, invalid } from '#lib/core/errors.ts';
import { answerNames } from './answers.ts';
import { storedEvidence } from './stored-evidence.ts';
import { transitions } from './transitions.ts';
import type { ReviewAction } from './values.ts';

/** Throws ValidationError for a question without a message and for a rejection without a reason. */
export function assertComplete(action: ReviewAction, { reason, message }: ReviewInput): void {
  if (action === 'reject' && !reason) throw invalid('A rejection needs a reason', { reason: 'is required' });
  if (action === 'request-info' && !message) throw invalid('Write what you need to know', { message: 'is required' });
}

/** Throws OwnProcedure for the administrator's own case. */
export function assertNotOwn({ user }: UserContext, ownerId: string): void {
  if (ownerId === user.id) throw forbidden('Another administrator must decide your own case', { code: 'OwnProcedure' });
}

/**
 * Returns true when a transition already had its effect. A claim by another administrator is no repetition: it takes the case
 * over. Throws StaleVersion for other words on a version before the effect: they came second and would be lost in silence.
 */
export function isRepeated(
  { user }: UserContext,
  action: ReviewAction,
  input: ReviewInput,
  before: Procedure,
): boolean {
  if (before.status !== transitions[action].to) return false;
  if (action === 'under-review') return before.claimedBy === user.id;
  if (!hasWords(before, action, input)) assertFresh(before, input.version);
  return true;
}

function hasWords(before: Procedure, action: Exclude<ReviewAction, 'under-review'>, input: ReviewInput): boolean {
  const { infoRequest, reason, reasonCode } = before;
  if (action === 'request-info')
    return infoRequest?.message === input.message && areSame(infoRequest?.fields ?? [], input.fields ?? []);
  const isSameCode = action === 'approve' || reasonCode === (input.reasonCode ?? null);
  return isSameCode && reason === (input.reason ?? null);
}

const areSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((name) => other.includes(name));

/** Throws StaleVersion when the case has changed since the version that the administrator saw. */
export function assertFresh({ version }: Procedure, seen: number | undefined): void {
  if (seen !== undefined && seen !== version)
    throw conflict('This case has changed in the meantime', {
      code: 'StaleVersion',
      details: { version: String(version) },
    });
}

/** Throws ValidationError for a question about an answer that this kind of procedure does not have. */
export function assertAskable({ kind }: Procedure, fields: readonly string[]): void {
  const unknown = fields.find((name) => !answerNames(kind).includes(name));
  if (unknown !== undefined) throw invalid('This case has no such answer', { fields: `contains ${unknown}` });
}

/** Throws EvidenceMissing for an identity without a file: answers alone prove nothing. */
export function assertEvidence(procedure: Procedure): void {
  if (procedure.kind === 'identity' && storedEvidence(procedure).length === 0)
    throw conflict('An identity needs at least one file as evidence', { code: 'EvidenceMissing' });
}
