import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { isoTime } from '#lib/core/time.ts';
import { contactSources, emailStatuses } from '#lib/crm/contacts/values.ts';

const count = z.int().nonnegative();

/** A person who writes to us. The id is `ctc_` and a hash of the address. */
export const emailContact = z.object({
  email: z.string().max(320),
  emailKey: z.string().max(320),
  name: z.string().max(200).nullable(),
  company: z.string().max(200).nullable(),
  type: z.string().max(40).nullable(),
  /** Fields an admin typed. Incoming mail never overwrites them. */
  typed: z.array(z.enum(['name', 'company', 'type'])),
  /** Prefixes for search: the first one, two and three letters of each word, e.g. `n:ann`. */
  searchTerms: z.array(z.string().max(20)).max(60),
  source: z.enum(contactSources),
  emailStatus: z.enum(emailStatuses),
  threadCount: count,
  messageCount: count,
  firstSeenAt: isoTime.nullable(),
  lastSeenAt: isoTime.nullable(),
  createdAt: isoTime,
  updatedAt: isoTime,
  version: z.int().positive(),
});
export type EmailContact = z.infer<typeof emailContact>;

/** A contact in API responses. */
export const emailContactView = emailContact
  .omit({ emailKey: true, typed: true, searchTerms: true })
  .extend({ id: idText })
  .meta({ id: 'EmailContact' });
export type EmailContactView = z.infer<typeof emailContactView>;
