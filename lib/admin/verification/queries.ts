import { VerificationEvents, VerificationProcedures } from '#lib/admin/collections.ts';
import { type Cursor, from } from '#lib/data/query.ts';
import type { ProcedureKind } from './values.ts';

/** Open procedures, the earliest due first. */
export function openProcedures(kind: ProcedureKind | undefined, limit: number, after?: Cursor) {
  const open = from(VerificationProcedures).where('isOpen', '==', true);
  return (kind === undefined ? open : open.where('kind', '==', kind)).orderBy('slaDueAt').limit(limit).after(after);
}

/** The procedures of a person and of their shop, newest first. */
export const proceduresOfOwner = (ownerId: string, limit: number, after?: Cursor) =>
  from(VerificationProcedures).where('ownerId', '==', ownerId).orderBy('createdAt', 'desc').limit(limit).after(after);

/** The procedures about one account or shop, newest first. */
export const proceduresAbout = (subjectId: string, limit: number, after?: Cursor) =>
  from(VerificationProcedures)
    .where('subjectId', '==', subjectId)
    .orderBy('createdAt', 'desc')
    .limit(limit)
    .after(after);

export const latestOfKind = (subjectId: string, kind: ProcedureKind) =>
  from(VerificationProcedures)
    .where('subjectId', '==', subjectId)
    .where('kind', '==', kind)
    .orderBy('createdAt', 'desc')
    .limit(1);

/** Procedures whose question is past due, the longest overdue first. */
export const overdueQuestions = (at: string, limit: number, after?: Cursor) =>
  from(VerificationProcedures)
    .where('status', '==', 'info_requested')
    .where('infoDueAt', '<=', at)
    .orderBy('infoDueAt')
    .limit(limit)
    .after(after);

/** Closed procedures whose evidence is due to be deleted. */
export const dueEvidence = (at: string, limit: number) =>
  from(VerificationProcedures).where('evidenceDueAt', '<=', at).orderBy('evidenceDueAt').limit(limit);

/** The events of a procedure, oldest first. The limit is far above the transitions of any procedure. */
export const eventsOf = (procedureNumber: string) =>
  from(VerificationEvents).where('procedureNumber', '==', procedureNumber).orderBy('version').limit(500);
