import { VerificationProcedures } from '#lib/admin/collections.ts';
import type { Context } from '#lib/context/context.ts';
import { after, DAY_MS } from '#lib/core/time.ts';
import { inc } from '#lib/data/patch.ts';
import { UploadUse } from '#lib/messaging/collections.ts';
import { dueEvidence } from './queries.ts';
import { procedureLane } from './record-transition.ts';

const IN_SLICE = 100;

/**
 * Deletes the files of one slice of procedures that were closed 30 days ago. One whose files cannot be deleted is
 * counted as failed and tried again a day later, so that it does not stop those behind it.
 */
export async function purgeDueEvidence(ctx: Context): Promise<{ readonly done: number; readonly failed: number }> {
  const { rows } = await ctx.data.find(dueEvidence(ctx.now().toISOString(), IN_SLICE));
  let failed = 0;
  for (const { id } of rows) {
    try {
      await purgeEvidence(ctx, id);
    } catch (error) {
      ctx.log('error', 'verification.purge-failed', { procedureNumber: id, error });
      await ctx.data.update(VerificationProcedures, id, { evidenceDueAt: after(ctx.now(), DAY_MS) });
      failed += 1;
    }
  }
  return { done: rows.length - failed, failed };
}

/**
 * Deletes the bytes of a closed procedure's files. Hash and size stay. The row is marked first, so that an upload which
 * ends later removes its own bytes; after a crash the next run deletes them again.
 */
export async function purgeEvidence(ctx: Context, id: string): Promise<void> {
  const at = ctx.now().toISOString();
  const keys = await ctx.data.tx(
    async (t) => {
      const { evidence, ownerId } = (await t.need(VerificationProcedures, id)).data;
      const use = await t.get(UploadUse, ownerId);
      const bytes = evidence.reduce((sum, { purgedAt, sizeBytes }) => sum + (purgedAt === null ? sizeBytes : 0), 0);
      t.update(VerificationProcedures, id, {
        evidence: evidence.map((file) => ({ ...file, purgedAt: file.purgedAt ?? at })),
      });
      if (use && bytes > 0) t.update(UploadUse, ownerId, { bytes: inc(-bytes) });
      return evidence.map(({ storageKey }) => storageKey);
    },
    { lane: procedureLane(id) },
  );
  await ctx.files.remove(keys);
  await ctx.data.update(VerificationProcedures, id, { evidenceDueAt: null });
}
