import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { isoTime } from '#lib/core/time.ts';
import { attachmentKinds, messageTypes } from '#lib/messaging/values.ts';
import { storedObject } from './json-object.ts';

/** A file as its message shows it. */
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
  /** The conversation's change counter at the last change of this row, and at its creation. */
  rev: z.int().positive(),
  createdRev: z.int().positive(),
  /** Null for a system message. */
  senderId: idText.nullable(),
  type: z.enum(messageTypes),
  content: z.string(),
  attachments: z.array(messageAttachment),
  metadata: storedObject,
  /** Participants mentioned in the text as `<@userId>`. */
  mentions: z.array(idText),
  replyToId: idText.nullable(),
  /** For each emoji, the ids of the users who reacted with it. */
  reactions: z.record(z.string(), z.array(idText)),
  clientMessageId: z.string().nullable(),
  /** The hash of the request under the key, so that the same key with another body is rejected. */
  bodyHash: z.string().nullable(),
  createdAt: isoTime,
  editedAt: isoTime.nullable(),
  deletedAt: isoTime.nullable(),
  /** When moderation took the message down. It is served as deleted and stored, so that it can be restored. */
  blockedAt: isoTime.nullable(),
});
export type Message = z.infer<typeof message>;

/** A message as every reader sees it, so that it is serialised once for all of them. */
export const messageView = message
  .omit({ createdRev: true, bodyHash: true, blockedAt: true })
  .extend({ id: idText })
  .meta({ id: 'Message' });
export type MessageView = z.infer<typeof messageView>;
