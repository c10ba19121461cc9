import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { isoTime } from '#lib/core/time.ts';
import { messageAttachment } from './message.ts';

/** `staged`: uploaded and in no message. `deleted`: the row waits for its file to be taken away. */
export const attachmentStates = ['staged', 'attached', 'deleted'] as const;
export type AttachmentState = (typeof attachmentStates)[number];

/** An uploaded file; the id is `att_…`. */
export const attachment = messageAttachment.omit({ id: true, url: true }).extend({
  ownerId: idText,
  /** Null until it is attached, unless it was uploaded for one conversation. */
  conversationId: idText.nullable(),
  messageId: idText.nullable(),
  /** Random, and told to nobody. */
  storageKey: z.string(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  state: z.enum(attachmentStates),
  createdAt: isoTime,
  /** When whoever clears away comes for it; null while a message holds it. */
  expiresAt: isoTime.nullable(),
  /** Taken down by moderation, until it is restored. */
  blockedAt: isoTime.nullable(),
});
export type Attachment = z.infer<typeof attachment>;

/** How many bytes of living files a person has; the id is the person's. */
export const uploadUse = z.object({ bytes: z.int() });

/** A file as its owner is told of it after the upload. */
export const uploadedFile = messageAttachment
  .extend({ sha256: z.string(), expiresAt: isoTime })
  .meta({ id: 'UploadedFile' });
export type UploadedFile = z.infer<typeof uploadedFile>;
export const uploaded = z.object({ attachments: z.array(uploadedFile) });
