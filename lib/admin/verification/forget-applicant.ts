import { VerificationProcedures } from '#lib/admin/collections.ts';
import type { Procedure } from '#lib/admin/schemas/verification.ts';
import type { Context } from '#lib/context/context.ts';
import type { Cursor } from '#lib/data/query.ts';
import { pagesOf } from '#lib/data/read-all.ts';
import type { Tx } from '#lib/data/store.ts';
import { purgeEvidence } from './evidence-purge.ts';
import { proceduresOfOwner } from './queries.ts';
import { recordMove } from './record-move.ts';

const SLICE = 100;

/**
 * Cancels the open procedures of a deleted account, and blanks names, answers and file names in all of its procedures.
 * The procedures and their events stay.
 */
export async function forgetAnswers(t: Tx, userId: string, now: Date, after: Cursor | undefined) {
  const { rows, next } = await t.find(proceduresOfOwner(userId, SLICE, after));
  const named = rows.filter(({ data }) => data.isOpen || holdsWords(data));
  for (const { id, data } of named) {
    if (data.isOpen) recordMove(t, id, data, { action: 'withdraw', actorId: null, now, patch: blanked(data) });
    else t.update(VerificationProcedures, id, blanked(data));
  }
  return { count: named.length, next };
}

const holdsWords = ({ subjectName, answers, evidence }: Procedure): boolean =>
  subjectName !== '' || Object.keys(answers).length > 0 || evidence.some(({ fileName }) => fileName !== '');

const blanked = ({ evidence }: Procedure) => ({
  subjectName: '',
  answers: {},
  evidence: evidence.map((file) => ({ ...file, fileName: '' })),
});

/** Deletes the files of a deleted account. `forgetAnswers` has closed its procedures before. */
export async function purgeEvidenceOf(ctx: Context, userId: string): Promise<void> {
  for await (const rows of pagesOf(ctx.data, (after) => proceduresOfOwner(userId, SLICE, after)))
    for (const row of rows)
      if (row.data.evidence.some(({ purgedAt }) => purgedAt === null)) await purgeEvidence(ctx, row);
}
