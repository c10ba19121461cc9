import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';

/** `a@b` or `Name <a@b>`, one address or several separated by commas. */
const addressText = z.string().min(3).max(20_000);
const idOrNone = z.string().max(20_000).nullable().optional();

/** One inbound mail as a mail provider posts it. Other fields are ignored. */
export const inboundMail = z.object({
  messageId: z.string().max(4_000),
  from: addressText,
  fromName: z.string().max(1_000).nullable().optional(),
  to: z.union([addressText, z.array(addressText).min(1).max(500)]),
  cc: z
    .union([z.string().max(20_000), z.array(addressText).max(500)])
    .nullable()
    .optional(),
  replyTo: z.string().max(20_000).nullable().optional(),
  subject: z.string().max(10_000),
  bodyText: z.string(),
  bodyHtml: z.string().nullable().optional(),
  date: z.string().max(200),
  inReplyTo: idOrNone,
  references: z
    .union([z.string().max(200_000), z.array(z.string().max(4_000)).max(10_000)])
    .nullable()
    .optional(),
});
export type InboundMail = z.infer<typeof inboundMail>;

export const inboundTaken = z.object({
  success: z.literal(true),
  status: z.enum(['processed', 'duplicate', 'ignored', 'quarantined']),
  id: idText,
  threadId: idText.nullable(),
  /** With its angle brackets. Null when the mail could not be read. */
  messageId: z.string().nullable(),
});
export type InboundTaken = z.infer<typeof inboundTaken>;

export const MAX_INBOUND_BYTES = 4 * 1024 * 1024;
