import { VerificationProcedures } from '#lib/admin/collections.ts';
import type { Procedure } from '#lib/admin/schemas/verification.ts';
import type { Context } from '#lib/context/context.ts';
import type { Row } from '#lib/data/store.ts';
import { dueEvidence } from './queries.ts';
import { procedureLane } from './record-move.ts';

const IN_SLICE = 100;

/** Deletes the files of one slice of procedures that were closed 30 days ago. Returns the number of these procedures. */
export async function purgeDueEvidence(ctx: Context): Promise<number> {
  const { rows } = await ctx.data.find(dueEvidence(ctx.now().toISOString(), IN_SLICE));
  for (const row of rows) await purgeEvidence(ctx, row);
  return rows.length;
}

/**
 * Deletes the bytes of a closed procedure's files and records the time. Hash and size stay. The bytes are deleted before
 * the row changes, so after a crash the next run deletes them again.
 */
export async function purgeEvidence(ctx: Context, { id, data }: Pick<Row<Procedure>, 'id' | 'data'>): Promise<void> {
  await ctx.files.remove(data.evidence.map(({ storageKey }) => storageKey));
  const at = ctx.now().toISOString();
  await ctx.data.tx(
    async (t) => {
      const row = await t.need(VerificationProcedures, id);
      const evidence = row.data.evidence.map((file) => ({ ...file, purgedAt: file.purgedAt ?? at }));
      t.update(VerificationProcedures, id, { evidence, evidenceDueAt: null });
    },
    { lane: procedureLane(id) },
  );
}
