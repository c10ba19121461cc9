import type { Context } from '#lib/context/context.ts';
import { inc } from '#lib/data/patch.ts';
import { from, type Query } from '#lib/data/query.ts';
import type { Row } from '#lib/data/store.ts';
import { Attachments, Conversations, UploadUse } from '#lib/messaging/collections.ts';
import type { Attachment, AttachmentState } from '#lib/messaging/schemas/attachment.ts';
import { promiseGroupOver } from '#lib/messaging/topics.ts';

const IN_SLICE = 100;

/** Files of a state that have expired, the longest expired first. */
export const attachmentsDue = (state: AttachmentState, at: string, limit: number): Query<Attachment> =>
  from(Attachments).where('state', '==', state).where('expiresAt', '<=', at).orderBy('expiresAt').limit(limit);

const attachmentsIn = (conversationId: string, limit: number): Query<Attachment> =>
  from(Attachments).where('conversationId', '==', conversationId).where('state', '==', 'attached').limit(limit);

/**
 * Releases the files of a group that has ended, one slice per commit. Released files no longer count against their
 * owners' quotas, and the next cleanup run deletes them. If files may remain, the effect is enqueued again.
 */
export async function dropFilesOf(ctx: Context, conversationId: string): Promise<void> {
  const now = ctx.now();
  const at = now.toISOString();
  // No file joins an ended group: sending a message reads its conversation in the transaction that takes the file.
  const { rows: found } = await ctx.data.find(attachmentsIn(conversationId, IN_SLICE));
  await ctx.data.tx(async (t) => {
    const row = await t.get(Conversations, conversationId);
    if (row?.data.deletedAt === null) return;
    const again = await t.getMany(
      Attachments,
      found.map(({ id }) => id),
    );
    const rows = again.filter((file) => file?.data.state === 'attached') as Row<Attachment>[];
    for (const { id } of rows) t.update(Attachments, id, { state: 'deleted', expiresAt: at });
    for (const [ownerId, bytes] of bytesByOwner(rows)) t.update(UploadUse, ownerId, { bytes: inc(-bytes) });
    if (found.length === IN_SLICE) promiseGroupOver(t, conversationId, now);
  });
}

function bytesByOwner(rows: readonly Row<Attachment>[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { data } of rows) sums.set(data.ownerId, (sums.get(data.ownerId) ?? 0) + data.size);
  return sums;
}

/**
 * Deletes one slice of files that no message took within a day, and of files of deleted messages. The file is deleted
 * before its row. A crash in between leaves a row without a file, which the next run deletes.
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

/**
 * Marks an unused file as deleted. A message may take the file at the same moment; the transaction lets only one of the
 * two succeed.
 */
async function giveUpOn({ data }: Context, id: string, at: string): Promise<void> {
  await data.tx(async (t) => {
    const row = await t.get(Attachments, id);
    if (row?.data.state !== 'staged') return;
    t.update(Attachments, id, { state: 'deleted', expiresAt: at });
    t.update(UploadUse, row.data.ownerId, { bytes: inc(-row.data.size) });
  });
}
