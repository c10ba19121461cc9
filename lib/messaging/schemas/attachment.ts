import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { isoTime } from '#lib/core/time.ts';
import { messageAttachment } from './message.ts';

/** `staged`: uploaded but not yet in a message. `deleted`: the row waits for its file to be deleted. */
export const attachmentStates = ['staged', 'attached', 'deleted'] as const;
export type AttachmentState = (typeof attachmentStates)[number];

/** An uploaded file; the id is `att_…`. */
export const attachment = messageAttachment.omit({ id: true, url: true }).extend({
  ownerId: idText,
  /** Null until a message takes the file, unless it was uploaded for one conversation. */
  conversationId: idText.nullable(),
  messageId: idText.nullable(),
  /** Random, and never sent to a client. */
  storageKey: z.string(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  state: z.enum(attachmentStates),
  createdAt: isoTime,
  /** When the cleanup job removes the file; null while a message holds it. */
  expiresAt: isoTime.nullable(),
  /** When moderation took the file down; null again once restored. */
  blockedAt: isoTime.nullable(),
});
export type Attachment = z.infer<typeof attachment>;

/** The total bytes of a user's files. The id is the id of the user. */
export const uploadUse = z.object({ bytes: z.int() });

/** A file as the upload response shows it to its owner. */
export const uploadedFile = messageAttachment
  .extend({ sha256: z.string(), expiresAt: isoTime })
  .meta({ id: 'UploadedFile' });
export type UploadedFile = z.infer<typeof uploadedFile>;
export const uploaded = z.object({ attachments: z.array(uploadedFile) });
