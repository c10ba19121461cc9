import { VerificationEvents, VerificationOpen, VerificationProcedures } from '#lib/admin/collections.ts';
import { EVIDENCE_KEPT_MS } from '#lib/admin/limits.ts';
import type { Procedure, VerificationEvent } from '#lib/admin/schemas/verification.ts';
import type { Context } from '#lib/context/context.ts';
import { hashId, hashOf } from '#lib/core/ids.ts';
import { after } from '#lib/core/time.ts';
import type { Writer } from '#lib/data/store.ts';
import { forgetVendors } from '#lib/store/vendors/vendors.ts';
import { publishOverviewChange } from '#lib/tunnel/channels/overview-channel.ts';
import { isOpen, transitions } from './transitions.ts';
import type { ProcedureAction } from './values.ts';

type Subject = Pick<Procedure, 'subjectType' | 'subjectId' | 'kind'>;
/** Returns the id of the row that claims a subject's only open procedure of a kind. */
export const openClaimId = ({ subjectType, subjectId, kind }: Subject): string => hashOf(subjectType, subjectId, kind);

export const procedureLane = (procedureNumber: string): string => `verification_procedures/${procedureNumber}`;

export type Transition = {
  readonly action: Exclude<ProcedureAction, 'submit'>;
  readonly actorId: string | null;
  readonly now: Date;
  readonly reason?: string | null;
  readonly note?: string | null;
  /** Further fields of the procedure that change. */
  readonly patch?: Partial<Procedure>;
};

/**
 * Writes a transition in the caller's transaction: the procedure and its event. A closing transition also deletes the claim. The
 * caller has checked that the transition is allowed. Returns the changed procedure.
 */
export function recordTransition(write: Writer, number: string, before: Procedure, transition: Transition): Procedure {
  const { action, actorId, now, patch } = transition;
  const at = now.toISOString();
  const { to } = transitions[action];
  const changed: Procedure = {
    ...before,
    infoRequest: null,
    infoDueAt: null,
    ...patch,
    status: to,
    version: before.version + 1,
    updatedAt: at,
  };
  const procedure = isOpen(to) ? changed : closed(changed, at);
  write.set(VerificationProcedures, number, procedure);
  if (!procedure.isOpen) write.delete(VerificationOpen, openClaimId(before));
  recordEvent(write, number, procedure, {
    ...{ at, actorId, action, from: before.status, to },
    ...{ reason: transition.reason ?? null, note: transition.note ?? null },
  });
  return procedure;
}

const closed = (procedure: Procedure, at: string): Procedure => ({
  ...procedure,
  isOpen: false,
  decidedAt: at,
  evidenceDueAt: procedure.evidence.length === 0 ? null : after(new Date(at), EVIDENCE_KEPT_MS),
});

/** Inserts the event of a transition. A second event for the same version fails. */
export function recordEvent(
  write: Writer,
  number: string,
  { version }: Procedure,
  event: Omit<VerificationEvent, 'procedureNumber' | 'version'>,
): void {
  const id = hashId('verificationEvent', number, String(version));
  write.create(VerificationEvents, id, { ...event, procedureNumber: number, version });
}

/** Publishes a committed transition to open consoles. Clears the cached shops when the transition was about a shop. */
export async function publishTransition(ctx: Context, { subjectType }: Pick<Procedure, 'subjectType'>): Promise<void> {
  if (subjectType === 'vendor') forgetVendors(ctx);
  await publishOverviewChange(ctx, 'verification');
}
