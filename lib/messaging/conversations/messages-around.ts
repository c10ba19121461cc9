import type { Reader, Row } from '#lib/data/store.ts';
import { Attachments, Messages } from '#lib/messaging/collections.ts';
import { messagesFrom } from '#lib/messaging/queries.ts';
import type { Message } from '#lib/messaging/schemas/message.ts';

/** A message as it reads now, with the names of its files. */
export type NearbyMessage = Pick<Message, 'senderId' | 'createdAt'> & {
  readonly id: string;
  /** Empty when its author has deleted it. */
  readonly text: string;
  readonly files: readonly string[];
  readonly isDeleted: boolean;
  readonly isBlocked: boolean;
};

/**
 * Returns a message, or the message that holds a file, between the messages before and after it. Null when there is no
 * such message. It checks no membership: only a moderator of a case about the message may call this.
 */
export async function messagesAround(
  reader: Reader,
  id: string,
  beside: number,
): Promise<{ readonly messageId: string; readonly messages: readonly NearbyMessage[] } | null> {
  const file = await reader.get(Attachments, id);
  const messageId = file ? file.data.messageId : id;
  const middle = messageId === null ? undefined : await reader.get(Messages, messageId);
  if (!middle) return null;
  const { conversationId, seq } = middle.data;
  const first = Math.max(1, seq - beside);
  const { rows } = await reader.find(messagesFrom(conversationId, first, seq - first + 1 + beside));
  return { messageId: middle.id, messages: rows.map(nearbyOf) };
}

const nearbyOf = ({ id, data: { senderId, createdAt, content, attachments, deletedAt, blockedAt } }: Row<Message>) => ({
  ...{ id, senderId, createdAt, text: content, files: attachments.map(({ name }) => name) },
  ...{ isDeleted: deletedAt !== null, isBlocked: blockedAt !== null },
});
