import type { UserContext } from '#lib/context/context.ts';
import { conflict, forbidden } from '#lib/core/errors.ts';
import { dropAttachments } from '#lib/messaging/attachments/attachments.ts';
import { assertMayWrite } from '#lib/messaging/conversations/access.ts';
import { tombstoneOf } from '#lib/messaging/conversations/views.ts';
import { EDITABLE_MS } from '#lib/messaging/limits.ts';
import type { Message, MessageView } from '#lib/messaging/schemas/message.ts';
import { promiseIndex } from '#lib/messaging/topics.ts';
import { mentionsIn } from './mentions.ts';
import { assertNotEmpty } from './not-empty.ts';
import { changeMessage, type Place } from './own-message.ts';

/** Throws unless the caller sent the message. */
export function assertSender({ user }: UserContext, { senderId }: Message): void {
  if (senderId !== user.id) throw forbidden('Only the sender can edit a message', { code: 'NotSender' });
}

/** Edits a text message of the caller, within a day of sending. The same content changes nothing. */
export function editMessage(ctx: UserContext, place: Place, content: string): Promise<MessageView> {
  assertMayWrite(ctx);
  const now = ctx.now();
  return changeMessage(ctx, place, {
    event: 'message.updated',
    decide: (message, { row }) => {
      assertSender(ctx, message);
      if (message.type !== 'text' || message.deletedAt !== null || message.blockedAt !== null)
        throw conflict('This message cannot be edited', { code: 'NotEditable' });
      if (now.getTime() - Date.parse(message.createdAt) > EDITABLE_MS)
        throw conflict('A message can be edited only for a day after it was sent', { code: 'TooOld' });
      assertNotEmpty({ type: message.type, content }, message.attachments);
      if (message.content === content) return null;
      const mentions = mentionsIn(content, row.data.participantIds);
      return { ...message, content, mentions, editedAt: now.toISOString() };
    },
    promise: (t) => promiseIndex(t, place.messageId, now),
  });
}

/** Replaces a message by a tombstone. The sender may do so, and in a group also the owner. A repeat changes nothing. */
export async function deleteMessage(ctx: UserContext, place: Place): Promise<{ deleted: true; messageId: string }> {
  const now = ctx.now();
  await changeMessage(ctx, place, {
    event: 'message.deleted',
    decide: (message, { row, member }) => {
      const isOwner = row.data.type === 'group' && member.role === 'owner';
      if (message.senderId !== ctx.user.id && !isOwner)
        throw forbidden('Only the sender can delete a message', { code: 'NotSender' });
      return message.deletedAt === null ? tombstoneOf(message, now.toISOString()) : null;
    },
    promise: (t, before) => {
      promiseIndex(t, place.messageId, now);
      dropAttachments(t, before, now);
    },
  });
  return { deleted: true, messageId: place.messageId };
}
