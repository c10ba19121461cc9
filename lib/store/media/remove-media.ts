import type { Context } from '#lib/context/context.ts';
import { conflict } from '#lib/core/errors.ts';
import { after } from '#lib/core/time.ts';
import type { Row, Tx } from '#lib/data/store.ts';
import { MediaFiles } from '#lib/store/collections.ts';
import { MEDIA_REMOVED_MS } from '#lib/store/limits.ts';
import { mediaDue, mediaOfPerson } from '#lib/store/queries.ts';
import type { MediaFile } from '#lib/store/schemas/media.ts';
import { mediaKeys } from './media-files.ts';
import { releaseMediaQuota } from './media-quota.ts';

const IN_SLICE = 100;

/** Removes a file that nothing refers to. Removing it again changes nothing. Throws FileInUse. */
export async function removeMedia(ctx: Context, id: string): Promise<void> {
  const now = ctx.now();
  const row = await ctx.data.tx(async (t) => {
    const found = await t.need(MediaFiles, id);
    if (found.data.uses > 0)
      throw conflict('The picture is in use. Remove it from its product or review first', { code: 'FileInUse' });
    if (found.data.state !== 'deleted') giveUp(t, found, { now, expiresAt: after(now, MEDIA_REMOVED_MS) });
    return found;
  });
  await ctx.files.remove(mediaKeys(row));
}

/** Marks a file as deleted: from now on nobody sees it, and cleanup removes what is left of it. */
function giveUp(
  t: Tx,
  { id, data }: Row<MediaFile>,
  { now, expiresAt }: { readonly now: Date; readonly expiresAt: string },
): void {
  t.update(MediaFiles, id, { state: 'deleted', servedUntil: null, expiresAt, updatedAt: now.toISOString() });
  releaseMediaQuota(t, data);
}

/**
 * Deletes one slice of files that nothing has used for their time, and of removed files. The bytes are deleted before
 * their row. A crash in between leaves a row without bytes, which the next run deletes.
 */
export async function clearMedia(ctx: Context): Promise<{ readonly done: number; readonly isMore: boolean }> {
  const now = ctx.now();
  const at = now.toISOString();
  const unused = await ctx.data.find(mediaDue('staged', at, IN_SLICE));
  for (const { id } of unused.rows)
    await ctx.data.tx(async (t) => {
      const row = await t.get(MediaFiles, id);
      // A row may use the file at the same moment. The transaction lets only one of the two succeed.
      if (row?.data.state !== 'staged' || row.data.expiresAt === null || row.data.expiresAt > at) return;
      giveUp(t, row, { now, expiresAt: at });
    });

  const { rows } = await ctx.data.find(mediaDue('deleted', at, IN_SLICE));
  await ctx.files.remove(rows.flatMap(mediaKeys));
  await ctx.data.batch((write) => {
    for (const { id } of rows) write.delete(MediaFiles, id);
  });
  return { done: rows.length, isMore: Math.max(rows.length, unused.rows.length) === IN_SLICE };
}

/**
 * Takes down a slice of the pictures that a deleted account added to its reviews, whether or not a review still shows
 * them, and returns how many. Cleanup removes their bytes.
 */
export async function forgetReviewMedia(t: Tx, userId: string, now: Date): Promise<number> {
  const { rows } = await t.find(mediaOfPerson(userId, 'review', IN_SLICE));
  for (const row of rows) giveUp(t, row, { now, expiresAt: now.toISOString() });
  return rows.length;
}
