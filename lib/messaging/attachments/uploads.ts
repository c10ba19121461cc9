import { createHash } from 'node:crypto';
import type { UserContext } from '#lib/context/context.ts';
import { fileNameOf } from '#lib/core/files/file-name.ts';
import { fileTypeOf } from '#lib/core/files/file-type.ts';
import { newId } from '#lib/core/ids.ts';
import { after } from '#lib/core/time.ts';
import { inc } from '#lib/data/patch.ts';
import type { Row } from '#lib/data/store.ts';
import { Attachments, UploadUse } from '#lib/messaging/collections.ts';
import { assertMayWrite, getMine } from '#lib/messaging/conversations/access.ts';
import { STAGED_MS } from '#lib/messaging/limits.ts';
import type { Attachment, UploadedFile } from '#lib/messaging/schemas/attachment.ts';
import { messageAttachmentOf } from './attachments.ts';
import { spendQuota } from './quota.ts';

export type GivenFile = { readonly filename: string; readonly bytes: Uint8Array };
type Staged = Pick<Row<Attachment>, 'id' | 'data'> & { readonly bytes: Uint8Array };

/**
 * Stores uploaded files for a day, until a message takes them. The rows are written first, so that after a crash no
 * file is without a row. Files that never reached a message are cleaned up.
 */
export async function uploadFiles(
  ctx: UserContext,
  files: readonly GivenFile[],
  conversationId: string | null,
): Promise<readonly UploadedFile[]> {
  assertMayWrite(ctx);
  if (conversationId !== null) await getMine(ctx, ctx.data, conversationId);
  const staged = files.map((file) => stagedOf(ctx, file, conversationId));
  await writeRows(ctx, staged);
  try {
    for (const { data, bytes } of staged) await ctx.files.put(data.storageKey, bytes);
  } catch (error) {
    await giveBack(ctx, staged);
    throw error;
  }
  ctx.log('info', 'files.uploaded', { userId: ctx.user.id, files: staged.length, bytes: sizeOf(staged) });
  return staged.map(({ id, data }) => ({
    ...messageAttachmentOf({ id, data }),
    sha256: data.sha256,
    expiresAt: data.expiresAt ?? data.createdAt,
  }));
}

type GivenAttachment = Pick<Attachment, 'ownerId' | 'name' | 'mimeType' | 'kind' | 'size' | 'sha256'> &
  Partial<Attachment>;

/** Returns the row of an uploaded file that waits for a message. */
export const newAttachment = (given: GivenAttachment, now: Date): Attachment => ({
  conversationId: null,
  messageId: null,
  storageKey: `attachments/${newId('file')}`,
  state: 'staged',
  createdAt: now.toISOString(),
  expiresAt: after(now, STAGED_MS),
  blockedAt: null,
  ...given,
});

function stagedOf(ctx: UserContext, { filename, bytes }: GivenFile, conversationId: string | null): Staged {
  const data = newAttachment(
    {
      name: fileNameOf(filename),
      ...fileTypeOf(bytes),
      size: bytes.byteLength,
      ownerId: ctx.user.id,
      conversationId,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    },
    ctx.now(),
  );
  return { id: newId('attachment'), data, bytes };
}

const sizeOf = (staged: readonly Staged[]): number => staged.reduce((sum, { data }) => sum + data.size, 0);

/** Writes the rows of the files. */
async function writeRows({ data, user }: UserContext, staged: readonly Staged[]): Promise<void> {
  await data.tx(
    async (t) => {
      await spendQuota(t, user.id, sizeOf(staged));
      for (const { id, data: row } of staged) t.create(Attachments, id, row);
    },
    { lane: `upload_use/${user.id}` },
  );
}

async function giveBack({ data, user, now }: UserContext, staged: readonly Staged[]): Promise<void> {
  await data.batch((write) => {
    for (const { id } of staged) write.update(Attachments, id, { state: 'deleted', expiresAt: now().toISOString() });
    write.update(UploadUse, user.id, { bytes: inc(-sizeOf(staged)) });
  });
}
