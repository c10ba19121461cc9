import type { Context } from '#lib/context/context.ts';
import { ProductFiles } from './collections.ts';
import { filesDue } from './queries.ts';

const IN_SLICE = 100;

/**
 * Deletes one slice of files whose upload did not end within a day, and of files that nobody can have bought. The bytes
 * are deleted before their row. A crash in between leaves a row without bytes, which the next run deletes.
 */
export async function clearProductFiles(ctx: Context): Promise<{ readonly done: number; readonly isMore: boolean }> {
  const at = ctx.now().toISOString();
  const { rows } = await ctx.data.find(filesDue(at, IN_SLICE));
  for (const { id } of rows.filter(({ data }) => data.retiredAt === null))
    await ctx.data.tx(async (t) => {
      const row = await t.get(ProductFiles, id);
      // The upload may end at the same moment. The transaction lets only one of the two succeed.
      if (row && row.data.expiresAt !== null && row.data.retiredAt === null)
        t.update(ProductFiles, id, { retiredAt: at });
    });
  const read = await ctx.data.getMany(
    ProductFiles,
    rows.map(({ id }) => id),
  );
  const due = read.filter((row) => row !== undefined).filter(({ data }) => data.expiresAt !== null);
  await ctx.files.remove(due.map(({ data }) => data.storageKey));
  await ctx.data.batch((write) => {
    for (const { id } of due) write.delete(ProductFiles, id);
  });
  return { done: due.length, isMore: rows.length === IN_SLICE };
}
