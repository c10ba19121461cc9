import { VerificationEvents, VerificationProcedures } from '#lib/admin/collections.ts';
import type { Procedure, VerificationEvent } from '#lib/admin/schemas/verification.ts';
import type { Context } from '#lib/context/context.ts';
import type { Cursor } from '#lib/data/query.ts';
import { pagesOf } from '#lib/data/read-all.ts';
import type { Row, Tx } from '#lib/data/store.ts';
import { purgeEvidence } from './evidence-purge.ts';
import { eventsOf, proceduresOfOwner } from './queries.ts';
import { recordTransition } from './record-transition.ts';

/** Few, because each procedure also brings its events into the transaction. */
const SLICE = 20;

/**
 * Cancels the open procedures of a deleted account, and blanks names, answers, file names and texts about the person in
 * all of its procedures and their events. The rows stay.
 */
export async function forgetAnswers(t: Tx, userId: string, now: Date, after: Cursor | undefined) {
  const { rows, next } = await t.find(proceduresOfOwner(userId, SLICE, after));
  const named = rows.filter(({ data }) => data.isOpen || holdsWords(data));
  const events: Row<VerificationEvent>[] = [];
  // An administrator's note may be the only text of a procedure.
  for (const { id } of rows) events.push(...(await t.find(eventsOf(id))).rows);
  for (const { id, data } of events)
    if (data.reason !== null || data.note !== null) t.update(VerificationEvents, id, { reason: null, note: null });
  for (const { id, data } of named) {
    if (data.isOpen) recordTransition(t, id, data, { action: 'withdraw', actorId: null, now, patch: blanked(data) });
    else t.update(VerificationProcedures, id, blanked(data));
  }
  return { count: named.length, next };
}

const holdsWords = ({ subjectName, reason, infoRequest, answers, evidence }: Procedure): boolean =>
  subjectName !== '' ||
  reason !== null ||
  infoRequest !== null ||
  Object.keys(answers).length > 0 ||
  evidence.some(({ fileName }) => fileName !== '');

const blanked = ({ evidence }: Procedure) => ({
  subjectName: '',
  reason: null,
  infoRequest: null,
  infoDueAt: null,
  answers: {},
  evidence: evidence.map((file) => ({ ...file, fileName: '' })),
});

/** Deletes the files of a deleted account. `forgetAnswers` has closed its procedures before. */
export async function purgeEvidenceOf(ctx: Context, userId: string): Promise<void> {
  for await (const rows of pagesOf(ctx.data, (after) => proceduresOfOwner(userId, SLICE, after)))
    for (const row of rows) if (row.data.evidenceDueAt !== null) await purgeEvidence(ctx, row.id);
}
