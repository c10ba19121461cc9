import type { Context } from '#lib/core/context.ts';
import { inc } from '#lib/data/patch.ts';
import { from, type Query } from '#lib/data/query.ts';
import { Attachments, UploadUse } from './collections.ts';
import type { Attachment, AttachmentState } from './schemas/attachment.ts';

const IN_SLICE = 100;

/** Files of a state whose time is over, the longest first. */
export const attachmentsDue = (state: AttachmentState, at: string, limit: number): Query<Attachment> =>
  from(Attachments).where('state', '==', state).where('expiresAt', '<=', at).orderBy('expiresAt').limit(limit);

/**
 * Clears away, a slice at a time, files that no message took within a day and those of deleted messages. The file goes
 * before its row: a crash in between leaves a row whose file is gone, and the next run takes that as well.
 */
export async function clearAttachments(ctx: Context): Promise<{ readonly done: number; readonly isMore: boolean }> {
  const at = ctx.now().toISOString();
  const unused = await ctx.data.find(attachmentsDue('staged', at, IN_SLICE));
  for (const { id } of unused.rows) await giveUpOn(ctx, id, at);

  const { rows } = await ctx.data.find(attachmentsDue('deleted', at, IN_SLICE));
  await ctx.files.remove(rows.map(({ data }) => data.storageKey));
  await ctx.data.batch((write) => {
    for (const { id } of rows) write.delete(Attachments, id);
  });
  return { done: rows.length, isMore: Math.max(rows.length, unused.rows.length) === IN_SLICE };
}

/** A message may take the file at this very moment: only one of the two has it. */
async function giveUpOn({ data }: Context, id: string, at: string): Promise<void> {
  await data.tx(async (t) => {
    const row = await t.get(Attachments, id);
    if (row?.data.state !== 'staged') return;
    t.update(Attachments, id, { state: 'deleted', expiresAt: at });
    t.update(UploadUse, row.data.ownerId, { bytes: inc(-row.data.size) });
  });
}
