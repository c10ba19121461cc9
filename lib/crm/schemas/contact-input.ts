import { z } from 'zod';
import { cursorText, pageLimit } from '#lib/core/paging.ts';
import { emailContactView } from './contact.ts';

const line = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .regex(/^\P{Cc}*$/u, 'must be a single line');
const searched = line(200).optional();

export const contactsQuery = z.object({
  email: searched,
  name: searched,
  company: searched,
  type: line(40).optional(),
  limit: pageLimit(50, 100),
  cursor: cursorText.optional(),
});
export type ContactsQuery = z.infer<typeof contactsQuery>;
export const contactPage = z.object({ contacts: z.array(emailContactView), nextCursor: z.string().nullable() });
export type ContactPage = z.infer<typeof contactPage>;

export const saveContactInput = z.strictObject({
  email: z.string().trim().min(3).max(320),
  name: line(200).nullable().optional(),
  company: line(200).nullable().optional(),
  type: line(40).nullable().optional(),
});
export type SaveContact = z.infer<typeof saveContactInput>;
export const contactSaved = z.object({ success: z.literal(true), created: z.boolean(), contact: emailContactView });

export const eraseContactInput = z.strictObject({ confirmEmail: z.string().max(320) });
const count = z.int().nonnegative();
export const contactErased = z.object({
  success: z.literal(true),
  erased: z.object({ threads: count, messages: count, drafts: count, tasks: count, attachments: count }),
  /** Messages on the mail server are not deleted, because the mailbox is not ours. */
  mailboxUntouched: z.literal(true),
});
export type ContactErased = z.infer<typeof contactErased>;
