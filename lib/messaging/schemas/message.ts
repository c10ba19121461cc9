import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { isoTime } from '#lib/core/time.ts';
import { attachmentKinds, messageTypes } from '#lib/messaging/values.ts';
import { storedObject } from './json-object.ts';

/** A file as the message that carries it shows it. */
export const messageAttachment = z.object({
  id: idText,
  url: z.string(),
  name: z.string(),
  mimeType: z.string(),
  size: z.int().nonnegative(),
  kind: z.enum(attachmentKinds),
  width: z.int().positive().exactOptional(),
  height: z.int().positive().exactOptional(),
});
export type MessageAttachment = z.infer<typeof messageAttachment>;

/** A message as it is stored. */
export const message = z.object({
  conversationId: idText,
  /** Counts the messages of the conversation from 1, without gaps. */
  seq: z.int().positive(),
  /** The conversation's change counter at this row's last change, and when it was made. */
  rev: z.int().positive(),
  createdRev: z.int().positive(),
  /** Null where the server itself speaks. */
  senderId: idText.nullable(),
  type: z.enum(messageTypes),
  content: z.string(),
  attachments: z.array(messageAttachment),
  metadata: storedObject,
  /** Participants named in the text as `<@userId>`. */
  mentions: z.array(idText),
  replyToId: idText.nullable(),
  /** Emoji to the ids of those who put it there. */
  reactions: z.record(z.string(), z.array(idText)),
  clientMessageId: z.string().nullable(),
  /** What was sent under the key, so that the same key with another body is refused. */
  bodyHash: z.string().nullable(),
  createdAt: isoTime,
  editedAt: isoTime.nullable(),
  deletedAt: isoTime.nullable(),
  /** Taken down by moderation: served as deleted, and kept so that it can be restored. */
  blockedAt: isoTime.nullable(),
});
export type Message = z.infer<typeof message>;

/** A message as every reader sees it, so that it is made into text once for all of them. */
export const messageView = message
  .omit({ createdRev: true, bodyHash: true, blockedAt: true })
  .extend({ id: idText })
  .meta({ id: 'Message' });
export type MessageView = z.infer<typeof messageView>;
