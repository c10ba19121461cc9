import type { UserContext } from '#lib/context/context.ts';
import { invalid, notFound } from '#lib/core/errors.ts';
import { inc } from '#lib/data/patch.ts';
import type { Reader, Row, Writer } from '#lib/data/store.ts';
import { Attachments, Conversations, Messages, UploadUse } from '#lib/messaging/collections.ts';
import type { Attachment } from '#lib/messaging/schemas/attachment.ts';
import type { MessageAttachment } from '#lib/messaging/schemas/message.ts';

export const attachmentUrl = (id: string): string => `/api/attachments/${id}`;

/** Returns a file as its message shows it. */
export const messageAttachmentOf = ({ id, data }: Pick<Row<Attachment>, 'id' | 'data'>): MessageAttachment => ({
  id,
  url: attachmentUrl(id),
  name: data.name,
  mimeType: data.mimeType,
  size: data.size,
  kind: data.kind,
  ...(data.width !== undefined && { width: data.width }),
  ...(data.height !== undefined && { height: data.height }),
});

/**
 * Returns a file that the caller may open: the caller's own file until a message holds it, then for current
 * participants of that conversation. For anyone else it throws the same NotFound as for a missing file. The same
 * applies after moderation took down the file or its message.
 */
export async function getAttachment(
  { user }: Pick<UserContext, 'user'>,
  reader: Reader,
  id: string,
): Promise<Row<Attachment>> {
  const row = await reader.get(Attachments, id);
  if (row && row.data.blockedAt === null && (await mayOpen(reader, row.data, user.id))) return row;
  throw notFound(Attachments.label, id);
}

async function mayOpen(reader: Reader, file: Attachment, userId: string): Promise<boolean> {
  const { state, ownerId, conversationId, messageId } = file;
  switch (state) {
    case 'staged':
      return ownerId === userId;
    case 'attached': {
      if (conversationId === null || messageId === null) return false;
      const [conversation, message] = await Promise.all([
        reader.get(Conversations, conversationId),
        reader.get(Messages, messageId),
      ]);
      const isHere = conversation?.data.deletedAt === null && conversation.data.participantIds.includes(userId);
      return isHere && message?.data.blockedAt === null;
    }
    case 'deleted':
      return false;
  }
}

type Wanted = { readonly ids: readonly string[]; readonly conversationId: string; readonly now: Date };

/**
 * Reads the files that a message names, in the transaction that sends it. Throws 400 for a file that cannot be
 * attached.
 */
export async function readStaged(
  { user }: Pick<UserContext, 'user'>,
  reader: Reader,
  { ids, conversationId, now }: Wanted,
): Promise<readonly Row<Attachment>[]> {
  if (ids.length === 0) return [];
  if (new Set(ids).size < ids.length) throw refused('must not contain a file twice');
  const rows = await reader.getMany(Attachments, ids);
  return rows.map((row) => {
    if (!row || row.data.ownerId !== user.id || row.data.state !== 'staged' || row.data.blockedAt !== null)
      throw refused('contains a file that was not uploaded or is already in a message');
    if ((row.data.expiresAt ?? '') <= now.toISOString())
      throw refused('contains a file that has expired; upload it again');
    if (row.data.conversationId !== null && row.data.conversationId !== conversationId)
      throw refused('contains a file of another conversation');
    return row;
  });
}

const refused = (problem: string) => invalid('The attachments are not valid', { attachments: problem });

/** Attaches the files to their message, in the same transaction. */
export function attachStaged(
  write: Writer,
  rows: readonly Row<Attachment>[],
  { messageId, conversationId }: { readonly messageId: string; readonly conversationId: string },
): void {
  for (const { id } of rows)
    write.update(Attachments, id, { state: 'attached', messageId, conversationId, expiresAt: null });
}

/**
 * Releases the files of a message in the commit that deletes it. The files become unavailable at once, and the next
 * cleanup run deletes them.
 */
export function dropAttachments(
  write: Writer,
  { senderId, attachments }: { readonly senderId: string | null; readonly attachments: readonly MessageAttachment[] },
  now: Date,
): void {
  if (senderId === null || attachments.length === 0) return;
  for (const { id } of attachments) write.update(Attachments, id, { state: 'deleted', expiresAt: now.toISOString() });
  const bytes = attachments.reduce((sum, { size }) => sum + size, 0);
  write.update(UploadUse, senderId, { bytes: inc(-bytes) });
}
